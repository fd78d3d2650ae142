import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../xml/answer';
import type { RecordType } from '../records';

/** What an answer says of a record that its request was about. */
export type Said = 'done' | 'refused' | 'nothing';

// Answers of send methods with which some records may have been sent all the same (§4.3, §8).
const PARTIAL = [400, 426];

/**
 * Reads what an answer says of each record of a request (§7). Where it leaves any doubt, it says nothing of a record:
 * acting on it again may cost money.
 *
 * @param isListed whether the method lists the records that it was done for, as those that send do (§4.3, §4.4)
 * @returns nothing where the service turned the request away as a whole
 */
export function readBatchAnswer(
	answer: Answer,
	type: RecordType,
	ids: readonly number[],
	isListed: boolean,
): ((id: number) => Said) | undefined {
	// Records that were sent are listed by their bare identifiers, or in a list of successes (§4.3, §4.4).
	const succeeded = identifiersIn(answer, ['success', type.id]);
	const failed = identifiersIn(answer, FAILURE_LISTS);
	if (lists(answer, [...FAILURE_LISTS, 'success', type.id])) {
		// A list of failures names all of them, if it can be read, and names what was asked for.
		const isComplete = failed.length > 0 && failed.every((id) => ids.includes(id));
		const isRestDone = answer.status === 200 && !isListed && succeeded.length === 0 && isComplete;
		return (id) =>
			saidOf(failed.includes(id), succeeded.includes(id) || (isRestDone && !failed.includes(id)));
	}
	if (answer.status === 200) return () => (isListed ? 'nothing' : 'done');
	return mayBePartial(answer.status, ids, isListed) ? () => 'nothing' : undefined;
}

/** Whether a status leaves open that the request was carried out for some of its records. */
export const mayBePartial = (
	status: number | undefined,
	ids: readonly number[],
	isListed: boolean,
): boolean => isListed && PARTIAL.includes(status ?? 0) && ids.length > 1;

function saidOf(isFailed: boolean, isDone: boolean): Said {
	if (isFailed === isDone) return 'nothing';
	return isFailed ? 'refused' : 'done';
}

const identifiersIn = (answer: Answer, names: readonly string[]): number[] =>
	names.flatMap((name) => decodeIdentifiers(answer, name));
