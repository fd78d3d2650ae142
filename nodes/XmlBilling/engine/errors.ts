import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { onOneLine } from '../xml/text';
import { withoutValues } from '../xml/values';

/** How many other writes of a run were carried out, how many were not tried, and where to go on, as a sentence. */
export interface OtherItems {
	readonly done: number;
	readonly untried: number;
	readonly whereNext?: string;
}

export const NO_WRITES: OtherItems = { done: 0, untried: 0 };

/**
 * The error that ends a run, with the index of its item. It counts the items that were carried out, because no output
 * shows them.
 */
export function toItemError(
	context: IExecuteFunctions,
	error: Error,
	itemIndex: number,
	{ done, untried, whereNext = '' }: OtherItems,
): NodeApiError | NodeOperationError {
	const nodeError =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error.message);
	// The error of a group may already name its item.
	nodeError.context.itemIndex ??= itemIndex;
	const notes = [
		...(untried > 0 ? [`${countOthers(untried)} not tried.`] : []),
		...(done > 0 ? [`${countOthers(done)} carried out.`] : []),
		...(whereNext !== '' ? [whereNext] : done > 0 ? ['Skip what is done when you run the node again.'] : []),
	];
	if (notes.length > 0) {
		const advice = (nodeError.description ?? '').replace(/\b(Nothing was \w+)\./, '$1 for this item.');
		nodeError.description = [advice, ...notes].join(' ').trim();
	}
	return nodeError;
}

const countOthers = (count: number): string =>
	count === 1 ? 'One other item was' : `${count} other items were`;

const MAX_LOGGED_LENGTH = 300;

/** Why something failed, for n8n's log: the message of its error, without wrong values, and never its description. */
export const loggedReason = (error: Error): string =>
	onOneLine(withoutValues(error.message), MAX_LOGGED_LENGTH);

/** Says in n8n's log what failed and why. n8n itself logs no more than the class of the error. */
export function logFailure(context: IExecuteFunctions | IPollFunctions, what: string, error: Error): void {
	context.logger.error(`${context.getNode().name}: ${what} failed. ${loggedReason(error)}`, {
		workflowId: context.getWorkflow().id,
		executionId: context.getExecutionId(),
	});
}

/** The description of an error; empty if it has none. */
export const adviceOf = (error: Error): string =>
	'description' in error && typeof error.description === 'string' ? error.description : '';

/** An error item. n8n sends it to the error output only if it has nothing but these two fields. */
export function errorJson(error: Error): IDataObject {
	const advice = adviceOf(error);
	return { error: error.message, ...(advice === '' ? {} : { message: advice }) };
}
