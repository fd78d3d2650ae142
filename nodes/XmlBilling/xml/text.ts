// XML 1.0 cannot carry these, not even as character references (§4.1; XML 1.0, production 2).
const UNCARRIABLE = /[^\t\n\r\u0020-\uFFFD]/g;

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// A bare carriage return would be read back as a line feed.
	'\r': '&#xD;',
};

/** A text as it arrives (§2.1): without control characters that XML cannot carry, with U+FFFD for unpaired surrogates. */
export const carriable = (text: string): string => text.toWellFormed().replace(UNCARRIABLE, '');

/** Makes any string safe as the content of an element (§2.1). */
export const escapeText = (text: string): string =>
	carriable(text).replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character);

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
