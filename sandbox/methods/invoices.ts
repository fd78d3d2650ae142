import { answer, element, repeated, type Answer } from '../answer.ts';
import { CUSTOM_FIELD_PATHS, readCustomFields, replaceCustomFields } from '../customFields.ts';
import { deleteMethod } from '../deletion.ts';
import { CHARGE_PATHS, readCharges, replaceCharges } from '../documents/charges.ts';
import { answerInvoiceId, createInvoice } from '../documents/createInvoice.ts';
import { invoiceFields, invoiceRecord } from '../documents/invoice.ts';
import { deleteDocument } from '../documents/deleteDocument.ts';
import { updatedDocumentClient } from '../documents/header.ts';
import { INVOICE_HEADER_PATHS, readInvoiceHeader, statusAt } from '../documents/invoiceHeader.ts';
import { LINE_RULES, linePaths, readLines, replaceLines } from '../documents/lines.ts';
import { assignNumber } from '../documents/numbering.ts';
import { settleInvoice } from '../documents/settlement.ts';
import { wordAt } from '../element.ts';
import { answerList, dateFilters, filterPaths, filtersOf, documentOrder, statusFilter } from '../lists.ts';
import { sendInvoice } from '../mail.ts';
import { answerPartly, forEachIdentifier } from '../manyRecords.ts';
import type { Call, Methods } from '../method.ts';
import { findOwnRecord, ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { InvoiceRow } from '../store/rows.ts';

/** The commercial statuses that updateInvoice names (§4.1), by the word of the request. */
const UPDATE_STATUSES = {
	draft: 'Draft',
	sent: 'Sent',
	viewed: 'Viewed',
	paid: 'Paid',
	'partial-paid': 'Partial-Paid',
};

/** The methods of §4.3 on whole invoices. */
export const invoices: Methods = {
	createInvoice: {
		elements: [
			...INVOICE_HEADER_PATHS,
			'late_fee',
			...linePaths('items/item', LINE_RULES.createInvoice),
			...CHARGE_PATHS,
			...CUSTOM_FIELD_PATHS,
		],
		answer: (call) => {
			const customFields = readCustomFields(call.request);
			const id = createInvoice(call, {
				takesLateFee: true,
				readLines: () => readLines(call.request, 'items/item', LINE_RULES.createInvoice),
			});
			replaceCustomFields(call.store, 'invoice', id, customFields);
			return answerInvoiceId(id);
		},
	},
	updateInvoice: {
		elements: [
			'invoice_id',
			...INVOICE_HEADER_PATHS,
			'late_fee',
			...linePaths('items/item', LINE_RULES.updateInvoice),
			...CHARGE_PATHS,
		],
		answer: updateInvoice,
	},
	deleteInvoice: deleteMethod('invoice', 'invoice_id', 'Invoice id is invalid.', deleteInvoice),
	getInvoice: {
		elements: ['invoice_id'],
		answer: (call) => {
			const invoice = ownRecord<InvoiceRow>(call, 'invoice', wordAt(call.request, 'invoice_id'));
			return answer(element('invoice', invoiceFields(call.store, invoice)));
		},
	},
	listInvoice: {
		elements: filterPaths(
			'client_id',
			'date_from',
			'date_to',
			'invoice_number',
			'invoice_record_status',
			'invoice_status',
			'sort_column',
			'sort_order',
		),
		answer: listInvoices,
	},
	sendInvoiceMail: { elements: ['invoice_id'], answer: sendInvoices },
};

/**
 * Header fields that are left out lose their value, the number included: it becomes the next in the sequence (§4.3). Lines
 * and charges are replaced when the request carries some, and kept otherwise.
 */
function updateInvoice(call: Call): Answer {
	const { store, request, clock, account } = call;
	const invoice =
		findOwnRecord<InvoiceRow>(call, 'invoice', wordAt(request, 'invoice_id')) ??
		reject('Invoice id is invalid.');
	const client = updatedDocumentClient(call);
	const header = readInvoiceHeader(call, { dateFallback: '', takesLateFee: true });
	const lines = readLines(request, 'items/item', LINE_RULES.updateInvoice);
	const charges = readCharges(request);
	const statusWithoutWord = lines.length > 0 ? 'Draft' : invoice.invoice_status;
	store.update('invoice', invoice.id, {
		...header,
		...assignNumber(store, 'invoice', account.id, wordAt(request, 'number'), invoice.id),
		client_id: client.id,
		invoice_status: statusAt(request, UPDATE_STATUSES) ?? statusWithoutWord,
		// A late fee that was charged by another rule is not that of the new one.
		late_fee: header['late_fee_id'] === invoice.late_fee_id ? invoice.late_fee : '0.00',
	});
	replaceLines(store, 'invoice', invoice.id, lines);
	if (charges.length > 0) replaceCharges(store, invoice.id, charges);
	settleInvoice(store, invoice.id, clock.today());
	return answerInvoiceId(invoice.id);
}

/** Removes an invoice with all that belongs to it. */
function deleteInvoice({ store }: Call, id: number): void {
	deleteDocument(store, 'invoice', id);
	replaceCharges(store, id, []);
	replaceCustomFields(store, 'invoice', id, []);
	store.run('DELETE FROM payment WHERE invoice_id = ?', id);
}

function listInvoices(call: Call): Answer {
	const { request, store, listRecords } = call;
	return answerList<InvoiceRow>(call, {
		table: 'invoice',
		...documentOrder(request, 'invoice'),
		conditions: [
			statusFilter(request, 'invoice_record_status', 'invoice.status'),
			...filtersOf(request, {
				client_id: 'invoice.client_id = ?',
				invoice_number: 'invoice.number = ?',
				invoice_status: 'invoice.invoice_status = ?',
			}),
			...dateFilters(request, 'invoice.date'),
		],
		wrapper: 'invoices',
		count: 'total_records',
		record: (invoice) => invoiceRecord(store, listRecords, invoice),
	});
}

/** Sends each invoice to its client. Those that cannot be sent are listed beside those that were (§4.3). */
function sendInvoices(call: Call): Answer {
	const { done, failed } = forEachIdentifier(call.request, 'invoice_id', 'Invalid data.', (text) =>
		sendInvoice(call, text),
	);
	if (failed.length === 0) return answer(...repeated('invoice_id', done));
	return answerPartly('Some invoices could not be sent.', 'invoice_id', { done, failed });
}
