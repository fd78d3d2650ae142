import { fieldsOf, groupBy } from '../helpers/GenericFunctions';
import { keysOf, recordTypeNamed, type RecordType } from '../records';
import { doneBy } from '../records/describeWrite';
import { isRead, methodNamed } from '../records/methods';
import {
	asError,
	asSentence,
	failureOfWrite,
	isInDoubt,
	isOfRecord,
	markInDoubt,
} from '../transport/failures';
import { findInLists } from '../lookup/readList';
import { mapInOrder } from '../helpers/async';
import { compareIdentity, lookOf } from '../xml/identity';
import { textOf } from '../xml/shape';
import { quote } from '../xml/values';
import { alone } from './accountQueue';
import { adviceOf, adviseNothingDone, toItemError, type OtherItems } from './errors';
import type { ItemContext, ItemOutput, ItemResult, PreparedItem } from './item';
import type { Confirmed, ItemGroup, Write } from './operation';
import {
	prepareGroup,
	prepareWrite,
	problemOf,
	readGroup,
	resultOf,
	valueIn,
	type GroupForm,
	type Run,
} from './prepareItem';
import { isWhole } from './recordReads';
import { bodyOf } from './form/tree';
import { isPreview } from './preview';
import { readOne, sendWrite, writtenRecord } from './recordWrites';

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
	reading: Promise<void>;
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
	const entries = groups.map((group): Entry => ({
		...{ index: group.items[0] ?? 0, group },
		reading: Promise.resolve(),
	}));
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

	if (manner.readsBack === 'last') {
		const done = entries.filter(({ confirmed }) => confirmed !== undefined);
		run.isGone = false;
		await readFromLists(run, done);
		await mapInOrder(done, (entry) => settle(run, entry, readBack));
	}
	await Promise.all(entries.map(({ reading }) => reading));
	if (!run.context.continueOnFail()) throwFailure(run);
	return entries.map((entry) => entry.result ?? { ok: false, error: untried(run, entry) });
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
	step: (run: Writes, entry: Entry) => Promise<void> | void,
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

/** Whether an item is written, or shown. */
const wentWell = ({ confirmed, result }: Entry): boolean => confirmed !== undefined || (result?.ok ?? false);

/**
 * Refuses documents with the number of an earlier one, or one that looks the same, before anything is sent: those of other clients would be told to use that
 * one (people). Lines of one document share its number.
 */
function refuseEqualNumbers(run: Writes): void {
	const { context, form, operation, entries } = run;
	if (!operation.properties.some(({ name }) => name === 'number')) return;
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
			'Give each document its own number. For lines of one document, set Lines From to Input Items.',
		);
		fail(run, entry, failed(run, entry, error));
	}
}

/** Reads records from their list, a hundred at once, where that shows them whole (§2.2). The others are read singly. */
async function readFromLists(run: Writes, entries: readonly Entry[]): Promise<void> {
	const { operation, api } = run;
	const type = operation.removes ?? operation.shows;
	if (type === undefined) return;
	const page: typeof api.page = (...query) => api.page(...query).catch(noting(run));
	const ids = entries.map((entry) => Number(recordOf(run, entry)));
	const found = await findInLists({ page }, type, ids, (listed) => isWhole(type, listed));
	for (const record of found.values()) api.keep(type, record);
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
function readForm(run: Writes, entry: Entry): void {
	const earlier = run.ledger.items.get(entry.index);
	if (earlier?.status === 'done') entry.result = { ok: true, value: earlier.output };
	else entry.form = readGroup(run, entry.group);
}

const open = async (run: Writes, entry: Entry): Promise<void> => {
	entry.item = await prepareGroup(run, entry.group, entry.form);
};

/** Begins to prepare an item. Resolves when it is prepared, or waits for its turn. */
const begin = async (run: Writes, entry: Entry): Promise<void> =>
	await new Promise((waits) => {
		// No write of the run goes before that of the first item.
		let isOn = entry === run.entries[0];
		const ofTurn = new Promise<void>((begins) => (entry.begin = begins));
		void ofTurn.then(() => (isOn = true));
		const turn: ItemContext['turn'] = async (kind, meanwhile) => {
			if (!isOn) {
				await meanwhile;
				waits();
				await ofTurn;
			}
			if (kind !== undefined) run.api.forget(kind);
		};
		entry.prepared = settle(run, entry, () => prepare(run, entry, turn)).then(waits);
	});

async function prepare(run: Writes, entry: Entry, turn: ItemContext['turn']): Promise<void> {
	if (entry.item === undefined) return;
	const item: PreparedItem = { ...entry.item, turn };
	const prepared = await prepareWrite(run, item);
	const earlier = run.ledger.items.get(entry.index);
	if ('output' in prepared) finish(run, entry, prepared);
	// A custom request may read.
	else if (earlier?.status === 'inDoubt' && !isRead(prepared.method ?? item.method))
		throw new Error(earlier.message);
	else entry.write = prepared;
}

/** Reads the record of an item back, and compares it with what was sent. */
async function readBack(run: Writes, entry: Entry): Promise<void> {
	const { item, write, confirmed } = entry;
	if (item === undefined || confirmed === undefined) return;
	const read = async (type: RecordType, id: number) =>
		run.isGone ? undefined : await readOne(run.api, type, id).catch(noting(run));
	const written = { type: run.operation.shows, confirmed, write, read };
	finish(run, entry, resultOf(run, item, [await writtenRecord(item, written)]));
}

/** Notes that the service is gone, unless only one record can't be read. */
const noting =
	(run: Writes) =>
	(error: unknown): never => {
		const failure = failureOfWrite(error);
		run.isGone ||= failure === undefined || !isOfRecord(failure);
		throw error;
	};

/** Sets the output of an item. What was written is kept, in case that n8n runs the node again. */
function finish({ ledger }: Run, entry: Entry, value: ItemOutput): void {
	entry.result = { ok: true, value };
	if (statusOf(entry) === 'done') ledger.items.set(entry.index, { status: 'done', output: value });
}

/** The error of an item. If an earlier attempt may have written it, a later one only adds what it found, such as its record. */
function failed(
	{ context, operation, ledger: { items } }: Run,
	{ index, write }: Entry,
	found: Error,
): Error {
	adviseNothingDone(found, doneBy(write?.method ?? operation.method ?? ''));
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

const untried = (run: Run, entry: Entry): Error =>
	failed(
		run,
		entry,
		problemOf(run.context, entry.index)('The run ended before this was tried', 'Run the node again.'),
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
