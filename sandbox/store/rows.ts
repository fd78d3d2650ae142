/** The rows of the tables that methods read, as schema.ts declares them. Amounts and quantities are decimal text. */

export interface AccountRow {
	id: number;
	/** The account's name in this program: main, second, empty, inactive, noApi, limited. */
	key: string;
	token: string;
	state: 'active' | 'inactive' | 'noApi';
	company: string;
	owner: string;
	country_code: string;
	currency_code: string;
	client_limit: number | null;
	invoice_limit: number | null;
	mail_limit: number | null;
}

export interface TaxRow {
	id: number;
	account_id: number;
	name: string;
	type: string;
	value: string;
}

export interface LateFeeRow {
	id: number;
	account_id: number;
	name: string;
	type: 'Percent' | 'Fixed';
	amount: string;
	active: 0 | 1;
}

export interface ClientRow {
	id: number;
	account_id: number;
	name: string;
	organization: string;
	username: string;
	email: string;
	work_phone: string;
	address: string;
	country: string;
	language: string;
	currency: string;
	status: string;
}

export interface CreditRow {
	id: number;
	client_id: number;
	amount: string;
	payment_method: string;
	payment_note: string;
	credit_date: string;
}

/** Dates are '' when there is none; late_fee_id is 0 when there is no rule. */
export interface InvoiceRow {
	id: number;
	account_id: number;
	client_id: number;
	address: string;
	title: string;
	number: string;
	number_key: string;
	date: string;
	due_date: string;
	schedule_date: string;
	po_number: string;
	late_fee_id: number;
	notes: string;
	terms: string;
	invoice_status: string;
	status: string;
	total_discount: string;
	total_tax: string;
	net_balance: string;
	late_fee: string;
	total_paid: string;
	outstanding: string;
}

export interface ChargeRow {
	id: number;
	invoice_id: number;
	name: string;
	type: 'Percent' | 'Fixed';
	amount: string;
}

export interface PaymentRow {
	id: number;
	invoice_id: number;
	method: string;
	notes: string;
	amount: string;
	date: string;
}

export interface EstimateRow {
	id: number;
	account_id: number;
	client_id: number;
	address: string;
	title: string;
	number: string;
	number_key: string;
	date: string;
	schedule_date: string;
	po_number: string;
	estimate_status: string;
	status: string;
	notes: string;
	terms: string;
	total_discount: string;
	total_tax: string;
}

/** occurence is 0 when there is no end. */
export interface RecurringRow {
	id: number;
	account_id: number;
	client_id: number;
	address: string;
	title: string;
	number: string;
	date: string;
	frequency: string;
	occurence: number;
	po_number: string;
	recurring_status: string;
	notes: string;
	terms: string;
	total_discount: string;
	total_tax: string;
}

/** A line of an invoice, an estimate or a recurring profile. */
export interface LineRow {
	id: number;
	document: DocumentKind;
	document_id: number;
	name: string;
	type: 'Product' | 'Service' | 'Time' | 'Expense';
	description: string;
	unit_cost: string;
	quantity: string;
	discount: string;
	discount_type: 'Percent' | 'Fixed';
	tax1_name: string;
	tax1_percent: string;
	tax1_type: string;
	tax2_name: string;
	tax2_percent: string;
	tax2_type: string;
}

/** What has lines. */
export type DocumentKind = 'invoice' | 'estimate' | 'recurring';

export interface TimeEntryRow {
	id: number;
	account_id: number;
	project_id: number;
	task_id: number;
	staff_id: number | null;
	work_date: string;
	hours_worked: string;
	notes: string;
	billed: 'Yes' | 'No';
	status: string;
}

export interface ExpenseRow {
	id: number;
	account_id: number;
	client_id: number | null;
	project_id: number | null;
	category_id: number;
	vendor: string;
	date: string;
	amount: string;
	notes: string;
	tax1: number | null;
	tax2: number | null;
	recurring_frequency: string;
	recurring_end_date: string;
	invoiced: 'Yes' | 'No';
	status: string;
}

/** A mail that the service would have sent. */
export interface MailRow {
	id: number;
	account_id: number;
	kind: 'invoice' | 'estimate' | 'payment';
	record_id: number;
	recipient: string;
	subject: string;
	attachment: string;
	sent_at: string;
}

export interface ContactRow {
	id: number;
	client_id: number;
	name: string;
	email: string;
}

export interface CustomFieldRow {
	id: number;
	owner: 'client' | 'invoice';
	owner_id: number;
	label: string;
	value: string;
}

export interface PaymentMethodRow {
	id: number;
	account_id: number;
	name: string;
}

export interface ExpenseCategoryRow {
	id: number;
	account_id: number;
	name: string;
	status: string;
	date_added: string;
}

export interface StaffRow {
	id: number;
	account_id: number;
	name: string;
	username: string;
	email: string;
	bill_rate: string;
	user_level: number;
	access_own_record: 'Yes' | 'No';
	status: string;
	date_added: string;
	last_login: string;
}

/** A product; or a service, whose quantity is the word for the unit it is charged in (§2.2). */
export interface GoodsRow {
	id: number;
	account_id: number;
	name: string;
	unit_cost: string;
	quantity: string;
	description: string;
	date: string;
	status: string;
}

export interface ProjectRow {
	id: number;
	account_id: number;
	client_id: number | null;
	project_manager_id: number | null;
	name: string;
	description: string;
	rate: string;
	billing_method: string;
	created_date: string;
	status: string;
}

export interface TaskRow {
	id: number;
	account_id: number;
	name: string;
	description: string;
	billable: 'Y' | 'N';
	rate: string;
	created_date: string;
	status: string;
}
