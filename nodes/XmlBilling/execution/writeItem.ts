import { recordTypeNamed, type RecordType } from '../records';
import { doneBy } from '../records/describeWrite';
import { isRead, methodNamed } from '../records/methods';
import { asError, asSentence, failureOf, isInDoubt, isOfRecord, markInDoubt } from '../transport/failures';
import { textOf } from '../xml/shape';
import { adviceOf, adviseNothingDone, type OtherItems } from './errors';
import type { ItemContext, ItemOutput, ItemResult, PreparedItem } from './item';
import type { Confirmed, ItemGroup, Write } from './operation';
import {
	prepareGroup,
	prepareWrite,
	problemOf,
	readGroup,
	resultOf,
	type GroupForm,
	type Run,
} from './prepareItem';
import { isPreview } from './preview';
import { readOne, sendWrite, writtenRecord } from './recordWrites';

/** An input item, or several that make one document, and how far its write has come. */
export interface Entry {
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
	write?: Write | undefined;
	/** What was written, until the record is read back. */
	confirmed?: Confirmed;
	reading: Promise<void>;
	result?: ItemResult;
}

/** How a verb's writes go. */
export interface Manner {
	/** When records are read back: beside the next writes, within the turn of the write, or last. */
	readonly readsBack: 'beside' | 'inTurn' | 'last';
	/** Whether they go in the order of the items. Those of one record always do. */
	readonly isOrdered?: true;
	/** Whether all records are first read from lists, and each is written only once. */
	readonly isListed?: true;
}

/** The writes of a run, and what stops the rest. */
export interface Writes extends Run {
	readonly entries: readonly Entry[];
	readonly manner: Manner;
	/** No further write begins. */
	isOver: boolean;
	/** No further record is read back: the service was gone. */
	isGone: boolean;
}

/** Takes a step with an entry that has no result yet. An error becomes the result, and may stop the run. */
export async function settle(
	run: Writes,
	entry: Entry,
	step: (run: Writes, entry: Entry) => Promise<void> | void,
): Promise<void> {
	if (entry.result !== undefined) return;
	try {
		await step(run, entry);
	} catch (thrown) {
		// What the service changed unasked, it may change in the next record as well (§4.3).
		run.isOver ||= entry.confirmed !== undefined || !run.context.continueOnFail();
		const error = asError(thrown);
		const explained = (await entry.write?.explain?.(error)) ?? error;
		entry.result = { ok: false, error: errorOf(run, entry, explained) };
	}
}

/** The error of an item. If an earlier attempt may have written it, a later one only adds what it found, such as its record. */
function errorOf({ context, operation, ledger }: Run, { index, write }: Entry, found: Error): Error {
	adviseNothingDone(found, doneBy(write?.method ?? operation.method ?? ''));
	const earlier = ledger.items.get(index);
	if (earlier?.ok === false) {
		const { message, advice } = earlier;
		const more = found.message === message ? '' : ` A later attempt found: ${asSentence(found.message)}`;
		return markInDoubt(problemOf(context, index)(message, advice + more));
	}
	if (isInDoubt(found))
		ledger.items.set(index, { ok: false, message: found.message, advice: adviceOf(found) });
	return found;
}

/** Reads the form of an item, unless an earlier attempt has written it. */
export function readForm(run: Writes, entry: Entry): void {
	const earlier = run.ledger.items.get(entry.index);
	if (earlier?.ok) entry.result = earlier;
	else entry.form = readGroup(run, entry.group);
}

/** Looks up what an item names. */
export async function open(run: Writes, entry: Entry): Promise<void> {
	if (!run.isOver) entry.item = await prepareGroup(run, entry.group, entry.form);
}

/** Begins to prepare an item. Resolves when it is prepared, or waits for its turn. */
export async function begin(run: Writes, entry: Entry): Promise<void> {
	const { item } = entry;
	if (item === undefined || run.isOver) return;
	await new Promise<void>((waits) => {
		// No write of the run goes before that of the first item.
		let isOn = entry === run.entries[0];
		const begun = new Promise<void>((begins) => (entry.begin = begins)).then(() => (isOn = true));
		const turn: ItemContext['turn'] = async (kind, meanwhile) => {
			if (!isOn) {
				await meanwhile;
				waits();
				await begun;
			}
			if (kind !== undefined) run.api.forget(kind);
		};
		entry.prepared = settle(run, entry, () => prepare(run, entry, { ...item, turn })).then(waits);
	});
}

async function prepare(run: Writes, entry: Entry, item: PreparedItem): Promise<void> {
	const prepared = await prepareWrite(run, item);
	const earlier = run.ledger.items.get(entry.index);
	if ('output' in prepared) finish(run, entry, prepared);
	// A custom request may read.
	else if (earlier?.ok === false && !isRead(prepared.method ?? item.method)) throw new Error(earlier.message);
	else entry.write = prepared;
}

/** Writes an item in its turn. A record is read back before it is written again. */
export async function write(run: Writes, entry: Entry): Promise<void> {
	entry.begin?.();
	await entry.prepared;
	if (entry.item === undefined || entry.write === undefined) return;
	const id = Number(recordOf(run, entry));
	const earlier = run.entries.filter(({ confirmed }) => confirmed?.id === id);
	await Promise.all(earlier.map(({ reading }) => reading));
	// Another item may have failed meanwhile.
	if (run.isOver) return;
	if (run.manner.isListed) entry.confirmed = earlier[0]?.confirmed;
	entry.confirmed ??= await sendWrite(run, entry.item, entry.write);
}

/** Reads the record of an item that is written, and compares it with what was sent. */
export async function readBack(run: Writes, entry: Entry): Promise<void> {
	const { item, write, confirmed } = entry;
	if (item === undefined || confirmed === undefined) return;
	const read = async (type: RecordType, id: number) =>
		run.isGone ? undefined : await readOne(run.api, type, id).catch(noting(run));
	const written = { type: run.operation.shows, confirmed, write, read };
	finish(run, entry, resultOf(run, item, [await writtenRecord(item, written)]));
}

/** Notes that the service is gone, unless only one record can't be read. */
export const noting =
	(run: Writes) =>
	(error: unknown): never => {
		const failure = failureOf(error);
		run.isGone ||= failure === undefined || !isOfRecord(failure);
		throw error;
	};

/** Sets the output of an item. What was written is kept, in case that n8n runs the node again. */
function finish({ ledger }: Run, entry: Entry, value: ItemOutput): void {
	entry.result = { ok: true, value };
	if (statusOf(entry) === 'done') ledger.items.set(entry.index, entry.result);
}

export function statusOf({ item, result }: Entry): keyof OtherItems {
	if (result === undefined) return 'untried';
	if (!result.ok) return isInDoubt(result.error) ? 'inDoubt' : 'failed';
	return item !== undefined && isPreview(item) ? 'shown' : 'done';
}

/** The identifier of the record that an item changes, by its write or its form; empty if it creates one. */
export function recordOf({ operation }: Run, { item, write }: Entry): string {
	const type = recordTypeNamed(methodNamed(write?.method ?? operation.method ?? '')?.kind);
	const [id] = type === undefined ? [] : [write?.body[type.id] ?? item?.body[type.id]].flat();
	return textOf(id);
}
