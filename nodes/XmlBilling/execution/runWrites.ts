import type { IDataObject } from 'n8n-workflow';
import { fieldsOf, groupBy } from '../helpers/GenericFunctions';
import { recordTypeNamed } from '../records';
import { describeWrite } from '../records/describeWrite';
import { isRead, methodNamed } from '../records/methods';
import {
	adviseInDoubt,
	adviseNothingDone,
	asError,
	asSentence,
	doubt,
	isInDoubt,
	markInDoubt,
} from '../transport/failures';
import { findInLists } from '../lookup/readList';
import { mapInOrder } from '../helpers/async';
import { compareIdentity, lookOf } from '../xml/identity';
import { textOf } from '../xml/shape';
import { isAbsent, quote } from '../xml/values';
import type { Body } from '../xml/request';
import { alone } from './accountQueue';
import { adviceOf, toItemError, type OtherItems } from './errors';
import type { ItemContext, ItemResult, PreparedItem } from './item';
import type { Confirmed, ItemGroup, Write } from './operation';
import { prepareGroup, problemOf, resultOf, valueIn, type Run } from './prepareItem';
import { isWhole } from './recordReads';
import { isTool } from './hints';
import { viewOf } from './view';
import { isPreview, previewIfAsked, refuseNumber } from './preview';
import { writtenRecord } from './recordWrites';

/** How many records are written at once, if their order does not matter. */
const AT_ONCE = 10;

/** An input item, or several that make one document, and how far its write has come. */
interface Entry {
	/** The first input item. */
	readonly index: number;
	readonly group: ItemGroup;
	item?: PreparedItem;
	write?: Write;
	/** What was written, until the record is read back. */
	confirmed?: Confirmed;
	result?: ItemResult;
}

/**
 * Runs the writes of all items. Creates go one after another, because numbers follow the items; updates, payments, deletes
 * and sends ten at once, those of one record one after another. After an error no further write begins, unless the node is
 * set to continue. All records are read back at the end.
 */
export async function runWrites(run: Run, groups: readonly ItemGroup[]): Promise<ItemResult[]> {
	const { api, operation, context } = run;
	const { verb, of } = methodNamed(operation.method ?? '') ?? {};
	// Deletes and sends are all checked before the first of them, so that one that is refused takes no other with it (people).
	const isCheckedFirst = of === undefined && (verb === 'delete' || verb === 'send');
	const entries = groups.map((group): Entry => ({ index: group.items[0] ?? 0, group }));
	let isOver = false;

	/** Takes a step with those entries that have no result yet. An error becomes the result. */
	async function each(some: readonly Entry[], step: (entry: Entry) => Promise<void>): Promise<void> {
		await mapInOrder(some, async (entry) => {
			if (entry.result !== undefined) return;
			try {
				await step(entry);
			} catch (thrown) {
				entry.result = { ok: false, error: failed(run, entry, asError(thrown)) };
				isOver ||= !context.continueOnFail();
			}
		});
	}

	async function write(entry: Entry): Promise<void> {
		if (!isCheckedFirst) await prepare(run, entry);
		const { item, write: prepared } = entry;
		// Another item may have failed meanwhile.
		if (isOver || item === undefined || prepared === undefined) return;
		const id = Number(recordOf(run, entry));
		const earlier = entries.filter(({ confirmed }) => confirmed?.id === id);
		// A record that is written again is read back before. It is deleted or sent only once.
		if (!isCheckedFirst) await each(earlier, (other) => readBack(run, other));
		else if (earlier[0] !== undefined) entry.confirmed = earlier[0].confirmed;
		entry.confirmed ??= await sendWrite(run, item, prepared);
	}

	if (operation.properties.some(({ name }) => name === 'number')) refuseEqualNumbers(run, entries);
	isOver = entries.some(({ result }) => result !== undefined) && !context.continueOnFail();
	// The first goes alone: what the service refuses, or changes without being asked to (§4.3), it may do to all of them.
	let atOnce = 1;
	for (let next = 0; next < entries.length && !isOver;) {
		const round = entries.slice(next, next + atOnce);
		const due = isCheckedFirst && next === 0 ? entries : round;
		const isChecked = isCheckedFirst && next > 0;
		next += round.length;
		await alone(run.account, run.owner, api.signal, async (changedByOthers) => {
			if (changedByOthers) api.forget();
			if (!isChecked || changedByOthers) {
				await each(due, (entry) => open(run, entry));
				if (isCheckedFirst && !isOver) {
					await readFromLists(run, due);
					await each(due, (entry) => prepare(run, entry));
				}
			}
			const ofOneRecord = groupBy(round, (entry) => recordOf(run, entry) || `item ${entry.index}`);
			await mapInOrder([...ofOneRecord.values()], async (chain) => {
				for (const entry of chain) if (!isOver) await each([entry], write);
			});
			const done = round.filter(({ confirmed }) => confirmed !== undefined);
			if (done.length > 0 && !isOrdered(run)) atOnce = AT_ONCE;
			if (verb !== 'update') return;
			// In its turn, because another execution may change the record next (people).
			await each(done, (entry) => readBack(run, entry));
			isOver ||= done.some(({ result }) => result?.ok === false);
		});
	}

	if (verb === 'send') await readFromLists(run, entries);
	await each(entries, (entry) => readBack(run, entry));
	if (!context.continueOnFail()) throwFailure(run, entries);
	return entries.map(({ index, result }) => result ?? { ok: false, error: untried(run, index) });
}

