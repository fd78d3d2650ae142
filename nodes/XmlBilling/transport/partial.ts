import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../xml/answer';
import { asSentence, type Failure } from './failure';

/**
 * Extends the failure of a write whose answer lists which records were done and which were not (§7): part of the write
 * may have been carried out, whatever the status says.
 *
 * @returns the same failure if the answer lists nothing
 */
export function withLists(failure: Failure, answer: Answer): Failure {
	// Records that were sent are also listed by their bare identifiers (§4.3).
	const bare = answer.body.children.map(({ name }) => name).filter((name) => name.endsWith('_id'));
	const done = listed(answer, [...new Set(['success', ...bare])]);
	const failed = listed(answer, FAILURE_LISTS);
	const isSaid = done !== undefined || failed !== undefined;
	// With any other failure, the outcome is unknown anyway.
	if (!isSaid || failure.effect !== 'rejected') return failure;
	return {
		...failure,
		message: `${asSentence(failure.message)} The service lists as done: ${done ?? 'nothing'}. It lists as not done: ${failed ?? 'nothing'}.`,
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
