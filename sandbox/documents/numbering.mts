import { counterOf, setCounter } from '../counters.mts';
import type { DocumentKind } from '../store/rows.mts';
import type { Store } from '../store/store.mts';

/** A document's number, and the key by which numbers are sorted: digits as numbers, the rest as text. */
export interface Numbering {
	number: string;
	number_key: string;
}

/**
 * The number of a document (§4.3): the given one, or the next in the account's sequence when it is missing or in use. A given
 * number does not advance the sequence, which skips numbers in use.
 */
export function assignNumber(
	store: Store,
	document: DocumentKind,
	accountId: number,
	given: unknown = '',
	ownId = 0,
): Numbering {
	const wanted = String(given);
	const number =
		wanted === '' || isInUse(store, document, accountId, wanted, ownId)
			? nextNumber(store, document, accountId)
			: wanted;
	return { number, number_key: number.replace(/\d+/g, (digits) => digits.padStart(12, '0')) };
}

function nextNumber(store: Store, document: DocumentKind, accountId: number): string {
	const counter = `${document}_number`;
	let value = counterOf(store, accountId, counter);
	let number: string;
	do {
		value += 1;
		number = String(value).padStart(5, '0');
	} while (isInUse(store, document, accountId, number, 0));
	setCounter(store, accountId, counter, value);
	return number;
}

function isInUse(
	store: Store,
	document: DocumentKind,
	accountId: number,
	number: string,
	ownId: number,
): boolean {
	const sql = `SELECT 1 FROM ${document} WHERE account_id = ? AND number = ? AND id <> ?`;
	return store.one(sql, accountId, number, ownId) !== undefined;
}
