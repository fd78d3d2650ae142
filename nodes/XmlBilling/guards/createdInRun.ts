import type { Body } from '../xml/request';
import { textOf } from '../xml/shape';
import { describeWrite } from '../transport/describeWrite';
import { doubt, markInDoubt } from '../transport/failure';
import type { ItemContext } from '../engine/itemContext';

/** A key made of the values that a guard compares. It ignores case and surrounding blanks, as `isSameText` does. */
export const keyOf = (...parts: readonly unknown[]): string =>
	JSON.stringify(parts.map((part) => textOf(part).trim().toLowerCase()));

/**
 * Finds the record that an earlier item of the run created with one of the keys: the service may not list it yet. Throws
 * if it is unknown whether it was created, because the service may still be at it.
 *
 * @param creation the write that would create the record
 * @returns the identifier, or undefined if there is no such record
 */
export function createdInRun(
	item: ItemContext,
	keys: readonly string[],
	creation: { method?: string; body: Body },
): number | undefined {
	const [created] = keys.flatMap((key) => item.api.created.get(key) ?? []);
	if (created !== 'inDoubt') return created;
	const { message, advice } = doubt(
		'This was not sent, because an earlier item of the run is the same.',
		describeWrite(creation.method ?? item.method, creation.body),
	);
	throw markInDoubt(item.problem(message, advice));
}
