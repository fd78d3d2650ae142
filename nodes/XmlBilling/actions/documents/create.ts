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
import type { Prepared } from '../../engine/operation';
import { idOf, withCheck, withElement, writeOf } from '../common/standard';

/** Creates a document with its lines (§4.3, §4.4, §4.5). */
export const createDocument = (type: DocumentType) => async (item: ItemContext) => {
	const items = await readItems(item, type.lines.create);
	const body = items.length > 0 ? withElement(item.body, 'items/item', items) : item.body;
	return await createOf(item, type, body);
};

/**
 * The write of a new document. The service would silently give a document whose number is in use the next number instead
 * (§4.3), so the number is looked up first.
 */
export async function createOf(item: ItemContext, type: DocumentType, body: Body): Promise<Prepared> {
	const { record } = type;
	const hasNumber = record.knownBy.lists !== undefined;
	const number = hasNumber && typeof body['number'] === 'string' ? body['number'] : undefined;
	const recognition: Recognition = {
		...(number === undefined ? {} : { find: async () => await findByNumber(item, type, number) }),
		what: `An ${record.label} with this number`,
		known: `The number is ${quote(textOf(number))}.`,
		keys: number === undefined ? [] : [keyOf(record.name, 'number', number)],
		needed: hasNumber ? 'a number' : undefined,
		label: 'If Number Exists',
		byDefault: 'fail',
	};
	const write = withCheck(writeOf(item, record, body, 'created'), (output) =>
		warnOfNumber(item, type, output, number),
	);
	return await createUnlessExists(item, record, recognition, write);
}

/** Throws if another document has the number: the service would silently give this one the next number (§4.3). */
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

/** Warns if the service gave the document another number than the request (§4.3). */
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
