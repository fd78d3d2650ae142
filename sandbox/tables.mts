/** Raised whenever the tables change: a database file of another version is rejected, not converted. */
export const SCHEMA_VERSION = 7;

/** The columns of a table by their type, besides `id`. Names are separated by blanks. */
interface Columns {
	/** Texts, which are '' unless they are given. */
	text: string;
	integer?: string;
	/** Integers that may be NULL. */
	optional?: string;
	/** Amounts that are 0.00 until they are calculated. */
	totals?: string;
	/** The indexes, by their names after the name of the table. */
	indexes?: Readonly<Record<string, string>>;
	/** As `indexes`; no two rows may be alike in these. */
	unique?: Readonly<Record<string, string>>;
}

const BY_NAME = { by_name: `(account_id, name COLLATE NOCASE) WHERE status <> 'Deleted'` };
const BY_USERNAME = { by_username: `(account_id, username COLLATE NOCASE) WHERE status <> 'Deleted'` };
const BY_NUMBER = { by_number: '(account_id, number)' };
const GOODS = {
	integer: 'account_id',
	text: 'name unit_cost quantity description date status',
	unique: BY_NAME,
} as const;

/** The kinds of record, each with the columns of its table. */
const COLUMNS = {
	account: {
		text: 'key token state company owner country_code currency_code',
		optional: 'client_limit invoice_limit mail_limit',
		unique: { by_token: '(token)' },
	},
	tax: { integer: 'account_id', text: 'name type value' },
	lateFee: { integer: 'account_id active', text: 'name type amount' },
	paymentMethod: { integer: 'account_id', text: 'name' },
	client: {
		integer: 'account_id',
		text: 'name organization username email work_phone address country language currency status',
		unique: BY_USERNAME,
		indexes: { by_status: '(account_id, status)', by_email: '(account_id, email COLLATE NOCASE)' },
	},
	credit: {
		integer: 'client_id',
		text: 'amount payment_method payment_note credit_date',
		indexes: { by_client: '(client_id)' },
	},
	invoice: {
		integer: 'account_id client_id late_fee_id',
		text: 'address title number number_key date due_date schedule_date po_number notes terms invoice_status status',
		totals: 'total_discount total_tax net_balance late_fee total_paid outstanding',
		unique: BY_NUMBER,
		indexes: {
			in_order: '(account_id, status, number_key, id)',
			by_date: '(account_id, status, date, id)',
			by_state: '(account_id, status, invoice_status, number_key, id)',
			by_id: '(account_id, status, id)',
			by_state_and_id: '(account_id, status, invoice_status, id)',
			by_client: '(client_id, status)',
			with_late_fee: `(due_date) WHERE late_fee_id > 0 AND late_fee = '0.00'`,
		},
	},
	charge: { integer: 'invoice_id', text: 'name type amount', indexes: { by_invoice: '(invoice_id)' } },
	payment: {
		integer: 'invoice_id',
		text: 'method notes amount date',
		indexes: { by_invoice: '(invoice_id)' },
	},
	estimate: {
		integer: 'account_id client_id',
		text: 'address title number number_key date schedule_date po_number estimate_status status notes terms',
		totals: 'total_discount total_tax net_balance',
		unique: BY_NUMBER,
		indexes: { in_order: '(account_id, status, number_key, id)' },
	},
	recurring: {
		integer: 'account_id client_id occurence',
		text: 'address title number date frequency po_number recurring_status notes terms',
		totals: 'total_discount total_tax net_balance',
		unique: BY_NUMBER,
		indexes: { in_order: '(account_id, recurring_status, id)' },
	},
	line: {
		integer: 'document_id',
		text: `document name type description unit_cost quantity discount discount_type tax1_name tax1_percent tax1_type tax2_name tax2_percent tax2_type`,
		indexes: { by_document: '(document, document_id)' },
	},
	staff: {
		integer: 'account_id user_level',
		text: 'name username email bill_rate access_own_record status date_added last_login',
		unique: BY_USERNAME,
	},
	product: GOODS,
	service: GOODS,
	project: {
		integer: 'account_id',
		optional: 'client_id project_manager_id',
		text: 'name description rate billing_method created_date status',
	},
	task: { integer: 'account_id', text: 'name description billable rate created_date status' },
	timeEntry: {
		integer: 'account_id project_id task_id',
		text: 'work_date hours_worked notes billed status',
		indexes: { by_account: '(account_id, work_date)', by_project: '(project_id)' },
	},
	expenseCategory: { integer: 'account_id', text: 'name status date_added' },
	expense: {
		integer: 'account_id category_id',
		optional: 'client_id project_id tax1 tax2',
		text: 'vendor date amount notes recurring_frequency recurring_end_date invoiced status',
		indexes: { by_account: '(account_id, status)' },
	},
	mail: {
		integer: 'account_id record_id',
		text: 'kind recipient subject attachment sent_at',
		indexes: { by_account: '(account_id)' },
	},
} as const satisfies Record<string, Columns>;