/**
 * Refuses documents with the number of an earlier one, or one that looks the same, before anything is sent: those of other clients would be told to use that
 * one (people). Lines of one document share its number.
 */
function refuseEqualNumbers({ context, form }: Run, entries: readonly Entry[]): void {
	const first = new Map<string, { readonly number: string; readonly index: number }>();
	for (const entry of entries) {
		const { index } = entry;
		const number = textOf(valueIn(form, 'number', index)).trim();
		const { ifExists = 'fail' } = fieldsOf(valueIn(form, 'options', index));
		const earlier = first.get(lookOf(number));
		if (number === '' || ifExists !== 'fail') continue;
		first.set(lookOf(number), earlier ?? { number, index });
		if (earlier === undefined) continue;
		const isSame = compareIdentity('number', number, earlier.number) === 'same';
		const error = problemOf(context, index)(
			`Number ${quote(number)} is also that of input item ${earlier.index + 1}${isSame ? '' : `, as ${quote(earlier.number)}`}`,
			'Nothing was sent. Give each document its own number. For lines of one document, set Lines From to Input Items.',
		);
		entry.result = { ok: false, error };
	}
}

/** Reads what is sent or deleted from its list, a hundred at once, where that shows the whole record (§2.2). The others are read singly. */
async function readFromLists(run: Run, entries: readonly Entry[]): Promise<void> {
	const { api, operation } = run;
	const type = operation.removes ?? operation.shows;
	if (type === undefined) return;
	const ids = entries
		.filter(({ result }) => result === undefined)
		.map((entry) => Number(recordOf(run, entry)));
	const found = await findInLists(api, type, ids, (listed) => isWhole(type, listed));
	for (const record of found.values()) api.keep(type, record);
}

/** Whether writes go one after another: numbers follow the items, and two documents must not get the same one (§4.3). */
function isOrdered({ form, operation }: Run): boolean {
	const verb = methodNamed(operation.method ?? '')?.verb ?? '';
	const isOfKnown = ['update', 'pay', 'delete', 'send'].includes(verb);
	return !isOfKnown || fieldsOf(form.node.parameters['updateFields'])['number'] !== undefined;
}

/** The identifier of the record that an item changes, by its write or its form; empty if it creates one. */
function recordOf({ operation }: Run, { item, write }: Entry): string {
	const type = recordTypeNamed(methodNamed(write?.method ?? operation.method ?? '')?.kind);
	if (type === undefined) return '';
	const [id] = [write?.body[type.id] ?? item?.body[type.id]].flat();
	return textOf(id);
}

/** Reads the form of an item, unless an earlier attempt has written it. */
async function open(run: Run, entry: Entry): Promise<void> {
	const earlier = run.ledger.items.get(entry.index);
	if (earlier?.status === 'done') entry.result = { ok: true, value: earlier.output };
	else entry.item = await prepareGroup(run, entry.group);
}

/** Throws if an update has nothing to change: its output would say that it did (people). */
function refuseEmptyUpdate(item: ItemContext): void {
	const { updateFields, linesFrom = 'none' } = item.values;
	if (updateFields === undefined || linesFrom !== 'none' || !isBlank(updateFields)) return;
	throw item.problem(
		'There is nothing to change',
		'Nothing was sent. Fill in a field under Update Fields: an empty one keeps its value.',
	);
}

const isBlank = (value: unknown): boolean =>
	isAbsent(value) || (typeof value === 'object' && Object.values(value ?? {}).every(isBlank));

