import type { IDataObject } from 'n8n-workflow';
import { refuseForbidden } from '../guards/credentialLimits';
import { fieldsOf, groupBy } from '../objects';
import { recordTypeNamed } from '../records';
import { isRead, methodNamed } from '../records/methods';
import {
	adviseInDoubt,
	adviseNothingDone,
	asError,
	asSentence,
	doubt,
	isInDoubt,
	markInDoubt,
} from '../transport/failure';
import { mapInOrder } from '../transport/async';
import { textOf, type BillingRecord } from '../xml/shape';
import { alone } from './accountQueue';
import { adviceOf, toItemError } from './errors';
import type { ItemContext, ItemResult, PreparedItem } from './item/itemContext';
import type { Confirmed, ItemGroup, Write } from './item/operation';
import type { InDoubt, Ledger } from './item/ledger';
import { prepareGroup, problemOf, type Run } from './prepareItem';
import { viewOf } from './reads/view';
import { sentRecords } from './writes/actOn';
import { isPreview, previewIfAsked } from './writes/previewAndTotal';
import { writtenRecord } from './writes/recordWrites';
import { refuseNumber } from './writes/refuseNumber';
import type { Body } from '../xml/request';
import { describeWrite } from '../records/describeWrite';

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
	const isChecked = of === undefined && (verb === 'delete' || verb === 'send');
	const atOnce = isOrdered(run) ? 1 : AT_ONCE;
	const entries = groups.map((group): Entry => ({ index: group.items[0] ?? 0, group }));
	let isOver = false;

	/** Takes a step with an entry that has no result yet. An error becomes its result. */
	async function take(entry: Entry, step: (entry: Entry) => Promise<void>): Promise<void> {
		if (entry.result !== undefined) return;
		try {
			await step(entry);
		} catch (thrown) {
			entry.result = { ok: false, error: failed(run, entry, asError(thrown)) };
			isOver ||= !context.continueOnFail();
		}
	}
	const takeAll = async (some: readonly Entry[], step: (entry: Entry) => Promise<void>) =>
		await mapInOrder(some, async (entry) => await take(entry, step));

	async function write(entry: Entry): Promise<void> {
		if (!isChecked) await prepare(run, entry);
		const { index, item, write: prepared } = entry;
		// Another item may have failed meanwhile.
		if (isOver || item === undefined || prepared === undefined) return;
		const doubt = run.ledger.items.get(index);
		// A custom request may read.
		if (doubt?.is === 'inDoubt' && !isRead(prepared.method ?? item.method))
			throw stillInDoubt(run, index, doubt);
		const id = Number(recordOf(run, entry));
		const earlier = entries.filter(({ confirmed }) => confirmed?.id === id);
		// A record that is written again is read back before. It is deleted or sent only once.
		if (!isChecked) await takeAll(earlier, async (other) => await readBack(run, other));
		else if (earlier[0] !== undefined) entry.confirmed = earlier[0].confirmed;
		entry.confirmed ??= await sendWrite(run, item, prepared);
	}

	let isProven = verb !== 'update';
	for (let from = 0, size = 1; from < entries.length && !isOver; from += size, size = isProven ? atOnce : 1) {
		await alone(run.account, run.owner, api.signal, async (hadOthers) => {
			if (hadOthers) api.forget();
			const round = entries.slice(from, from + size);
			// Deletes and sends are all checked before the first, and again where others may have changed their records (people).
			const due = isChecked && from === 0 ? entries : round;
			if (!isChecked || from === 0 || hadOthers) {
				await takeAll(due, async (entry) => await open(run, entry));
				if (isChecked) await takeAll(due, async (entry) => await check(run, entry));
			}
			const chains = groupBy(round, (entry) => recordOf(run, entry) || `item ${entry.index}`);
			await mapInOrder([...chains.values()], async (chain) => {
				for (const entry of chain) if (!isOver) await take(entry, write);
			});
			// Updates in their turn, because another execution may change the record next (people), and a service that changes more
			// than it is asked to must not go through all items.
			if (verb !== 'update') return;
			const updated = round.filter(({ confirmed }) => confirmed !== undefined);
			await takeAll(updated, async (entry) => await readBack(run, entry));
			isOver ||= updated.some(({ result }) => result?.ok === false);
			isProven ||= updated.length > 0;
		});
	}

	const written = entries.filter(({ confirmed, result }) => confirmed !== undefined && result === undefined);
	const type = verb === 'send' ? operation.shows : undefined;
	const listed = type && (await sentRecords(api, type, itemsOf(written)));
	await takeAll(written, async (entry) => await readBack(run, entry, listed));
	if (!context.continueOnFail()) throwFailure(run, entries);
	return entries.map(({ index, result }) => result ?? { ok: false, error: untried(run, index) });
}

/** Whether writes go one after another: numbers follow the items, and two documents must not get the same one (§4.3). */
function isOrdered({ form, operation }: Run): boolean {
	const verb = methodNamed(operation.method ?? '')?.verb ?? '';
	const isOfKnown = ['update', 'pay', 'delete', 'send'].includes(verb);
	return !isOfKnown || fieldsOf(form.node.parameters['updateFields'])['number'] !== undefined;
}

