import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifiers } from '../interface/answer';
import { encodeLines, readItems, readLines } from '../fields/lines';
import { LINE_RULES, type Line } from '../interface/lines';
import { invoiceRecord } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import type { Call } from './operation';
import { idOf, withElement, writtenRecord } from './standard';

const LINE_ID = 'invoice_item_id';

/** Adds lines to an invoice (§4.3). */
export async function addItems(call: Call): Promise<IDataObject[]> {
	const items = await readItems(call, LINE_RULES.addInvoiceItem);
	const answer = await call.service.call(call.method, withElement(call.body(), 'items/item', items));
	const record = await writtenRecord(call, invoiceRecord, idOf(call, invoiceRecord), 'updated');
	return [{ ...record, invoice_item_ids: decodeIdentifiers(answer, 'invoice_items') }];
}

/**
 * Changes lines of an invoice. A request carries every element of a line (§4.2), so those that are not changed are
 * read from the invoice first.
 */
export async function updateItems(call: Call): Promise<IDataObject[]> {
	const id = idOf(call, invoiceRecord);
	const changes = await readLines(call);
	if (changes.length === 0)
		throw call.problem('There are no lines to change', 'Add a line with its Line ID.');
	const current = linesOf(await call.service.get(invoiceRecord, id));
	const lines = changes.map((change) => ({ ...currentLine(call, change, current, id), ...change }));
	const items = encodeLines(call, lines, LINE_RULES.updateInvoiceItem, 'Line');
	await call.service.call(call.method, withElement(call.body(), 'items/item', items));
	return [await writtenRecord(call, invoiceRecord, id, 'updated')];
}

/** Removes lines from an invoice. Both identifiers repeat (§4.3). */
export async function deleteItems(call: Call): Promise<IDataObject[]> {
	const body = call.body();
	const lineIds = Array.isArray(body[LINE_ID]) ? body[LINE_ID] : [];
	const invoiceIds = lineIds.map(() => textOf(body[invoiceRecord.id]));
	await call.service.call(call.method, { ...body, [invoiceRecord.id]: invoiceIds });
	return [await writtenRecord(call, invoiceRecord, idOf(call, invoiceRecord), 'updated')];
}

const linesOf = (record: BillingRecord): BillingRecord[] =>
	Array.isArray(record['items']) ? record['items'].filter(isRecord) : [];

const isRecord = (value: unknown): value is BillingRecord =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function currentLine(call: Call, change: Line, current: BillingRecord[], invoiceId: number): Line {
	const wanted = textOf(change[LINE_ID]).trim();
	const line = current.find((candidate) => textOf(candidate['item_id']) === wanted);
	if (line === undefined) {
		const known = current.map(
			(candidate) => `${textOf(candidate['item_id'])} (${textOf(candidate['name'])})`,
		);
		throw call.problem(
			wanted === '' ? 'A line to change has no Line ID' : `Invoice ${invoiceId} has no line ${wanted}`,
			`Its lines are: ${known.join(', ') || 'none'}.`,
		);
	}
	// A tax type can be read, but not sent here (§4.2).
	return Object.fromEntries(LINE_RULES.updateInvoiceItem.elements.map((element) => [element, line[element]]));
}
