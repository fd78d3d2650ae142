import type { ItemContext } from './itemContext';

const MAX_IDS = 5;

/**
 * Warns of records by their identifiers, if there are any; only by some of many: `7, 8, 9, 10, 11 and 32 more`.
 *
 * @param textFor the warning with these identifiers
 */
export function warnOf(
	item: Pick<ItemContext, 'warn'>,
	ids: readonly unknown[],
	textFor: (some: string) => string,
): void {
	const distinct = [...new Set(ids.map(String))];
	const others = distinct.splice(MAX_IDS).length;
	if (distinct.length > 0)
		item.warn(textFor(`${distinct.join(', ')}${others === 0 ? '' : ` and ${others} more`}`));
}
