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

const codeOf = (character: string): string =>
	`[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
