import {
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { markInDoubt } from '../transport/failure';
import { isRead, type BillingApi } from '../transport/billingApi';
import { isTool, type Told } from './hints';

/**
 * What a try left of an item: what came of it, or the error of a write that may have been carried out, made anew each time, with
 * the finding of a later try.
 */
export type EarlierResult = { is: 'done'; told: Told } | { is: 'doubtful'; error: (later?: string) => Error };

/** What the tries of a node leave of its input items. */
export interface RetryMemory {
	/** What an earlier try left of an item; nothing where the item is to be carried out. */
	readonly left: (index: number) => EarlierResult | undefined;
	readonly done: (index: number, told: Told) => void;
	readonly doubtful: (index: number, error: Error) => void;
}

/** The results of a run of the node, by the index of the input item, and when its last try ended, in epoch milliseconds. */
interface Memory {
	readonly items: Map<number, EarlierResult>;
	endedAt: number;
}

const memories = new Map<string, Memory>();
// n8n waits no more than five seconds between two tries.
const LONGEST_PAUSE_MS = 300_000;

/**
 * Carries out one try of a node that n8n may run again after an error (_Retry On Fail_), each time with all items: those
 * that a try has carried out must not be carried out again by the next one, with a guard or without. What tries have done
 * is forgotten with the try after which there is no other.
 *
 * @param run carries out the items, and returns the output of the node
 */
export async function withRetryMemory(
	context: IExecuteFunctions,
	run: (tries: RetryMemory) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const key = keyOf(context);
	if (key === undefined) return await run(triesOf(context.getNode(), new Map()));
	for (const [other, { endedAt }] of memories)
		if (Date.now() - endedAt > LONGEST_PAUSE_MS) memories.delete(other);
	const memory = memories.get(key) ?? { items: new Map<number, EarlierResult>(), endedAt: Infinity };
	memories.set(key, memory);
	memory.endedAt = Infinity;
	try {
		const output = await run(triesOf(context.getNode(), memory.items));
		// n8n also runs a node again whose output begins with an error.
		if (output.every(({ json }) => json['error'] === undefined)) memories.delete(key);
		return output;
	} finally {
		memory.endedAt = Date.now();
	}
}

/**
 * What all tries of a run have in common, and no other run has: n8n counts the runs of a node by its name, and all tries of
 * one have the same index. Nothing where no tries are remembered.
 */
function keyOf(context: IExecuteFunctions): string | undefined {
	const { name, retryOnFail } = context.getNode();
	// A tool may be called several times with one item, to do other things.
	if (retryOnFail !== true || isTool(context)) return undefined;
	// Whatever runs a node without these does not run it again: only the engine does, and it has both.
	const execution = context.getExecutionId();
	const runIndex: unknown = context.getWorkflowDataProxy(0)['$runIndex'];
	if (!execution || typeof runIndex !== 'number') return undefined;
	return JSON.stringify([execution, name, runIndex]);
}

const triesOf = (node: INode, items: Map<number, EarlierResult>): RetryMemory => ({
	left: (index) => items.get(index),
	done: (index, told) => void items.set(index, { is: 'done', told }),
	doubtful(index, error) {
		const { message } = error;
		const description = 'description' in error ? String(error.description) : '';
		// The one that is thrown is told of the other items.
		const again = (later = message) =>
			markInDoubt(
				new NodeOperationError(node, message, {
					itemIndex: index,
					description: later === message ? description : `${description} A later try found: ${later}.`,
				}),
			);
		items.set(index, { is: 'doubtful', error: again });
	},
});

/** The service for an item whose write is in doubt: a guard may find what it wrote, but nothing is written again. */
export const withoutWrites = (api: BillingApi, error: () => Error): BillingApi => ({
	...api,
	async call(method, body, accepted) {
		if (isRead(method)) return await api.call(method, body, accepted);
		throw error();
	},
});
