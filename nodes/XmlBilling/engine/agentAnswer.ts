import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { asError, isInDoubt } from '../transport/failure';
import { adviceOf, errorJson } from './errors';
import { isTool } from './item/hints';
import type { ItemContext } from './item/itemContext';

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
		const wouldRepeat = node.retryOnFail === true && isInDoubt(error);
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

/** Tells an agent that a list ended at its limit, because it would take the list for all there is. */
export function warnOfLimit(context: IExecuteFunctions, item: ItemContext, count: number): void {
	const { returnAll, limit } = item.values;
	if (returnAll !== false || count !== Number(limit) || !isTool(context.getNode())) return;
	item.warn(`The list ends at its limit of ${count}. There may be more, so give no total of all.`);
}
