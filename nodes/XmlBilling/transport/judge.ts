import { decodeIdentifiers, FAILURE_LISTS, findsNothing, isSuccess, lists, type Answer } from '../xml/answer';
import { isRead } from '../records/methods';
import { type Body, idsIn } from '../xml/request';
import { isNameOfId } from '../xml/shape';
import type { Exchanged } from './exchange';
import { asSentence, serviceFailure, type Failure } from './failures';

/** Why a request failed, by its answer and by what it asked for (§7); undefined if it did not. */
export function judge(result: Exchanged, method: string, body: Body): Failure | undefined {
	if (!result.ok) return isRead(method) ? result.failure : withoutLists(result.failure, body);
	const { answer, retryAfterMs } = result;
	// The document decides, whatever HTTP says: a gateway has no such document (§4.1).
	if (isSuccess(answer.status) || (method.startsWith('list') && findsNothing(answer))) return undefined;
	const failure = { ...serviceFailure(answer.status, answer.message), retryAfterMs };
	return isRead(method) ? failure : withLists(failure, answer, body);
}

/** Doubts a refusal without a body if an element is repeated (§4.1): nothing says whether some of the records were done. */
function withoutLists(failure: Failure, body: Body): Failure {
	const namesSeveral = Object.values(body).some((value) => Array.isArray(value) && value.length > 1);
	return failure.kind === 'bare' && namesSeveral ? { ...failure, effect: 'unknown' } : failure;
}

/** Doubts the refusal of a write whose answer lists what was done or not (§7): part of it may have been carried out. */
function withLists(failure: Failure, answer: Answer, body: Body): Failure {
	// Records that were sent are also listed by their bare identifiers (§4.3).
	const bare = answer.body.children.map(({ name }) => name).filter(isNameOfId);
	const done = listed(answer, [...new Set(['success', ...bare])]);
	const failed = listed(answer, FAILURE_LISTS);
	if (done === undefined && (failed === undefined || isOnlyFailure(answer, body))) return failure;
	// Other failures already say that the outcome is unknown.
	if (failure.effect !== 'rejected') return failure;
	return {
		...failure,
		kind: 'partial',
		message: `${asSentence(failure.message)} The service lists as done: ${done ?? 'nothing'}. It lists as not done: ${failed ?? 'nothing'}.`,
		advice:
			'Records that are not listed may have been done as well. Before you run this again, check each record and leave out those that are done.',
		effect: 'unknown',
	};
}

/** Whether the one record of a request is listed as failed, and no other: then nothing was done (§7). */
function isOnlyFailure(answer: Answer, body: Body): boolean {
	const failedIds = FAILURE_LISTS.flatMap((name) => decodeIdentifiers(answer, name));
	const asked = idsIn(body);
	return asked.length === 1 && failedIds.join() === asked.join();
}

function listed(answer: Answer, names: readonly string[]): string | undefined {
	if (!lists(answer, names)) return undefined;
	const ids = [...new Set(names.flatMap((name) => decodeIdentifiers(answer, name)))];
	if (ids.length === 0) return 'unreadable entries';
	return `${ids.length === 1 ? 'ID' : 'IDs'} ${ids.join(', ')}`;
}
