import { subtotalsOf, sum, totalsOf, withPercent, formatDecimal, hundredths } from '../amounts.mts';
import { chargesOf, linesOf } from '../documents/lines.mts';
import type { Store } from '../store.mts';
import { type RecordKind, type AccountRow, tableOf, type DocumentKind, type InvoiceRow } from '../tables.mts';
import { input, markup, table, type Html, live, readable } from './html.mts';

/** How the page lists a kind of record. */
interface Kind {
	/** As in the menu. */
	title: string;
	/** The headings of the columns, separated by commas. The first column leads to the record. */
	columns: string;
	/** What the columns show, in SQL, separated by commas. */
	select: string;
	/** What the columns come from, beside the kind's own table. */
	join?: string;
	/** The column that says whether a record is deleted; by default `status`, and '' if none does. */
	state?: string;
	/** The account that a record belongs to, unless the table says it itself. */
	account?: string;
}

const OF_CLIENT = 'JOIN client ON client.id = client_id';
const OF_ACCOUNT = 'JOIN account ON account.id = account_id';

/** The kinds of record that an owner looks at, in the order of the menu. */
export const KINDS = {
	invoice: {
		title: 'Invoices',
		columns: 'Number, Client, Date, Due, Status, Total, Outstanding',
		select: `number, organization, date, due_date, invoice_status || CASE invoice.status WHEN 'Active' THEN '' ELSE ' (' || invoice.status || ')' END, net_balance || ' ' || currency, outstanding || ' ' || currency`,
		join: OF_CLIENT,
	},
	estimate: {
		title: 'Estimates',
		columns: 'Number, Client, Date, Status, Total',
		select: `number, organization, date, estimate_status, net_balance || ' ' || currency`,
		join: OF_CLIENT,
	},
	client: {
		title: 'Clients',
		columns: 'Organization, Name, Email, Country, Currency',
		select: 'organization, client.name, email, country, currency',
	},
	payment: {
		title: 'Payments',
		state: '',
		columns: 'Date, Invoice, Method, Amount, Notes',
		select: `payment.date, number, method, amount || ' ' || currency, payment.notes`,
		join: `JOIN invoice ON invoice.id = invoice_id ${OF_CLIENT}`,
		account: 'invoice.account_id',
	},
	mail: {
		title: 'Mails',
		state: '',
		columns: 'Subject, To, Sent',
		select: 'subject, recipient, sent_at',
	},
	recurring: {
		title: 'Recurring Profiles',
		state: 'recurring_status',
		columns: 'Number, Client, First Invoice, Frequency, Status',
		select: 'number, organization, date, frequency, recurring_status',
		join: OF_CLIENT,
	},
	timeEntry: {
		title: 'Time Entries',
		columns: 'Date, Project, Task, Hours, Billed',
		select: 'work_date, project.name, task.name, hours_worked, billed',
		join: 'JOIN project ON project.id = project_id JOIN task ON task.id = task_id',
	},
	expense: {
		title: 'Expenses',
		columns: 'Vendor, Date, Amount, Invoiced',
		select: `vendor, date, amount || ' ' || currency_code, invoiced`,
		join: OF_ACCOUNT,
	},
	project: {
		title: 'Projects',
		columns: 'Name, Billing Method, Rate, Created',
		select: `name, billing_method, rate || ' ' || currency_code, created_date`,
		join: OF_ACCOUNT,
	},
	product: {
		title: 'Products',
		columns: 'Name, Unit Cost, Quantity',
		select: `name, unit_cost || ' ' || currency_code, quantity`,
		join: OF_ACCOUNT,
	},
	service: {
		title: 'Services',
		columns: 'Name, Unit Cost, Unit',
		select: `name, unit_cost || ' ' || currency_code, quantity`,
		join: OF_ACCOUNT,
	},
} as const satisfies Partial<Record<RecordKind, Kind>>;

export type KindName = keyof typeof KINDS;

/** What one record of a kind is called. */
export const singularOf = (kind: KindName): string => KINDS[kind].title.replace(/ies$/, 'ys').slice(0, -1);

export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name);

const PER_PAGE = 50;

type Values = ReadonlyArray<string | number>;

/** What separates thousands on the page, and not in the database. */
const SEPARATORS = /(?<=\d),(?=\d{3})/g;

/** Records of a kind that meet a condition: a page of them, the newest first, with links from the first column, and how many there are. */
function find(store: Store, base: string, name: KindName, condition: string, values: Values, page = 1) {
	const { columns, select, join = '', state = 'status' }: Kind = KINDS[name];
	const own = tableOf(name);
	const isThere = state === '' ? '' : `AND ${own}.${state} NOT IN ('Deleted', 'Delete')`;
	const from = `FROM ${own} ${join} WHERE (${condition}) ${isThere}`;
	const shown = [`${own}.id`, ...select.split(', ')].map((column, at) => `${column} AS column${at}`).join();
	const sql = `SELECT ${shown} ${from} ORDER BY ${own}.id DESC LIMIT ? OFFSET ?`;
	const rows = store
		.arrays(sql, ...values, PER_PAGE, (page - 1) * PER_PAGE)
		.map(([id = '', first, ...others]) => [
			markup`<a href="${base}/${name}/${id}">${first || `${singularOf(name)} ${id}`}</a>`,
			...others,
		]);
	const count = store.one<{ count: number }>(`SELECT COUNT(*) AS count ${from}`, ...values)?.count ?? 0;
	return { found: table(columns.split(', '), rows), count };
}

