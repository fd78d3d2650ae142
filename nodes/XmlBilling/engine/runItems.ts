import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { asError, failureOfWrite } from '../transport/failure';
import { mapInOrder } from '../transport/concurrency';
import { MOST_CONCURRENT_REQUESTS } from '../transport/connectionSettings';
import { isRead, openBillingApi } from '../transport/billingApi';
import { groupItems, prepareGroup, type ItemGroup } from './itemGroups';
import type { ItemContext } from './itemContext';
import type { Operation, Outcome } from './operation';
import { prepareItem, type PreparedItem, type Run } from './prepareItem';
import { isPreview, Preview } from '../guards/previewAndTotal';
import { withRetryMemory, withoutWrites, type EarlierResult, type RetryMemory } from './retryMemory';
import { hint, withWarnings, type Told } from './hints';

// As many items begin side by side as requests can ever be in flight: any more would only wait, and use memory.
const WORKERS = MOST_CONCURRENT_REQUESTS;

/**
 * Runs an operation for every input item: reads side by side, writes one after the other so that document numbers follow
 * item order, what can be batched in batches, and items that are lines of one document together. Output stands in the
 * order of the input and is linked to it. An item that fails ends the run, or becomes an error item where the node is set
 * to continue (§7: nothing goes unreported).
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const run: Run = { context, operation, api: await openBillingApi(context) };
	const groups = groupItems(context, operation);
	return await withRetryMemory(context, async (tries) => {
		const results = await (operation.runTogether === undefined
			? runEach(run, groups, tries)
			: runTogether(run, operation.runTogether, tries));
		const itemsOf = (index: number) => groups[index]?.items ?? [index];
		const told = results.flatMap((result, index): Array<[number, Told]> =>
			result.ok ? [[itemsOf(index)[0] ?? index, result.value]] : [],
		);
		const isHinted = hint(context, new Map(told));
		return results.flatMap((result, index) => toItems(result, itemsOf(index), isHinted));
	});
}

function toItems(result: ItemResult, items: readonly number[], isHinted: boolean): INodeExecutionData[] {
	const [item = 0, ...others] = items;
	const pairedItem = others.length === 0 ? { item } : items.map((one) => ({ item: one }));
	if (result.ok) {
		const output = isHinted ? result.value.output : withWarnings(result.value);
		return output.map((json) => ({ json, pairedItem }));
	}
	// n8n gives each failed item its input back, and takes only the first of those that it is linked to.
	return items.map((one) => ({ json: errorJson(result.error), pairedItem: { item: one } }));
}

async function runEach(run: Run, groups: readonly ItemGroup[], tries: RetryMemory): Promise<ItemResult[]> {
	const { context, operation } = run;
	const isReading = operation.method !== undefined && isRead(operation.method);
	let done = 0;
	return await mapInOrder(groups, isReading ? WORKERS : 1, async (group, index) => {
		const tried = await (isReading ? runGroup(run, group) : runUndone(run, group, tries));
		const result = tried.ok ? tried : ended(tried.error);
		if (!result.ok && !context.continueOnFail()) {
			const untried = countItems(groups.slice(index + 1));
			throw toNodeError(
				context,
				result.error,
				group.items[0] ?? 0,
				isReading ? NO_WRITES : { done, untried },
			);
		}
		if (tried.ok) done += group.items.length;
		return result;
	});
}

const runGroup = async (run: Run, group: ItemGroup): Promise<ItemResult> =>
	await attempt(async () => {
		const item = await prepareGroup(run, group);
		return { output: (await run.operation.run?.(item)) ?? [], warnings: item.warnings };
	});

/** Carries out a group, unless an earlier try of the node has done so. */
async function runUndone(run: Run, group: ItemGroup, tries: RetryMemory): Promise<ItemResult> {
	const [index = 0] = group.items;
	const left = tries.left(index);
	if (left?.is === 'done') return { ok: true, value: left.told };
	const api = left === undefined ? run.api : withoutWrites(run.api, left.error);
	const result = await runGroup({ ...run, api: api }, group);
	if (result.ok) tries.done(index, result.value);
	else if (failureOfWrite(result.error)?.effect === 'unknown') tries.doubtful(index, result.error);
	// What a guard finds may well be what the earlier try has written: its doubt is what the user has to know.
	return result.ok || left === undefined ? result : { ok: false, error: left.error(result.error.message) };
}

const countItems = (groups: readonly ItemGroup[]): number =>
	groups.reduce((count, { items }) => count + items.length, 0);

type RunCalls = NonNullable<Operation['runTogether']>;

/** An item of a run together: its call, or what became of it without one. */
type Together = { call: PreparedItem; outcome?: Outcome } | { call?: undefined; outcome: Outcome };