/** Prepares the write of an item, which the guards of its operation may refuse. Or shows it, or what an item has that needs none. */
async function prepare(run: Run, entry: Entry): Promise<void> {
	const { item } = entry;
	if (item === undefined) return;
	const verb = methodNamed(item.method)?.verb;
	if ((verb === 'delete' || verb === 'send') && !isPreview(item)) {
		const refusal = await run.api.refusal(item.method, item.body);
		if (refusal !== undefined) throw item.problem(refusal.message, refusal.advice);
	}
	const write = (await run.operation.prepare?.(item)) ?? [];
	if (verb === 'update') refuseEmptyUpdate(item);
	if (Array.isArray(write)) {
		finish(run, entry, item, write);
		return;
	}
	await refuseNumber(run.api, item);
	const view = viewOf(run, item);
	const isSimplified = view?.type.isWide && view.fields !== 'raw' && !isTool(run.form.node);
	const preview = await previewIfAsked(run.api, item, write, isSimplified);
	const earlier = run.ledger.items.get(entry.index);
	if (preview !== undefined) entry.result = { ok: true, value: preview };
	// A custom request may read.
	else if (earlier?.status === 'inDoubt' && !isRead(write.method ?? item.method))
		throw new Error(earlier.message);
	else entry.write = write;
}

/**
 * Sends the write of an item, and notes it in the ledger. Another item that wrote the same comes first, then, in
 * `api.call`, the credential's limits.
 */
async function sendWrite({ api, ledger }: Run, item: ItemContext, write: Write): Promise<Confirmed> {
	const { method = item.method, body, confirm, explain, once = [], adviceInDoubt } = write;
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
		throw (await explain?.(asError(error))) ?? error;
	}
}

/** Throws if the run has written what only one write may be about, such as a number, or may have sent the same request. */
function refuseRepeated(
	earlier: number | 'inDoubt' | undefined,
	item: ItemContext,
	method: string,
	body: Body,
): void {
	if (earlier === 'inDoubt') {
		const what = 'This was not sent, because an earlier item of the run is the same.';
		const { message, advice } = doubt(what, describeWrite(method, body));
		throw markInDoubt(item.problem(message, advice));
	}
	if (earlier !== undefined)
		throw item.problem(
			`An earlier item of this run has already done this: see ID ${earlier}`,
			'Nothing was sent. Remove from one of the two items what both of them name.',
		);
}

/** Reads the record of an item back, and compares it with what was sent. */
async function readBack(run: Run, entry: Entry): Promise<void> {
	const { item, write, confirmed } = entry;
	if (item === undefined || confirmed === undefined) return;
	finish(run, entry, item, [await writtenRecord(item, run.operation.shows, confirmed, write)]);
}

/** Keeps the output of an item, also in case that n8n runs the node again. */
function finish(run: Run, entry: Entry, item: PreparedItem, output: IDataObject[]): void {
	const value = resultOf(run, item, output);
	run.ledger.items.set(entry.index, { status: 'done', output: value });
	entry.result = { ok: true, value };
}

/** The error of an item. If an earlier attempt may have written it, a later one only adds what it found, such as its record. */
function failed(
	{ context, operation, ledger: { items } }: Run,
	{ index, write }: Entry,
	found: Error,
): Error {
	adviseNothingDone(found, write?.method ?? operation.method ?? '');
	const earlier = items.get(index);
	if (earlier?.status === 'inDoubt') {
		const { message, advice } = earlier;
		const more = found.message === message ? '' : ` A later attempt found: ${asSentence(found.message)}`;
		return markInDoubt(problemOf(context, index)(message, advice + more));
	}
	if (isInDoubt(found))
		items.set(index, { status: 'inDoubt', message: found.message, advice: adviceOf(found) });
	return found;
}

const untried = ({ context }: Run, itemIndex: number): Error =>
	problemOf(context, itemIndex)(
		'The run ended before this was tried',
		'Nothing was sent. Run the node again.',
	);

/** Throws the error of a failed item, preferably of one that may have been carried out. It says what became of the others. */
function throwFailure({ context }: Run, entries: readonly Entry[]): void {
	const failures = entries.filter(({ result }) => result?.ok === false);
	const worst = failures.find((entry) => statusOf(entry) === 'inDoubt') ?? failures[0];
	if (worst?.result?.ok !== false) return;
	const others: OtherItems = { done: [], inDoubt: [], failed: [], untried: [], shown: [] };
	for (const entry of entries) if (entry !== worst) others[statusOf(entry)].push(...entry.group.items);
	throw toItemError(context, worst.result.error, worst.index, others);
}

function statusOf({ item, result }: Entry): keyof OtherItems {
	if (result === undefined) return 'untried';
	if (!result.ok) return isInDoubt(result.error) ? 'inDoubt' : 'failed';
	return item !== undefined && isPreview(item) ? 'shown' : 'done';
}