/** The list of a kind of record, with its search in all columns. `query` has the text to search for, and the page. */
export function listOf(store: Store, { id, key }: AccountRow, name: KindName, query: URLSearchParams): Html {
	const { title, select, account = `${tableOf(name)}.account_id` }: Kind = KINDS[name];
	const wanted = query.get('search') ?? '';
	const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
	const searched = select.split(', ');
	const isLike = searched.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
	const like = `%${wanted.replace(SEPARATORS, '').replace(/[\\%_]/g, '\\$&')}%`;
	const values = [id, ...searched.map(() => like)];
	const { found, count } = find(store, `/${key}`, name, `${account} = ? AND (${isLike})`, values, page);
	const turn = (to: number, text: string) => {
		const address = new URLSearchParams({ search: wanted, page: String(to) }).toString();
		return to >= 1 && to <= Math.ceil(count / PER_PAGE) && markup` <a href="?${address}">${text}</a>`;
	};
	return markup`<form method="get" role="search">
${input({ label: `Search ${title}`, name: 'search', type: 'search', value: wanted })}<button>Search</button>
${name === 'invoice' && markup`<a class="button" href="/${key}/invoice/new">New Invoice</a>`}</form>
${live(markup`<p class="quiet">${count} ${count === 1 ? 'record' : 'records'}${turn(page - 1, 'Newer')}${turn(page + 1, 'Older')}</p>
${found}`)}`;
}

/** A record of any kind, as its table has it. */
type Row = Readonly<Record<string, string | number | null>>;

/** A record on its page. */
export interface Subject {
	store: Store;
	/** The address of its account. */
	base: string;
	kind: KindName;
	row: Row;
	id: number;
	/** The currency of its amounts. */
	currency: string;
}

/** What the owner of a record has no use for, or sees below its lines. */
const HIDDEN = /^(id|account_id|number_key|late_fee(_id)?|record_id|kind|total_(discount|paid|tax))$/;

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

const AMOUNT = /^(amount|net_balance|outstanding|rate|unit_cost)$/;

function labelOf(kind: KindName, column: string): string {
	const words =
		LABELS[`${kind} ${column}`] ??
		LABELS[column] ??
		column.replace(/_id$|^[a-z]+_(?=status$)/, '').replaceAll('_', ' ');
	return words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** What a record holds, with links to the records that it names. */
export function factsOf(subject: Subject): Html {
	const facts = Object.entries(subject.row).filter(
		([column, value]) => !HIDDEN.test(column) && value !== '' && value !== null,
	);
	return markup`<dl>${facts.map(
		([column, value]) =>
			markup`<div><dt>${labelOf(subject.kind, column)}</dt><dd>${valueOf(subject, column, value ?? '')}</dd></div>`,
	)}</dl>`;
}

function valueOf({ store, base, currency }: Subject, column: string, value: string | number): Html {
	const [kind, shown] = LINKS[column] ?? [];
	if (AMOUNT.test(column)) return markup`${readable(`${value} ${currency}`)}`;
	if (kind === undefined || shown === undefined) return markup`${value}`;
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
function linesTable({ store, id, currency }: Subject, kind: DocumentKind): Html {
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
	return table(columns, rows);
}

/** How the lines of a document come to its total, and what is left to pay of it. */
function totalsTable({ store, id, currency }: Subject, kind: DocumentKind): Html {
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
	return markup`<div class="sums">${table(['Part', 'Amount'], rows)}</div>`;
}

/** What comes after the total of an invoice. */
function leftOf({ late_fee, total_paid, outstanding }: InvoiceRow): Array<readonly [string, bigint]> {
	const fee = hundredths(late_fee);
	return [
		...(fee === 0n ? [] : ([['Late Fee', fee]] as const)),
		['Paid', -hundredths(total_paid)],
		[outstanding.startsWith('-') ? 'Overpaid' : 'Outstanding', hundredths(outstanding)],
	];
}

/** Records of a kind that name this one. */
function related({ store, base }: Subject, kind: KindName, condition: string, ...values: Values): Html {
	return markup`<h2>${KINDS[kind].title}</h2>${find(store, base, kind, condition, values).found}`;
}

const amountsOf = (subject: Subject, kind: DocumentKind): Html[] => [
	markup`<h2>Lines</h2>${linesTable(subject, kind)}`,
	markup`<h2>Total</h2>${totalsTable(subject, kind)}`,
];

/** What belongs to a record beside its own columns. */
export function partsOf(subject: Subject): Html[] {
	const { kind, id, base, row } = subject;
	const mails = (...kinds: [string, string]) =>
		related(subject, 'mail', 'record_id = ? AND kind IN (?, ?)', id, ...kinds);
	switch (kind) {
		case 'invoice':
			return [
				...amountsOf(subject, kind),
				related(subject, 'payment', 'invoice_id = ?', id),
				mails('invoice', 'payment'),
			];
		case 'estimate':
			return [...amountsOf(subject, kind), mails(kind, kind)];
		case 'recurring':
			return amountsOf(subject, kind);
		case 'client':
			return [related(subject, 'invoice', 'client_id = ?', id)];
		case 'mail': {
			const about = row.kind === 'estimate' ? 'estimate' : 'invoice';
			return [markup`<p><a href="${`${base}/${about}/${row.record_id}`}">Open the ${about}</a></p>`];
		}
		default:
			return [];
	}
}
