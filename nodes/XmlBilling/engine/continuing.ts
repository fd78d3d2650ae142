import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { failureOfWrite } from '../transport/failure';
import type { ItemResult } from './item/itemContext';
import type { ItemGroup } from './item/operation';
import type { Run } from './prepareItem';

const isQuotaUsedUp = ({ api, operation }: Run): boolean => api.ended(operation.method ?? '') !== undefined;

/** Whether the service turned an item away because of its limits, so that nothing of it can have been carried out. */
export const isThrottled = (run: Run, error: Error): boolean =>
	(isQuotaUsedUp(run) || isTurnedAway(error)) && failureOfWrite(error)?.effect !== 'unknown';

// The first refusals of reads come before it is known that a quota is used up. A write that is answered so is in doubt.
const isTurnedAway = (error: Error): boolean => error instanceof NodeApiError && error.httpCode === '429';

/** Whether an item was refused in the words that ended the run. The first of them come before it is known that they do. */
const isAlike = ({ api, operation }: Run, error: Error): boolean => {
	const end = failureOfWrite(api.ended(operation.method ?? ''));
	const failure = failureOfWrite(error);
	return failure?.effect === 'rejected' && failure.status === end?.status && failure.message === end?.endedBy;
};

/** Where to continue with a run of writes that ended early, if a quota is used up; otherwise empty. */
export const continueWith = (run: Run, open: readonly number[]): string =>
	isQuotaUsedUp(run) ? whereToContinue(open, run.context.getInputData().length) : '';

/**
 * Where to continue with a run that ended early.
 *
 * @param open indexes of the input items that remain
 * @param count how many input items there are
 * @returns a sentence that counts items from 1; empty if none or all remain
 */
export function whereToContinue(open: readonly number[], count: number): string {
	if (open.length === 0 || open.length === count) return '';
	const left = new Set(open);
	const indexes = Array.from({ length: count }, (_, index) => index);
	const first = indexes.findIndex((index) => left.has(index));
	// Items that were handled with earlier ones, such as lines of one document, would be billed twice.
	const others = indexes.filter((index) => index > first && !left.has(index));
	const leaveOut = others.length === 0 ? '' : `, and skip ${ranges(others)}`;
	return `Continue with input item ${first + 1}${leaveOut}.`;
}

function ranges(indexes: readonly number[]): string {
	const found: Array<{ from: number; to: number }> = [];
	for (const index of indexes) {
		const last = found.at(-1);
		if (last !== undefined && index === last.to + 1) last.to = index;
		else found.push({ from: index, to: index });
	}
	return found.map(({ from, to }) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`)).join(', ');
}

/**
 * What to do after a run of reads that a used-up quota ended; empty if nothing was read.
 *
 * @param open indexes of the input items that were not read, in their order
 */
export const readAgain = ([first = 0, ...others]: readonly number[], count: number): string =>
	others.length + 1 === count
		? ''
		: `Run all items again: a node that fails has no output. Input item ${first + 1} is the first that was not read.`;

/** Adds to the errors of a run that continued how much is done, and where to go on, if a quota is used up. */
export function adviseToContinue(
	run: Run,
	groups: readonly ItemGroup[],
	results: readonly ItemResult[],
): void {
	if (!isQuotaUsedUp(run)) return;
	const itemsOf = (isWanted: (result: ItemResult) => boolean) =>
		results.flatMap((result, index) => (isWanted(result) ? (groups[index]?.items ?? []) : []));
	const isOpen = (result: ItemResult) =>
		result.ok ? result.isPreview === true : result.isThrottled === true || isAlike(run, result.error);
	const open = itemsOf(isOpen);
	const done = itemsOf((result) => result.ok && result.isPreview !== true).length;
	const counted = done === 0 ? '' : `${done === 1 ? '1 item is' : `${done} items are`} done.`;
	const advice = `${counted} ${continueWith(run, open)}`.trim();
	// Items of one request share their error.
	const errors = new Set(results.flatMap((result) => (!result.ok && isOpen(result) ? [result.error] : [])));
	for (const error of errors)
		if (error instanceof NodeApiError || error instanceof NodeOperationError)
			error.description = `${error.description ?? ''} ${advice}`.trim();
}
