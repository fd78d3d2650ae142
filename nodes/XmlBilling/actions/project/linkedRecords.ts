import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import type { RecordType } from '../../records';
import type { ItemContext } from '../../engine/item/itemContext';
import type { Write } from '../../engine/item/operation';
import { confirmWrite, writeOf } from '../../engine/writes/recordWrites';

/**
 * A write of a record with links to others. If the service can't link all of them, it still writes the record and lists
 * the rest (§4.10). This is a warning, not a failure (§7).
 *
 * @param linked the linked records, in the plural
 */
export const writeWithLinks = (
	item: ItemContext,
	type: RecordType,
	body: Body,
	result: 'created' | 'updated',
	linked: string,
): Write => ({
	...writeOf(item, type, body, result),
	confirm(answer) {
		const isPartial = lists(answer, FAILURE_LISTS);
		if (isPartial) {
			const ids = FAILURE_LISTS.flatMap((name) => decodeIdentifiers(answer, name));
			const which = ids.length === 0 ? `some of the ${linked}` : `these ${linked}: ${ids.join(', ')}`;
			item.warn(
				`The ${type.label} was ${result}, but the service could not link it to ${which}. Check that they exist and belong to this account.`,
			);
		}
		return confirmWrite(item, type, isPartial ? withoutFailures(answer) : answer, result);
	},
});

const withoutFailures = (answer: Answer): Answer => ({
	...answer,
	body: {
		...answer.body,
		children: answer.body.children.filter(({ name }) => !FAILURE_LISTS.includes(name)),
	},
});
