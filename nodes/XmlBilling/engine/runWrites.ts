import type { IDataObject } from 'n8n-workflow';
import { refuseForbidden } from '../guards/credentialLimits';
import { fieldsOf } from '../objects';
import { adviseNothingDone, asError, failureOfWrite } from '../transport/failure';
import { mapInOrder } from '../transport/mapInOrder';
import { camelCase } from '../xml/encode';
import { check } from '../xml/values';
import { NO_WRITES, toItemError } from './errors';
import type { RecordType } from '../records';
import type { Body } from '../xml/request';
import { idOf, type ItemOutput, type ItemResult, type PreparedItem } from './item/itemContext';
import type { Batch, ItemGroup, Write } from './item/operation';
import type { EarlierResult } from './item/retryMemory';
import { prepareGroup, valueIn, type Run } from './prepareItem';
import { viewOf } from './reads/view';
import { createBeside, idsIn, type Ahead, type Beside } from './writes/beside';
import { keysOfWrite } from './writes/claims';
import { isPreview, previewIfAsked } from './writes/previewAndTotal';
import { readBack } from './writes/recordWrites';
import { refuseNumber } from './writes/refuseNumber';
import { requestFor, sendTogether, sentRecords, untried, type Failed } from './writes/sendTogether';
import { sendWrite } from './writes/sendWrite';

/** What became of an item. Its output may wait for its record to be read back. */
type Outcome =
	{ readonly is: 'done' | 'previewed'; readonly output: ItemOutput | Promise<ItemOutput> } | Failed;

/** An item for which nothing was sent yet. */
interface Claimed {
	/** The first of its input items. */
	readonly index: number;
	readonly item: PreparedItem;
	readonly earlier: EarlierResult | undefined;
}

interface Open extends Claimed {
	readonly is: 'open';
}

/** An item whose write is checked. */
interface Ready extends Claimed {
	readonly is: 'ready';
	readonly write: Write;
}

const isFailure = (step: Outcome | Open): step is Failed => 'error' in step;
const openIn = (steps: ReadonlyArray<Open | Outcome>): Open[] => steps.filter((step) => step.is === 'open');
const isOutcome = (step: Open | Ready | Outcome): step is Outcome =>
	step.is !== 'open' && step.is !== 'ready';

/**
 * Runs the writes of all items, one after another, so that document numbers follow the items. Deletes and sends share
 * requests. After an error, no further write is sent unless the node is set to continue.
 */
export async function runWrites(run: Run, groups: readonly ItemGroup[]): Promise<ItemResult[]> {
	const goesOn = run.context.continueOnFail();
	const units = run.operation.batch === undefined ? groups.map((group) => [group]) : [groups];
	const beside = createBeside();
	const outcomes: Outcome[] = [];
	for (const [place, unit] of units.entries()) {
		outcomes.push(...(await writeUnit(run, unit, beside, units[place + 1]?.[0])));
		if (!goesOn && outcomes.some(isFailure)) break;
	}
	// A retry needs the outputs of what is done.
	await beside.end();
	if (!goesOn) throwFailure(run, groups, outcomes);
	return await Promise.all(
		outcomes.map(async (outcome): Promise<ItemResult> => {
			if (!isFailure(outcome)) return { ok: true, value: await outcome.output };
			return { ok: false, error: outcome.error };
		}),
	);
}

/** Writes one item, or all that share requests, once their records are claimed. */
async function writeUnit(
	run: Run,
	unit: readonly ItemGroup[],
	beside: Beside,
	next: ItemGroup | undefined,
): Promise<Outcome[]> {
	const { batch } = run.operation;
	const claimed = await claim(run, unit, beside);
	try {
		if (batch !== undefined) return await writeTogether(run, batch, claimed);
		const ready = await each(run, claimed, async (open) => await recognize(run, open));
		return await each(run, ready, async (step) => await carryOut(run, step, beside, next));
	} finally {
		for (const { item } of openIn(claimed)) item.release();
	}
}

