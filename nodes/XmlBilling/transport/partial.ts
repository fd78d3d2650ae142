import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../xml/answer';
import type { Failure } from './failure';

/**
 * The failure of a write whose answer lists what was done and what was not (§7): a part of it may have been carried out,
 * whatever the status says.
 *
 * @returns the failure as it is where the answer lists nothing
 */
export function withLists(failure: Failure, answer: Answer): Failure {
	// Records that were sent are also listed by their bare identifiers (§4.3).
	const bare = answer.body.children.map(({ name }) => name).filter((name) => name.endsWith('_id'));
	const done = listed(answer, [...new Set(['success', ...bare])]);
	const failed = listed(answer, FAILURE_LISTS);
	const isSaid = done !== undefined || failed !== undefined;
	// Of any other failure, it is unknown anyway whether it was carried out.
	if (!isSaid || failure.effect !== 'rejected') return failure;
	const message = /[.!?]$/.test(failure.message) ? failure.message : `${failure.message}.`;
	return {
		...failure,
		message: `${message} The service lists as done: ${done ?? 'nothing'}. It lists as not done: ${failed ?? 'nothing'}.`,
		advice:
			'What is not listed may have been done as well. Before you run this again, look at each record, and leave out what is done.',
		effect: 'unknown',
		saysOutcome: true,
		transient: false,
	};
}

function listed(answer: Answer, names: readonly string[]): string | undefined {
	if (!lists(answer, names)) return undefined;
	const ids = [...new Set(names.flatMap((name) => decodeIdentifiers(answer, name)))];
	return ids.length === 0 ? 'something that cannot be read' : ids.join(', ');
}
