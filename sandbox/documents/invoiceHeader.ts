import { textAt, wordAt, type Element } from '../element.ts';
import type { Call } from '../method.ts';
import { reject } from '../rejection.ts';
import type { LateFeeRow } from '../store/rows.ts';
import type { Values } from '../store/store.ts';
import { dateOr } from '../values/date.ts';
import { parseIdentifier } from '../values/identifier.ts';
import { emptyHeader, HEADER_PATHS, readHeader } from './header.ts';

/** The header elements of the methods that make or change invoices (§4.3). */
export const INVOICE_HEADER_PATHS = [
	...HEADER_PATHS,
	'invoice_title',
	'number',
	'due_date',
	'schedule_date',
	'status',
];

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
		...readHeader(request, emptyHeader(options.dateFallback)),
		title: textAt(request, 'invoice_title'),
		due_date: dateOr(wordAt(request, 'due_date'), '', 'Due Date is invalid.'),
		schedule_date: dateOr(wordAt(request, 'schedule_date'), '', 'Schedule Date is invalid.'),
		late_fee_id: options.takesLateFee ? lateFeeAt(call) : 0,
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
