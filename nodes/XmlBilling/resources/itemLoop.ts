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

type ItemResult = { ok: true; outputs: IDataObject[] } | { ok: false; error: Error };

/**
 * Runs an operation for every input item: reads side by side, writes one after the other so that document numbers follow
 * item order, and what can be batched in batches. Output stands in the order of the input and is linked to it. An item
 * that fails ends the run, or becomes an error item where the node is set to continue (§7: nothing goes unreported).
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const { service, atOnce } = await open(context);
	const stopsAtError = !context.continueOnFail();
	const prepare = async (index: number) => await prepareCall(context, operation, service, index);

	let results: ItemResult[];
	if (operation.runTogether !== undefined) {
		results = await runTogether(operation.runTogether, items.length, prepare, atOnce);
	} else {
		results = await mapInOrder(items, isRead(operation.method) ? atOnce : 1, async (_, index) => {
			const result = await settle(async () => (await operation.run?.(await prepare(index))) ?? []);
			if (!result.ok && stopsAtError) throw toNodeError(context, result.error, index);
			return result;
		});
	}
	return results.flatMap((result, index) => {
		if (result.ok) return result.outputs.map((json) => ({ json, pairedItem: { item: index } }));
		if (stopsAtError) throw toNodeError(context, result.error, index);
		return [{ json: errorJson(result.error), pairedItem: { item: index } }];
	});
}

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

async function runTogether(
	run: (calls: readonly Call[]) => Promise<Outcome[]>,
	count: number,
	prepare: (index: number) => Promise<Call>,
	atOnce: number,
): Promise<ItemResult[]> {
	const indexes = Array.from({ length: count }, (_, index) => index);
	const prepared = await mapInOrder(
		indexes,
		atOnce,
		async (index) => await attempt(async () => await prepare(index)),
	);
	const calls = prepared.flatMap((result) => (result.ok ? [result.value] : []));
	const outcomes = (await run(calls)).values();
	return prepared.map((result): ItemResult => {
		if (!result.ok) return result;
		const outcome = outcomes.next().value;
		if (outcome === undefined) return { ok: true, outputs: [] };
		return outcome.ok ? { ok: true, outputs: [outcome.output] } : outcome;
	});
}

async function settle(work: () => Promise<IDataObject[]>): Promise<ItemResult> {
	const result = await attempt(work);
	return result.ok ? { ok: true, outputs: result.value } : result;
}

async function attempt<Value>(
	work: () => Promise<Value>,
): Promise<{ ok: true; value: Value } | { ok: false; error: Error }> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
	}
}

function toNodeError(
	context: IExecuteFunctions,
	error: Error,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex = itemIndex;
		return error;
	}
	return new NodeOperationError(context.getNode(), error.message, { itemIndex });
}

// n8n sends an item to the error output only when it carries nothing but these two.
function errorJson(error: Error): IDataObject {
	const advice = 'description' in error && typeof error.description === 'string' ? error.description : '';
	return { error: error.message, ...(advice === '' ? {} : { message: advice }) };
}
