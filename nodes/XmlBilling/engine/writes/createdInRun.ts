import type { Body } from '../../xml/request';
import { plainText } from '../../xml/shape';
import { describeWrite } from '../../records/describeWrite';
import { doubt, markInDoubt } from '../../transport/failure';
import type { ItemContext } from '../item/itemContext';

/** A key made of the values that a guard compares, as `isSameText` compares them. */
export const recordKey = (...parts: readonly unknown[]): string => JSON.stringify(parts.map(plainText));

/**
 * Finds the record that an earlier item of the run created with one of the keys. The service may not list it yet.
 * Throws if that write is in doubt, because the service may still be carrying it out.
 *
 * @param creation the write that would create the record
 * @returns its identifier, or undefined if there is none
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
		describeWrite(creation.method ?? item.method, creation.body, item.api.numberOf),
	);
	throw markInDoubt(item.problem(message, advice));
}
