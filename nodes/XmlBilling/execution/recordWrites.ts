import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifier, FAILURE_LISTS, lists, type Answer } from '../xml/answer';
import type { Body } from '../xml/request';
import type { RecordType } from '../records';
import { describeWrite } from '../records/describeWrite';
import { isRead } from '../records/methods';
import { adviseInDoubt, asError, doubt, isInDoubt, markInDoubt } from '../transport/failures';
import type { Run } from './prepareItem';
import type { BillingApi } from '../transport/billingApi';
import { textOf, type BillingRecord } from '../xml/shape';
import { without } from '../helpers/GenericFunctions';
import { idOf, option, type ItemContext } from './item';
import type { Confirmed, Expected, Write } from './operation';
import { compareWritten } from './compareWritten';

/** The write that creates a record from the body of an item. */
export const createRecord = (item: ItemContext, type: RecordType): Write =>
	writeOf(item, type, item.body, 'created');

/** The write of a record, whose answer is read by `confirmWrite`. */
export const writeOf = (
	item: ItemContext,
	type: RecordType,
	body: Body,
	result: 'created' | 'updated',
): Write => ({
	body,
	confirm: (answer) => confirmWrite(item, type, answer, result),
	expected: expectedOf(type, body),
});

/** What a record should show after a write: all that was sent. */
export const expectedOf = (type: RecordType, body: Body): Expected => ({
	type,
	sent: without(body, type.id),
	fields: type.keptOnUpdate ?? {},
});

/**
 * Reads the answer of a create or an update. Warns if a part of a new record failed, or its identifier is missing. Throws if
 * the answer lists the record as failed.
 */
export function confirmWrite(
	item: ItemContext,
	type: RecordType,
	answer: Answer,
	result: 'created' | 'updated',
): Confirmed {
	const created = result === 'created' ? decodeIdentifier(answer, type.id) : undefined;
	// With an identifier, the record exists, whatever else failed.
	if (created === undefined) refuseFailures(item, answer, `The ${type.label} was not ${result}`);
	else if (lists(answer, FAILURE_LISTS))
		item.warn(`The ${type.label} was created, but the service lists a part of it as failed. Check it.`);
	// An update knows its record even if the answer doesn't show it.
	const id = result === 'updated' ? idOf(item, type) : created;
	if (id === undefined) item.warn('The service confirmed the write, but its answer shows no identifier.');
	return { id, known: { result } };
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

/** Reads the answer of a change to a known record. Throws, as `refuseFailures` does, if it failed. */
export function confirmChange(item: ItemContext, answer: Answer, id: number, what: string): Confirmed {
	refuseFailures(item, answer, what);
	return { id, known: { result: 'updated' } };
}

/** The output of an item whose record exists, which is read unless it is given. */
export const existingRecord = (
	item: ItemContext,
	type: RecordType,
	id: number,
	record?: BillingRecord,
): Promise<IDataObject> =>
	writtenRecord(item, {
		...{ type, confirmed: { id, known: { result: 'existing' } }, done: 'found' },
		read: async () => record ?? (await readOne(item.api, type, id)),
	});

/** A write that was carried out, and how its record is read back. */
interface Written {
	/** The kind of record that the output shows. */
	readonly type: RecordType | undefined;
	readonly confirmed: Confirmed;
	/** Looks at the record. */
	readonly write?: Pick<Write, 'inspect' | 'expected'> | undefined;
	/** Says in the warning what was done: 'created', by default the result. */
	readonly done?: string;
	readonly read: (type: RecordType, id: number) => Promise<BillingRecord | undefined>;
}

/**
 * What a write has done, with the record unless the option wants only its identifier. If the record can't be read back, the
 * write is still a success.
 */
export async function writtenRecord(
	item: ItemContext,
	{ type, confirmed, write: { inspect, expected } = {}, done, read }: Written,
): Promise<IDataObject> {
	const { id, known, adds } = confirmed;
	const unread = () => {
		item.warn(
			`The record was ${done ?? textOf(known['result'] ?? 'sent')}, but could not be read back just now.`,
		);
		return {};
	};
	const isShown = option(item, 'return') !== 'id';
	// An update is compared in any case (§4.3).
	const { before, lineCount } = expected?.document ?? {};
	const isCompared = before !== undefined && lineCount === undefined;
	const isRead = type !== undefined && id !== undefined && (isShown || isCompared);
	const record = isRead ? ((await read(type, id).catch(() => undefined)) ?? unread()) : {};
	inspect?.(record);
	if (expected !== undefined) compareWritten(item, expected, record);
	const identifier = type !== undefined && id !== undefined && { [type.id]: id };
	const shown = isShown ? record : {};
	return { ...identifier, ...known, ...shown, ...adds };
}

/** Reads a record by its identifier. Of a kind without a method for that, the list shows it, if it is active. */
export async function readOne(
	api: BillingApi,
	type: RecordType,
	id: number,
): Promise<BillingRecord | undefined> {
	// The write itself has dropped what was read before it.
	if (type.get !== undefined) return await api.find(type, id);
	const listed = await api.list(type, {}, Infinity);
	return listed.find((record) => record[type.id] === id) ?? {};
}

/**
 * Sends the write of an item, and notes it in the ledger. Another item that wrote the same comes first, then, in
 * `api.call`, the credential's limits.
 */
export async function sendWrite({ api, ledger }: Run, item: ItemContext, write: Write): Promise<Confirmed> {
	const { method = item.method, body, confirm, once = [], adviceInDoubt } = write;
	// A custom request may read.
	const keys = isRead(method) ? once : [...once, JSON.stringify([method, body])];
	for (const key of keys) refuseRepeated(ledger.written.get(key), item, method, body);
	try {
		const confirmed = await confirm(await api.call(method, body), api);
		for (const key of once) ledger.written.set(key, confirmed.id ?? 'inDoubt');
		return confirmed;
	} catch (error) {
		if (isInDoubt(error)) for (const key of keys) ledger.written.set(key, 'inDoubt');
		if (adviceInDoubt !== undefined) adviseInDoubt(error, adviceInDoubt);
		throw asError(error);
	}
}

/** Throws if the run has written what only one write may be about, such as a number, or may have sent the same request. */
function refuseRepeated(
	earlier: number | 'inDoubt' | undefined,
	item: ItemContext,
	method: string,
	body: Body,
): void {
	if (earlier === 'inDoubt')
		throw inDoubt(item, 'This was not sent, because an earlier item of the run is the same.', method, body);
	if (earlier !== undefined)
		throw item.problem(
			`An earlier item of this run has already done this: see ID ${earlier}`,
			'Both items have the same number, name or reference. Correct or remove one of them.',
		);
}

/** The error of a write that may have been carried out. */
export function inDoubt(item: ItemContext, what: string, method: string, body: Body): Error {
	const { message, advice } = doubt(what, describeWrite(method, body));
	return markInDoubt(item.problem(message, advice));
}
