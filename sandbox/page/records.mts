import { formatDecimal, totalsOf, withPercent } from '../amounts.mts';
import { linesOf } from '../documents/lines.mts';
import { isDeleted } from '../ownership.mts';
import type { Store } from '../store.mts';
import { hasColumn, tableOf, type DocumentKind, type RecordKind, type AccountRow } from '../tables.mts';
import { isNameIn } from '../values.mts';
import { live, markup, readable, table, type Html } from './html.mts';

/** The kinds of record that an owner looks at, in the order of the menu, with the columns of their lists. The first leads to the record. */
export const KINDS = {
	invoice: {
		title: 'Invoices',
		columns: 'number client_id date due_date invoice_status net_balance outstanding',
	},
	estimate: { title: 'Estimates', columns: 'number client_id date estimate_status net_balance' },
	client: { title: 'Clients', columns: 'organization name email country currency' },
	payment: { title: 'Payments', columns: 'date invoice_id method amount notes' },
	mail: { title: 'Mails', columns: 'subject recipient sent_at' },
	recurring: { title: 'Recurring Profiles', columns: 'number client_id date frequency recurring_status' },
	timeEntry: { title: 'Time Entries', columns: 'work_date project_id task_id hours_worked billed' },
	expense: { title: 'Expenses', columns: 'vendor date amount invoiced status' },
	project: { title: 'Projects', columns: 'name billing_method rate created_date' },
	product: { title: 'Products', columns: 'name unit_cost quantity status' },
	service: { title: 'Services', columns: 'name unit_cost quantity status' },
} as const satisfies Partial<Record<RecordKind, { title: string; columns: string }>>;

export type KindName = keyof typeof KINDS;

export const singularOf = (kind: KindName): string => KINDS[kind].title.replace(/ies$/, 'ys').slice(0, -1);

/** A record of any kind, as its table has it. */
type Row = Readonly<Record<string, string | number | null>>;

/** Whose records are looked at. */
export interface View {
	store: Store;
	account: AccountRow;
}

/** A record on its page, or in a list. */
export interface Subject extends View {
	kind: KindName;
	row: Row;
}

/** The record of a kind with an identifier, if there is one. */
const rowOf = (store: Store, kind: RecordKind, id: unknown): Row | undefined =>
	store.one<Row>(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, Number(id));

/** The records of a kind that name one in a column, the newest first: by default, all of the account. */
function subjectsOf(view: View, kind: KindName, column = 'account_id', id = view.account.id): Subject[] {
	const isWanted = hasColumn(kind, column)
		? `${column} = ?`
		: 'invoice_id IN (SELECT id FROM invoice WHERE account_id = ?)';
	const sql = `SELECT * FROM ${tableOf(kind)} WHERE ${isWanted} ORDER BY id DESC`;
	const rows = view.store.all<Row>(sql, id).filter((row) => !isDeleted(row));
	return rows.map((row) => ({ ...view, kind, row }));
}

export function subjectOf(view: View, kind: KindName, id: string): Subject | undefined {
	const row = /^\d{1,15}$/.test(id) ? rowOf(view.store, kind, id) : undefined;
	const owned = kind === 'payment' ? rowOf(view.store, 'invoice', row?.['invoice_id']) : row;
	return row && owned?.['account_id'] === view.account.id ? { ...view, kind, row } : undefined;
}

/** The columns that name other records, with the kind and with what that shows. */
const LINKS: Readonly<Record<string, readonly [kind: RecordKind, shown: string]>> = {
	client_id: ['client', 'organization'],
	invoice_id: ['invoice', 'number'],
	project_id: ['project', 'name'],
	project_manager_id: ['staff', 'name'],
	task_id: ['task', 'name'],
	category_id: ['expenseCategory', 'name'],
};

/** What the owner of a record has no use for. */
const HIDDEN = /^(id|account_id|number_key|late_fee_id|kind)$/;

/** What columns are called whose names alone would mislead. */
const LABELS: Readonly<Record<string, string>> = {
	net_balance: 'Total',
	status: 'Record Status',
	po_number: 'PO Number',
	occurence: 'Occurrences',
	record_id: 'About',
};

const AMOUNT = /^(amount|net_balance|outstanding|rate|unit_cost|total_\w+|late_fee)$/;

