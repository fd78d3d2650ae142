import { someNames } from '../../xml/text';
import type { ItemContext } from './itemContext';

/**
 * Warns of records by their numbers or identifiers, if there are any; only by some of many: `7, 8, …, 16 and 32 more`.
 *
 * @param textFor the warning with these names
 */
export function warnOf(
	item: Pick<ItemContext, 'warn'>,
	names: readonly unknown[],
	textFor: (some: string) => string,
): void {
	if (names.length > 0) item.warn(textFor(someNames(names)));
}

/** What some records leave unclear, and the warning that names them. */
export type Doubt<Known> = readonly [isIn: (known: Known) => boolean, textFor: (names: string) => string];

/** Warns of what records leave unclear, each by its name. */
export function warnAbout<Known extends { readonly name: string }>(
	item: Pick<ItemContext, 'warn'>,
	records: readonly Known[],
	...doubts: ReadonlyArray<Doubt<Known>>
): void {
	for (const [isIn, textFor] of doubts)
		warnOf(
			item,
			records.filter(isIn).map(({ name }) => name),
			textFor,
		);
}
