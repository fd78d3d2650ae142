import type { IDataObject } from 'n8n-workflow';
import { fieldsOf, groupBy } from '../helpers/GenericFunctions';
import { keysOf, recordTypeNamed, type RecordType } from '../records';
import { describeWrite } from '../records/describeWrite';
import { isRead, methodNamed } from '../records/methods';
import {
	adviseInDoubt,
	adviseNothingDone,
	asError,
	asSentence,
	doubt,
	failureOfWrite,
	isInDoubt,
	isOfRecord,
	markInDoubt,
} from '../transport/failures';
import { findInLists } from '../lookup/readList';
import { mapInOrder } from '../helpers/async';
import { plainText, textOf } from '../xml/shape';
import { isAbsent, quote } from '../xml/values';
import type { Body } from '../xml/request';
import { alone } from './accountQueue';
import { adviceOf, toItemError, type OtherItems } from './errors';
import type { ItemContext, ItemResult, PreparedItem } from './item';
import type { Confirmed, ItemGroup, Write } from './operation';
import {
	prepareGroup,
	problemOf,
	readGroup,
	resultOf,
	valueIn,
	type GroupForm,
	type Run,
} from './prepareItem';
import { isWhole } from './recordReads';
import { bodyOf } from './form/tree';
import { isTool } from './hints';
import { viewOf } from './view';
import { isPreview, previewIfAsked, refuseNumber } from './preview';
import { readOne, writtenRecord } from './recordWrites';

/** How many records are written at once, if their order does not matter, and how many in one turn at the account. */
const AT_ONCE = 10;
const PER_TURN = 50;

/** How a verb's writes go. */
interface Manner {
	/** How many records are written at once. Those of one record always go one after another. */
	readonly atOnce: number;
	/** When records are read back: beside the next writes, within the turn of the write, or last. */
	readonly readsBack: 'beside' | 'inTurn' | 'last';
	/** Whether all records are first read from lists, and each is written only once. */
	readonly isListed?: boolean;
}

// Numbers follow the items.
const CREATE: Manner = { atOnce: 1, readsBack: 'beside' };
const MANNERS: Readonly<Record<string, Manner>> = {
	pay: { atOnce: AT_ONCE, readsBack: 'beside' },
	// Another execution may change the record next (people).
	update: { atOnce: AT_ONCE, readsBack: 'inTurn' },
	delete: { atOnce: AT_ONCE, readsBack: 'beside', isListed: true },
	send: { atOnce: AT_ONCE, readsBack: 'last', isListed: true },
};

/** An input item, or several that make one document, and how far its write has come. */
interface Entry {
	/** The first input item. */
	readonly index: number;
	readonly group: ItemGroup;
	form?: GroupForm;
	/** Its form with what it names, once that is looked up. */
	item?: PreparedItem | undefined;
	/** Begins its turn. */
	begin?: () => void;
	/** Resolves when it is prepared, which may take its turn. */
	prepared?: Promise<void>;
	write?: Write;
	/** What was written, until the record is read back. */
	confirmed?: Confirmed;
	reading?: Promise<void>;
	result?: ItemResult;
}

/** The writes of a run, and what stops the rest. */
interface Writes extends Run {
	readonly entries: readonly Entry[];
	readonly manner: Manner;
	/** No further write begins: one failed, and the node is not set to continue. */
	isOver: boolean;
	/** No further record is read back: the service was gone. */
	isGone: boolean;
}

/**
 * Runs the writes of all items, as their verb asks. Every item is opened before the first write: its form is read, and its
 * operation looks up what no write of the run can change (`ItemContext.turn`), so that a wrong item takes no other with it
 * (people). The rest is looked up in its turn. After an error no further write begins, unless the node is set to continue.
 */
export async function runWrites(given: Run, groups: readonly ItemGroup[]): Promise<ItemResult[]> {
	const entries = groups.map((group): Entry => ({ index: group.items[0] ?? 0, group }));
	const { verb = '', of } = methodNamed(given.operation.method ?? '') ?? {};
	const manner = MANNERS[of === 'lines' ? 'update' : verb] ?? CREATE;
	const run: Writes = { ...given, entries, manner, isOver: false, isGone: false };

	refuseEqualNumbers(run);
	await mapInOrder(entries, (entry) => settle(run, entry, readForm));
	const { isOrdered, isRenaming } = changesOfKeys(run);
	let left = entries.filter(({ result }) => result === undefined);
	for (let isFirst = true; left.length > 0 && !run.isOver; isFirst = false) {
		// Alone until one goes well: what the service refuses, or changes unasked (§4.3), it may do to all of them.
		const atOnce = !isOrdered && entries.some(wentWell) ? manner.atOnce : 1;
		const turn = left.slice(0, atOnce === 1 ? 1 : PER_TURN);
		await inTurn(run, async () => {
			await openAll(run, isFirst && !isRenaming ? left : turn);
			const ofOneRecord = groupBy(turn, (entry) => recordOf(run, entry) || `item ${entry.index}`);
			await mapInOrder([...ofOneRecord.values()], (chain) => writeChain(run, chain), atOnce);
		});
		left = left.slice(turn.length).filter(({ result }) => result === undefined);
	}

	if (manner.readsBack === 'last') await readLast(run);
	await Promise.all(entries.map(({ reading }) => reading));
	if (!run.context.continueOnFail()) throwFailure(run);
	return entries.map(({ index, result }) => result ?? { ok: false, error: untried(run, index) });
}

