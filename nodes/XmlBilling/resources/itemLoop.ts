import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { mapInOrder } from '../transport/parallel';
import { isRead, openService, type Service } from '../transport/service';
import { groupItems, prepareGroup, type ItemGroup } from './itemGroups';
import type { Call } from '../fields/call';
import type { Operation, Outcome } from './operation';
import { prepareCall, type Run } from './prepareCall';
import { isPreview, Preview } from './supervise';

const DEFAULT_AT_ONCE = 10;

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
	const { service, atOnce } = await open(context);
	const run: Run = { context, operation, service };
	const groups = groupItems(context, operation);
	const results = await (operation.runTogether === undefined
		? runEach(run, groups, atOnce)
		: runTogether(run, operation.runTogether, atOnce));
	return results.flatMap((result, index) => {
		const items = groups[index]?.items ?? [index];
		const [item = 0, ...others] = items;
		const pairedItem = others.length === 0 ? { item } : items.map((one) => ({ item: one }));
		if (result.ok) return result.value.map((json) => ({ json, pairedItem }));
		if (!context.continueOnFail())
			throw toNodeError(context, result.error, item, countDone(operation, results));
		// n8n gives each failed item its input back, and takes only the first of those that it is linked to.
		return items.map((one) => ({ json: errorJson(result.error), pairedItem: { item: one } }));
	});
}

async function runEach(run: Run, groups: readonly ItemGroup[], atOnce: number): Promise<ItemResult[]> {
	const { context, operation } = run;
	const isReading = isReadOnly(operation);
	return await mapInOrder(groups, isReading ? atOnce : 1, async (group, index) => {
		const tried = await attempt(async () => {
			const call = await prepareGroup(run, group);
			return call.finish((await operation.run?.(call)) ?? []);
		});
		const result = tried.ok ? tried : ended(tried.error);
		if (!result.ok && !context.continueOnFail()) {
			throw toNodeError(context, result.error, group.items[0] ?? 0, isReading ? 0 : index);
		}
		return result;
	});
}

async function runTogether(
	run: Run,
	runCalls: (calls: readonly Call[]) => Promise<Outcome[]>,
	atOnce: number,
): Promise<ItemResult[]> {
	const { context } = run;
	// What can be wrong with an item is found before the first request of all.
	const prepared = await mapInOrder(context.getInputData(), atOnce, async (_, index) => {
		const result = await attempt(async () => {
			const call = await prepareCall(run, index);
			call.body();
			return call;
		});
		if (!result.ok && !context.continueOnFail()) throw toNodeError(context, result.error, index, 0);
		return result;
	});
	const calls = prepared.flatMap((result) => (result.ok ? [result.value] : []));
	const outcomes = await runWithPreviews(calls, runCalls);
	return prepared.map((result): ItemResult => {
		if (!result.ok) return result;
		const outcome = outcomes.get(result.value);
		if (outcome?.ok === false) return ended(outcome.error);
		return { ok: true, value: outcome === undefined ? [] : [outcome.output] };
	});
}

// What is to be previewed never shares a request with what is to be carried out.
async function runWithPreviews(
	calls: readonly Call[],
	runCalls: (calls: readonly Call[]) => Promise<Outcome[]>,
): Promise<Map<Call, Outcome | undefined>> {
	const previews = calls.filter(isPreview);
	const others = calls.filter((call) => !isPreview(call));
	const outcomes = new Map<Call, Outcome | undefined>();
	for (const call of previews) outcomes.set(call, (await runCalls([call]))[0]);
	const carriedOut = await runCalls(others);
	for (const [index, call] of others.entries()) outcomes.set(call, carriedOut[index]);
	return outcomes;
}

const isReadOnly = ({ method }: Operation): boolean => method !== undefined && isRead(method);

const countDone = (operation: Operation, results: readonly ItemResult[]): number =>
	isReadOnly(operation) ? 0 : results.filter(({ ok }) => ok).length;

// What concerns the whole run, not an item, is read from the first one.
async function open(context: IExecuteFunctions): Promise<{ service: Service; atOnce: number }> {
	const options = context.getNodeParameter('options', 0, {});
	const positive = (value: unknown, otherwise: number) => (Number(value) > 0 ? Number(value) : otherwise);
	const settings =
		typeof options === 'object' && options !== null ? new Map(Object.entries(options)) : new Map();
	const atOnce = Math.min(50, positive(settings.get('requestsAtOnce'), DEFAULT_AT_ONCE));
	const timeLimitMs = positive(settings.get('timeLimit'), 60) * 1000;
	return { service: await openService(context, { atOnce, timeLimitMs }), atOnce };
}

type ItemResult = Attempt<IDataObject[]>;
// A preview ends its call like an error, and is none.
const ended = (error: Error): ItemResult =>
	error instanceof Preview ? { ok: true, value: [error.output] } : { ok: false, error };

type Attempt<Value> = { ok: true; value: Value } | { ok: false; error: Error };

async function attempt<Value>(work: () => Promise<Value>): Promise<Attempt<Value>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
	}
}

// The items that were carried out before are not in any output of a run that ends here: they are at least told.
function toNodeError(
	context: IExecuteFunctions,
	error: Error,
	itemIndex: number,
	done: number,
): NodeApiError | NodeOperationError {
	const nodeError =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error.message);
	// Of the items of a group, the error knows which one it is about.
	nodeError.context.itemIndex ??= itemIndex;
	if (done > 0) {
		const others = done === 1 ? 'One other item was' : `${done} other items were`;
		const advice = (nodeError.description ?? '').replace(/^(Nothing was \w+)\./, '$1 for this item.');
		nodeError.description =
			`${advice} ${others} carried out. Leave them out when you run the node again.`.trim();
	}
	return nodeError;
}

// n8n sends an item to the error output only when it carries nothing but these two.
function errorJson(error: Error): IDataObject {
	const advice = 'description' in error && typeof error.description === 'string' ? error.description : '';
	return { error: error.message, ...(advice === '' ? {} : { message: advice }) };
}
