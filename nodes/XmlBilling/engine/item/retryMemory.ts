import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { asSentence, markInDoubt } from '../../transport/failure';
import { isTool } from './hints';
import type { ItemOutput } from './itemContext';

/**
 * The result of an item in an earlier attempt: its output, or the error of a write that may have been carried out. Each
 * attempt makes a new error, with its own findings.
 */
export type EarlierResult =
	{ is: 'done'; output: ItemOutput } | { is: 'inDoubt'; error: (found?: string) => Error };

/** The results by input item. */
type Results = Map<number, EarlierResult>;

/** Keeps a node from repeating writes when n8n retries it with the same items. */
export interface RetryMemory {
	/** The item's result in an earlier attempt; undefined if no attempt can have carried it out. */
	readonly earlier: (index: number) => EarlierResult | undefined;
	readonly done: (index: number, output: ItemOutput) => void;
	readonly inDoubt: (index: number, error: Error) => void;
	/** Ends this attempt, with the node's output unless it failed. Forgets the results if n8n won't retry. */
	readonly end: (output: readonly INodeExecutionData[] | undefined) => void;
}

/** What the guards know of created records, by their keys (see `refuseRepeated`). */
type Created = Map<string, number | 'inDoubt'>;

/** `endedAt` is when the last attempt ended, in epoch milliseconds; Infinity during an attempt. */
const memories = new Map<
	string,
	{ readonly results: Results; readonly created: Created; readonly endedAt: number }
>();
// n8n waits at most five seconds between two attempts.
const MAX_PAUSE_MS = 300_000;

/**
 * Opens the memory of earlier attempts at this run. With _Retry On Fail_, n8n runs a failed node again with all of its
 * items.
 *
 * @param created gets what earlier attempts created
 */
export function openRetryMemory(context: IExecuteFunctions, created: Created): RetryMemory {
	for (const [other, { endedAt }] of memories)
		if (Date.now() - endedAt > MAX_PAUSE_MS) memories.delete(other);
	const key = keyOf(context);
	const known = memories.get(key ?? '');
	const results: Results = known?.results ?? new Map<number, EarlierResult>();
	// An item in doubt is tried again, and would take itself for an earlier one.
	for (const [name, id] of known?.created ?? []) if (id !== 'inDoubt') created.set(name, id);
	const remember = (endedAt: number) => key !== undefined && memories.set(key, { results, created, endedAt });
	remember(Infinity);
	return {
		earlier: (index) => results.get(index),
		done: (index, output) => void results.set(index, { is: 'done', output }),
		inDoubt: (index, error) =>
			void results.set(index, { is: 'inDoubt', error: again(context, index, error) }),
		end(output) {
			remember(Date.now());
			// n8n also retries a node whose output begins with an error.
			const isLast = output?.every(({ json }) => json['error'] === undefined) ?? false;
			if (isLast && key !== undefined) memories.delete(key);
		},
	};
}

/**
 * Identifies a run of the node across all of its attempts: n8n numbers a node's runs in an execution, and a retry keeps its
 * number. Undefined if nothing is remembered.
 */
function keyOf(context: IExecuteFunctions): string | undefined {
	const node = context.getNode();
	const { name, retryOnFail } = node;
	// An agent may call a tool several times with one item, for different things.
	if (retryOnFail !== true || isTool(node)) return undefined;
	// Only n8n's engine retries nodes, and it has both of these.
	const execution = context.getExecutionId();
	const runIndex: unknown = context.getWorkflowDataProxy(0)['$runIndex'];
	if (!execution || typeof runIndex !== 'number') return undefined;
	return JSON.stringify([execution, name, runIndex]);
}

function again(context: IExecuteFunctions, itemIndex: number, error: Error) {
	const { message } = error;
	const description = 'description' in error ? String(error.description) : '';
	// The catcher adds the outcomes of the other items to the error, so each attempt needs a new one.
	return (found = message): Error =>
		markInDoubt(
			new NodeOperationError(context.getNode(), message, {
				itemIndex,
				description:
					found === message ? description : `${description} A later attempt found: ${asSentence(found)}`,
			}),
		);
}
