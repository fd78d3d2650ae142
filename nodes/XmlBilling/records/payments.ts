/** The payments inside an invoice (§2.2), and the reference that the node keeps in their notes. */
import { textOf } from '../xml/shape';

type Fields = Readonly<Record<string, unknown>>;

/** An amount in hundredths, so that sums are exact; 0 if it is not a number. */
export const cents = (amount: unknown): number => (typeof amount === 'number' ? Math.round(amount * 100) : 0);

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

const LABEL = 'Reference: ';

/** Adds a reference to the notes of a payment, on a last line that people can read: `Reference: TX-4711`. */
export const withReference = (notes: string, reference: string): string =>
	`${notes.trim() === '' ? '' : `${notes.trimEnd()}\n`}${LABEL}${reference}`;

/** The reference at the end of a payment's notes; undefined if there is none. Services may join lines. */
export const referenceIn = (notes: unknown): string | undefined =>
	/(?:^|\s)Reference:\s+((?:(?!Reference:\s)[^])*\S)\s*$/i.exec(textOf(notes))?.[1];
