import { keysOfWrite } from './writes/claims';
import { refuseForbidden } from '../guards/credentialLimits';
import { isPreview, previewOf } from './writes/previewAndTotal';
import { mapInOrder } from '../transport/mapInOrder';
import { adviseNothingDone, asError } from '../transport/failure';
import { findInLists } from '../reads/findInLists';
import { isWhole } from '../reads/question';
import { isSameText, type BillingRecord } from '../xml/shape';
import { actOnMany, requestFor, type Outcome } from './writes/batch';
import { continueWith, isThrottled } from './continuing';
import { NO_WRITES, toItemError } from './errors';
import { idOf, option, type ItemOutput, type ItemResult, type PreparedItem } from './item/itemContext';
import type { Batch, ItemGroup } from './item/operation';
import { prepareGroup, type Run } from './prepareItem';
import { refuseNumber } from './writes/refuseNumber';
import { readBack } from './writes/recordWrites';
import { viewOf } from './reads/view';

/** An item to act on, or an outcome that needs no request. */
type Entry = { item: PreparedItem } | { outcome: Outcome };

const itemsIn = (entries: readonly Entry[]): PreparedItem[] =>
	entries.flatMap((entry) => ('item' in entry ? [entry.item] : []));

/**
 * Acts on the records of all items with as few requests as possible. All items are checked before the first write. If one
 * fails, no further write is sent unless the node is set to continue.
 */
export async function runBatch(run: Run, groups: readonly ItemGroup[], batch: Batch): Promise<ItemResult[]> {
	let { prepared, claim } = await prepareAndClaim(run, groups);
	if (claim.hadOthers) {
		// A number or a name may be another record's by now.
		claim.end();
		run.api.forgetAfter(run.operation.method ?? '');
		({ prepared, claim } = await prepareAndClaim(run, groups));
	}
	try {
		return await runClaimed(run, prepared, batch);
	} finally {
		claim.end();
	}
}

async function prepareAndClaim(run: Run, groups: readonly ItemGroup[]) {
	const prepared = await mapInOrder(groups, async (group) => await prepareEntry(run, group));
	const keys = new Set(itemsIn(prepared).flatMap(({ method, body }) => keysOfWrite(method, body)));
	return { prepared, claim: await run.claims.claim([...keys]) };
}

/** The same, once no other execution can change the records. */
async function runClaimed(run: Run, prepared: readonly Entry[], batch: Batch): Promise<ItemResult[]> {
	const { context, api, memory } = run;
	const goesOn = context.continueOnFail();
	const all = itemsIn(prepared);
	const entries = await mapInOrder(
		prepared,
		async (entry, index) => await checkEntry(run, entry, index, batch, all),
	);
	const outcomes = entries.map((entry) => ('outcome' in entry ? entry.outcome : undefined));
	if (goesOn || !outcomes.some(isFailure)) {
		const items = entries.flatMap((entry, index) => ('item' in entry ? [{ index, item: entry.item }] : []));
		for (const { index, item } of items.filter(({ item }) => isPreview(item))) {
			const body = requestFor(batch, item);
			outcomes[index] = { is: 'previewed', output: await previewOf(api, item, item.method, body) };
		}
		const sent = items.filter(({ item }) => !isPreview(item));
		const results = await actOnMany(
			api,
			batch,
			sent.map(({ item }) => item),
			goesOn,
		);
		const records = await sentRecords(
			run,
			batch,
			sent.flatMap(({ item }, position) => (results[position]?.is === 'done' ? [item] : [])),
		);
		await mapInOrder(sent, async ({ index, item }, position) => {
			const result = results[position];
			const outcome =
				result?.is === 'done' ? await withSentRecord(run, batch, item, result, records) : result;
			outcomes[index] = outcome;
			if (outcome?.is === 'done') memory.done(index, outcome.output);
			if (outcome?.is === 'inDoubt') memory.inDoubt(index, outcome.error);
		});
	}
	if (!goesOn) throwFailure(run, outcomes);
	return outcomes.map((outcome) =>
		isFailure(outcome)
			? {
					ok: false,
					error: outcome.error,
					isThrottled: outcome.is === 'untried' && isThrottled(run, outcome.error),
				}
			: { ok: true, value: outcome?.output ?? NO_OUTPUT, isPreview: outcome?.is === 'previewed' },
	);
}

