import { describeWrite } from '../../records/describeWrite';
import { doubt, markInDoubt } from '../../transport/failure';
import { plainText } from '../../xml/shape';
import type { ItemContext } from '../item/itemContext';
import type { Write } from '../item/operation';

/** A key made of values by which a record is known, compared as `isSameText` compares them. */
export const recordKey = (...parts: readonly unknown[]): string => JSON.stringify(parts.map(plainText));

/**
 * Throws if an earlier item of the run has written what only one write may be about, such as a number or a billed time entry,
 * or may have written it: the service may still be carrying it out (HTTP).
 */
export function refuseRepeated(item: ItemContext, { method = item.method, body, once = [] }: Write): void {
	for (const key of once) {
		const earlier = item.api.written.get(key);
		if (earlier === 'inDoubt') {
			const words = describeWrite(method, body, item.api.numberOf);
			const { message, advice } = doubt(
				'This was not sent, because an earlier item of the run is the same.',
				words,
			);
			throw markInDoubt(item.problem(message, advice));
		}
		if (earlier !== undefined)
			throw item.problem(
				`An earlier item of this run has already done this: see ID ${earlier}`,
				'Nothing was sent. Remove from one of the two items what both of them name.',
			);
	}
}