export type RecordKind = keyof typeof COLUMNS;

type Words<Text> = Text extends `${infer First} ${infer Others}` ? First | Words<Others> : Text;
type NamesOf<Table, Key extends string> = Table extends { [Name in Key]: infer Text }
	? Words<Text> & string
	: never;
type RowOf<Table> = { id: number } & Record<NamesOf<Table, 'text'> | NamesOf<Table, 'totals'>, string> &
	Record<NamesOf<Table, 'integer'>, number> &
	Record<NamesOf<Table, 'optional'>, number | null>;

export type DocumentKind = 'invoice' | 'estimate' | 'recurring';

/** The row types of the kinds of record. Amounts, rates, quantities and percentages are text ("12.50"), never binary fractions. */
export type RecordRows = { [Kind in RecordKind]: RowOf<(typeof COLUMNS)[Kind]> };

/** The table of a kind of record: its name with underscores, such as `time_entry`. */
export function tableOf(kind: RecordKind): string {
	return kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether the table of a kind of record has a column. */
export function hasColumn(kind: RecordKind, column: string): boolean {
	const { text, integer = '', optional = '' }: Columns = COLUMNS[kind];
	return `${text} ${integer} ${optional}`.split(' ').includes(column);
}

/** A table that links records of two kinds, each pair once. */
function createLinks(table: string): string {
	const [one, other] = table.split('_').map((kind) => `${kind}_id`);
	return `CREATE TABLE ${table} (${one} INTEGER NOT NULL, ${other} INTEGER NOT NULL, PRIMARY KEY (${one}, ${other})) STRICT, WITHOUT ROWID;\n`;
}

const MORE_TABLES = `
CREATE TABLE counter (
	account_id INTEGER NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;
${['staff_client', 'project_task', 'project_staff'].map(createLinks).join('')}
CREATE INDEX project_task_by_task ON project_task (task_id);
`;

/** The SQL that creates all tables. With AUTOINCREMENT, identifiers grow across accounts and are never reused. */
export function schema(): string {
	// The keys of a literal record are its type's keys.
	return (Object.keys(COLUMNS) as RecordKind[]).map(createTable).join('') + MORE_TABLES;
}

function createTable(kind: RecordKind): string {
	const { text, integer, optional, totals, indexes, unique }: Columns = COLUMNS[kind];
	const columns = (names: string | undefined, type: string) =>
		(names?.split(' ') ?? []).map((name) => `, ${name} ${type}`).join('');
	const table = tableOf(kind);
	const create = (what: string, wanted: Columns['indexes'] = {}) =>
		Object.entries(wanted).map(([name, over]) => `CREATE ${what} ${table}_${name} ON ${table} ${over};\n`);
	return `CREATE TABLE ${table} (id INTEGER PRIMARY KEY AUTOINCREMENT${columns(integer, 'INTEGER NOT NULL')}${columns(
		optional,
		'INTEGER',
	)}${columns(text, "TEXT NOT NULL DEFAULT ''")}${columns(totals, "TEXT NOT NULL DEFAULT '0.00'")}) STRICT;
${create('UNIQUE INDEX', unique).join('')}${create('INDEX', indexes).join('')}`;
}

export type AccountRow = RecordRows['account'];
