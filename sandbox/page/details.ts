import { linesOf } from '../documents/lines.ts';
import { paymentsOf } from '../documents/settlement.ts';
import type { MailRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { tableOf, type RecordKind } from '../store/tables.ts';
import { markup, table, type Html } from './html.ts';
import type { KindName } from './kinds.ts';

/** A record of any kind, as its table has it. */
export type Row = Readonly<Record<string, string | number | null>>;

/** What the owner of a record has no use for. */
const INTERNAL = new Set(['id', 'account_id', 'number_key', 'late_fee_id']);

/** The columns that name other records, with the kind and with what that shows. */
const LINKS: Readonly<Record<string, readonly [kind: KindName, shown: string]>> = {
	client_id: ['client', 'organization'],
	invoice_id: ['invoice', 'number'],
	project_id: ['project', 'name'],
};

/** What columns are called whose names alone would mislead. */
const LABELS: Readonly<Record<string, string>> = { net_balance: 'Total', status: 'Record' };

function labelOf(column: string): string {
	const words = LABELS[column] ?? column.replace(/_id$|^[a-z]+_(?=status$)/, '').replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All that a record holds, with links to the records that it names. `base` is the address of its account. */
export function factsOf(store: Store, row: Row, base: string): Html {
	const facts = Object.entries(row).filter(
		([column, value]) => !INTERNAL.has(column) && value !== '' && value !== null,
	);
	const items = facts.map(
		([column, value]) =>
			markup`<div><dt>${labelOf(column)}</dt><dd>${valueOf(store, column, value, base)}</dd></div>`,
	);
	return markup`<dl>${items}</dl>`;
}

function valueOf(store: Store, column: string, value: string | number | null, base: string): Html {
	const [kind, shown] = LINKS[column] ?? [];
	if (kind === undefined || shown === undefined) return markup`${value ?? ''}`;
	const linked = rowOf(store, kind, Number(value));
	return markup`<a href="${base}/${kind}/${String(value)}">${linked?.[shown] ?? value ?? ''}</a>`;
}

/** The record of a kind with an identifier, if there is one. */
export const rowOf = (store: Store, kind: RecordKind, id: number): Row | undefined =>
	store.one<Row>(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, id);

/** The lines of a document. */
function linesTable(store: Store, kind: 'invoice' | 'estimate' | 'recurring', id: number): Html {
	const rows = linesOf(store, kind, id).map((line) => [
		line.name,
		line.description,
		line.quantity,
		line.unit_cost,
		line.discount === '0.00' ? '' : `${line.discount}${line.discount_type === 'Percent' ? ' %' : ''}`,
		[line.tax1_name, line.tax2_name].filter((name) => name !== '').join(', '),
	]);
	return markup`<h2>Lines</h2>${table('Lines', ['Name', 'Description', 'Quantity', 'Unit Cost', 'Discount', 'Taxes'], rows)}`;
}

function mailsTable(store: Store, base: string, kind: MailRow['kind'], id: number): Html {
	const mails = store.all<MailRow>(
		`SELECT * FROM mail WHERE record_id = ? AND kind IN (?, ?) ORDER BY id DESC`,
		id,
		kind,
		kind === 'invoice' ? 'payment' : kind,
	);
	const rows = mails.map((mail) => [
		markup`<a href="${base}/mail/${mail.id}">${mail.subject}</a>`,
		mail.recipient,
		mail.sent_at,
		mail.attachment,
	]);
	return markup`<h2>Mails</h2>${table('Mails', ['Subject', 'To', 'Sent', 'Attachment'], rows)}`;
}

function paymentsTable(store: Store, id: number): Html {
	const rows = paymentsOf(store, id).map(({ date, method, notes, amount }) => [date, method, notes, amount]);
	return markup`<h2>Payments</h2>${table('Payments', ['Date', 'Method', 'Notes', 'Amount'], rows)}`;
}

function invoicesTable(store: Store, base: string, client: number): Html {
	const invoices = store.all<Row>(
		'SELECT * FROM invoice WHERE client_id = ? ORDER BY id DESC LIMIT 50',
		client,
	);
	const rows = invoices.map(({ id, number, date, invoice_status, net_balance, outstanding }) => [
		markup`<a href="${base}/invoice/${id ?? ''}">${number ?? ''}</a>`,
		...[date, invoice_status, net_balance, outstanding].map(String),
	]);
	return markup`<h2>Invoices</h2>${table('Invoices', ['Number', 'Date', 'Status', 'Total', 'Outstanding'], rows)}`;
}

/** What belongs to a record beside its own columns. */
export function partsOf(store: Store, base: string, kind: RecordKind, id: number): Html[] {
	switch (kind) {
		case 'invoice':
			return [linesTable(store, kind, id), paymentsTable(store, id), mailsTable(store, base, kind, id)];
		case 'estimate':
			return [linesTable(store, kind, id), mailsTable(store, base, kind, id)];
		case 'recurring':
			return [linesTable(store, kind, id)];
		case 'client':
			return [invoicesTable(store, base, id)];
		case 'mail': {
			const { kind: about, record_id } = store.row('mail', id);
			const document = about === 'estimate' ? 'estimate' : 'invoice';
			return [markup`<p><a href="${base}/${document}/${record_id}">The ${document} that it is about</a></p>`];
		}
		default:
			return [];
	}
}