async function prepareEntry(run: Run, group: ItemGroup): Promise<Entry> {
	const [index = 0] = group.items;
	const earlier = run.memory.earlier(index);
	if (earlier?.is === 'done') return { outcome: { is: 'done', output: earlier.output } };
	if (earlier !== undefined) return { outcome: { is: 'inDoubt', error: earlier.error() } };
	return await unlessRefused(run, index, async () => ({ item: await prepareGroup(run, group) }));
}

/** Checks an item. A refused record must not take the others of its request with it. */
async function checkEntry(
	run: Run,
	entry: Entry,
	index: number,
	batch: Batch,
	all: readonly PreparedItem[],
): Promise<Entry> {
	if ('outcome' in entry) return entry;
	const { item } = entry;
	return await unlessRefused(run, index, async () => {
		if (!isPreview(item)) await refuseForbidden(run.api, item, item.method, requestFor(batch, item));
		await batch.check?.(item, all);
		await refuseNumber(run.api, item);
		return entry;
	});
}

async function unlessRefused(run: Run, index: number, work: () => Promise<Entry>): Promise<Entry> {
	const { context } = run;
	try {
		return await work();
	} catch (error) {
		const thrown = asError(error);
		adviseNothingDone(thrown, run.operation.method ?? '');
		if (context.continueOnFail())
			return { outcome: { is: isThrottled(run, thrown) ? 'untried' : 'refused', error: thrown } };
		throw toItemError(context, thrown, index, NO_WRITES);
	}
}

type Failed = Extract<Outcome, { error: Error }>;
type Done = Exclude<Outcome, Failed>;

const isFailure = (outcome: Outcome | undefined): outcome is Failed =>
	outcome !== undefined && 'error' in outcome;

const NO_OUTPUT: ItemOutput = { output: [], warnings: [] };

/** The records of items that were sent and ask for them, as far as lists show them in full, and as sent (§3). */
async function sentRecords(
	{ api }: Run,
	{ type, done }: Batch,
	items: readonly PreparedItem[],
): Promise<ReadonlyMap<number, BillingRecord>> {
	const asking = items.filter((item) => done === 'sent' && option(item, 'return') !== 'id');
	const ids = asking.map((item) => idOf(item, type));
	const status = type.watched?.status?.field ?? '';
	return await findInLists(
		api,
		type,
		ids,
		(listed) => isWhole(type, listed) && isSameText(listed[status], 'Sent'),
	);
}

/** Adds the record that was sent to its outcome. */
async function withSentRecord(
	run: Run,
	{ type, done }: Batch,
	item: PreparedItem,
	outcome: Done,
	records: ReadonlyMap<number, BillingRecord>,
): Promise<Done> {
	if (done !== 'sent') return outcome;
	const id = idOf(item, type);
	const output = await readBack(item, type, { id, known: { sent: true } }, {}, done, records.get(id));
	const view = viewOf(run, item);
	return { ...outcome, output: { output: [output], view, warnings: item.warnings } };
}

/** Throws the error of a failed item, preferably of one that may have been carried out. */
function throwFailure(run: Run, outcomes: ReadonlyArray<Outcome | undefined>): void {
	const worst = outcomes.find((outcome) => outcome?.is === 'inDoubt') ?? outcomes.find(isFailure);
	if (!isFailure(worst)) return;
	const itemsThat = (...states: unknown[]) =>
		[...outcomes.keys()].filter((index) => states.includes(outcomes[index]?.is));
	const index = outcomes.indexOf(worst);
	const open = itemsThat('untried', undefined);
	throw toItemError(run.context, worst.error, index, {
		done: itemsThat('done').length,
		untried: open.filter((other) => other !== index).length,
		whereNext: continueWith(run, [...itemsThat('previewed'), ...open]),
	});
}
