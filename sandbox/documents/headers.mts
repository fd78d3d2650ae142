import { counterOf, setCounter } from '../call.mts';
import { checked, date, field, own, text, word, type Field } from '../fields.mts';
import type { Store, Values } from '../store.mts';
import type { DocumentKind, LateFeeRow } from '../tables.mts';
import { parseIdentifier } from '../values.mts';

/**
 * The number of a document (§4.3), and the key by which numbers are sorted: the given one, or the next in the account's sequence
 * when it is missing or in use. A given number does not advance the sequence, which skips numbers in use.
 */
export function assignNumber(
	store: Store,
	document: DocumentKind,
	accountId: number,
	given: unknown = '',
	ownId = 0,
) {
	const sql = `SELECT 1 FROM ${document} WHERE account_id = ? AND number = ? AND id <> ?`;
	const isInUse = (number: string, id: number) => store.one(sql, accountId, number, id) !== undefined;
	let number = String(given);
	if (number === '' || isInUse(number, ownId)) {
		const counter = `${document}_number`;
		let value = counterOf(store, accountId, counter);
		do number = String((value += 1)).padStart(5, '0');
		while (isInUse(number, 0));
		setCounter(store, accountId, counter, value);
	}
	return { number, number_key: number.replace(/\d+/g, (digits) => digits.padStart(12, '0')) };
}

/** An update that is `optional` keeps the client when it is left out. */
type Verb = 'create' | 'update' | 'optional';

/** The elements of every method that creates or updates a document (§4.3, §4.4, §4.5), which refuse a client by §7.1. */
function header(verb: Verb): Field[] {
	const refusal =
		verb === 'create'
			? { message: 'Client id is not exists.', status: 400 }
			: { message: 'Client id is invalid.', status: 403 };
	return [
		own('client/client_id', '{client}', 'client', refusal.message, {
			status: refusal.status,
			required: verb === 'optional' ? undefined : refusal,
		}),
		text('client/address', '1 New Street\nBristol'),
		date('date', '2026-02-28', 'Date is invalid.'),
		text('po_number', 'PO-0815'),
		text('notes', 'Line one\nLine two – €'),
		text('terms', '30 days'),
	];
}

const title = (path: string, example = 'Spring <campaign> & more') => text(path, example, { key: 'title' });
const NUMBER = word('number', '007');

/** The statuses that requests on invoices may name (§4.1, §4.3); only updates know the last. */
const STATUSES: readonly string[] = ['Draft', 'Sent', 'Viewed', 'Paid', 'Partial-Paid'];

/** The header of an invoice (§4.3). */
export function invoiceHeader(verb: 'create' | 'update', takesLateFee: boolean): Field[] {
	const statuses = verb === 'create' ? STATUSES.slice(0, -1) : STATUSES;
	return [
		...header(verb),
		title('invoice_title'),
		date('due_date', '2099-03-30', 'Due Date is invalid.'),
		date('schedule_date', '2026-03-01', 'Schedule Date is invalid.'),
		NUMBER,
		field('status', 'viewed', (found) => statuses.find((one) => one.toLowerCase() === found), {
			key: 'invoice_status',
			returned: 'Viewed',
		}),
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

/** What an invoice has of its header without a request's. */
export const EMPTY_INVOICE: Values = {
	...{ address: '', title: '', po_number: '', notes: '', terms: '' },
	...{ due_date: '', schedule_date: '', late_fee_id: 0 },
};

/** The header of an estimate (§4.4). Its status is stored as it is sent. */
export const estimateHeader = (verb: 'create' | 'update'): Field[] => [
	...header(verb),
	...(verb === 'create' ? [title('estimate_title')] : []),
	date('schedule_date', '2026-03-01', 'Schedule Date is invalid.', { returned: null }),
	text('status', 'Sent', { key: 'estimate_status' }),
	NUMBER,
];

/** The frequency that replaces an unrecognized one (§4.5). */
export const PLAIN_FREQUENCY = '1 Week';

/** Those that the vendor knows; its own app adds that of 11 months. */
const FREQUENCIES = [
	...[PLAIN_FREQUENCY, '2 Week', '3 Week', '4 Week'],
	...['1 Month', '3 Month', '6 Month', '11 Month', '1 Year', '2 Year', '3 Year'],
];

/** The header of a recurring profile (§4.5). */
export const recurringHeader = (verb: 'create' | 'optional'): Field[] => [
	...header(verb),
	title('recurring_title', 'Hosting & <support>'),
	field('frequency', '1 Month', (found) => FREQUENCIES.find((one) => one === found) ?? PLAIN_FREQUENCY),
	checked('occurence', '12', { message: 'Occurence is invalid.', wrong: 'many' }, (found) =>
		/^\d{1,9}$/.test(found) ? Number(found) : undefined,
	),
	// The vendor's example has it after the occurence, and no text says what it does: here, nothing.
	...(verb === 'create' ? [field('send', '1', () => undefined, { returned: null })] : []),
];
