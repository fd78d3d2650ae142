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

// Noncharacters, so no text has them. Markup can't hold them either, so it is read as strictly as without them.
const AMPERSAND = '\ufdd0';
const FORBIDDEN = '\ufdd1';
// XML 1.0, production 2. Halves of pairs pass here: a decoder returns none.
const NOT_CARRIABLE = /[^\t\n\r\u0020-\ufdcf\ufdd2-\ufffd]/g;
// Any ampersand but those of the five entities that a parser knows.
const DOUBTFUL = /&(?!(?:amp|lt|gt|quot|apos);)/g;
const LONGEST_ENTITY = '&quot;'.length;
const REFERENCE = /\ufdd0(?:#(\d+)|#x([\da-fA-F]+)|[\p{L}_:][\p{L}\p{N}_:.-]*);/gu;
const LAST_CODE = 0x10ffff;

/**
 * Makes any characters of a document such that a strict parser takes them in texts and attributes, each for one of the
 * same length, so that places stay as they are. What the parser finds is read with `readText` and `readCdata`. A service
 * that forgets to escape one character would otherwise spoil a list.
 *
 * @param document without a part of an entity at its end; see `endOfWhole`
 */
export const mark = (document: string): string =>
	document.replace(NOT_CARRIABLE, FORBIDDEN).replaceAll(DOUBTFUL, AMPERSAND);

/** Where a piece of a document may be cut, so that no entity continues in the next piece. */
export function endOfWhole(piece: string): number {
	const last = piece.lastIndexOf('&');
	const isOpen = last >= 0 && piece.length - last < LONGEST_ENTITY && !piece.includes(';', last);
	return isOpen ? last : piece.length;
}

/** Whether a marked text holds marks, and so has to be read. */
export const hasMarks = (marked: string): boolean => marked.includes(AMPERSAND) || marked.includes(FORBIDDEN);

/** The text that a marked text stands for. An ampersand that begins no reference is itself. */
export const readText = (marked: string): string =>
	readCdata(
		marked.replace(REFERENCE, (_, decimal?: string, hexadecimal?: string) =>
			characterOf(Number(decimal ?? `0x${hexadecimal ?? ''}`)),
		),
	);

/** The same of CDATA, which has no references. */
export const readCdata = (marked: string): string =>
	marked.replaceAll(AMPERSAND, '&').replaceAll(FORBIDDEN, UNREADABLE);

// NaN, of a name, is no character either.
function characterOf(code: number): string {
	const character = code <= LAST_CODE ? String.fromCodePoint(code) : FORBIDDEN;
	return carriable(character) === character && !hasMarks(character) ? character : UNREADABLE;
}
