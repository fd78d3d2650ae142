import { textAt, wordAt, type Element } from '../element.ts';
import type { Call } from '../method.ts';
import { findOwnRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { ClientRow, LateFeeRow } from '../store/rows.ts';
import type { Values } from '../store/store.ts';
import { dateOr } from '../values/date.ts';
import { parseIdentifier } from '../values/identifier.ts';

/** The header elements of the methods that make or change invoices (§4.3). */
export const INVOICE_HEADER_PATHS = [
	'client/client_id',
	'client/address',
	'invoice_title',
	'number',
	'date',
	'due_date',
	'schedule_date',
	'po_number',
	'status',
	'notes',
	'terms',
];

/** The client that a header names: one of the account's own that is not deleted, or undefined. */
export function clientAt(call: Call): ClientRow | undefined {
	const client = findOwnRecord<ClientRow>(call, 'client', wordAt(call.request, 'client/client_id'));
	return client?.status === 'Deleted' ? undefined : client;
}

/**
 * The columns of an invoice that its header fills, number and status apart: those depend on the method. A field that is
 * left out is empty. Throws a Rejection when a date or the late fee is invalid (§7.1).
 */
export function readInvoiceHeader(
	call: Call,
	options: { dateFallback: string; takesLateFee: boolean },
): Values {
	const { request } = call;
	return {
		address: textAt(request, 'client/address'),
		title: textAt(request, 'invoice_title'),
		date: dateOr(wordAt(request, 'date'), options.dateFallback, 'Date is invalid.'),
		due_date: dateOr(wordAt(request, 'due_date'), '', 'Due Date is invalid.'),
		schedule_date: dateOr(wordAt(request, 'schedule_date'), '', 'Schedule Date is invalid.'),
		late_fee_id: options.takesLateFee ? lateFeeAt(call) : 0,
		po_number: textAt(request, 'po_number'),
		notes: textAt(request, 'notes'),
		terms: textAt(request, 'terms'),
	};
}

/** The commercial status that a request names, from a list of the words it may use; undefined when it names none of them. */
export function statusAt(request: Element, statuses: Readonly<Record<string, string>>): string | undefined {
	const word = wordAt(request, 'status');
	return Object.hasOwn(statuses, word) ? statuses[word] : undefined;
}

function lateFeeAt({ request, store, account }: Call): number {
	const word = wordAt(request, 'late_fee');
	if (word === '') return 0;
	const id = parseIdentifier(word) ?? 0;
	const rule = store.one<LateFeeRow>(
		'SELECT * FROM late_fee WHERE id = ? AND account_id = ?',
		id,
		account.id,
	);
	return rule?.active === 1 ? id : reject('Late Fee is invalid or inactive.');
}