/** Takes the account's turn. If others had it meanwhile, what was looked up before counts no longer. */
const inTurn = async (run: Writes, work: () => Promise<void>): Promise<void> =>
	await alone(run.account, run.owner, run.api.signal, async (changedByOthers) => {
		if (changedByOthers) {
			run.api.forget();
			for (const entry of run.entries) if (!wentWell(entry)) entry.item = undefined;
		}
		await work();
	});

/** Takes a step with an entry that has no result yet. An error becomes the result, and stops the run. */
async function settle(
	run: Writes,
	entry: Entry,
	step: (run: Writes, entry: Entry) => Promise<void>,
): Promise<void> {
	if (entry.result !== undefined) return;
	try {
		await step(run, entry);
	} catch (thrown) {
		fail(run, entry, failed(run, entry, asError(thrown)));
	}
}

function fail(run: Writes, entry: Entry, error: Error): void {
	entry.result = { ok: false, error };
	run.isOver ||= !run.context.continueOnFail();
}

/** Looks up what items name, and prepares their writes as far as they need no turn. Those that are open stay as they are. */
async function openAll(run: Writes, entries: readonly Entry[]): Promise<void> {
	const closed = entries.filter(({ item, result }) => item === undefined && result === undefined);
	const each = async (step: typeof open) =>
		await mapInOrder(closed, async (entry) => {
			if (!run.isOver) await settle(run, entry, step);
		});
	await each(open);
	if (run.manner.isListed && !run.isOver) await readFromLists(run, closed);
	await each(begin);
}

/** Writes what is about one record, one after another. A record is read back before it is written again. */
async function writeChain(run: Writes, chain: readonly Entry[]): Promise<void> {
	const { readsBack } = run.manner;
	for (const entry of chain) {
		if (run.isOver) return;
		await settle(run, entry, write);
		if (entry.confirmed === undefined || readsBack === 'last') continue;
		entry.reading = settle(run, entry, readBack);
		if (readsBack !== 'inTurn') continue;
		await entry.reading;
		// The service changes what nobody asked for (§4.3).
		run.isOver ||= entry.result?.ok === false;
	}
}

async function write(run: Writes, entry: Entry): Promise<void> {
	entry.begin?.();
	await entry.prepared;
	const { item, write: prepared } = entry;
	if (item === undefined || prepared === undefined) return;
	const id = Number(recordOf(run, entry));
	const earlier = run.entries.filter(({ confirmed }) => confirmed?.id === id);
	await Promise.all(earlier.map(({ reading }) => reading));
	// Another item may have failed meanwhile.
	if (run.isOver || entry.result !== undefined) return;
	// It is deleted or sent only once.
	if (run.manner.isListed && earlier[0] !== undefined) entry.confirmed = earlier[0].confirmed;
	entry.confirmed ??= await sendWrite(run, item, prepared);
}

/** Reads back what was written, from lists where they show it. */
async function readLast(run: Writes): Promise<void> {
	const done = run.entries.filter(({ confirmed }) => confirmed !== undefined);
	await readFromLists(run, done, (error) => noteGone(run, error));
	await mapInOrder(done, (entry) => settle(run, entry, readBack));
}

/** Whether an item is written, or shown. */
const wentWell = ({ confirmed, result }: Entry): boolean => confirmed !== undefined || result?.ok === true;

/**
 * Refuses documents with the number of an earlier one, before anything is sent: those of other clients would be told to use that
 * one (people). Lines of one document share its number.
 */
