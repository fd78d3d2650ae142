import type { RecordKind } from '../store/tables.mts';

/** How the page lists a kind of record. */
export interface Kind {
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
		columns: 'Invoice, Date, Method, Amount, Notes',
		select: `number, payment.date, method, amount || ' ' || currency, payment.notes`,
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
