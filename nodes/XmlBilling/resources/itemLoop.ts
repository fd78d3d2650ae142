import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { encode } from '../interface/encode';
import { resolveLocators } from '../fields/resolve';
import { mapInOrder } from '../transport/parallel';
import { isRead, openService, type Service } from '../transport/service';
import type { Call, Operation, Outcome } from './operation';

const DEFAULT_AT_ONCE = 10;

type ItemResult = Attempt<IDataObject[]>;

/**
 * Runs an operation for every input item: reads side by side, writes one after the other so that document numbers follow
 * item order, and what can be batched in batches. Output stands in the order of the input and is linked to it. An item
 * that fails ends the run, or becomes an error item where the node is set to continue (§7: nothing goes unreported).
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const { service, atOnce } = await open(context);
	const prepare = async (index: number) => await prepareCall(context, operation, service, index);
	const results = await (operation.runTogether === undefined
		? runEach(context, operation, prepare, atOnce)
		: runTogether(context, operation.runTogether, prepare, atOnce));
	return results.flatMap((result, index) => {
		if (result.ok) return result.value.map((json) => ({ json, pairedItem: { item: index } }));
		if (!context.continueOnFail())
			throw toNodeError(context, result.error, index, countDone(operation, results));
		return [{ json: errorJson(result.error), pairedItem: { item: index } }];
	});
}

type Prepare = (index: number) => Promise<Call>;

async function runEach(
	context: IExecuteFunctions,
	operation: Operation,
	prepare: Prepare,
	atOnce: number,
): Promise<ItemResult[]> {
	const isReading = isRead(operation.method);
	return await mapInOrder(context.getInputData(), isReading ? atOnce : 1, async (_, index) => {
		const result = await attempt(async () => (await operation.run?.(await prepare(index))) ?? []);
		if (!result.ok && !context.continueOnFail()) {
			throw toNodeError(context, result.error, index, isReading ? 0 : index);
		}
		return result;
	});
}

async function runTogether(
	context: IExecuteFunctions,
	run: (calls: readonly Call[]) => Promise<Outcome[]>,
	prepare: Prepare,
	atOnce: number,
): Promise<ItemResult[]> {
	// What can be wrong with an item is found before the first request of all.
	const prepared = await mapInOrder(context.getInputData(), atOnce, async (_, index) => {
		const result = await attempt(async () => {
			const call = await prepare(index);
			call.body();
			return call;
		});
		if (!result.ok && !context.continueOnFail()) throw toNodeError(context, result.error, index, 0);
		return result;
	});
	const outcomes = (await run(prepared.flatMap((result) => (result.ok ? [result.value] : [])))).values();
	return prepared.map((result): ItemResult => {
		if (!result.ok) return result;
		const outcome = outcomes.next().value;
		return outcome?.ok === false
			? outcome
			: { ok: true, value: outcome === undefined ? [] : [outcome.output] };
	});
}

const countDone = (operation: Operation, results: readonly ItemResult[]): number =>
	isRead(operation.method) ? 0 : results.filter(({ ok }) => ok).length;

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

/** Everything of a call is made anew for its item, so that nothing of one item reaches another. */
async function prepareCall(
	context: IExecuteFunctions,
	operation: Operation,
	service: Service,
	index: number,
): Promise<Call> {
	const problem = (message: string, advice?: string) =>
		new NodeOperationError(context.getNode(), message, {
			itemIndex: index,
			...(advice === undefined ? {} : { description: advice }),
		});
	const filled = Object.fromEntries(
		operation.properties.map(({ name }) => [name, context.getNodeParameter(name, index, null)]),
	);
	const resolved = await resolveLocators(filled, service);
	if (!resolved.ok) throw problem(resolved.problem, resolved.advice);
	const { values } = resolved;
	const timeZone = context.getTimezone();
	return {
		service,
		method: operation.method,
		values,
		timeZone,
		problem,
		body() {
			const encoded = encode(operation.properties, values, timeZone);
			if (!encoded.ok)
				throw problem(
					`${encoded.field} ${encoded.problem}`,
					'Nothing was sent. Correct the field and run the node again.',
				);
			return encoded.body;
		},
	};
}

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
	nodeError.context.itemIndex = itemIndex;
	if (done > 0) {
		nodeError.description =
			`${nodeError.description ?? ''} ${done === 1 ? 'One other item was' : `${done} other items were`} carried out.`.trim();
	}
	return nodeError;
}

// n8n sends an item to the error output only when it carries nothing but these two.
function errorJson(error: Error): IDataObject {
	const advice = 'description' in error && typeof error.description === 'string' ? error.description : '';
	return { error: error.message, ...(advice === '' ? {} : { message: advice }) };
}
