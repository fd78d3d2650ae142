import type { IDataObject } from 'n8n-workflow';
import { readItems } from './readLines';
import type { Body } from '../../xml/request';
import { isSameText, textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import type { DocumentType } from './types';
import { createUnlessExists, findInUse, recognizedBy } from '../../guards/duplicates';
import type { ItemContext } from '../../engine/itemContext';
import { idOf, withElement, written } from '../common/standard';

/** Creates a document with its lines (§4.3, §4.4, §4.5). */
export const createDocument = (type: DocumentType) => async (item: ItemContext) => {
	const body = item.body();
	const items = await readItems(item, type.lines.create);
	return await sendDocument(item, type, items.length > 0 ? withElement(body, 'items/item', items) : body);
};

/**
 * Sends a new document. The service would silently give one whose number is in use the next number instead (§4.3), so
 * the number is looked up before.
 */
export async function sendDocument(
	item: ItemContext,
	type: DocumentType,
	body: Body,
): Promise<IDataObject[]> {
	const recognition = recognizedBy(item, type.record, 'fail');
	return await createUnlessExists(item, type.record, recognition, async () => {
		const output = await written(item, type.record, await item.api.call(item.method, body), 'created');
		warnOfNumber(item, type, output, body['number']);
		return output;
	});
}

/** Refuses to give a document the number of another one: the service would silently give it the next number (§4.3). */
export async function refuseNumberInUse(
	item: ItemContext,
	{ record }: DocumentType,
	{ number }: Body,
): Promise<void> {
	const id = typeof number === 'string' ? await findInUse(item, record, number.trim()) : undefined;
	if (id === undefined || id === idOf(item, record)) return;
	throw item.problem(
		`Another ${record.label} has this number already: ID ${id}`,
		`Nothing was changed. The number is ${quote(textOf(number))}. Choose another one.`,
	);
}

/** Says so when the service gave the document another number than it was sent (§4.3). */
export function warnOfNumber(
	item: ItemContext,
	{ record: { label } }: DocumentType,
	[record]: readonly IDataObject[],
	sent: unknown,
): void {
	const given = textOf(record?.['number']);
	if (typeof sent !== 'string' || given === '' || isSameText(given, sent)) return;
	item.warn(
		`The service did not take the number ${quote(sent)}, which may be in use, and gave the ${label} ${quote(given)}.`,
	);
}
