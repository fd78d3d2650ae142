import { at, textAt, type AnswerElement } from './answers.mts';
import type { Values } from './documents.mts';
import type { RunningService } from './service.mts';

/** The client of the invoices that tests create. */
export const CLIENT: Values = { 'client/client_id': '{client}' };

/** One line over 100.00, as every method that creates or updates an invoice accepts it. */
export const LINE: Values = {
	'items/item/name': 'Work',
	'items/item/type': 'Service',
	'items/item/discount_type': '',
	'items/item/unit_cost': '50',
	'items/item/quantity': '2',
};

/** Creates an invoice over 100.00. Returns its identifier. */
export async function createInvoice(
	{ succeed }: RunningService,
	values: Values = {},
	method = 'createInvoice',
): Promise<string> {
	return textAt(await succeed(method, { ...CLIENT, ...LINE, ...values }), 'invoice_id');
}

/** Reads an invoice. */
export async function getInvoice({ succeed }: RunningService, invoice_id: string): Promise<AnswerElement> {
	return at(await succeed('getInvoice', { invoice_id }), 'invoice');
}

/** The commercial status of an invoice. */
export async function statusOf(service: RunningService, id: string): Promise<string> {
	return textAt(await getInvoice(service, id), 'invoice_status');
}

/** Records a payment in cash. */
export async function pay(
	{ succeed }: RunningService,
	id: string,
	amount: string,
	values: Values = {},
): Promise<void> {
	await succeed('invoiceOfflinePayment', {
		'invoice/id': id,
		'invoice/amount': amount,
		'invoice/method': 'Cash',
		...values,
	});
}
