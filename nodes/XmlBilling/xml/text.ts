// Zero width, direction marks, soft hyphens: nobody sees them, and they come along with what is copied.
const FORMAT = /\p{Cf}/gu;

/** A text as people see it: without format characters. For comparisons, and for what needs none of them, such as an email. */
export const withoutFormat = (text: string): string => text.replace(FORMAT, '');

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
