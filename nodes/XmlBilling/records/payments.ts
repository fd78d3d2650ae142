import { cents } from './money';
/** The payments inside an invoice (§2.2), and the reference that the node keeps in their notes. */
import { textOf } from '../xml/shape';
import { withoutFormat } from '../helpers/GenericFunctions';

type Fields = Readonly<Record<string, unknown>>;

/** An invoice's transactions, or undefined if the record doesn't show them. */
export function transactionsOf({ transactions }: Fields): readonly Fields[] | undefined {
	// The array holds the decoded `transaction` elements (§2.2).
	return Array.isArray(transactions) ? (transactions as readonly Fields[]) : undefined;
}

// The fields of a payment that people need.
const REPORTED = ['method', 'notes', 'amount', 'date'];

/**
 * The transactions of a list record if they are complete. A summary may be decoded with an empty array, so they must add
 * up to the total paid.
 */
export function listedTransactions(record: Fields): readonly Fields[] | undefined {
	const transactions = transactionsOf(record);
	if (transactions === undefined || typeof record['total_paid'] !== 'number') return undefined;
	const sum = transactions.reduce((total, payment) => total + cents(payment['amount']), 0);
	const isComplete = transactions.every((payment) => REPORTED.every((field) => payment[field] !== undefined));
	return isComplete && sum === cents(record['total_paid']) ? transactions : undefined;
}

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

// What banks write where a payment has no reference (people); blanks, dashes, zeros and a row of X alike.
const PLACEHOLDERS: ReadonlySet<string> = new Set([
	...['', '0', 'X', 'NONREF', 'NOREF', 'NOREFERENCE', 'NOTPROVIDED', 'NOTAVAILABLE', 'NOTSPECIFIED'],
	...['NONE', 'NULL', 'UNDEFINED', 'UNKNOWN', 'NA', 'KEINE', 'KEINEANGABE', 'NICHTANGEGEBEN'],
]);

/** Whether a reference identifies nothing, because banks write it in many payments: `NONREF`, `NOTPROVIDED`, `-`, `0000`. */
export const isPlaceholder = (reference: string): boolean =>
	PLACEHOLDERS.has(
		referenceKey(reference)
			.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
			.replace(/^(0|X)\1+$/, '$1'),
	);

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

const folded = (text: string): string => collapsed(text).normalize('NFKC').toUpperCase();

/** A reference for finding similar ones: without case, and without white space. */
export const referenceKey = (reference: string): string => folded(reference).replace(/\s/g, '');

const exact = (reference: string): string => withoutFormat(reference).trim().normalize('NFC');

/**
 * How the reference in a payment's notes compares with another one: `similar` if a person may have changed it, or added lines,
 * `unclear` if the notes have only a part of it, or words after it, and `none` if they have no reference.
 */
export function compareReference(
	notes: unknown,
	reference: string,
): 'same' | 'similar' | 'unclear' | 'none' | 'other' {
	const shown = labeledIn(notes);
	if (shown === undefined) return 'none';
	if (exact(shown) === exact(reference)) return 'same';
	const [firstLine = ''] = shown.split(/[\r\n]/, 1);
	const key = referenceKey(reference);
	if (referenceKey(shown) === key || referenceKey(firstLine) === key) return 'similar';
	const whole = folded(shown);
	const wanted = folded(reference);
	const isLonger = whole.startsWith(wanted) && !/^[\p{L}\p{N}]/u.test(whole.slice(wanted.length));
	if (isLonger || key.startsWith(referenceKey(shown))) return 'unclear';
	return isPlaceholder(shown) ? 'none' : 'other';
}
