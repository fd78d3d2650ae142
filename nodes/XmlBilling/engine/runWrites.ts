import type { IDataObject } from 'n8n-workflow';
import { refuseForbidden } from '../guards/credentialLimits';
import { fieldsOf, groupBy } from '../objects';
import { recordTypeNamed } from '../records';
import { methodNamed } from '../records/methods';
import { adviseNothingDone, asError, failureOfWrite } from '../transport/failure';
import { mapInOrder } from '../transport/mapInOrder';
import { idsIn } from '../xml/bodies';
import { textOf } from '../xml/shape';
import { alone } from './accountQueue';
import { NO_WRITES, toItemError } from './errors';
import type { ItemOutput, ItemResult, PreparedItem } from './item/itemContext';
import type { Confirmed, ItemGroup, Write } from './item/operation';
import { prepareGroup, problemOf, type Run } from './prepareItem';
import { viewOf } from './reads/view';
import { sentRecords } from './writes/actOn';
import { isPreview, previewIfAsked } from './writes/previewAndTotal';
import { readBack } from './writes/recordWrites';
import { refuseNumber } from './writes/refuseNumber';
import { sendWrite } from './writes/sendWrite';

/** An item whose form is read, and its write once that is prepared. */
interface Open {
	/** Its place among the groups of input items. */
	readonly place: number;
	readonly item: PreparedItem;
	write?: Write;
}

/** What became of an item. One that is written still waits for its record to be read back. */
type Outcome =
	| { readonly is: 'untried' }
	| { readonly is: 'done' | 'previewed'; readonly output: ItemOutput }
	| { readonly is: 'written'; readonly open: Open; readonly confirmed: Confirmed }
	| { readonly is: 'refused' | 'inDoubt'; readonly error: Error };

/** How many records are written at once, if their order does not matter. */
const AT_ONCE = 10;

/**
 * Runs the writes of all items. Creates go one after another, because numbers follow the items; updates, payments, deletes
 * and sends ten at once, those of one record one after another. After an error no further write begins, unless the node is
 * set to continue. All records are read back at the end.
 */
export async function runWrites(run: Run, groups: readonly ItemGroup[]): Promise<ItemResult[]> {
	const { api, operation, memory } = run;
	const isToContinue = run.context.continueOnFail();
	const outcomes: Outcome[] = groups.map(() => ({ is: 'untried' }));
	const { verb, of } = methodNamed(operation.method ?? '') ?? {};
	const indexOf = (place: number) => groups[place]?.items[0] ?? 0;
	const isChecked = of === undefined && (verb === 'delete' || verb === 'send');
	const actions = new Map<string, Promise<Confirmed>>();
	let isOver = false;

	/** Takes a step with an item. An error becomes its outcome. */
	async function settle<Result>(place: number, step: () => Promise<Result>): Promise<Result | undefined> {
		try {
			return await step();
		} catch (thrown) {
			outcomes[place] = failed(run, indexOf(place), asError(thrown));
			isOver ||= !isToContinue;
			return undefined;
		}
	}

	/** Reads the form of an item, unless an earlier attempt has written it. */
	async function open(group: ItemGroup, place: number): Promise<Open | undefined> {
		const earlier = memory.earlier(indexOf(place));
		if (earlier?.is === 'done') outcomes[place] = { is: 'done', output: earlier.output };
		if (earlier?.is === 'done') return undefined;
		return await settle(place, async () => ({ place, item: await prepareGroup(run, group) }));
	}

	/** Prepares the write of an item, which the guards of its operation may refuse, or shows it. */
	async function prepare(opened: Open, all: readonly Open[]): Promise<void> {
		const { place, item } = opened;
		const others = all.map((one) => one.item);
		const write = (await operation.prepare?.(item, others)) ?? [];
		if (Array.isArray(write)) {
			outcomes[place] = { is: 'done', output: remember(run, indexOf(place), item, write) };
			return;
		}
		await refuseNumber(api, item);
		const preview = await previewIfAsked(api, item, write);
		if (preview === undefined) opened.write = write;
		else outcomes[place] = { is: 'previewed', output: preview };
	}

	async function send(opened: Open): Promise<void> {
		const { place, item, write } = opened;
		if (write === undefined) return;
		// A record that is written again is read back before.
		const ids = idsIn(write.body);
		for (const [earlier, outcome] of outcomes.entries())
			if (!isChecked && outcome.is === 'written' && ids.includes(outcome.confirmed.id ?? 0))
				await readOne(earlier);
		// A record that several items name is deleted or sent once.
		const same = isChecked ? actions.get(recordOf(run, opened)) : undefined;
		const action = same ?? sendWrite(api, item, write, memory.earlier(indexOf(place)));
		if (isChecked) actions.set(recordOf(run, opened), action);
		outcomes[place] = { is: 'written', open: opened, confirmed: await action };
	}

	/** Reads the record of an item back, and compares it with what was sent. */
	async function readOne(place: number, listed?: Awaited<ReturnType<typeof sentRecords>>): Promise<void> {
		const outcome = outcomes[place];
		if (outcome?.is !== 'written') return;
		const {
			open: { item, write },
			confirmed,
		} = outcome;
		await settle(place, async () => {
			const record = await readBack(
				item,
				operation.shows,
				confirmed,
				write,
				undefined,
				listed?.get(confirmed.id ?? 0),
			);
			outcomes[place] = { is: 'done', output: remember(run, indexOf(place), item, [record]) };
		});
	}

	/** Checks deletes and sends. A refused one keeps the others from being sent, unless the node is set to continue. */
	async function check(from: number, count: number): Promise<void> {
		const opened = await mapInOrder(groups.slice(from, from + count), async (group, index) =>
			outcomes[from + index]?.is === 'untried' ? await open(group, from + index) : undefined,
		);
		const all = opened.filter((one) => one !== undefined);
		await mapInOrder(all, async (one) => {
			await settle(one.place, async () => {
				if (!isPreview(one.item)) await refuseForbidden(api, one.item, one.item.method, one.item.body);
				await prepare(one, all);
			});
		});
		checked.splice(from, count, ...opened);
	}

	const checked: Array<Open | undefined> = [];
	let isRefused = false;
	const atOnce = isOrdered(run) ? 1 : AT_ONCE;
	for (let from = 0, size = 1; from < groups.length && !isOver; from += size, size = atOnce) {
		await alone(run.account, run.owner, api.stop, async (hadOthers) => {
			if (hadOthers) api.forget();
			// Deletes and sends are all checked before the first, and again where others may have changed their records (people).
			if (isChecked && from === 0) await check(0, groups.length);
			else if (isChecked && hadOthers) await check(from, size);
			if (from === 0) isRefused = isOver;
			const round = groups.slice(from, from + size);
			const opened = isChecked
				? checked.slice(from, from + size)
				: await mapInOrder(round, (group, index) => open(group, from + index));
			const chains = groupBy(
				opened.filter((one) => one !== undefined),
				(one) => recordOf(run, one),
			);
			await mapInOrder([...chains.values()], async (chain) => {
				for (const one of chain) {
					if (isOver) return;
					await settle(one.place, async () => {
						if (!isChecked) await prepare(one, [one]);
						await send(one);
					});
				}
			});
		});
		// A service that changes more than it is asked to must not go through all items.
		if (from === 0 && verb === 'update' && outcomes[0]?.is === 'written') {
			await readOne(0);
			isOver ||= 'error' in outcomes[0];
		}
	}

	const written = outcomes.flatMap((outcome) => (outcome.is === 'written' ? [outcome.open.item] : []));
	const type = operation.shows;
	const listed = verb === 'send' && type !== undefined ? await sentRecords(api, type, written) : undefined;
	await mapInOrder(groups, (_, place) => readOne(place, listed));
	if (!isToContinue) throwFailure(run, groups, outcomes, isRefused);
	return outcomes.map((outcome, place): ItemResult => {
		if ('output' in outcome) return { ok: true, value: outcome.output };
		if ('error' in outcome) return { ok: false, error: outcome.error };
		return { ok: false, error: untried(run, indexOf(place)) };
	});
}

