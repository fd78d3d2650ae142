import { counterOf, setCounter } from '../call.mts';
import { checked, date, field, own, text, word, type Field } from '../fields.mts';
import type { Store, Values } from '../store.mts';
import type { DocumentKind, RecordRows } from '../tables.mts';
import { parseIdentifier } from '../values.mts';
import { element, listed, shown, type Output } from '../xml.mts';
import { LINES, linesOf, RETURNED_TYPES } from './lines.mts';

// What documents take besides their lines, and what they show.

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
		own('client/client_id', '{client}', 'client', {
			...refusal,
			...(verb === 'optional' ? {} : { required: {} }),
		}),
		text('client/address', '1 New Street\nBristol'),
		date('date', '2026-02-28'),
		text('po_number', 'PO-0815'),
		text('notes', 'Line one\nLine two – €'),
		text('terms', '30 days'),
	];
}

const title = (path: string, example = 'Spring <campaign> & more') => text(path, example, { key: 'title' });
const NUMBER = word('number', '007');
const SCHEDULE = date('schedule_date', '2026-03-01', { message: 'Schedule Date is invalid.' });

/** The statuses that requests on invoices may name (§4.1, §4.3); only updates know the last. */
const STATUSES: readonly string[] = ['Draft', 'Sent', 'Viewed', 'Paid', 'Partial-Paid'];

export function invoiceHeader(verb: 'create' | 'update', takesLateFee: boolean): Field[] {
	const statuses = verb === 'create' ? STATUSES.slice(0, -1) : STATUSES;
	return [
		...header(verb),
		title('invoice_title'),
		date('due_date', '2099-03-30', { message: 'Due Date is invalid.' }),
		SCHEDULE,
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
	'{inactiveLateFee}',
	(found, { store, account }) => {
		const sql = 'SELECT * FROM late_fee WHERE id = ? AND account_id = ? AND active = 1';
		return store.one<RecordRows['lateFee']>(sql, parseIdentifier(found) ?? 0, account.id)?.id;
	},
	{ key: 'late_fee_id', message: 'Late Fee is invalid or inactive.' },
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
	{ ...SCHEDULE, returned: null },
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

export const recurringHeader = (verb: 'create' | 'optional'): Field[] => [
	...header(verb),
	title('recurring_title', 'Hosting & <support>'),
	field('frequency', '1 Month', (found) => FREQUENCIES.find((one) => one === found) ?? PLAIN_FREQUENCY),
	checked('occurence', '12', 'many', (found) => (/^\d{1,9}$/.test(found) ? Number(found) : undefined)),
	// The vendor's example has it after the occurence, and no text says what it does: here, nothing.
	...(verb === 'create' ? [field('send', '1', () => undefined, { returned: null })] : []),
];

const AMOUNTS = 'unit_cost quantity discount discount_type';

/** The fields of an invoice as getInvoice returns them (§2.2). Its identifier is not among them. */
export function invoiceFields(store: Store, invoice: RecordRows['invoice']): Output[] {
	const { currency } = store.row('client', invoice.client_id);
	const partOf = (path: string, kind: 'charge' | 'payment', words: string) =>
		listed(path, store.rows(kind, 'invoice_id', invoice.id), words);
	return [
		element('client', shown(invoice, 'client_id address')),
		...shown(
			{ ...invoice, currency },
			`invoice_title=title number date po_number total_discount total_tax net_balance late_fee late_fee_id total_paid outstanding invoice_status status invoice_due_date=due_date invoice_schedule_date=schedule_date notes terms currency`,
		),
		lines(
			store,
			'invoice',
			invoice.id,
			`item_id=id type name description ${AMOUNTS} tax1_name tax1_percent tax1_type tax2_name tax2_percent tax2_type`,
		),
		partOf('additional_charges/charge', 'charge', 'name type amount'),
		partOf('transactions/transaction', 'payment', 'method notes amount date'),
	];
}

/** The fields of estimates and recurring profiles as their get methods return them (§2.2): their lines come without taxes. */
const fieldsOf =
	(kind: 'estimate' | 'recurring', words: string, itemWords: string) =>
	(store: Store, row: RecordRows['estimate'] | RecordRows['recurring']): Output[] => {
		const { organization } = store.row('client', row.client_id);
		return [
			element('client', shown({ ...row, organization }, 'client_id organization address')),
			...shown(row, words),
			lines(store, kind, row.id, `${itemWords} ${AMOUNTS}`),
		];
	};

export const estimateFields = fieldsOf(
	'estimate',
	'estimate_id=id estimate_status estimate_title=title number date po_number total_discount total_tax notes terms',
	'item_id=id name type description',
);

export const recurringFields = fieldsOf(
	'recurring',
	'recurring_id=id recurring_status recurring_title=title number date frequency occurence po_number total_discount total_tax notes terms',
	'recurring_item_id=id name type description',
);

function lines(store: Store, kind: DocumentKind, id: number, words: string): Output {
	const rows = linesOf(store, kind, id).map((line) => ({ ...line, type: RETURNED_TYPES[line.type] ?? '' }));
	return listed(LINES, rows, words);
}
