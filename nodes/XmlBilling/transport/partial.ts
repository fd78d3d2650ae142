import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../xml/answer';
import { methodNamed } from '../records/methods';
import { type Body, idsIn } from '../xml/request';
import { asSentence, type Failure } from './failures';

/**
 * Extends the failure of a write whose answer lists successes or failures (§7): whatever the status says, part of the
 * write may have been carried out.
 *
 * @returns the same failure if the answer lists nothing
 */
export function withLists(failure: Failure, answer: Answer): Failure {
	// Records that were sent are also listed by their bare identifiers (§4.3).
	const bare = answer.body.children.map(({ name }) => name).filter((name) => name.endsWith('_id'));
	const done = listed(answer, [...new Set(['success', ...bare])]);
	const failed = listed(answer, FAILURE_LISTS);
	const isSaid = done !== undefined || failed !== undefined;
	// Other failures already say that the outcome is unknown.
	if (!isSaid || failure.effect !== 'rejected') return failure;
	return {
		...failure,
		message: `${asSentence(failure.message)} The service lists as done: ${done ?? 'nothing'}. It lists as not done: ${failed ?? 'nothing'}.`,
		advice:
			'Records that are not listed may have been done as well. Before you run this again, check each record and leave out those that are done.',
		effect: 'unknown',
		saysOutcome: true,
		transient: false,
	};
}

/** Whether an answer lists nothing but the one record of a request, as failed: then nothing was done (§7). */
export function refusesOnly(answer: Answer, body: Body): boolean {
	const done = listed(answer, ['success']);
	const failedIds = FAILURE_LISTS.flatMap((name) => decodeIdentifiers(answer, name));
	const asked = idsIn(body);
	return done === undefined && asked.length === 1 && failedIds.join() === asked.join();
}

// With these statuses, an answer may list records that were done (§7).
const PARTIAL = [400, 404, 426];
const ON_MANY = ['delete', 'send', 'pay'];

/** Doubts a refusal without a body if the request names several records: nothing says whether some of them were done. */
export function withoutLists(failure: Failure, method: string, body: Body): Failure {
	const isOnMany = ON_MANY.includes(methodNamed(method)?.verb ?? '');
	const namesSeveral = Object.values(body).some((value) => Array.isArray(value) && value.length > 1);
	const isOpen = failure.hasNoBody && PARTIAL.includes(failure.status ?? 0) && isOnMany && namesSeveral;
	return isOpen ? { ...failure, effect: 'unknown' } : failure;
}

function listed(answer: Answer, names: readonly string[]): string | undefined {
	if (!lists(answer, names)) return undefined;
	const ids = [...new Set(names.flatMap((name) => decodeIdentifiers(answer, name)))];
	if (ids.length === 0) return 'unreadable entries';
	return `${ids.length === 1 ? 'ID' : 'IDs'} ${ids.join(', ')}`;
}
