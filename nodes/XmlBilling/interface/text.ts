// XML 1.0 cannot carry these, not even as character references (§4.1; XML 1.0, production 2).
const UNCARRIABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// A bare carriage return would be read back as a line feed.
	'\r': '&#xD;',
};

/**
 * Makes any string safe as the content of an element (§2.1): escapes what XML reserves, drops the control
 * characters that it cannot carry, and replaces unpaired surrogates with U+FFFD.
 */
export function escapeText(text: string): string {
	return text
		.toWellFormed()
		.replace(UNCARRIABLE, '')
		.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character);
}