function refuseEqualNumbers(run: Writes): void {
	const { context, form, operation, entries } = run;
	if (!operation.properties.some(({ name }) => name === 'number')) return;
	const first = new Map<string, number>();
	for (const entry of entries) {
		const { index } = entry;
		const number = textOf(valueIn(form, 'number', index)).trim();
		const { ifExists = 'fail' } = fieldsOf(valueIn(form, 'options', index));
		const earlier = first.get(plainText(number));
		if (number === '' || ifExists !== 'fail') continue;
		first.set(plainText(number), earlier ?? index);
		if (earlier === undefined) continue;
		const error = problemOf(context, index)(
			`Number ${quote(number)} is also that of input item ${earlier + 1}`,
			'Nothing was sent. Give each document its own number. For lines of one document, set Lines From to Input Items.',
		);
		fail(run, entry, error);
	}
}

/** Reads records from their list, a hundred at once, where that shows them whole (§2.2). The others are read singly. */
async function readFromLists(
	run: Writes,
	entries: readonly Entry[],
	heed: (error: unknown) => void = () => undefined,
): Promise<void> {
	const { operation, api } = run;
	const type = operation.removes ?? operation.shows;
	if (type === undefined) return;
	const page: Run['api']['page'] = async (...query) =>
		await api.page(...query).catch((error: unknown) => {
			heed(error);
			throw error;
		});
	const ids = entries.map((entry) => Number(recordOf(run, entry)));
	const found = await findInLists({ page }, type, ids, (listed) => isWhole(type, listed));
	for (const record of found.values()) api.keep(type, record);
}

/** Notes that the service is gone, unless only one record can't be read. */
function noteGone(run: Writes, error: unknown): void {
	run.isGone ||= !isOfRecord(failureOfWrite(error));
}

/** The identifier of the record that an item changes, by its write or its form; empty if it creates one. */
function recordOf({ operation }: Writes, { item, write }: Entry): string {
	const type = recordTypeNamed(methodNamed(write?.method ?? operation.method ?? '')?.kind);
	if (type === undefined) return '';
	const [id] = [write?.body[type.id] ?? item?.body[type.id]].flat();
	return textOf(id);
}

/**
 * What a run does to the numbers, names and emails by which people know its kind of record. Numbers are written in the order
 * of the items: two documents must not get the same one (§4.3). And if items also name the records that they change by these,
 * an earlier one may give a later one its record, so that each is looked up in its turn.
 */
function changesOfKeys({ operation, entries }: Writes): { isOrdered: boolean; isRenaming: boolean } {
	const type = recordTypeNamed(methodNamed(operation.method ?? '')?.kind);
	const forms = entries.map(({ form }) => form?.nodes ?? []);
	const set = forms.flatMap((nodes) => Object.keys(bodyOf(nodes)));
	const isNamed = forms.some((nodes) => nodes.some((node) => 'names' in node && node.names?.type === type));
	return {
		isOrdered: set.includes('number'),
		isRenaming: isNamed && type !== undefined && keysOf(type).some(({ word }) => set.includes(word)),
	};
}

/** Reads the form of an item, unless an earlier attempt has written it. */
async function readForm(run: Writes, entry: Entry): Promise<void> {
	const earlier = run.ledger.items.get(entry.index);
	if (earlier?.status === 'done') entry.result = { ok: true, value: earlier.output };
	else entry.form = readGroup(run, entry.group);
	await Promise.resolve();
}

const open = async (run: Writes, entry: Entry): Promise<void> => {
	entry.item = await prepareGroup(run, entry.group, entry.form);
};

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

/** Begins to prepare an item. Resolves when it is prepared, or waits for its turn. */
const begin = async (run: Writes, entry: Entry): Promise<void> =>
	await new Promise((waits) => {
		const ofTurn = new Promise<void>((resolve) => (entry.begin = resolve));
		entry.prepared = settle(run, entry, () =>
			prepare(run, entry, async () => {
				waits();
				await ofTurn;
			}),
		).then(waits);
	});

/** Prepares the write of an item, which the guards of its operation may refuse. Or shows it, or what an item has that needs none. */
async function prepare(run: Writes, entry: Entry, wait: () => Promise<void>): Promise<void> {
	if (entry.item === undefined) return;
	const turn: ItemContext['turn'] = async (kind) => {
		await wait();
		if (kind !== undefined) run.api.forget(kind);
	};
	const item: PreparedItem = { ...entry.item, turn };
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
async function readBack(run: Writes, entry: Entry): Promise<void> {
	const { item, write, confirmed } = entry;
	if (item === undefined || confirmed === undefined) return;
	const read = async (type: RecordType, id: number) => {
		if (run.isGone) return undefined;
		return await readOne(run.api, type, id).catch((error: unknown) => {
			noteGone(run, error);
			return undefined;
		});
	};
	finish(run, entry, item, [
		await writtenRecord(item, { type: run.operation.shows, confirmed, write, read }),
	]);
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
function throwFailure({ context, entries }: Writes): void {
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
