import type { Body } from '../../xml/request';
import type { KnownRecord, RecordType, UpdatableRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { contentAt, fieldInWords, isUnfit, showsAll, UNFIT, type KeptFields } from '../../records/keptFields';
import { type ItemContext, idOf, option } from '../../execution/item';
import type { Prepared, Write } from '../../execution/operation';
import {
	confirmChange,
	createRecord,
	existingRecord,
	expectedOf,
	writeOf,
} from '../../execution/recordWrites';
import { withElement } from '../../xml/encode';
import { nameOf } from '../../records/display';
import { methodFor } from '../../records/methods';
import { findInUse, recognizedBy } from './duplicates';

/**
 * Updates a record and resends its other fields, in case the service erases fields that a request omits.
 *
 * @param refuse looks at the record as it was before, which is empty if the others are not resent
 */
export const updateKept =
	(type: UpdatableRecord, refuse: (item: ItemContext, before: BillingRecord) => void = () => undefined) =>
	async (item: ItemContext): Promise<Write> => {
		const given = item.body;
		const isKept = keepsOthers(item);
		await item.turn();
		const before = isKept ? await item.api.get(type, idOf(item, type)) : {};
		refuse(item, before);
		const body = isKept ? withKept(item, type, given, before, type.keptOnUpdate) : given;
		return writeOf(item, type, body, 'updated');
	};

/**
 * Changes the record with the email or the name of an item, if anything changes, or creates it. Throws an error that names them
 * if several have it, because the wrong one could be changed.
 */
export async function createOrUpdate(
	item: ItemContext,
	type: KnownRecord & UpdatableRecord,
	create: Write = createRecord(item, type),
): Promise<Prepared> {
	const { word, field } = type.knownBy;
	await item.turn(type.name);
	const found = await findInUse(item, type, textOf(item.body[word]).trim());
	if (found === undefined)
		return { ...create, method: methodFor('create', type.name), once: recognizedBy(item, type).keys ?? [] };
	const id = Number(found[type.id]);
	// A name keeps its spelling.
	const body = word === 'name' ? { ...item.body, name: textOf(found[field]) } : item.body;
	const isKept = keepsOthers(item);
	const current = isKept ? await item.api.get(type, id) : {};
	if (isKept && showsAll(current, body, type.keptOnUpdate))
		return [await existingRecord(item, type, id, current)];
	const given = withKept(item, type, { [type.id]: String(id), ...body }, current, type.keptOnUpdate);
	return {
		method: methodFor('update', type.name),
		body: given,
		expected: expectedOf(type, given),
		confirm: (answer) => confirmChange(item, answer, id, `The ${type.label} was not updated`),
	};
}

/** Whether an update keeps the fields that the form doesn't set. */
export const keepsOthers = (item: ItemContext): boolean => option(item, 'keepUnchanged') !== false;

/**
 * Adds the record's values for the kept fields that the body doesn't set. Throws an error that names the field if a value
 * can't be sent back unchanged, because the service would erase or alter it.
 */
export function withKept(
	item: ItemContext,
	type: RecordType,
	given: Body,
	record: BillingRecord,
	kept: KeptFields,
): Body {
	let body = given;
	for (const [path, value] of Object.entries(kept)) {
		if (contentAt(given, path) !== undefined) continue;
		const content = value.in(record);
		if (content === UNFIT) throw unfit(item, type, record, value.field);
		if (content !== undefined) body = withElement(body, path, content);
	}
	return body;
}

/** Throws if a part of a record, such as a line, has a field that can't be sent back as the service shows it. */
export function refuseUnfit(
	item: ItemContext,
	type: RecordType,
	record: BillingRecord,
	fields: readonly string[],
	part: { readonly name: string; readonly values: BillingRecord },
): void {
	const field = fields.find((name) => isUnfit(part.values[name]));
	if (field !== undefined) throw unfit(item, type, record, field, `${part.name} of `);
}

function unfit(item: ItemContext, type: RecordType, record: BillingRecord, field: string, part = ''): Error {
	return item.problem(
		`The ${fieldInWords(field)} of ${part}${nameOf(type, record)} cannot be sent back as the service shows it`,
		'Set the field yourself. To drop its value, use Clear Fields or turn off Keep Other Values, if the operation has them.',
	);
}
