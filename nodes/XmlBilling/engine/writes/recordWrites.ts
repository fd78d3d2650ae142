import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifier, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import type { RecordType } from '../../records';
import { showsAll } from '../../records/keptFields';
import type { LookUp } from '../../transport/billingApi';
import type { BillingRecord } from '../../xml/shape';
import { without } from '../../objects';
import { idOf, option, type ItemContext } from '../itemContext';
import type { Write } from '../operation';

/** The write that creates a record from the body of an item. */
export const createRecord = (item: ItemContext, type: RecordType): Write =>
	writeOf(item, type, item.body, 'created');

/** A write that returns its record (see `written`). */
export const writeOf = (
	item: ItemContext,
	type: RecordType,
	body: Body,
	result: 'created' | 'updated',
): Write => ({
	body,
	finish: async (answer) => await written(item, type, answer, result),
	...(result === 'updated' && { lookUp: updateLookUp(item, type, body) }),
});

/**
 * Finds out whether an update was carried out, which its record tells if it shows all that was sent.
 *
 * @param isDone whether a record shows it
 */
export const updateLookUp =
	(
		item: ItemContext,
		type: RecordType,
		body: Body,
		isDone = (record: BillingRecord) => showsAll(record, without(body, type.id), type.keptOnUpdate ?? {}),
	): LookUp =>
	async () => {
		const id = Number(body[type.id]);
		return isDone(await item.api.get(type, id)) ? id : undefined;
	};

/** Adds a check of the output to a write. The check may add warnings. */
export const withCheck = (write: Write, check: (output: readonly IDataObject[]) => void): Write => ({
	...write,
	async finish(...answered) {
		const output = await write.finish(...answered);
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
 * Throws if an answer lists records that were not written although its status says that the call worked (§7).
 *
 * @param what the message of the error: 'The payment was not recorded'
 */
export function refuseFailures(item: ItemContext, answer: Answer, what: string): void {
	if (lists(answer, FAILURE_LISTS))
		throw item.problem(what, 'The service lists it as failed and gives no reason. Check the values.');
}

/** The same as `written`, for a known identifier, and perhaps a record that was just read. */
export async function writtenRecord(
	item: ItemContext,
	type: RecordType,
	id: number,
	result: 'created' | 'updated' | 'existing',
	record?: BillingRecord,
): Promise<IDataObject> {
	return await readBack(item, type, id, { result }, result, record);
}

/**
 * The outcome of a write with the full record, unless the option wants only its identifier. If the record can't be read
 * back, the write is still a success.
 */
export async function readBack(
	item: ItemContext,
	type: RecordType,
	id: number,
	outcome: IDataObject,
	done: string,
	current?: BillingRecord,
): Promise<IDataObject> {
	const known = { [type.id]: id, ...outcome };
	if (option(item, 'return') === 'id') return known;
	if (current !== undefined) return { ...known, ...current };
	await item.readsBack(id);
	const record = await item.api.get(type, id).catch(() => {
		item.warn(`The record was ${done}, but could not be read back just now.`);
		return {};
	});
	return { ...known, ...record };
}
