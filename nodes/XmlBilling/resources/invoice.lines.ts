import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifiers } from '../interface/answer';
import { encodeLines, readChanges, readItems } from '../fields/lines';
import { LINE_RULES, type Line } from '../interface/lines';
import { invoiceRecord } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import type { Call } from './operation';
import { idOf, refuseFailures, withElement, writtenRecord } from './standard';

const LINE_ID = 'invoice_item_id';

/** Adds lines to an invoice (§4.3). */
export async function addItems(call: Call): Promise<IDataObject[]> {
	const body = call.body();
	const items = await readItems(call, LINE_RULES.addInvoiceItem);
	const answer = await call.service.call(call.method, withElement(body, 'items/item', items));
	refuseFailures(call, answer, 'Lines were not added');
	const record = await writtenRecord(call, invoiceRecord, idOf(call, invoiceRecord), 'updated');
	return [{ ...record, invoice_item_ids: decodeIdentifiers(answer, 'invoice_items') }];
}

/**
 * Changes lines of an invoice. A request carries every element of a line (§4.2), so those that are not changed are
 * read from the invoice first.
 */
export async function updateItems(call: Call): Promise<IDataObject[]> {
	const id = idOf(call, invoiceRecord);
	const changes = await readChanges(call);
	if (changes.length === 0)
		throw call.problem('There are no lines to change', 'Add a line with its Line ID.');
	refuseRepeated(call, changes);
	const current = linesOf(await call.service.get(invoiceRecord, id));
	const lines = changes.map((change) => ({ ...currentLine(call, change, current, id), ...change }));
	const items = encodeLines(call, lines, LINE_RULES.updateInvoiceItem, 'Line');
	const answer = await call.service.call(call.method, withElement(call.body(), 'items/item', items));
	refuseFailures(call, answer, 'Lines were not changed');
	return [await writtenRecord(call, invoiceRecord, id, 'updated')];
}

/** Removes lines from an invoice. Both identifiers repeat (§4.3). */
export async function deleteItems(call: Call): Promise<IDataObject[]> {
	const body = call.body();
	const lineIds = [...new Set(Array.isArray(body[LINE_ID]) ? body[LINE_ID] : [])];
	const invoiceIds = lineIds.map(() => textOf(body[invoiceRecord.id]));
	const repeated = { [invoiceRecord.id]: invoiceIds, [LINE_ID]: lineIds };
	refuseFailures(call, await call.service.call(call.method, repeated), 'Lines were not deleted');
	return [await writtenRecord(call, invoiceRecord, idOf(call, invoiceRecord), 'updated')];
}

// Each of two rows would send the values again that the other one changes.
function refuseRepeated(call: Call, changes: readonly Line[]): void {
	const ids = changes.map((change) => textOf(change[LINE_ID]).trim());
	const repeated = ids.find((id, index) => id !== '' && ids.indexOf(id) !== index);
	if (repeated !== undefined)
		throw call.problem(`Line ${repeated} is named twice`, 'Put all changes of a line into one row.');
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
