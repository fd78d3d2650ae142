// What JavaScript lacks for plain objects and lists.

/** Whether a value is an object with named fields, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of an object's fields; empty for any other value. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** A copy of an object without one of its keys. */
export function without<T extends object, K extends keyof T>(from: T, key: K): Omit<T, K> {
	const { [key]: left, ...kept } = from;
	void left;
	return kept;
}

/** Items by their keys, both in the order of the items. Node.js 20 has no `Map.groupBy`. */
export function groupBy<Item, Key>(
	items: Iterable<Item>,
	keyOf: (item: Item) => Key,
): Map<Key, [Item, ...Item[]]> {
	const groups = new Map<Key, [Item, ...Item[]]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	}
	return groups;
}

// Zero width, direction marks, soft hyphens: nobody sees them, and they come along with what is copied.
const FORMAT = /\p{Cf}/gu;

/** A text as people see it: without format characters. For comparisons, and for what needs none of them, such as an email. */
export const withoutFormat = (text: string): string => text.replace(FORMAT, '');

/** A text for comparing parts of it, ignoring case, accents and how many blanks stand between words. */
export const foldText = (text: string): string =>
	withoutFormat(text).normalize('NFKD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** An email as people mean it: without format characters, and not as a link. */
export const plainEmail = (text: string): string => withoutFormat(text).replace(/^\s*mailto:\s*/i, '');

// Control characters and unpaired surrogates.
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/** Makes outside text safe for a message or a log: on one line, cut to a length, with what nobody would see. */
export function onOneLine(text: string, longest: number): string {
	const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
	return shown.replace(FORMAT, codeOf).replace(/\s/g, ' ').replace(UNPRINTABLE, '\ufffd');
}

const MAX_NAMED = 10;

/**
 * Texts in a sentence: `1, 2 and 3`, or only some of many, `1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 12 more`.
 *
 * @param and what stands before the last, if all are shown
 */
export function someOf(texts: readonly string[], and = ' and '): string {
	const others = texts.length - MAX_NAMED;
	if (others > 0) return `${texts.slice(0, MAX_NAMED).join(', ')} and ${others} more`;
	return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((text) => text !== '').join(and);
}

/** Each name or identifier once, and only some of many. */
export const someNames = (names: readonly unknown[]): string => someOf([...new Set(names.map(String))], ', ');

const codeOf = (character: string): string =>
	`[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
