import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { asError, isInDoubt } from '../transport/failures';
import { someOf } from '../helpers/GenericFunctions';
import { adviceOf, errorJson } from './errors';
import type { ItemContext, ItemOutput } from './item';

// Longer lists go unread.
const MAX_HINTS = 10;

/** Whether the node runs as an agent's tool. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Shows warnings as hints above the output, so that records keep their shape.
 *
 * @param outputs by input item; for items that form one document, by the first of them
 * @returns false if nobody would see hints, because the node runs as a tool or n8n is too old
 */
export function showHints(context: IExecuteFunctions, outputs: ReadonlyMap<number, ItemOutput>): boolean {
	if (isTool(context.getNode()) || typeof context.addExecutionHints !== 'function') return false;
	const isAlone = context.getInputData().length === 1;
	const byMessage = new Map<string, number[]>();
	for (const [item, { warnings }] of outputs)
		for (const message of warnings) byMessage.set(message, [...(byMessage.get(message) ?? []), item + 1]);
	const messages = [...byMessage].map(([message, items]) =>
		isAlone ? message : `${listItems(items)}: ${message}`,
	);
	const unshown = messages.splice(MAX_HINTS).length;
	if (unshown > 0)
		messages.push(`${unshown} more ${unshown === 1 ? 'warning is' : 'warnings are'} not shown.`);
	for (const message of messages)
		context.addExecutionHints({ message: escaped(message), type: 'warning', location: 'outputPane' });
	return true;
}

/** The output with its warnings inside its first record, or in its place if there is none, for use without hints. */
export const withWarnings = ({ output, warnings }: ItemOutput): IDataObject[] =>
	warnings.length === 0 ? output : [{ warning: warnings.join(' '), ...output[0] }, ...output.slice(1)];

// The editor shows hints as HTML, and a warning may quote the service.
const escaped = (message: string): string => message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const listItems = (items: readonly number[]): string =>
	`${items.length === 1 ? 'Item' : 'Items'} ${someOf(items.map(String))}`;

const WHO_CORRECTS = 'You can correct only the values that you pass. Ask the user for anything else.';

/**
 * Runs the node. For an agent, an error is an answer like any other, with its advice: n8n passes on only the message, which
 * doesn't say what to do, because it is logged. Throws the error if a person runs the node, or chose that an error stops
 * the workflow, unless Retry On Fail would repeat a write in doubt.
 */
export async function answerCaller(
	context: IExecuteFunctions,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	if (!isTool(node)) return await run();
	try {
		return await run();
	} catch (thrown) {
		const error = asError(thrown);
		const wouldRepeat = node.retryOnFail && isInDoubt(error);
		if (node.onError === 'stopWorkflow' && !wouldRepeat) throw error;
		return [{ json: errorFor(node, error), pairedItem: { item: 0 } }];
	}
}

/** An error as the output shows it to a workflow or to an agent. */
export function errorFor(node: INode, error: Error): IDataObject {
	if (!isTool(node)) return errorJson(error);
	// With Retry On Fail, n8n runs a tool again whose output has an error, and nothing tells that call from a new one.
	const key = isInDoubt(error) ? 'inDoubt' : 'error';
	return { [key]: error.message, message: `${adviceOf(error)} ${WHO_CORRECTS}`.trim() };
}

/** Tells an agent that a list ended at its limit, because it would take the list for all there is, and how to go on. */
export function warnOfLimit(context: IExecuteFunctions, item: ItemContext, count: number): void {
	const { returnAll, limit } = item.values;
	if (returnAll !== false || count !== Number(limit) || !isTool(context.getNode())) return;
	item.warn(
		`The list ends at its limit of ${count}. There may be more: narrow the filter, and give no total of all.`,
	);
}
