import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifier, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import { isBody, type Body, type Content } from '../../xml/request';
import { setElement, type Values } from '../../xml/encode';
import { fieldsOf } from '../../xml/unknown';
import type { RecordType } from '../../records';
import type { BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { simplify } from '../../records/simplify';
import type { ItemContext } from '../../engine/itemContext';
import type { Write } from '../../engine/operation';

const DEFAULT_LIMIT = 50;

/** The fields of a collection; empty if none was added. */
export const collection = (item: Pick<ItemContext, 'values'>, name: string): Values =>
	fieldsOf(item.values[name]);

/** The value of an option; undefined if it was not added. */
export const option = (item: Pick<ItemContext, 'values'>, name: string): unknown =>
	collection(item, 'options')[name];

/** The identifier from the form. It is required, so an item without one never gets here. */
export const idOf = (item: ItemContext, type: RecordType): number => Number(item.body[type.id]);

/** Names a record at the beginning of a message: `Time entry 7`. */
export const labelOf = ({ label }: RecordType, id: number): string =>
	`${label.charAt(0).toUpperCase()}${label.slice(1)} ${id}`;

export const getRecord = (type: RecordType) => async (item: ItemContext) => [
	simplified(item, type, await item.api.get(type, idOf(item, type))),
];

/** Reads a list with the form's filters, up to its limit; each record in full if the option says so. */
export const listRecords = (type: RecordType) => async (item: ItemContext) => {
	return await inFull(item, type, await item.api.list(type, filtersOf(item), limitOf(item)));
};

/** The form's filters, encoded. */
export function filtersOf(item: ItemContext): Body {
	const { filter } = item.body;
	return isBody(filter) ? filter : {};
}

/** Reads listed records in full and simplifies them, as the form says. */
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

// A record that was deleted after the list was read stays as the list showed it.
async function readInFull(
	item: ItemContext,
	type: RecordType,
	record: BillingRecord,
): Promise<BillingRecord> {
	return (await item.api.find(type, Number(record[type.id]))) ?? record;
}

const simplified = (item: ItemContext, type: RecordType, record: BillingRecord): BillingRecord =>
	item.values['simplify'] === true ? simplify(type, record) : record;

/** The maximum number of records that a list returns; Infinity for all. */
export function limitOf(item: ItemContext): number {
	if (item.values['returnAll'] === true) return Infinity;
	return isAbsent(item.values['limit']) ? DEFAULT_LIMIT : Number(item.values['limit']);
}

/** Reads a table that has no pages. */
export const listTable = (type: RecordType) => async (item: ItemContext) => await item.api.table(type);

/** The write that creates a record from the body of an item. */
export const createRecord = (item: ItemContext, type: RecordType): Write =>
	writeOf(item, type, item.body, 'created');

/** A write that returns its record (see `written`). */
export const writeOf = (
	item: ItemContext,
	type: RecordType,
	body: Body,
	result: 'created' | 'updated',
): Write => ({ body, finish: async (answer) => await written(item, type, answer, result) });

/** Adds a check of the output, which may warn, to a write. */
export const withCheck = (write: Write, check: (output: readonly IDataObject[]) => void): Write => ({
	...write,
	async finish(answer) {
		const output = await write.finish(answer);
		check(output);
		return output;
	},
});

/**
 * The output of a write: its result, with the full record, or only its identifier if the option says so. If the record
 * can't be read back, the write is still a success.
 */
export async function written(
	item: ItemContext,
	type: RecordType,
	answer: Answer,
	result: 'created' | 'updated',
): Promise<IDataObject[]> {
	const created = result === 'created' ? decodeIdentifier(answer, type.id) : undefined;
	// With an identifier, the record exists, whatever else failed.
	if (created === undefined) refuseFailures(item, answer, `The ${type.label} was not ${result}`);
	else if (lists(answer, FAILURE_LISTS))
		item.warn(`The ${type.label} was created, but the service lists a part of it as failed. Check it.`);
	// An update knows its record even if the answer doesn't show it.
	const id = result === 'updated' ? idOf(item, type) : created;
	if (id === undefined) {
		item.warn('The service confirmed the write, but its answer shows no identifier.');
		return [{ result }];
	}
	return [await writtenRecord(item, type, id, result)];
}

/**
 * Throws if an answer lists records that were not written although its status is 200 (§7).
 *
 * @param what the message of the error: 'The payment was not recorded'
 */
export function refuseFailures(item: ItemContext, answer: Answer, what: string): void {
	if (lists(answer, FAILURE_LISTS))
		throw item.problem(what, 'The service lists it as failed and gives no reason. Check the values.');
}

/** The same as `written`, for a known identifier. */
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

/** Returns the body with one more element, at a path that may partly exist. */
export function withElement(body: Body, path: string, content: Content): Body {
	const extended = { ...body };
	setElement(extended, path, content);
	return extended;
}
