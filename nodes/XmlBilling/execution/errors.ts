import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { isInDoubt } from '../transport/failures';
import { onOneLine, someNames } from '../helpers/GenericFunctions';
import { withoutValues } from '../xml/values';

/** The other input items of a run, by what became of them. Previews only show. */
export type OtherItems = Record<'done' | 'inDoubt' | 'failed' | 'untried' | 'shown', number[]>;

/**
 * The error that ends a run, with the index of its item. It names the items that were carried out, because no output
 * shows them, and people run the node again.
 *
 * @param records the names of the records of these items, as people look them up
 */
export function toItemError(
	context: IExecuteFunctions,
	error: Error,
	itemIndex: number,
	{ done = [], inDoubt = [], failed = [], untried = [] }: Partial<OtherItems> = {},
	records: readonly string[] = [],
): NodeApiError | NodeOperationError {
	const nodeError =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error.message);
	// The error of a group may already name its item.
	nodeError.context.itemIndex ??= itemIndex;
	const notes: string[] = [];
	if (untried.length > 0) notes.push(`${countOthers(untried.length)} not tried.`);
	if (failed.length > 0) notes.push(`Also failed: ${inputs(failed)}.`);
	if (inDoubt.length > 0)
		notes.push(`May have been carried out as well: ${inputs(inDoubt)}. Look before you run them again.`);
	if (done.length > 0)
		notes.push(
			`${countOthers(done.length)} carried out. When you run the node again, skip what is done: ${inputs(done)}${records.length > 0 ? ` (${someNames(records)})` : ''}. To skip them, put a Filter node before this one, with the condition that {{ ![${done.join(', ')}].includes($itemIndex) }} is true.`,
		);
	if (notes.length > 0) {
		const advice = (nodeError.description ?? '').replace(/\b(Nothing was \w+)\./, '$1 for this item.');
		nodeError.description = [advice, ...notes].join(' ').trim();
	}
	return nodeError;
}

const countOthers = (count: number): string =>
	count === 1 ? 'One other item was' : `${count} other items were`;

/** Items counted from 1: `input items 1-3, 5`. */
function inputs(indexes: readonly number[]): string {
	const found: Array<{ from: number; to: number }> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const last = found.at(-1);
		if (last !== undefined && index === last.to + 1) last.to = index;
		else found.push({ from: index, to: index });
	}
	const shown = found.map(({ from, to }) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`));
	return `input ${indexes.length === 1 ? 'item' : 'items'} ${shown.join(', ')}`;
}

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

/**
 * Says in the error of an item that nothing was done, unless it says so itself, or something may
 * have been done. Nobody else says it.
 */
export function adviseNothingDone(error: Error, done: string): void {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError) || isInDoubt(error)) return;
	const advice = error.description ?? '';
	if (!advice.includes('Nothing was ')) error.description = `Nothing was ${done}. ${advice}`.trim();
}

/** The description of an error; empty if it has none. */
export const adviceOf = (error: Error): string =>
	'description' in error && typeof error.description === 'string' ? error.description : '';

/** An error item. n8n sends it to the error output only if it has nothing but these two fields. */
export function errorJson(error: Error): IDataObject {
	const message = adviceOf(error);
	return message === '' ? { error: error.message } : { error: error.message, message };
}