const itemsOf = (entries: readonly Entry[]): PreparedItem[] => entries.flatMap(({ item }) => item ?? []);

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
	if (earlier?.is === 'done') entry.result = { ok: true, value: earlier.output };
	else entry.item = await prepareGroup(run, entry.group);
}

/** Checks a delete or a send before any of them is sent, so that one that is refused takes no other with it. */
async function check(run: Run, entry: Entry): Promise<void> {
	const { item } = entry;
	if (item !== undefined && !isPreview(item)) await refuseForbidden(run.api, item, item.method, item.body);
	await prepare(run, entry);
}

/** Prepares the write of an item, which the guards of its operation may refuse, or shows it. */
async function prepare(run: Run, entry: Entry): Promise<void> {
	const { item } = entry;
	if (item === undefined) return;
	const write = (await run.operation.prepare?.(item)) ?? [];
	if (Array.isArray(write)) {
		finish(run, entry, item, write);
		return;
	}
	await refuseNumber(run.api, item);
	const preview = await previewIfAsked(run.api, item, write);
	if (preview === undefined) entry.write = write;
	else entry.result = { ok: true, value: preview };
}

/**
 * Sends the write of an item, and notes it in the ledger. Another item that wrote the same comes first, then whether what
 * follows is allowed, and, in `api.call`, the credential's limits.
 */
async function sendWrite({ api, ledger }: Run, item: ItemContext, write: Write): Promise<Confirmed> {
	const { method = item.method, body, confirm, follows = [], explain, once = [], adviceInDoubt } = write;
	// A custom request may read.
	const keys = isRead(method) ? once : [...once, JSON.stringify([method, body])];
	for (const key of keys) refuseRepeated(ledger, key, item, method, body);
	try {
		for (const { method: next } of follows)
			if (next !== undefined) await refuseForbidden(api, item, next, {});
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
	{ written }: Ledger,
	key: string,
	item: ItemContext,
	method: string,
	body: Body,
): void {
	const earlier = written.get(key);
	if (earlier === 'inDoubt') {
		const words = describeWrite(method, body);
		const what = 'This was not sent, because an earlier item of the run is the same.';
		const { message, advice } = doubt(what, words);
		throw markInDoubt(item.problem(message, advice));
	}
	if (earlier !== undefined)
		throw item.problem(
			`An earlier item of this run has already done this: see ID ${earlier}`,
			'Nothing was sent. Remove from one of the two items what both of them name.',
		);
}

/** Reads the record of an item back, and compares it with what was sent. */
async function readBack(run: Run, entry: Entry, listed?: ReadonlyMap<number, BillingRecord>): Promise<void> {
	const { item, write, confirmed } = entry;
	if (item === undefined || confirmed === undefined) return;
	const current = listed?.get(confirmed.id ?? 0);
	finish(run, entry, item, [
		await writtenRecord(item, run.operation.shows, confirmed, write, undefined, current),
	]);
}

/** Keeps the output of an item, also in case that n8n runs the node again. */
function finish(run: Run, entry: Entry, item: PreparedItem, output: IDataObject[]): void {
	const value = { output, view: viewOf(run, item), warnings: item.warnings };
	run.ledger.items.set(entry.index, { is: 'done', output: value });
	entry.result = { ok: true, value };
}

function failed(run: Run, { index, write }: Entry, found: Error): Error {
	const { items } = run.ledger;
	adviseNothingDone(found, write?.method ?? run.operation.method ?? '');
	const earlier = items.get(index);
	if (earlier?.is === 'inDoubt') return stillInDoubt(run, index, earlier, found);
	if (isInDoubt(found)) items.set(index, { is: 'inDoubt', message: found.message, advice: adviceOf(found) });
	return found;
}

/** The error of a write that an earlier attempt may have carried out, with what a later one found, such as its record. */
function stillInDoubt({ context }: Run, index: number, { message, advice }: InDoubt, found?: Error): Error {
	const isNew = found !== undefined && found.message !== message;
	const more = isNew ? ` A later attempt found: ${asSentence(found.message)}` : '';
	return markInDoubt(problemOf(context, index)(message, advice + more));
}

const untried = ({ context }: Run, itemIndex: number): Error =>
	problemOf(context, itemIndex)(
		'The run ended before this was tried',
		'Nothing was sent. Run the node again.',
	);

/** Throws the error of a failed item, preferably of one that may have been carried out. */
function throwFailure({ context }: Run, entries: readonly Entry[]): void {
	const failures = entries.flatMap(({ index, result }) =>
		result?.ok === false ? [{ index, error: result.error }] : [],
	);
	const worst = failures.find(({ error }) => isInDoubt(error)) ?? failures[0];
	if (worst === undefined) return;
	const isDone = ({ item, result }: Entry) => result?.ok === true && (item === undefined || !isPreview(item));
	const itemsThat = (is: (entry: Entry) => boolean) =>
		entries.filter((entry) => entry.index !== worst.index && is(entry)).flatMap(({ group }) => group.items);
	throw toItemError(context, worst.error, worst.index, {
		done: itemsThat(isDone),
		inDoubt: itemsThat(({ result }) => result?.ok === false && isInDoubt(result.error)),
		failed: itemsThat(({ result }) => result?.ok === false && !isInDoubt(result.error)),
		untried: itemsThat(({ result }) => result === undefined).length,
	});
}
