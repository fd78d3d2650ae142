import {
	billingOptions,
	expenseEntries,
	expenseInvoiceFields,
	expensesFrom,
	timeEntries,
	timeEntriesFrom,
	timeInvoiceFields,
	timeTaxes,
	unbilledFilters,
} from './billedEntries';
import {
	createInvoiceOptions,
	invoiceFields,
	estimateInvoiceFields,
	invoiceFilters,
	invoiceListOptions,
	paymentFields,
	paymentOptions,
	invoiceChanges,
} from './forms';
import {
	addedLinesFrom,
	changedLinesFrom,
	changedLines,
	invoiceLines,
	linesFrom,
	moreInvoiceLines,
	moreLinesFrom,
	morePlainLines,
	newLinesFrom,
	plainLines,
	linesToDelete,
} from '../documents/lineFields';
import { documentClient, estimateLocator, invoiceLocator } from '../common/locators';
import { writeOptions, updateDocumentOptions, previewOptions, lineOptions } from '../common/options';
import { paging } from '../common/paging';
import { simplifyField } from '../common/simplifyField';
import { invoiceRecord } from '../../records';
import { addLines, deleteLines, updateLines } from '../documents/changeLines';
import { INVOICE } from '../documents/types';
import { createDocument } from '../documents/create';
import { createFromExpense, createFromTimeTracking } from './createFrom';
import { createFromEstimate } from './createFromEstimate';
import { listInvoices } from './getMany';
import { recordPayment } from './recordPayment';
import { updateInvoice } from './update';
import { operation, type Resource } from '../../engine/operation';
import { getRecord } from '../common/standard';

export const invoice: Resource = {
	option: { name: 'Invoice', value: 'invoice' },
	operations: [
		operation({
			option: {
				name: 'Add Lines',
				value: 'addItems',
				action: 'Add lines to an invoice',
				description: 'Put further lines on an invoice',
			},
			method: 'addInvoiceItem',
			returns: 'The invoice in full, with `invoice_item_ids`, the identifiers of the new lines',
			properties: [invoiceLocator, addedLinesFrom, ...plainLines, lineOptions],
			prepare: addLines(INVOICE),
		}),
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create an invoice',
				description: 'Add an invoice with its lines',
			},
			method: 'createInvoice',
			returns: 'The invoice in full',
			properties: [documentClient, linesFrom, ...invoiceLines, invoiceFields, createInvoiceOptions],
			prepare: createDocument(INVOICE),
		}),
		operation({
			option: {
				name: 'Create From Estimate',
				value: 'createFromEstimate',
				action: 'Create an invoice from an estimate',
				description: 'Turn an estimate into an invoice with its client, lines, notes and terms',
			},
			method: 'createInvoiceFromEstimate',
			returns: 'The invoice in full',
			properties: [
				estimateLocator,
				{
					displayName: 'Tax 1 Name or ID',
					name: 'tax1',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getEstimateTaxes' },
					default: '',
					description:
						'The first tax on every line, because those of the estimate cannot be read. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					strict: true,
					element: false,
				},
				{
					displayName: 'Tax 2 Name or ID',
					name: 'tax2',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getEstimateTaxes' },
					default: '',
					description:
						'The second tax on every line. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					strict: true,
					element: false,
				},
				estimateInvoiceFields,
				createInvoiceOptions,
			],
			prepare: createFromEstimate,
		}),
		operation({
			option: {
				name: 'Create From Expenses',
				value: 'createFromExpense',
				action: 'Create an invoice from expenses',
				description:
					'Bill expenses that were made for a client: chosen ones, or all that are not invoiced yet',
			},
			method: 'createInvoiceFromExpense',
			returns: 'The invoice in full',
			properties: [
				documentClient,
				expensesFrom,
				unbilledFilters,
				expenseEntries,
				moreLinesFrom,
				...morePlainLines,
				expenseInvoiceFields,
				billingOptions,
			],
			prepare: createFromExpense,
		}),
		operation({
			option: {
				name: 'Create From Time Tracking',
				value: 'createFromTimeTracking',
				action: 'Create an invoice from time tracking',
				description: 'Bill time entries: chosen ones, or all of a client that are not billed yet',
			},
			method: 'createInvoiceFromTimeTracking',
			returns: 'The invoice in full',
			properties: [
				documentClient,
				timeEntriesFrom,
				unbilledFilters,
				timeEntries,
				...timeTaxes,
				moreLinesFrom,
				...moreInvoiceLines,
				timeInvoiceFields,
				billingOptions,
			],
			prepare: createFromTimeTracking,
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete an invoice',
				description: 'Remove an invoice',
			},
			method: 'deleteInvoice',
			returns: '`invoice_id` and `deleted`, for each item',
			properties: [invoiceLocator, previewOptions],
			batch: { type: invoiceRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Delete Lines',
				value: 'deleteItems',
				action: 'Delete lines of an invoice',
				description: 'Take lines off an invoice',
			},
			method: 'deleteInvoiceItem',
			returns: 'The invoice in full',
			properties: [invoiceLocator, linesToDelete('invoiceItemId', 'invoiceId'), writeOptions],
			prepare: deleteLines(INVOICE),
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get an invoice',
				description: 'Read one invoice with its lines and payments',
			},
			method: 'getInvoice',
			returns: 'The invoice',
			properties: [invoiceLocator, simplifyField],
			run: getRecord(invoiceRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many invoices',
				description: 'List invoices',
			},
			method: 'listInvoice',
			returns: 'One item per invoice',
			properties: [...paging, simplifyField, invoiceFilters, invoiceListOptions],
			run: listInvoices,
		}),
		operation({
			option: {
				name: 'Record Payment',
				value: 'recordPayment',
				action: 'Record a payment for an invoice',
				description: 'Note a payment that was received outside the service',
			},
			method: 'invoiceOfflinePayment',
			returns: 'The invoice in full, with the `payment`',
			properties: [
				invoiceLocator,
				{
					displayName: 'Amount',
					name: 'amount',
					type: 'string',
					default: '',
					placeholder: 'All that is outstanding',
					description: 'What was paid. All that is outstanding when left empty.',
					kind: 'positiveDecimal',
					strict: true,
				},
				{
					displayName: 'Payment Method Name or ID',
					name: 'paymentMethod',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getPaymentMethods' },
					default: '',
					required: true,
					description:
						'How it was paid. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					element: 'method',
				},
				paymentFields,
				paymentOptions,
			],
			prepare: recordPayment,
		}),
		operation({
			option: {
				name: 'Send',
				value: 'send',
				action: 'Send an invoice',
				description: 'Have the service mail an invoice to its client',
			},
			method: 'sendInvoiceMail',
			returns: '`invoice_id` and `sent`, for each item',
			properties: [invoiceLocator, previewOptions],
			batch: { type: invoiceRecord, done: 'sent' },
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update an invoice',
				description: 'Change some values of an invoice and keep the others',
			},
			method: 'updateInvoice',
			returns: 'The invoice in full',
			properties: [invoiceLocator, newLinesFrom, ...invoiceLines, invoiceChanges, updateDocumentOptions],
			prepare: updateInvoice,
		}),
		operation({
			option: {
				name: 'Update Lines',
				value: 'updateItems',
				action: 'Update lines of an invoice',
				description: 'Change lines of an invoice and keep what is not changed',
			},
			method: 'updateInvoiceItem',
			returns: 'The invoice in full',
			properties: [invoiceLocator, changedLinesFrom, ...changedLines, lineOptions],
			prepare: updateLines(INVOICE),
		}),
	],
};
