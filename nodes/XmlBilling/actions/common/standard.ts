import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifier, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import { isBody, type Body } from '../../xml/request';
import { place, type Values } from '../../xml/encode';
import { fieldsOf } from '../../xml/unknown';
import type { RecordType } from '../../records';
import type { BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { simplify } from '../../records/simplify';
import type { ItemContext } from '../../engine/itemContext';

const DEFAULT_LIMIT = 50;

/** The fields of a collection; empty when it was not touched. */
export const collection = (item: Pick<ItemContext, 'values'>, name: string): Values =>
	fieldsOf(item.values[name]);

/** What the form says under Options. */
export const option = (item: Pick<ItemContext, 'values'>, name: string): unknown =>
	collection(item, 'options')[name];

/** The identifier in the body that was filled in; it was checked when the body was written. */
export const idOf = (item: ItemContext, type: RecordType): number => Number(item.body()[type.id]);

/** A record as it is named at the beginning of a message: `Time entry 7`. */
export const labelOf = ({ label }: RecordType, id: number): string =>
	`${label.charAt(0).toUpperCase()}${label.slice(1)} ${id}`;

/** Reads one record. */
export const getRecord = (type: RecordType) => async (item: ItemContext) => [
	simplified(item, type, await item.api.get(type, idOf(item, type))),
];

/** Reads a list with the form's filters, up to its limit, and each of its records in full where that is asked for. */
export const listRecords = (type: RecordType) => async (item: ItemContext) => {
	return await inFull(item, type, await item.api.list(type, filtersOf(item), limitOf(item)));
};

/** The form's filters, as the interface takes them. */
export function filtersOf(item: ItemContext): Body {
	const { filter } = item.body();
	return isBody(filter) ? filter : {};
}

/** What a list returns of the records that were found: in full and simplified, as the form says. */
export async function inFull(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
): Promise<BillingRecord[]> {
	const records =
		option(item, 'fullRecords') === true
			? await Promise.all(listed.map(async (record) => await readInFull(item, type, record)))
			: listed;
	return records.map((record) => simplified(item, type, record));
}

// A record may be gone since the list was read: then it stays as the list showed it.
async function readInFull(
	item: ItemContext,
	type: RecordType,
	record: BillingRecord,
): Promise<BillingRecord> {
	return (await item.api.find(type, Number(record[type.id]))) ?? record;
}

const simplified = (item: ItemContext, type: RecordType, record: BillingRecord): BillingRecord =>
	item.values['simplify'] === true ? simplify(type, record) : record;

/** How many records a list returns; Infinity for all. */
export function limitOf(item: ItemContext): number {
	if (item.values['returnAll'] === true) return Infinity;
	return isAbsent(item.values['limit']) ? DEFAULT_LIMIT : Number(item.values['limit']);
}

/** Reads a table that has no pages. */
export const listTable = (type: RecordType) => async (item: ItemContext) => await item.api.table(type);

/** Creates a record from what was filled in. */
export const createRecord = (type: RecordType) => async (item: ItemContext) =>
	await written(item, type, await item.api.call(item.method, item.body()), 'created');

/**
 * What a write returns: the full record, or the identifier alone where that was asked for, and always what became of
 * it. A record that cannot be read back afterwards does not make the write a failure.
 */
export async function written(
	item: ItemContext,
	type: RecordType,
	answer: Answer,
	result: 'created' | 'updated',
): Promise<IDataObject[]> {
	const created = result === 'created' ? decodeIdentifier(answer, type.id) : undefined;
	// A record with an identifier is there, whatever else was not done.
	if (created === undefined) refuseFailures(item, answer, `The ${type.label} was not ${result}`);
	else if (lists(answer, FAILURE_LISTS))
		item.warn(`The ${type.label} was created, but the service lists a part of it as failed. Check it.`);
	// An update knows its record, whatever its answer shows.
	const id = result === 'updated' ? idOf(item, type) : created;
	if (id === undefined) {
		item.warn('The service confirmed the write, but its answer shows no identifier.');
		return [{ result }];
	}
	return [await writtenRecord(item, type, id, result)];
}

/**
 * Refuses an answer that lists records which were not written although its status says that all is well (§7).
 *
 * @param what what was not done, for the error: 'The payment was not recorded'
 */
export function refuseFailures(item: ItemContext, answer: Answer, what: string): void {
	if (lists(answer, FAILURE_LISTS))
		throw item.problem(what, 'The service lists it as failed and gives no reason. Check the values.');
}

/** See `written`, where the identifier is known. */
export async function writtenRecord(
	item: ItemContext,
	type: RecordType,
	id: number,
	result: 'created' | 'updated' | 'existing',
): Promise<IDataObject> {
	const outcome = { [type.id]: id, result };
	if (option(item, 'return') === 'id') return outcome;
	const record = await item.api.get(type, id).catch(() => {
		item.warn(`The record was ${result}, but could not be read back just now.`);
		return {};
	});
	return { ...outcome, ...record };
}

/** Adds an element to a body, below what may be there. */
export function withElement(
	body: ReturnType<ItemContext['body']>,
	path: string,
	content: Parameters<typeof place>[2],
) {
	const extended = { ...body };
	place(extended, path, content);
	return extended;
}
