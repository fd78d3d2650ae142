import { MARKS, withoutNames } from './marks.mts';
import { textsIn } from './texts.mts';

/** A trigger saves the amounts of watched records, some of which end like typed ones. */
const MARKS_IN_STATE = [MARKS.token, MARKS.raw, MARKS.records];

/** How much was searched so far. */
export const searched = { texts: 0, characters: 0 };

/** Looks for marks in a text. Returns each match with its context, for a message. */
export function search(text: string, marks: readonly RegExp[]): string[] {
	searched.texts += 1;
	searched.characters += text.length;
	return marks.flatMap((mark) => {
		const found = mark.exec(text);
		return found ? `…${text.slice(Math.max(0, found.index - 60), found.index + 100)}…` : [];
	});
}

/**
 * Looks for marks in everything reachable from a value: the token is forbidden everywhere, pages and values only
 * where they are not the requested data.
 */
export const searchIn = (root: unknown): string[] =>
	[...textsIn(root)].flatMap(({ path, text }) => {
		const found = isOwnData(path)
			? search(text, [MARKS.token])
			: search(withoutNames(text), path.includes('state') ? MARKS_IN_STATE : Object.values(MARKS));
		return found.map((part) => `${path.join('.')}: ${part}`);
	});

/** Values from the form of the node, or from an item or its hints, which n8n keeps beside it and logs nowhere. An error item is not data. */
function isOwnData(path: readonly string[]): boolean {
	const at = path.lastIndexOf('json');
	const isError = path.length === at + 2 && ['error', 'message'].includes(path[at + 1] ?? '');
	return path.includes('parameters') || path.includes('hints') || (at >= 0 && !isError);
}
