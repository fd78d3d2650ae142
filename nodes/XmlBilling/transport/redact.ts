import { UNREADABLE } from '../xml/characters';
import type { Element } from '../xml/parse';
import { onOneLine } from '../xml/text';

const MAX_LENGTH = 500;
// A field may hold a shorter text by chance, and an encoded one looks like a word.
const SHORTEST_TOKEN = 8;
// Where a text is longer, or repeats the token more often, all of it is hidden: finding each place would take long.
const LONGEST_TEXT = 10_000;
const MOST_PLACES = 20;

/** Removes the token (§5) from what the service sends, in case it repeats it. */
export interface Redactor {
	/** Makes a message safe to show and log: without the token, on one line, and cut, because it is raw server text (§7). */
	readonly inMessage: (message: string) => string;
	/** Makes the texts of an element unreadable where they hold the token. Unreadable texts are never sent back. */
	readonly inElement: (element: Element | undefined) => void;
}

/**
 * Finds a token in any letter case, with any blanks in it: plain, in hexadecimal, in Base64 or base64url at any place of what
 * was encoded, and each of these as URLs, HTML or JSON escape characters.
 */
export function createRedactor(token: string): Redactor {
	const isLong = token.length >= SHORTEST_TOKEN;
	const encoded = isLong
		? [Buffer.from(token).toString('hex'), ...[0, 1, 2].map((at) => inBase64(token, at))]
		: [];
	const wanted = [token, ...encoded].map(fold).filter((text) => text !== '');
	const shortest = Math.min(...wanted.map(({ length }) => length));
	// Most texts are shorter, which saves the search.
	const holds = (text: string): boolean =>
		text.length >= shortest &&
		readingsOf(text).some((reading) => wanted.some((one) => reading.includes(one)));

	function hide(text: string, mark: string): string {
		let rest = text;
		for (let places = 0; holds(rest); places += 1) {
			if (places === MOST_PLACES || rest.length > LONGEST_TEXT) return mark;
			const start = last(0, rest.length, (at) => holds(rest.slice(at)));
			const left = last(0, rest.length - start, (cut) => holds(rest.slice(start, rest.length - cut)));
			rest = `${rest.slice(0, start)}${mark}${rest.slice(rest.length - left)}`;
		}
		return rest;
	}

	function hideIn(element: Element): void {
		element.name = hide(element.name, UNREADABLE);
		element.text = hide(element.text, UNREADABLE);
		for (const child of element.children) hideIn(child);
	}

	return {
		inMessage: (message) => onOneLine(hide(message, '…').replace(/\s+/g, ' ').trim(), MAX_LENGTH),
		inElement(element) {
			if (isLong && element !== undefined) hideIn(element);
		},
	};
}

/** The last whole number that holds, of numbers from one that holds to one that doesn't. */
function last(from: number, to: number, holds: (at: number) => boolean): number {
	const middle = Math.floor((from + to) / 2);
	if (middle === from) return from;
	return holds(middle) ? last(middle, to, holds) : last(from, middle, holds);
}

const MOST_ESCAPED = 4;
const ESCAPED = /%[\da-f]{2}|&(?:#|[a-z]+;)|\\/;

/** A text as it is compared, and the same with nothing in it escaped any more. */
function readingsOf(text: string): string[] {
	let reading = fold(text);
	const readings = [reading];
	while (ESCAPED.test(reading) && readings.length <= MOST_ESCAPED) {
		reading = fold(unescaped(reading));
		readings.push(reading);
	}
	return readings;
}

/** A text as it is compared. Base64url has other signs than Base64, and a plus sign in a URL may be read as a blank. */
const fold = (text: string): string =>
	text
		.replace(/[\s+-]+/g, '')
		.replaceAll('_', '/')
		.toLowerCase();

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const BYTES = /(?:(?:%|\\x)[\da-f]{2})+/g;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/g;

/** A folded text without what URLs, HTML and JSON add to it, once. */
const unescaped = (folded: string): string =>
	folded
		.replace(BYTES, (bytes) => Buffer.from(bytes.replace(/%|\\x/g, ''), 'hex').toString())
		.replace(
			REFERENCE,
			(_, decimal?: string, hex?: string, name?: string) => NAMED[name ?? ''] ?? characterOf(decimal, hex),
		)
		.replace(/\\u([\da-f]{4})/g, (_, hex: string) => characterOf(undefined, hex))
		.replace(/\\[nrt]/g, '')
		.replace(/\\(?=["'\\/])/g, '');

function characterOf(decimal: string | undefined, hex = ''): string {
	const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal);
	return code <= 0x10ffff ? String.fromCodePoint(code) : UNREADABLE;
}

/** A text in Base64, `shift` bytes after a multiple of three, without the characters that depend on its neighbors. */
function inBase64(text: string, shift: number): string {
	const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
	const whole = bytes.length - (bytes.length % 3);
	return bytes.toString('base64', 0, whole).slice(Math.ceil((shift * 8) / 6));
}