/** Recognizes the record of an item, and checks its write or shows it. */
async function recognize(run: Run, open: Open): Promise<Ready | Outcome> {
	const { api, operation } = run;
	const { item } = open;
	const write = (await operation.prepare?.(item)) ?? [];
	if (Array.isArray(write)) return { is: 'done', output: remembered(run, open, write) };
	await refuseNumber(api, item);
	const preview = await previewIfAsked(api, item, write);
	if (preview !== undefined) return { is: 'previewed', output: preview };
	return { ...open, is: 'ready', write };
}

/** Sends the write of an item, confirms it, and reads its record back beside the next one. */
async function carryOut(
	run: Run,
	ready: Ready,
	beside: Beside,
	next: ItemGroup | undefined,
): Promise<Outcome> {
	const { item, write, earlier } = ready;
	await beside.before(write.body);
	beside.ahead = readAhead(run, item.changes, write.body, next);
	const confirmed = await sendWrite(run.api, item, write, earlier);
	const output = readBack(item, run.operation.shows, confirmed, write).then((record) =>
		remembered(run, ready, [record]),
	);
	beside.add(confirmed.id, output);
	// A service that changes more than it is asked to must not go through all items.
	if (write.expected?.document?.before !== undefined && beside.isProven !== true) {
		await output;
		beside.isProven = true;
	}
	return { is: 'done', output };
}

/** Writes items that share requests: checks all of them before the first request, so that a refused one takes no other with it. */
async function writeTogether(
	run: Run,
	batch: Batch,
	claimed: ReadonlyArray<Open | Outcome>,
): Promise<Outcome[]> {
	const { api, context, operation, memory } = run;
	const goesOn = context.continueOnFail();
	const items = openIn(claimed).map(({ item }) => item);
	const checked = await each(run, claimed, async (open): Promise<Open | Outcome> => {
		const { item } = open;
		const body = requestFor(batch, [idOf(item, batch.type)]);
		if (!isPreview(item)) await refuseForbidden(api, item, item.method, body);
		await batch.check?.(item, items);
		await refuseNumber(api, item);
		const preview = await previewIfAsked(api, item, { body });
		return preview === undefined ? open : { is: 'previewed', output: preview };
	});
	const isStopped = !goesOn && checked.some(isFailure);
	const open = isStopped ? [] : openIn(checked).map(({ item }) => item);
	const failures = await sendTogether(api, batch, open, goesOn);
	const records = await sentRecords(
		api,
		batch,
		open.filter((item) => !failures.has(item)),
	);
	return await mapInOrder(checked, async (step): Promise<Outcome> => {
		if (step.is !== 'open') return step;
		const { item, index } = step;
		const failure = isStopped ? untried(item) : failures.get(item);
		if (failure?.is === 'inDoubt') memory.inDoubt(index, failure.error);
		if (failure !== undefined) return failure;
		const id = idOf(item, batch.type);
		const confirmed = { id, known: { [batch.type.id]: id, [batch.done]: true } };
		const record = await readBack(item, operation.shows, confirmed, {}, batch.done, records.get(id));
		if (batch.hint !== undefined) item.tell(batch.hint);
		return { is: 'done', output: remembered(run, step, [record]) };
	});
}

/** Keeps the output of an item, in case that n8n runs the node again. */
function remembered(run: Run, { item, index }: Claimed, output: IDataObject[]): ItemOutput {
	const value = { output, view: viewOf(run, item), warnings: item.warnings, hint: item.told[0] };
	run.memory.done(index, value);
	return value;
}

/** Takes a step with all items that have no outcome yet. */
async function each<Step extends Open | Ready, Result>(
	run: Run,
	steps: ReadonlyArray<Step | Outcome>,
	take: (step: Step) => Promise<Result>,
): Promise<Array<Result | Outcome>> {
	return await mapInOrder(steps, async (step) =>
		isOutcome(step) ? step : await unlessFailed(run, step, async () => await take(step)),
	);
}

