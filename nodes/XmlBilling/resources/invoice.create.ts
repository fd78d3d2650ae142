import { readItems } from '../fields/lines';
import { findByKey, INVOICE_NUMBER, isSameText } from '../fields/resolve';
import type { Body } from '../interface/document';
import { LINE_RULES } from '../interface/lines';
import { invoiceRecord } from '../interface/records';
import { textOf } from '../interface/shape';
import type { IDataObject } from 'n8n-workflow';
import type { Call } from './operation';
import { option, withElement, written, writtenRecord } from './standard';

/** Creates an invoice with its lines (§4.3). */
export async function createInvoice(call: Call): Promise<IDataObject[]> {
	const body = call.body();
	const items = await readItems(call, LINE_RULES.createInvoice);
	return await sendInvoice(call, items.length > 0 ? withElement(body, 'items/item', items) : body);
}

/**
 * Sends a new invoice. The service would silently give one whose number is in use the next number instead (§4.3), so
 * the number is looked up before.
 */
export async function sendInvoice(call: Call, body: Body): Promise<IDataObject[]> {
	const guard = option(call, 'ifExists') ?? 'fail';
	const number = body['number'];
	if (guard !== 'create' && typeof number === 'string') {
		const id = await findByNumber(call, number);
		if (id !== undefined && guard === 'existing')
			return [await writtenRecord(call, invoiceRecord, id, 'existing')];
		if (id !== undefined) {
			throw call.problem(
				`An invoice with the number '${number}' exists already: ID ${id}`,
				'Nothing was created. Under Options, If Number Exists decides what happens then.',
			);
		}
	}
	const output = await written(call, invoiceRecord, await call.service.call(call.method, body), 'created');
	warnOfNumber(call, output, number);
	return output;
}

/** Says so when the service gave the invoice another number than it was sent (§4.3). */
export function warnOfNumber(call: Call, [record]: readonly IDataObject[], sent: unknown): void {
	const given = textOf(record?.['number']);
	if (typeof sent !== 'string' || given === '' || isSameText(given, sent)) return;
	call.warn(
		`The service did not take the number '${sent}', which may be in use, and gave the invoice '${given}'.`,
	);
}

// A list shows one record status at a time, and a number stays taken when its invoice is archived (§4.3).
export async function findByNumber(call: Call, number: string): Promise<number | undefined> {
	for (const status of ['Active', 'Archived', 'Cancel']) {
		const more = { invoice_record_status: status };
		const [found] = await findByKey(call.service, INVOICE_NUMBER, number.trim(), more);
		if (found !== undefined) return Number(found[invoiceRecord.id]);
	}
	return undefined;
}
