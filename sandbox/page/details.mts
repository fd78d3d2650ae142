import { chargesOf } from '../documents/charges.mts';
import { linesOf } from '../documents/lines.mts';
import { paymentsOf } from '../documents/settlement.mts';
import { subtotalsOf, sum, totalsOf, withPercent } from '../documents/totals.mts';
import type { AccountRow, DocumentKind, InvoiceRow, MailRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';
import { tableOf, type RecordKind } from '../store/tables.mts';
import { formatDecimal, hundredths } from '../values/decimal.mts';
import { filledTable, markup, readable, table, type Html } from './html.mts';
import { isKind, type KindName } from './kinds.mts';

/** A record of any kind, as its table has it. */
export type Row = Readonly<Record<string, string | number | null>>;

/** A record on its page. */
export interface Subject<Kind extends KindName = KindName> {
	store: Store;
	/** The address of its account. */
	base: string;
	kind: Kind;
	row: Row;
	id: number;
	/** The currency of its amounts. */
	currency: string;
}

/** What the owner of a record has no use for. */
const INTERNAL = new Set(['id', 'account_id', 'number_key', 'late_fee_id', 'record_id', 'kind']);

/** The columns that name other records, with the kind and with what that shows. */
const LINKS: Readonly<Record<string, readonly [kind: RecordKind, shown: string]>> = {
	client_id: ['client', 'organization'],
	invoice_id: ['invoice', 'number'],
	project_id: ['project', 'name'],
	project_manager_id: ['staff', 'name'],
	task_id: ['task', 'name'],
	category_id: ['expenseCategory', 'name'],
};

/** What columns are called whose names alone would mislead. */
const LABELS: Readonly<Record<string, string>> = {
	net_balance: 'Total',
	status: 'Record Status',
	po_number: 'PO Number',
	occurence: 'Occurrences',
	'service quantity': 'Unit',
};

const AMOUNT = /^(amount|late_fee|net_balance|outstanding|rate|total_\w+|unit_cost)$/;

/** What the statuses mean that automatic payments leave. */
const MEANINGS = new Map<unknown, string>([
	['Auto-Paid', 'paid automatically'],
	['Auto-Failed', 'the automatic payment failed'],
	['Retry', 'the automatic payment will be tried again'],
]);

function labelOf(kind: KindName, column: string): string {
	const words =
		LABELS[`${kind} ${column}`] ??
		LABELS[column] ??
		column.replace(/_id$|^[a-z]+_(?=status$)/, '').replaceAll('_', ' ');
	return words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** What a record holds in some of its columns, by default in all, with links to the records that it names. */
export function factsOf(subject: Subject, columns = Object.keys(subject.row)): Html {
	const facts = columns
		.filter((column) => !INTERNAL.has(column))
		.map((column) => [column, subject.row[column]] as const)
		.filter(([, value = '']) => value !== '' && value !== null);
	const items = facts.map(
		([column, value]) =>
			markup`<div><dt>${labelOf(subject.kind, column)}</dt><dd>${valueOf(subject, column, value ?? '')}</dd></div>`,
	);
	return items.length === 0 ? markup`` : markup`<dl>${items}</dl>`;
}

function valueOf({ store, base, currency }: Subject, column: string, value: string | number): Html {
	const [kind, shown] = LINKS[column] ?? [];
	const meaning = MEANINGS.get(value);
	if (AMOUNT.test(column)) return markup`${readable(`${value} ${currency}`)}`;
	if (kind === undefined || shown === undefined)
		return markup`${value}${meaning !== undefined && markup` <small>${meaning}</small>`}`;
	const name = rowOf(store, kind, Number(value))?.[shown] ?? value;
	return isKind(kind) ? markup`<a href="${base}/${kind}/${value}">${name}</a>` : markup`${name}`;
}

/** The record of a kind with an identifier, if there is one. */
export const rowOf = (store: Store, kind: RecordKind, id: number): Row | undefined =>
	store.one<Row>(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, id);

/** The currency of a record's amounts: its client's if it is billed, otherwise the account's. */
export function currencyOf(store: Store, account: AccountRow, kind: KindName, row: Row): string {
	if (!['invoice', 'estimate', 'recurring', 'payment'].includes(kind)) return account.currency_code;
	const { client_id } = kind === 'payment' ? store.row('invoice', Number(row.invoice_id)) : row;
	return store.row('client', Number(client_id)).currency;
}

/** The lines of a document, each with its amount before taxes. */
export function linesTable({ store, id, currency }: Subject, kind: DocumentKind): Html {
	const rows = linesOf(store, kind, id).map((line) => {
		const { balance, tax } = totalsOf([line], []);
		return [
			line.name,
			line.description,
			line.quantity,
			line.unit_cost,
			line.discount === '0.00' ? '' : `${line.discount} ${line.discount_type === 'Percent' ? '%' : currency}`,
			[withPercent(line.tax1_name, line.tax1_percent), withPercent(line.tax2_name, line.tax2_percent)]
				.filter((name) => name !== '')
				.join(', '),
			`${formatDecimal(balance - tax)} ${currency}`,
		];
	});
	const columns = ['Name', 'Description', 'Quantity', 'Unit Cost', 'Discount', 'Taxes', 'Net Amount'];
	return filledTable('Lines', columns, rows);
}

/** How the lines of a document come to its total, and what is left to pay of it. */
export function totalsTable({ store, id, currency }: Subject, kind: DocumentKind): Html {
	const lines = linesOf(store, kind, id);
	const { cost, taxes } = subtotalsOf(lines);
	const { discount } = totalsOf(lines, []);
	const charges = (kind === 'invoice' ? chargesOf(store, id) : []).map((charge): [string, bigint] => [
		charge.type === 'Percent' ? withPercent(charge.name, charge.amount) : charge.name,
		totalsOf(lines, [charge]).charges,
	]);
	const sums: Array<readonly [string, bigint]> = [
		['Subtotal', cost],
		...(discount === 0n ? [] : ([['Discounts', -discount]] as const)),
		...taxes,
		...charges,
	];
	const total = ['Total', sum(sums.map(([, amount]) => amount))] as const;
	const left = kind === 'invoice' ? leftOf(store.row('invoice', id)) : [];
	const rows = [...sums, total, ...left].map(([name, amount]) => [
		name,
		`${formatDecimal(amount)} ${currency}`,
	]);
	return markup`<div class="sums">${table('Total', ['Part', 'Amount'], rows)}</div>`;
}

/** What comes after the total of an invoice. */
function leftOf({ late_fee, total_paid, outstanding }: InvoiceRow): Array<readonly [string, bigint]> {
	const fee = hundredths(late_fee);
	return [
		...(fee === 0n ? [] : ([['Late Fee', fee]] as const)),
		['Paid', -hundredths(total_paid)],
		['Outstanding', hundredths(outstanding)],
	];
}

function mailsTable({ store, base, kind, id }: Subject): Html {
	const sql = 'SELECT * FROM mail WHERE record_id = ? AND kind IN (?, ?) ORDER BY id DESC';
	const mails = store.all<MailRow>(sql, id, kind, kind === 'invoice' ? 'payment' : kind);
	const rows = mails.map((mail) => [
		markup`<a href="${base}/mail/${mail.id}">${mail.subject}</a>`,
		mail.recipient,
		mail.sent_at,
		mail.attachment,
	]);
	return markup`<h2>Mails</h2>${filledTable('Mails', ['Subject', 'To', 'Sent', 'Attachment'], rows)}`;
}

function paymentsTable({ store, id, currency }: Subject): Html {
	const rows = paymentsOf(store, id).map((payment) => [
		...[payment.date, payment.method, payment.notes],
		`${payment.amount} ${currency}`,
	]);
	return markup`<h2>Payments</h2>${filledTable('Payments', ['Date', 'Method', 'Notes', 'Amount'], rows)}`;
}

function invoicesTable({ store, base, row, id: client }: Subject): Html {
	const sql = 'SELECT * FROM invoice WHERE client_id = ? ORDER BY id DESC LIMIT 50';
	const invoices = store.all<Row>(sql, client);
	const rows = invoices.map(({ id, number, date, invoice_status, net_balance, outstanding }) => [
		markup`<a href="${base}/invoice/${id ?? ''}">${number ?? ''}</a>`,
		...[date, invoice_status].map(String),
		...[net_balance, outstanding].map((amount) => `${amount} ${row.currency}`),
	]);
	return markup`<h2>Invoices</h2>${table('Invoices', ['Number', 'Date', 'Status', 'Total', 'Outstanding'], rows)}`;
}

const amountsOf = (subject: Subject, kind: DocumentKind): Html[] => [
	markup`<h2>Lines</h2>${linesTable(subject, kind)}`,
	markup`<h2>Total</h2>${totalsTable(subject, kind)}`,
];

/** What belongs to a record beside its own columns. */
export function partsOf(subject: Subject): Html[] {
	switch (subject.kind) {
		case 'invoice':
			return [...amountsOf(subject, subject.kind), paymentsTable(subject), mailsTable(subject)];
		case 'estimate':
			return [...amountsOf(subject, subject.kind), mailsTable(subject)];
		case 'recurring':
			return amountsOf(subject, subject.kind);
		case 'client':
			return [invoicesTable(subject)];
		default:
			return [];
	}
}