/** The outcome of an item whose step failed. */
async function unlessFailed<Result>(
	run: Run,
	{ is, index, earlier }: Pick<Open | Ready, 'is' | 'index' | 'earlier'>,
	work: () => Promise<Result>,
): Promise<Result | Failed> {
	try {
		return await work();
	} catch (thrown) {
		const found = asError(thrown);
		if (is === 'open') adviseNothingDone(found, run.operation.method ?? '');
		const isInDoubt = failureOfWrite(found)?.effect === 'unknown';
		if (isInDoubt) run.memory.inDoubt(index, found);
		// The guard may have found the record of the earlier attempt, so that attempt's error takes precedence.
		const error = earlier?.is === 'inDoubt' ? earlier.error(found.message) : found;
		// Nothing was sent for any of those that share requests.
		if (run.operation.batch !== undefined && !run.context.continueOnFail())
			throw toItemError(run.context, error, index, NO_WRITES);
		return { is: isInDoubt || earlier !== undefined ? 'inDoubt' : 'refused', error };
	}
}

/** Prepares items and claims the records that they name, anew if another execution had one of them: a number or a name may be another record's by now. */
async function claim(
	run: Run,
	unit: readonly ItemGroup[],
	{ ahead }: Beside,
): Promise<Array<Open | Outcome>> {
	for (let isAnew = false; ; isAnew = true) {
		const prepared = await mapInOrder(unit, async (group) => await prepare(run, group, ahead));
		const items = openIn(prepared).map(({ item }) => item);
		const keys = new Set(items.flatMap(({ method, body }) => keysOfWrite(method, body)));
		// Together, or two executions could wait for each other.
		const hadOthers = await items[0]?.claim([...keys]);
		if (isAnew || hadOthers !== true) return prepared;
		items[0]?.release();
	}
}

/** Prepares an item unless an earlier attempt already wrote it. */
async function prepare(run: Run, group: ItemGroup, ahead: Ahead | undefined): Promise<Open | Outcome> {
	const [index = 0] = group.items;
	const earlier = run.memory.earlier(index);
	if (earlier?.is === 'done') return { is: 'done', output: earlier.output };
	if (earlier !== undefined && run.operation.batch !== undefined)
		return { is: 'inDoubt', error: earlier.error() };
	return await unlessFailed(run, { is: 'open', index, earlier }, async () => {
		const item = await prepareGroup(run, group, ahead);
		return { is: 'open', index, item, earlier };
	});
}

/** Begins to read the record that the next item changes, if this one needed its own and the write does not name both. */
function readAhead(
	{ api, form }: Run,
	type: RecordType | undefined,
	write: Body,
	next: ItemGroup | undefined,
): Ahead | undefined {
	if (type === undefined || next === undefined) return undefined;
	const { mode, value } = fieldsOf(valueIn(form, camelCase(type.id), next.items[0] ?? 0));
	const checked = check(value, 'identifier', 'utc');
	const id = checked.ok ? Number(checked.text) : NaN;
	// The write may give a name or a number to another record.
	if (Number.isNaN(id) || (mode !== 'id' && mode !== 'list') || idsIn(write).includes(id)) return undefined;
	const record = api.get(type, id);
	// Whoever needs the record reports it.
	record.catch(() => undefined);
	return { type, id, since: Date.now(), record };
}

/** Throws the error of a failed item, preferably of one that may have been carried out. */
function throwFailure(run: Run, groups: readonly ItemGroup[], outcomes: readonly Outcome[]): void {
	const worst = outcomes.find(({ is }) => is === 'inDoubt') ?? outcomes.find(isFailure);
	if (worst === undefined || !isFailure(worst)) return;
	const own = groups[outcomes.indexOf(worst)]?.items ?? [];
	const itemsThat = (...states: Array<Outcome['is'] | undefined>) =>
		groups.flatMap(({ items }, place) => (states.includes(outcomes[place]?.is) ? items : []));
	const open = itemsThat('untried', undefined);
	throw toItemError(run.context, worst.error, own[0] ?? 0, {
		done: itemsThat('done'),
		untried: open.filter((index) => !own.includes(index)).length,
	});
}
