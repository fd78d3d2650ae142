import { ACCOUNT_PURPOSES } from './accounts.ts';
import { escapeText } from './answer.ts';
import type { ReceivedRequest, RequestLog } from './requestLog.ts';
import type { AccountRow, MailRow } from './store/rows.ts';
import type { Store } from './store/store.ts';
import { PAGE_STYLE } from './pageStyle.ts';

/** A table of the page: its heading, the names of its columns, and the rows as text. */
interface Table {
	title: string;
	/** The note beside the heading. */
	note: string;
	columns: readonly string[];
	rows: ReadonlyArray<ReadonlyArray<string | number>>;
	/** The table takes the whole width. */
	isWide?: boolean;
}

const REQUESTS_SHOWN = 25;
const MAILS_SHOWN = 10;
const RECORDS_SHOWN = 5;

/** A kind of record with the query for its newest records. */
interface RecordQuery {
	title: string;
	table: string;
	/** The column that sorts the newest first. */
	order: string;
	isWide?: boolean;
	columns: readonly string[];
	select: string;
}

const RECORD_QUERIES: readonly RecordQuery[] = [
	{
		title: 'Invoices',
		table: 'invoice',
		order: 'invoice.date',
		isWide: true,
		columns: ['Number', 'Client', 'Date', 'Total', 'Outstanding', 'Status'],
		select: `number, organization, date, net_balance || ' ' || currency, outstanding, invoice_status
			FROM invoice JOIN client ON client.id = client_id`,
	},
	{
		title: 'Clients',
		table: 'client',
		order: 'client.id',
		isWide: true,
		columns: ['Organization', 'Name', 'Email', 'Country', 'Currency'],
		select: `organization, name, email, country, currency FROM client`,
	},
	{
		title: 'Payments',
		table: 'payment',
		order: 'payment.date',
		columns: ['Invoice', 'Method', 'Date', 'Amount'],
		select: `number, method, payment.date, amount FROM payment JOIN invoice ON invoice.id = invoice_id`,
	},
	{
		title: 'Estimates',
		table: 'estimate',
		order: 'estimate.date',
		columns: ['Number', 'Client', 'Date', 'Status'],
		select: `number, organization, date, estimate_status FROM estimate JOIN client ON client.id = client_id`,
	},
	{
		title: 'Recurring profiles',
		table: 'recurring',
		order: 'recurring.date',
		columns: ['Number', 'Client', 'First invoice', 'Frequency', 'Status'],
		select: `number, organization, date, frequency, recurring_status
			FROM recurring JOIN client ON client.id = client_id`,
	},
	{
		title: 'Time entries',
		table: 'time_entry',
		order: 'work_date',
		columns: ['Project', 'Task', 'Date', 'Hours', 'Billed'],
		select: `project.name AS project, task.name AS task, work_date, hours_worked, billed
			FROM time_entry JOIN project ON project.id = project_id JOIN task ON task.id = task_id`,
	},
	{
		title: 'Expenses',
		table: 'expense',
		order: 'expense.date',
		columns: ['Vendor', 'Date', 'Amount', 'Invoiced'],
		select: `vendor, date, amount, invoiced FROM expense`,
	},
];

/** The page for people, as HTML: the accounts, the recent requests, the outbox, and the newest records of each kind. */
export function renderPage(store: Store, log: RequestLog): string {
	const accounts = store.all<AccountRow>('SELECT * FROM account ORDER BY id');
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Billing service sandbox</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>Billing service sandbox</h1>
<p>It serves the XML Billing Service Interface 1.1 at <code>/api/xml/1.1/</code>, on this machine only, and sends no email.</p>
</header>
<main>
${[accountsTable(accounts), requestsTable(log.entries), outboxTable(store)].map(renderTable).join('\n')}
<div class="records">
${RECORD_QUERIES.map((query) => renderTable(recordsTable(store, query))).join('\n')}
</div>
</main>
</body>
</html>
`;
}

function accountsTable(accounts: readonly AccountRow[]): Table {
	return {
		title: 'Accounts',
		note: 'the token is the user name; any password works',
		columns: ['Token', 'Company', 'Country', 'Currency', 'Purpose'],
		rows: accounts.map((account) => [
			account.token,
			account.company,
			account.country_code,
			account.currency_code,
			ACCOUNT_PURPOSES[account.key] ?? '',
		]),
	};
}

function requestsTable(entries: readonly ReceivedRequest[]): Table {
	const recent = entries.slice(-REQUESTS_SHOWN).reverse();
	return {
		title: 'Recent requests',
		note: entries.length === 0 ? 'none yet' : `the last ${recent.length}, newest first; times are in UTC`,
		columns: ['Time', 'Method', 'Status', 'Fault', 'Account', 'Took'],
		rows: recent.map(({ at, method, status, fault, account, durationMs }) => [
			at.slice(11, 19),
			method || '(refused)',
			status ?? '',
			fault ?? '',
			account ?? '',
			`${durationMs.toFixed(1)} ms`,
		]),
	};
}

function outboxTable(store: Store): Table {
	const mails = store.all<MailRow>('SELECT * FROM mail ORDER BY sent_at DESC, id DESC LIMIT ?', MAILS_SHOWN);
	return {
		title: 'Outbox',
		note: countNote(store, 'mail', mails.length),
		columns: ['Sent', 'To', 'Subject', 'Attachment'],
		rows: mails.map(({ sent_at, recipient, subject, attachment }) => [
			sent_at,
			recipient,
			subject,
			attachment,
		]),
	};
}

function recordsTable(store: Store, { title, table, order, isWide, columns, select }: RecordQuery): Table {
	const sql = `SELECT ${table}.id AS id, account.key AS account, ${select} JOIN account ON account.id = ACCOUNT_ID
		ORDER BY ${order} DESC, ${table}.id DESC LIMIT ?`;
	// A payment belongs to the account of its invoice; every other record names its own.
	const owner = table === 'payment' ? 'invoice.account_id' : `${table}.account_id`;
	const found = store.arrays(sql.replace('ACCOUNT_ID', owner), RECORDS_SHOWN);
	return {
		title,
		note: countNote(store, table, found.length),
		columns: ['Id', 'Account', ...columns],
		rows: found,
		isWide,
	};
}

function countNote(store: Store, table: string, shown: number): string {
	const count = store.one<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)?.count ?? 0;
	return count === 0 ? 'none yet' : `${count} in all; the newest ${shown}`;
}

function renderTable({ title, note, columns, rows, isWide }: Table): string {
	const heading = `<h2>${escapeText(title)} <small>${escapeText(note)}</small></h2>`;
	if (rows.length === 0) return `<section>${heading}</section>`;
	const head = columns.map((column) => `<th>${escapeText(column)}</th>`).join('');
	const body = rows
		.map((row) => `<tr>${row.map((value, index) => renderCell(value, columns[index] ?? '')).join('')}</tr>`)
		.join('\n');
	return `<section${isWide ? ' class="wide"' : ''}>${heading}
<table><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></section>`;
}

/** A cell. Amounts have figures of equal width; request statuses have colors. */
function renderCell(value: string | number, column: string): string {
	const text = escapeText(String(value));
	if (typeof value === 'number' && column === 'Status') {
		return `<td><span class="${value === 200 ? 'good' : 'bad'}">${text}</span></td>`;
	}
	return /^-?\d+\.\d/.test(text) ? `<td class="amount">${text}</td>` : `<td>${text}</td>`;
}
