import type { IDataObject } from 'n8n-workflow';
import { readItems } from './readLines';
import { findByKey } from '../../transport/listed';
import type { Body } from '../../xml/request';
import { isSameText, textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import type { DocumentType } from './types';
import { createUnlessExists, type Recognition } from '../../guards/duplicates';
import { keyOf } from '../../guards/createdInRun';
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
	const number = body['number'];
	const recognition: Recognition = {
		...(typeof number === 'string' ? { find: async () => await findByNumber(item, type, number) } : {}),
		what: `An ${type.record.label} with this number`,
		known: `The number is ${quote(textOf(number))}.`,
		keys:
			typeof number === 'string' && type.record.knownBy.lists !== undefined
				? [keyOf(type.record.name, 'number', number)]
				: [],
		needed: type.record.knownBy.lists === undefined ? undefined : 'a number',
		label: 'If Number Exists',
		otherwise: 'fail',
	};
	return await createUnlessExists(item, type.record, recognition, async () => {
		const output = await written(item, type.record, await item.api.call(item.method, body), 'created');
		warnOfNumber(item, type, output, number);
		return output;
	});
}

/** Refuses to give a document the number of another one: the service would silently give it the next number (§4.3). */
export async function refuseNumberInUse(
	item: ItemContext,
	type: DocumentType,
	{ number }: Body,
): Promise<void> {
	const id = typeof number === 'string' ? await findByNumber(item, type, number) : undefined;
	if (id === undefined || id === idOf(item, type.record)) return;
	throw item.problem(
		`Another ${type.record.label} has this number already: ID ${id}`,
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

async function findByNumber(
	item: ItemContext,
	{ record }: DocumentType,
	wanted: string,
): Promise<number | undefined> {
	for (const list of record.knownBy.lists ?? []) {
		const [found] = await findByKey(item.api, record, wanted.trim(), list);
		if (found !== undefined) return Number(found[record.id]);
	}
	return undefined;
}
