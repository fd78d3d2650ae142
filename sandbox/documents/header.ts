import { textAt, wordAt, type Element } from '../element.ts';
import type { Call } from '../method.ts';
import { findOwnRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { ClientRow } from '../store/rows.ts';
import { dateOr } from '../values/date.ts';

/** The header elements that every method takes which makes or changes a document (§4.3, §4.4, §4.5). */
export const HEADER_PATHS = ['client/client_id', 'client/address', 'date', 'po_number', 'notes', 'terms'];

/** The columns that those elements fill, the client apart. */
export interface Header {
	address: string;
	date: string;
	po_number: string;
	notes: string;
	terms: string;
}

/** A header that says nothing but a date. */
export function emptyHeader(date: string): Header {
	return { address: '', date, po_number: '', notes: '', terms: '' };
}

/** The header of a request. What it leaves out is taken from the defaults. Throws a Rejection when the date is none (§7.1). */
export function readHeader(request: Element, defaults: Header): Header {
	return {
		address: textAt(request, 'client/address') || defaults.address,
		date: dateOr(wordAt(request, 'date'), defaults.date, 'Date is invalid.'),
		po_number: textAt(request, 'po_number') || defaults.po_number,
		notes: textAt(request, 'notes') || defaults.notes,
		terms: textAt(request, 'terms') || defaults.terms,
	};
}

/** The client that a header names: one of the account's own, or undefined. */
function clientAt(call: Call): ClientRow | undefined {
	return findOwnRecord<ClientRow>(call, 'client', wordAt(call.request, 'client/client_id'));
}

/** The client of a new document. Throws a Rejection when the header names none of the account's own (§7.1). */
export function newDocumentClient(call: Call): ClientRow {
	return clientAt(call) ?? reject('Client id is not exists.');
}

/** The client of a document that is updated. Throws a Rejection when the header names none of the account's own (§7.1). */
export function updatedDocumentClient(call: Call): ClientRow {
	return clientAt(call) ?? reject('Client id is invalid.', 403);
}
