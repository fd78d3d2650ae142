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

// Control characters, marks that change the text direction, and unpaired surrogates.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Makes outside text safe for a message or a log: on one line, cut to a length, without invisible characters. */
export function onOneLine(text: string, longest: number): string {
	const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
	return shown.replace(/\s/g, ' ').replace(UNPRINTABLE, '\ufffd');
}
