import {
	byDatesAndBalance,
	createInvoiceOptions,
	sourcedInvoiceFields,
	estimateTaxes,
	invoiceChanges,
	invoiceFields,
	invoiceFilters,
	invoiceSort,
} from './forms';
import { listRecords } from '../../execution/recordReads';
import {
	billingOptions,
	expenseEntries,
	expenseInvoiceFields,
	expensesFrom,
	expensesUntil,
	timeEntries,
	timeBillingOptions,
	timeEntriesFrom,
	timeTaxes,
	unbilledFilters,
	workUntil,
} from './entryForms';
import { invoiceToPay, paymentFields, paymentToRecord, paymentOptions } from './paymentForms';
import {
	changedLines,
	invoiceLines,
	linesFrom,
	moreLines,
	moreLinesFrom,
	newLinesFrom,
	plainLines,
} from '../documents/lineForms';
import { linesPerItem } from '../documents/linesPerItem';
import { documentClient, estimateLocator, invoiceLocator } from '../../descriptions/locators';
import { updateDocumentOptions } from '../../descriptions/options';
import { invoiceRecord } from '../../records';
import { addLinesOf, deleteLinesOf, updateLinesOf } from '../documents/lineOperations';
import { afterCreatingInvoice } from '../documents/afterCreating';
import { due } from '../documents/dueDate';
import { documentNumber } from '../documents/headerFields';
import { createDocument } from '../documents/create';
import { copyOperation } from './copy';
import { createFromExpense, createFromTimeTracking } from './createFromEntries';
import { createFromEstimate } from './createFromEstimate';
import { recordPayment } from './recordPayment';
import { getPaymentsOperation } from './getPayments';
import { matchPaymentOperation } from './matchPayment';
import { proposeAllocationOperation } from './proposeAllocation';
import { getReceivablesOperation } from './receivables';
import { getTaxSummaryOperation } from './taxSummary';
import { sendInvoice, sendInvoiceOptions } from './sendGuard';
import { updateInvoice } from './update';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';

export const invoice: Resource = {
	option: { name: 'Invoice', value: 'invoice' },
	operations: [
		addLinesOf(invoiceRecord, plainLines),
		copyOperation,
		createOf(
			invoiceRecord,
			[
				documentClient,
				documentNumber,
				...linesFrom,
				...invoiceLines,
				...due,
				afterCreatingInvoice,
				invoiceFields,
				createInvoiceOptions,
			],
			createDocument(invoiceRecord),
			{ description: 'Create an invoice with its lines', grouping: linesPerItem },
		),
		operation({
			option: {
				name: 'Create From Estimate',
				value: 'createFromEstimate',
				action: 'Create invoice from estimate',
				description:
					'Turn an estimate into an invoice with the same client, lines, notes and terms. Choose its taxes again.',
			},
			method: 'createInvoiceFromEstimate',
			shows: invoiceRecord,
			properties: [
				estimateLocator,
				documentNumber,
				...estimateTaxes,
				...due,
				afterCreatingInvoice,
				sourcedInvoiceFields,
				createInvoiceOptions,
			],
			prepare: createFromEstimate,
		}),
		operation({
			option: {
				name: 'Create From Expenses',
				value: 'createFromExpense',
				action: 'Create invoice from expenses',
				description: 'Bill a client for selected expenses, or for all that are not invoiced yet',
			},
			method: 'createInvoiceFromExpense',
			shows: invoiceRecord,
			properties: [
				documentClient,
				documentNumber,
				expensesFrom,
				expensesUntil,
				unbilledFilters,
				...expenseEntries,
				moreLinesFrom,
				...moreLines,
				...due,
				afterCreatingInvoice,
				expenseInvoiceFields,
				billingOptions,
			],
			prepare: createFromExpense,
		}),
		operation({
			option: {
				name: 'Create From Time Tracking',
				value: 'createFromTimeTracking',
				action: 'Create invoice from time tracking',
				description:
					'Bill a client for hours not billed yet: all from Date From to Work Until, or selected entries',
			},
			method: 'createInvoiceFromTimeTracking',
			shows: invoiceRecord,
			properties: [
				documentClient,
				documentNumber,
				timeEntriesFrom,
				workUntil,
				unbilledFilters,
				...timeEntries,
				...timeTaxes,
				moreLinesFrom,
				...moreLines,
				...due,
				afterCreatingInvoice,
				sourcedInvoiceFields,
				timeBillingOptions,
			],
			prepare: createFromTimeTracking,
		}),
		deleteOf(invoiceRecord, {
			description: 'Delete an invoice, which the service may keep as canceled. No operation can restore it.',
			note: 'Time billed on a deleted invoice may stay marked as billed. To bill it again, use Time Entry › Mark as Unbilled.',
		}),
		deleteLinesOf(invoiceRecord),
		getOf(invoiceRecord, {
			description: 'Retrieve an invoice. To see its lines and payments, turn off Simplify.',
		}),
		listOf(invoiceRecord, [invoiceFilters, invoiceSort], {
			run: listRecords(invoiceRecord, byDatesAndBalance),
		}),
		getPaymentsOperation,
		getReceivablesOperation,
		getTaxSummaryOperation,
		matchPaymentOperation,
		proposeAllocationOperation,
		operation({
			option: {
				name: 'Record Payment',
				value: 'recordPayment',
				action: 'Record payment received for invoice',
				description: 'Record a payment received outside the service. It charges nobody.',
			},
			method: 'invoiceOfflinePayment',
			shows: invoiceRecord,
			properties: [invoiceToPay, ...paymentToRecord, paymentFields, paymentOptions],
			prepare: recordPayment,
		}),
		operation({
			option: {
				name: 'Send',
				value: 'send',
				action: 'Send invoice to client by email',
				description:
					'Email an invoice to its client. May use the email address from when it was created. One request per invoice reads its status first.',
			},
			method: 'sendInvoiceMail',
			shows: invoiceRecord,
			properties: [invoiceLocator, sendInvoiceOptions],
			prepare: sendInvoice,
		}),
		updateOf(
			invoiceRecord,
			[newLinesFrom, ...invoiceLines, invoiceChanges, updateDocumentOptions],
			updateInvoice,
			{ grouping: linesPerItem },
		),
		updateLinesOf(invoiceRecord, changedLines),
	],
};