/** Whether writes go one after another: numbers follow the items, and two documents must not get the same one (§4.3). */
function isOrdered({ form, operation }: Run): boolean {
	const verb = methodNamed(operation.method ?? '')?.verb ?? '';
	const isOfKnown = ['update', 'pay', 'delete', 'send'].includes(verb);
	return !isOfKnown || fieldsOf(form.node.parameters['updateFields'])['number'] !== undefined;
}

/** The record that an item writes, by the identifier in its form; an item without one is by itself. */
function recordOf({ operation }: Run, { place, item }: Open): string {
	const type = recordTypeNamed(methodNamed(operation.method ?? '')?.kind);
	const [id] = type === undefined ? [] : [item.body[type.id]].flat();
	return textOf(id) || `item ${place}`;
}

/** Keeps the output of an item, in case that n8n runs the node again. */
function remember(run: Run, index: number, item: PreparedItem, output: IDataObject[]): ItemOutput {
	const value = { output, view: viewOf(run, item), warnings: item.warnings, hint: item.told[0] };
	run.memory.done(index, value);
	return value;
}

function failed({ memory, operation }: Run, index: number, found: Error): Outcome {
	adviseNothingDone(found, operation.method ?? '');
	const earlier = memory.earlier(index);
	const isInDoubt = failureOfWrite(found)?.effect === 'unknown';
	if (isInDoubt) memory.inDoubt(index, found);
	// The guard may have found the record of the earlier attempt, so that attempt's error takes precedence.
	const error = earlier?.is === 'inDoubt' ? earlier.error(found.message) : found;
	return { is: isInDoubt || earlier !== undefined ? 'inDoubt' : 'refused', error };
}

const untried = ({ context }: Run, itemIndex: number): Error =>
	problemOf(context, itemIndex)(
		'The run ended before this was tried',
		'Nothing was sent. Run the node again.',
	);

/** Throws the error of a failed item, preferably of one that may have been carried out. */
function throwFailure(
	run: Run,
	groups: readonly ItemGroup[],
	outcomes: readonly Outcome[],
	isRefused: boolean,
): void {
	const failures = outcomes.filter((outcome) => 'error' in outcome);
	const worst = failures.find(({ is }) => is === 'inDoubt') ?? failures[0];
	if (worst === undefined) return;
	const own = groups[outcomes.indexOf(worst)]?.items ?? [];
	const itemsThat = (state: Outcome['is']) =>
		groups.flatMap(({ items }, place) => (outcomes[place]?.is === state ? items : []));
	const others = { done: itemsThat('done'), untried: itemsThat('untried').length };
	throw toItemError(run.context, worst.error, own[0] ?? 0, isRefused ? NO_WRITES : others);
}
