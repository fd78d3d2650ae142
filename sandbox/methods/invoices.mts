import { answer, element, type Answer } from '../answer.mts';
import { replaceCharges } from '../documents/charges.mts';
import { createInvoice } from '../documents/createInvoice.mts';
import { deleteDocument, replaceLines } from '../documents/lines.mts';
import { assignNumber } from '../documents/numbering.mts';
import { invoiceFields } from '../documents/outputs.mts';
import { settleInvoice } from '../documents/settlement.mts';
import { dateFilters, filter, ORDER, statusFilter } from '../fields/filters.mts';
import { assertCustomFields, CHARGES, CUSTOM_FIELDS, replaceCustomFields } from '../fields/groups.mts';
import { EMPTY_INVOICE, invoiceHeader } from '../fields/headers.mts';
import { own } from '../fields/kinds.mts';
import { LINES, linesOf } from '../fields/lines.mts';
import { listMethod } from '../lists.mts';
import { sendMethod } from '../mail.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { deleteMethod, getMethod, recordType } from '../records.mts';
import type { Values } from '../store/store.mts';

const INVOICE = recordType('4.3', 'invoice');

const NO_INVOICE = 'Invoice id is invalid.';

/** The methods of §4.3 on whole invoices. */
export const invoices: Methods = {
	createInvoice: {
		section: '4.3',
		elements: [CUSTOM_FIELDS, ...invoiceHeader('create', true), linesOf('createInvoice'), CHARGES],
		answers: 'invoice_id',
		run: (call) => {
			const fields = call.groups[CUSTOM_FIELDS.group] ?? [];
			assertCustomFields(fields);
			return createInvoice(call, call.groups[LINES], (id) =>
				replaceCustomFields(call.store, 'invoice', id, fields),
			);
		},
	},
	updateInvoice: {
		section: '4.3',
		elements: [
			own('invoice_id', '{invoice}', 'invoice', NO_INVOICE, {
				returned: null,
				required: { message: NO_INVOICE },
			}),
			...invoiceHeader('update', true),
			linesOf('updateInvoice'),
			CHARGES,
		],
		answers: 'invoice_id',
		run: updateInvoice,
	},
	deleteInvoice: deleteMethod(INVOICE, (call, id) => deleteDocument(call, 'invoice', id)),
	getInvoice: getMethod(INVOICE, 'invoice', invoiceFields),
	listInvoice: listMethod({
		...INVOICE,
		path: 'invoices/invoice',
		ordered: 'invoice',
		filters: [
			statusFilter('invoice_record_status', 'invoice.status'),
			filter('client_id', '{client}', 'invoice.client_id = ?'),
			filter('invoice_number', '{invoiceNumber}', 'invoice.number = ?'),
			filter('invoice_status', 'Sent', 'invoice.invoice_status = ?'),
			...dateFilters('invoice.date'),
			...ORDER,
		],
		fields: invoiceFields,
		summary:
			'invoice_id client/client_id number date net_balance total_paid outstanding invoice_status status currency'.split(
				' ',
			),
	}),
	sendInvoiceMail: sendMethod('4.3', 'invoice', 'invoice_id', (sent) => sent),
};

/**
 * Header fields that are left out lose their value, the number included: it becomes the next in the sequence (§4.3). Lines
 * and charges are replaced when the request contains some, and kept otherwise.
 */
function updateInvoice(call: Call): Answer {
	const { store, values, groups, clock, account } = call;
	const { invoice_id, number, ...header } = values;
	const invoice = store.row('invoice', Number(invoice_id));
	const lines = groups[LINES] ?? [];
	const charges = groups[CHARGES.group] ?? [];
	const row: Values = { ...EMPTY_INVOICE, date: '', ...header };
	store.update('invoice', invoice.id, {
		invoice_status: lines.length > 0 ? 'Draft' : invoice.invoice_status,
		...row,
		...assignNumber(store, 'invoice', account.id, number, invoice.id),
		// A late fee charged by the old rule is dropped when the rule changes.
		late_fee: row['late_fee_id'] === invoice.late_fee_id ? invoice.late_fee : '0.00',
	});
	replaceLines(call, 'invoice', invoice.id);
	if (charges.length > 0) replaceCharges(store, invoice.id, charges);
	settleInvoice(store, invoice.id, clock.today());
	return answer(element('invoice_id', invoice.id));
}
