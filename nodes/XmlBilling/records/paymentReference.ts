/** The reference that the node keeps in the notes of a payment (§2.2). */
import { textOf } from '../xml/shape';
import { compareIdentity, inCapitals, isPlaceholder, type Likeness } from '../xml/identity';
import { withoutFormat } from '../helpers/GenericFunctions';

const LABEL = 'Reference:';
// Without a boundary before it, because a service may join the lines of a note without a blank (HTTP, §2.1).
const LABELS = /Reference:/i;

const collapsed = (text: string): string => withoutFormat(text).replace(/\s+/g, ' ').trim();

/**
 * Why a text can't be a payment's reference, for the end of a sentence that begins with the field's name. Undefined if it can:
 * it will be found again in any notes.
 */
export function problemOfReference(text: string): string | undefined {
	if (/[\r\n]/.test(text.trim())) return 'takes one line of text';
	return LABELS.test(withoutFormat(text))
		? `must not contain the word '${LABEL}', which begins the reference in the notes of a payment`
		: undefined;
}

/**
 * Adds a reference to the notes of a payment, on a last line that people can read: `Reference: TX-4711`.
 *
 * @param reference a text without a problem (see `problemOfReference`)
 */
export const withReference = (notes: string, reference: string): string =>
	`${notes.trim() === '' ? '' : `${notes.trimEnd()}\n`}${LABEL} ${reference.trim()}`;

/** The reference in a payment's notes and what people may have added below it; undefined if there is none. */
const labeledIn = (notes: unknown): string | undefined => textOf(notes).split(LABELS).slice(1).at(-1)?.trim();

/** The reference at the end of a payment's notes, with its white space collapsed; '' if there is none. */
export const referenceIn = (notes: unknown): string => collapsed(labeledIn(notes) ?? '');

// At such lengths, services cut what is longer (HTTP): the interface names none (§2.2).
const LENGTHS = [50, 64, 100, 128, 150, 200, 250, 255, 256, 500, 512, 1000, 1024];
// A reference that begins like another one is hardly so much shorter.
const MANY = 12;

/**
 * How the reference in a payment's notes compares with another one: `alike` if a person may have changed it, or added lines,
 * `unclear` if the notes have only a part of it, or have it elsewhere, and `none` if they have no reference.
 */
export function compareReference(notes: unknown, reference: string): Likeness | 'unclear' | 'none' {
	const shown = labeledIn(notes);
	const [firstLine = ''] = shown?.split(/[\r\n]/, 1) ?? [];
	const [likeness, ofLine] = [shown, firstLine].map((one) => compareIdentity('number', one, reference));
	if (likeness === 'same') return likeness;
	if (likeness === 'alike' || ofLine !== 'other') return 'alike';
	const [all = '', whole = '', wanted = ''] = [textOf(notes), shown ?? '', reference].map((text) =>
		inCapitals(collapsed(text)),
	);
	const isCut = wanted.length - whole.length >= MANY || LENGTHS.includes(textOf(notes).length);
	if (hasWord(all, wanted) || (shown !== undefined && wanted.startsWith(whole) && isCut)) return 'unclear';
	return isPlaceholder(shown ?? '') ? 'none' : 'other';
}

/** Whether a text has another one, with nothing beside it that may belong to it. */
const hasWord = (text: string, word: string): boolean =>
	text
		.split(word)
		.some(
			(before, index, parts) =>
				index < parts.length - 1 &&
				!/[\p{L}\p{N}_-]$/u.test(before) &&
				!/^[\p{L}\p{N}_-]/u.test(parts[index + 1] ?? ''),
		);
