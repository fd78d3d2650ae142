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

/** Stands for what an answer holds but no text can show: a character that XML forbids, or an entity that it lacks. */
export const UNREADABLE = '\ufffd';

// All of CDATA, which has no references, and each doubtful ampersand with the reference that it begins, if any.
const DOUBTFUL =
	/<!\[CDATA\[[^]*?(?:\]\]>|$)|&(?!(?:amp|lt|gt|quot|apos);)(?:(#\d+|#x[\da-fA-F]+|[A-Za-z_]\w*);)?/g;
const LAST_CODE = 0x10ffff;

/**
 * A document as a strict parser takes it. An ampersand that begins no reference is itself. Characters and entities that XML
 * lacks become U+FFFD. A service that forgets to escape one character would otherwise spoil a list (people).
 */
export const mend = (document: string): string =>
	document.replace(UNCARRIABLE, UNREADABLE).replace(DOUBTFUL, (found, reference?: string) => {
		if (reference === undefined) return found === '&' ? '&amp;' : found;
		return isCharacter(reference) ? found : UNREADABLE;
	});

/** Whether a reference, such as `#65` or `#x41`, is to a character that XML can carry. */
function isCharacter(reference: string): boolean {
	const code = reference.startsWith('#') ? Number(`0${reference.slice(1)}`) : NaN;
	if (!(code <= LAST_CODE)) return false;
	const character = String.fromCodePoint(code);
	return carriable(character) === character;
}