async function runTogether(run: Run, runCalls: RunCalls, tries: RetryMemory): Promise<ItemResult[]> {
	const { context } = run;
	const goesOn = context.continueOnFail();
	// What can be wrong with an item is found before the first request of all.
	const items = await mapInOrder(context.getInputData(), WORKERS, async (_, index): Promise<Together> => {
		const left = tries.left(index);
		if (left !== undefined) return { outcome: outcomeOf(left) };
		const result = await attempt(async () => {
			const item = await prepareItem(run, index);
			item.body();
			return item;
		});
		if (result.ok) return { call: result.value };
		if (!goesOn) throw toNodeError(context, result.error, index, NO_WRITES);
		return { outcome: { ok: false, error: result.error, fate: 'refused' } };
	});
	const isOver = !goesOn && items.some(({ outcome }) => outcome?.ok === false);
	const calls = isOver ? [] : items.flatMap(({ call }) => call ?? []);
	const outcomes = await runWithPreviews(calls, goesOn, runCalls);
	for (const [index, item] of items.entries()) {
		if (item.call === undefined) continue;
		const outcome = outcomes.get(item.call);
		if (outcome === undefined) continue;
		item.outcome = outcome;
		if (outcome.ok && !isPreview(item.call)) tries.done(index, plain(outcome.output));
		if (!outcome.ok && outcome.fate === 'doubtful') tries.doubtful(index, outcome.error);
	}
	if (!goesOn) throwFailure(context, items);
	return items.map(({ outcome }): ItemResult => {
		if (outcome?.ok === false) return outcome;
		return { ok: true, value: outcome === undefined ? { output: [], warnings: [] } : plain(outcome.output) };
	});
}

const outcomeOf = (left: EarlierResult): Outcome =>
	left.is === 'done'
		? { ok: true, output: left.told.output[0] ?? {} }
		: { ok: false, error: left.error(), fate: 'doubtful' };

type Outcomes = ReadonlyMap<ItemContext, Outcome | undefined>;

// What is to be previewed never shares a request with what is to be carried out.
async function runWithPreviews(
	items: readonly ItemContext[],
	goesOn: boolean,
	runCalls: RunCalls,
): Promise<Outcomes> {
	const outcomes = new Map<ItemContext, Outcome | undefined>();
	for (const item of items.filter(isPreview))
		outcomes.set(item, previewed((await runCalls([item], goesOn))[0]));
	const others = items.filter((item) => !isPreview(item));
	const carriedOut = await runCalls(others, goesOn);
	for (const [index, item] of others.entries()) outcomes.set(item, carriedOut[index]);
	return outcomes;
}

const previewed = (outcome: Outcome | undefined): Outcome | undefined =>
	outcome?.ok === false && outcome.error instanceof Preview
		? { ok: true, output: outcome.error.output }
		: outcome;

/** Ends a run with the error of an item that may have been carried out, before that of one that was not. */
function throwFailure(context: IExecuteFunctions, items: readonly Together[]): void {
	const failed = items.flatMap(({ outcome }, item) => (outcome?.ok === false ? { item, ...outcome } : []));
	const worst = failed.find(({ fate }) => fate === 'doubtful') ?? failed[0];
	if (worst === undefined) return;
	const isDone = ({ call, outcome }: Together) =>
		outcome?.ok === true && (call === undefined || !isPreview(call));
	const isUntried = ({ outcome }: Together) =>
		outcome === undefined || (!outcome.ok && outcome.fate === 'untried');
	const [done, untried] = [items.filter(isDone).length, items.filter(isUntried).length];
	throw toNodeError(context, worst.error, worst.item, { done, untried });
}

type ItemResult = Attempt<Told>;
const plain = (output: IDataObject): Told => ({ output: [output], warnings: [] });
// A preview ends its call like an error, and is none.
const ended = (error: Error): ItemResult =>
	error instanceof Preview ? { ok: true, value: plain(error.output) } : { ok: false, error };

type Attempt<Value> = { ok: true; value: Value } | { ok: false; error: Error };

async function attempt<Value>(work: () => Promise<Value>): Promise<Attempt<Value>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error: asError(error) };
	}
}

/** What became of the other items of a run that ends with an error, where they were writes. */
interface Others {
	readonly done: number;
	readonly untried: number;
}

const NO_WRITES: Others = { done: 0, untried: 0 };

// The items that were carried out before are not in any output of a run that ends here: they are at least told.
function toNodeError(
	context: IExecuteFunctions,
	error: Error,
	itemIndex: number,
	{ done, untried }: Others,
): NodeApiError | NodeOperationError {
	const nodeError =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error.message);
	// Of the items of a group, the error knows which one it is about.
	nodeError.context.itemIndex ??= itemIndex;
	const told = [
		...(untried > 0 ? [`${countOthers(untried)} not tried.`] : []),
		...(done > 0 ? [`${countOthers(done)} carried out. Leave them out when you run the node again.`] : []),
	];
	if (told.length > 0) {
		const advice = (nodeError.description ?? '').replace(/^(Nothing was \w+)\./, '$1 for this item.');
		nodeError.description = [advice, ...told].join(' ').trim();
	}
	return nodeError;
}

const countOthers = (count: number): string =>
	count === 1 ? 'One other item was' : `${count} other items were`;

// n8n sends an item to the error output only when it carries nothing but these two.
function errorJson(error: Error): IDataObject {
	const advice = 'description' in error && typeof error.description === 'string' ? error.description : '';
	return { error: error.message, ...(advice === '' ? {} : { message: advice }) };
}
