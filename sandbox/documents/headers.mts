import { counterOf, setCounter } from '../call.mts';
import { type Field, type Refusal, checked, date, field, own, text, word } from '../fields.mts';
import type { Store, Values } from '../store.mts';
import type { DocumentKind, LateFeeRow } from '../tables.mts';
import { parseIdentifier } from '../values.mts';

/** A document's number, and the key by which numbers are sorted: digits as numbers, the rest as text. */
interface Numbering {
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

/** The refusal of a client that is not the account's (§7.1). */
const NO_CLIENT: Record<'create' | 'update', Refusal> = {
	create: { message: 'Client id is not exists.', status: 400 },
	update: { message: 'Client id is invalid.', status: 403 },
};

/** The client of a document. `optional` is for updates that keep it when it is left out. */
function client(verb: 'create' | 'update' | 'optional'): Field {
	const { message, status } = NO_CLIENT[verb === 'optional' ? 'update' : verb];
	const required = verb === 'optional' ? undefined : { message, status };
	return own('client/client_id', '{client}', 'client', message, { status, required });
}

/** The elements of every method that creates or updates a document (§4.3, §4.4, §4.5). */
function header(verb: 'create' | 'update' | 'optional'): Field[] {
	return [
		client(verb),
		text('client/address', '1 New Street\nBristol'),
		date('date', '2026-02-28', 'Date is invalid.'),
		text('po_number', 'PO-0815'),
		text('notes', 'Line one\nLine two – €'),
		text('terms', '30 days'),
	];
}

const NUMBER = word('number', '007');

/** The statuses that requests on invoices may name (§4.1, §4.3); only updates know the last. */
const STATUSES: readonly string[] = ['Draft', 'Sent', 'Viewed', 'Paid', 'Partial-Paid'];

/** The header of an invoice (§4.3). */
export function invoiceHeader(verb: 'create' | 'update', takesLateFee: boolean): Field[] {
	const statuses = new Map(
		(verb === 'create' ? STATUSES.slice(0, -1) : STATUSES).map((status) => [status.toLowerCase(), status]),
	);
	return [
		...header(verb),
		text('invoice_title', 'Spring <campaign> & more', { key: 'title' }),
		date('due_date', '2099-03-30', 'Due Date is invalid.'),
		date('schedule_date', '2026-03-01', 'Schedule Date is invalid.'),
		NUMBER,
		field('status', 'viewed', (found) => statuses.get(found), { key: 'invoice_status', returned: 'Viewed' }),
		...(takesLateFee ? [LATE_FEE] : []),
	];
}

const LATE_FEE = checked(
	'late_fee',
	'{lateFee}',
	{ message: 'Late Fee is invalid or inactive.', wrong: '{inactiveLateFee}' },
	(found, { store, account }) => {
		const sql = 'SELECT * FROM late_fee WHERE id = ? AND account_id = ? AND active = 1';
		return store.one<LateFeeRow>(sql, parseIdentifier(found) ?? 0, account.id)?.id;
	},
	{ key: 'late_fee_id' },
);

/** The header of an estimate (§4.4). Its status is stored as it is sent. */
export function estimateHeader(verb: 'create' | 'update'): Field[] {
	return [
		...header(verb),
		...(verb === 'create' ? [text('estimate_title', 'Spring <campaign> & more', { key: 'title' })] : []),
		date('schedule_date', '2026-03-01', 'Schedule Date is invalid.', { returned: null }),
		text('status', 'Sent', { key: 'estimate_status' }),
		NUMBER,
	];
}

/** The frequency that replaces an unrecognized one (§4.5). */
const PLAIN_FREQUENCY = '1 Week';

/** Those that the vendor knows; its own app adds that of 11 months. */
const FREQUENCIES = [
	PLAIN_FREQUENCY,
	...[
		'2 Week',
		'3 Week',
		'4 Week',
		'1 Month',
		'3 Month',
		'6 Month',
		'11 Month',
		'1 Year',
		'2 Year',
		'3 Year',
	],
];

/** The header of a recurring profile (§4.5). */
export function recurringHeader(verb: 'create' | 'optional'): Field[] {
	return [
		...header(verb),
		text('recurring_title', 'Hosting & <support>', { key: 'title' }),
		field('frequency', '1 Month', (found) => FREQUENCIES.find((one) => one === found) ?? PLAIN_FREQUENCY),
		checked('occurence', '12', { message: 'Occurence is invalid.', wrong: 'many' }, (found) =>
			/^\d{1,9}$/.test(found) ? Number(found) : undefined,
		),
		...(verb === 'create' ? [SEND] : []),
	];
}

/** The vendor's example has it after the occurence, and no text says what it does: here, nothing. */
const SEND = field('send', '1', () => undefined, { returned: null });

const EMPTY: Values = { address: '', title: '', po_number: '', notes: '', terms: '' };

/** The defaults of an invoice's header. */
export const EMPTY_INVOICE: Values = { ...EMPTY, due_date: '', schedule_date: '', late_fee_id: 0 };

/** The defaults of a new estimate's header. */
export const EMPTY_ESTIMATE: Values = { ...EMPTY, schedule_date: '', estimate_status: 'Draft' };

/** The defaults of a new profile's header. */
export const EMPTY_PROFILE: Values = { ...EMPTY, frequency: PLAIN_FREQUENCY, occurence: 0 };
