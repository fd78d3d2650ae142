import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import type { RecordType } from '../../records';
import type { ItemContext } from '../../engine/itemContext';
import { written } from './standard';

/**
 * What a write of a record with links to others returns. The service writes the record also when it cannot link all of
 * them, and lists those (§4.10): the user is told, and the write is no failure (§7).
 *
 * @param linked what it is linked to, in the plural
 */
export async function writtenWithLinks(
	item: ItemContext,
	type: RecordType,
	answer: Answer,
	result: 'created' | 'updated',
	linked: string,
): Promise<IDataObject[]> {
	const isPartial = lists(answer, FAILURE_LISTS);
	if (isPartial) {
		const ids = FAILURE_LISTS.flatMap((name) => decodeIdentifiers(answer, name));
		const which = ids.length === 0 ? `some of the ${linked}` : `these ${linked}: ${ids.join(', ')}`;
		item.warn(
			`The ${type.label} was ${result}, but the service could not link it to ${which}. Check that they exist and belong to this account.`,
		);
	}
	return await written(item, type, isPartial ? withoutLists(answer) : answer, result);
}

const withoutLists = (answer: Answer): Answer => ({
	...answer,
	body: {
		...answer.body,
		children: answer.body.children.filter(({ name }) => !FAILURE_LISTS.includes(name)),
	},
});
