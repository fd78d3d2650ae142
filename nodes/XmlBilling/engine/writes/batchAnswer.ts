import { decodeIdentifiers, FAILURE_LISTS, isSuccess, lists, type Answer } from '../../xml/answer';
import type { RecordType } from '../../records';

/** A record's outcome, according to the answer. */
export type AnsweredOutcome = 'done' | 'refused' | 'nothing';

// With these answers, send methods may have sent some of the records (§4.3, §8).
const PARTIAL = [400, 426];

/**
 * Reads the outcome of each record from the answer (§7). A record in doubt counts as `nothing`, because
 * acting on it again may cost money.
 *
 * @param isListed whether the answer lists the successful records, as with send methods (§4.3, §4.4)
 * @returns undefined if the service rejected the request as a whole
 */
export function readBatchAnswer(
	answer: Answer,
	type: RecordType,
	ids: readonly number[],
	isListed: boolean,
): ((id: number) => AnsweredOutcome) | undefined {
	// Sent records are listed by their bare identifiers, or in a list of successes (§4.3, §4.4).
	const succeeded = identifiersIn(answer, ['success', type.id]);
	const failed = identifiersIn(answer, FAILURE_LISTS);
	if (lists(answer, [...FAILURE_LISTS, 'success', type.id])) {
		// A readable list of failures is complete, unless it names records that the request did not.
		const isComplete = failed.length > 0 && failed.every((id) => ids.includes(id));
		const isRestDone = isSuccess(answer.status) && !isListed && succeeded.length === 0 && isComplete;
		return (id) =>
			answeredOutcome(failed.includes(id), succeeded.includes(id) || (isRestDone && !failed.includes(id)));
	}
	if (isSuccess(answer.status)) return () => (isListed ? 'nothing' : 'done');
	return mayBePartial(answer.status, ids, isListed) ? () => 'nothing' : undefined;
}

/** Whether a request with this status may have been carried out for some of its records. */
export const mayBePartial = (
	status: number | undefined,
	ids: readonly number[],
	isListed: boolean,
): boolean => isListed && PARTIAL.includes(status ?? 0) && ids.length > 1;

function answeredOutcome(isFailed: boolean, isDone: boolean): AnsweredOutcome {
	if (isFailed === isDone) return 'nothing';
	return isFailed ? 'refused' : 'done';
}

const identifiersIn = (answer: Answer, names: readonly string[]): number[] =>
	names.flatMap((name) => decodeIdentifiers(answer, name));
