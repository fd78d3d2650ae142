import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { markInDoubt } from '../transport/failure';
import { isTool } from './hints';
import type { ItemOutput } from './itemContext';

/**
 * The result of an item in an earlier attempt: its output, or the error of a write that may have been carried out. The
 * error is made anew for each attempt, with what that attempt found.
 */
export type EarlierResult =
	{ is: 'done'; output: ItemOutput } | { is: 'inDoubt'; error: (found?: string) => Error };

/** The results of the input items, by their indexes. */
type Results = Map<number, EarlierResult>;

/** Keeps the writes of a node from being repeated when n8n runs it again with the same items. */
export interface RetryMemory {
	/** Undefined if no earlier attempt carried the item out. */
	readonly earlier: (index: number) => EarlierResult | undefined;
	readonly done: (index: number, output: ItemOutput) => void;
	readonly inDoubt: (index: number, error: Error) => void;
	/** Ends this attempt, with the output of the node unless it failed. Forgets everything if there is no further one. */
	readonly end: (output: readonly INodeExecutionData[] | undefined) => void;
}

/** When the last attempt ended is in epoch milliseconds; Infinity during an attempt. */
const memories = new Map<string, { readonly results: Results; readonly endedAt: number }>();
// n8n waits at most five seconds between two attempts.
const LONGEST_PAUSE_MS = 300_000;

/**
 * Opens the results of earlier attempts at a run of the node. After an error, n8n runs a node with _Retry On Fail_ again
 * with all of its items.
 */
export function openRetryMemory(context: IExecuteFunctions): RetryMemory {
	for (const [other, { endedAt }] of memories)
		if (Date.now() - endedAt > LONGEST_PAUSE_MS) memories.delete(other);
	const key = keyOf(context);
	const results: Results = memories.get(key ?? '')?.results ?? new Map<number, EarlierResult>();
	const remember = (endedAt: number) => key !== undefined && memories.set(key, { results, endedAt });
	remember(Infinity);
	return {
		earlier: (index) => results.get(index),
		done: (index, output) => void results.set(index, { is: 'done', output }),
		inDoubt: (index, error) =>
			void results.set(index, { is: 'inDoubt', error: again(context, index, error) }),
		end(output) {
			remember(Date.now());
			// n8n also runs a node again if its output begins with an error.
			const isLast = output?.every(({ json }) => json['error'] === undefined) ?? false;
			if (isLast && key !== undefined) memories.delete(key);
		},
	};
}

/**
 * Identifies the run of the node, across all attempts at it: n8n counts the runs of a node in an execution, and a new
 * attempt is not a new run. Undefined if nothing is to be remembered.
 */
function keyOf(context: IExecuteFunctions): string | undefined {
	const { name, retryOnFail } = context.getNode();
	// An agent may call a tool several times with one item, for different things.
	if (retryOnFail !== true || isTool(context)) return undefined;
	// Only n8n's engine runs a node again, and it has both of these.
	const execution = context.getExecutionId();
	const runIndex: unknown = context.getWorkflowDataProxy(0)['$runIndex'];
	if (!execution || typeof runIndex !== 'number') return undefined;
	return JSON.stringify([execution, name, runIndex]);
}

function again(context: IExecuteFunctions, itemIndex: number, error: Error) {
	const { message } = error;
	const description = 'description' in error ? String(error.description) : '';
	// Whoever catches the error adds to it what became of the other items, so each attempt needs a new one.
	return (found = message): Error =>
		markInDoubt(
			new NodeOperationError(context.getNode(), message, {
				itemIndex,
				description: found === message ? description : `${description} A later try found: ${found}.`,
			}),
		);
}