function labelOf(column: string): string {
	const words = LABELS[column] ?? column.replace(/_id$|^[a-z]+_(?=status$)/, '').replaceAll('_', ' ');
	return words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The currency of a record's amounts: its client's if it is billed, otherwise the account's. */
export function currencyOf({ store, account, kind, row }: Subject): string {
	if (!['invoice', 'estimate', 'recurring', 'payment'].includes(kind)) return account.currency_code;
	const billed = kind === 'payment' ? store.row('invoice', Number(row['invoice_id'])) : row;
	return store.row('client', Number(billed['client_id'])).currency;
}

/** What a column shows of a record, with the address of another record that it names. */
function shownBy(subject: Subject, column: string): { text: string; address?: string } {
	const { store, account, row } = subject;
	const { status = 'Active' } = row;
	const text = String(row[column] ?? '');
	if (text === '' || (column === 'status' && text === 'Active')) return { text: '' };
	if (column.endsWith('_status') && status !== 'Active') return { text: `${text} (${status})` };
	if (AMOUNT.test(column)) return { text: `${text} ${currencyOf(subject)}` };
	const document = [row['kind'] === 'estimate' ? 'estimate' : 'invoice', 'number'] as const;
	const [kind, name = ''] = column === 'record_id' ? document : (LINKS[column] ?? []);
	if (kind === undefined) return { text };
	const address = isNameIn(KINDS, kind) ? `/${account.key}/${kind}/${text}` : undefined;
	return { text: String(rowOf(store, kind, text)?.[name] ?? text), address };
}

const linked = (text: string, address: string | undefined) =>
	address === undefined ? text : markup`<a href="${address}">${text}</a>`;

/** What a record holds, with links to the records that it names. */
export function factsOf(subject: Subject): Html {
	const columns = Object.keys(subject.row).filter((column) => !HIDDEN.test(column));
	const facts = columns.map((column) => ({ column, ...shownBy(subject, column) }));
	return markup`<dl>${facts.map(
		({ column, text, address }) =>
			text !== '' &&
			markup`<div><dt>${labelOf(column)}</dt><dd>${linked(AMOUNT.test(column) ? readable(text) : text, address)}</dd></div>`,
	)}</dl>`;
}

/** A table of records of a kind, with links. */
function tableFor(kind: KindName, subjects: readonly Subject[]): Html {
	const columns = KINDS[kind].columns.split(' ');
	const rows = subjects.map((subject) =>
		columns.map((column, at) => {
			const { text, address } = shownBy(subject, column);
			const { account, row } = subject;
			if (at > 0) return linked(text, address);
			return linked(text || `${singularOf(kind)} ${row['id']}`, `/${account.key}/${kind}/${row['id']}`);
		}),
	);
	return table(columns.map(labelOf), rows);
}

/** A page stays usable with so many. */
const MOST = 300;

/** The newest records of a kind. */
export function listOf(view: View, kind: KindName): Html {
	const found = subjectsOf(view, kind);
	const isCut = found.length > MOST;
	return markup`${kind === 'invoice' && markup`<p><a class="button" href="/${view.account.key}/invoice/new">New Invoice</a></p>`}
${live(markup`<p class="quiet">${found.length} ${found.length === 1 ? 'record' : 'records'}${isCut && `, the newest ${MOST} of them here`}</p>
${tableFor(kind, found.slice(0, MOST))}`)}`;
}

/** The lines of a document, each with its amount before taxes, and its charges. */
function linesOfDocument(subject: Subject, kind: DocumentKind): Html {
	const { store, row } = subject;
	const currency = currencyOf(subject);
	const lines = linesOf(store, kind, Number(row['id']));
	const rows = lines.map((line) => {
		const { balance, tax } = totalsOf([line], []);
		return [
			line.name,
			line.description,
			line.quantity,
			line.unit_cost,
			line.discount === '0.00' ? '' : `${line.discount} ${line.discount_type === 'Percent' ? '%' : currency}`,
			withPercent(line.tax1_name, line.tax1_percent),
			withPercent(line.tax2_name, line.tax2_percent),
			`${formatDecimal(balance - tax)} ${currency}`,
		];
	});
	const charged = kind === 'invoice' ? store.rows('charge', 'invoice_id', Number(row['id'])) : [];
	const charges = charged.map((charge) => [
		charge.type === 'Percent' ? withPercent(charge.name, charge.amount) : charge.name,
		...Array<string>(6).fill(''),
		`${formatDecimal(totalsOf(lines, [charge]).charges)} ${currency}`,
	]);
	const columns = 'Name,Description,Quantity,Unit Cost,Discount,Tax 1,Tax 2,Net Amount'.split(',');
	return markup`<h2>Lines</h2>${table(columns, [...rows, ...charges])}`;
}

/** What belongs to a record beside its own columns: its lines, and the records that name it. */
export function partsOf(subject: Subject): Html[] {
	const { kind, row } = subject;
	const isDocument = kind === 'invoice' || kind === 'estimate' || kind === 'recurring';
	// The keys of a literal record are its type's keys.
	const parts = (Object.keys(KINDS) as KindName[]).map((other) => {
		const column = other === 'mail' ? 'record_id' : `${kind}_id`;
		if (!hasColumn(other, column)) return markup``;
		const found = subjectsOf(subject, other, column, Number(row['id'])).filter(
			(one) => other !== 'mail' || (isDocument && (one.row['kind'] === 'estimate') === (kind === 'estimate')),
		);
		return found.length > 0 && markup`<h2>${KINDS[other].title}</h2>${tableFor(other, found)}`;
	});
	return [isDocument && linesOfDocument(subject, kind), ...parts].filter((part) => part !== false);
}
