import { UNREADABLE } from '../xml/characters';
import type { Element } from '../xml/parse';
import { onOneLine } from '../helpers/GenericFunctions';

const MAX_LENGTH = 500;
// A field may hold a shorter text by chance.
const SHORTEST_TOKEN = 8;

/** Removes the token (§5) from what the service sends, in case it repeats it. */
export interface Redactor {
	/** Makes a message safe to show and log: without the token, on one line, and cut, because it is raw server text (§7). */
	readonly inMessage: (message: string) => string;
	/** Makes the texts of an element unreadable where they hold the token. Unreadable texts are never sent back. */
	readonly inElement: (element: Element | undefined) => void;
}

/** Finds a token in any letter case: plain, as in an address, and in Base64 as HTTP sends it (§5). */
export function createRedactor(token: string): Redactor {
	const isLong = token.length >= SHORTEST_TOKEN;
	const spellings = [escaped(token)];
	if (isLong) spellings.push(escaped(encodeURIComponent(token)), `${escaped(inBase64(token))}[\\w+/=]*`);
	const pattern = new RegExp(spellings.join('|'), 'gi');
	const hide = (text: string, mark: string) => (token === '' ? text : text.replace(pattern, mark));

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

const escaped = (text: string): string => text.replace(/[^\w]/g, '\\$&');

/** A text in Base64, without the last characters, which depend on what follows. */
function inBase64(text: string): string {
	const bytes = Buffer.from(text);
	return bytes.toString('base64', 0, bytes.length - (bytes.length % 3));
}
