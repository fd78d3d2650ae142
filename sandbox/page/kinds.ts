import type { RecordKind } from '../store/tables.ts';

/** How the page lists a kind of record. */
export interface Kind {
	/** As in the menu. */
	title: string;
	singular: string;
	/** The headings of the columns, separated by commas. The first column leads to the record. */
	columns: string;
	/** What the columns show, in SQL, separated by commas. */
	select: string;
	/** What the columns come from, beside the kind's own table. */
	join?: string;
	/** Deleted records leave the table; those of other kinds stay, with a status. */
	isErased?: boolean;
	/** The account that a record belongs to, unless the table says it itself. */
	account?: string;
}

const OF_CLIENT = 'JOIN client ON client.id = client_id';

/** The kinds of record that an owner looks at, in the order of the menu. */
export const KINDS = {
	invoice: {
		title: 'Invoices',
		singular: 'Invoice',
		columns: 'Number, Client, Date, Due, Status, Total, Outstanding',
		select: `number, organization, date, due_date, invoice_status, net_balance || ' ' || currency, outstanding || ' ' || currency`,
		join: OF_CLIENT,
	},
	estimate: {
		title: 'Estimates',
		singular: 'Estimate',
		columns: 'Number, Client, Date, Status',
		select: 'number, organization, date, estimate_status',
		join: OF_CLIENT,
	},
	client: {
		title: 'Clients',
		singular: 'Client',
		columns: 'Organization, Name, Email, Country, Currency',
		select: 'organization, client.name, email, country, currency',
	},
	payment: {
		title: 'Payments',
		singular: 'Payment',
		isErased: true,
		columns: 'Invoice, Date, Method, Amount, Notes',
		select: 'number, payment.date, method, amount, payment.notes',
		join: 'JOIN invoice ON invoice.id = invoice_id',
		account: 'invoice.account_id',
	},
	mail: {
		title: 'Mails',
		singular: 'Mail',
		isErased: true,
		columns: 'Subject, To, Sent',
		select: 'subject, recipient, sent_at',
	},
	recurring: {
		title: 'Recurring Profiles',
		singular: 'Recurring Profile',
		isErased: true,
		columns: 'Number, Client, First Invoice, Frequency, Status',
		select: 'number, organization, date, frequency, recurring_status',
		join: OF_CLIENT,
	},
	timeEntry: {
		title: 'Time Entries',
		singular: 'Time Entry',
		columns: 'Date, Project, Task, Hours, Billed',
		select: 'work_date, project.name, task.name, hours_worked, billed',
		join: 'JOIN project ON project.id = project_id JOIN task ON task.id = task_id',
	},
	expense: {
		title: 'Expenses',
		singular: 'Expense',
		columns: 'Vendor, Date, Amount, Invoiced',
		select: 'vendor, date, amount, invoiced',
	},
	project: {
		title: 'Projects',
		singular: 'Project',
		columns: 'Name, Billing Method, Rate, Created',
		select: 'name, billing_method, rate, created_date',
	},
	product: {
		title: 'Products',
		singular: 'Product',
		columns: 'Name, Unit Cost, Quantity',
		select: 'name, unit_cost, quantity',
	},
	service: {
		title: 'Services',
		singular: 'Service',
		columns: 'Name, Unit Cost, Unit',
		select: 'name, unit_cost, quantity',
	},
} as const satisfies Partial<Record<RecordKind, Kind>>;

export type KindName = keyof typeof KINDS;

export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name);
