/** Raised whenever the tables change: a database file of another version is refused, not converted. */
export const SCHEMA_VERSION = 3;

/**
 * The tables. Amounts, rates, quantities and percentages are text ("12.50"), since no amount may pass through a binary
 * fraction. AUTOINCREMENT makes identifiers grow and never come back, across all accounts.
 */
export const SCHEMA = `
CREATE TABLE account (
	id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, token TEXT NOT NULL UNIQUE, state TEXT NOT NULL,
	company TEXT NOT NULL, owner TEXT NOT NULL, country_code TEXT NOT NULL, currency_code TEXT NOT NULL,
	client_limit INTEGER, invoice_limit INTEGER, mail_limit INTEGER
) STRICT;

CREATE TABLE counter (
	account_id INTEGER NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE tax (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL
) STRICT;

CREATE TABLE late_fee (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL,
	type TEXT NOT NULL, amount TEXT NOT NULL, active INTEGER NOT NULL
) STRICT;

CREATE TABLE payment_method (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL
) STRICT;

CREATE TABLE client (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL, organization TEXT NOT NULL,
	username TEXT NOT NULL, email TEXT NOT NULL, work_phone TEXT NOT NULL, address TEXT NOT NULL,
	country TEXT NOT NULL, language TEXT NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX client_by_username ON client (account_id, username COLLATE NOCASE) WHERE status <> 'Deleted';
CREATE INDEX client_by_status ON client (account_id, status);
CREATE INDEX client_by_email ON client (account_id, email COLLATE NOCASE);

CREATE TABLE contact (
	id INTEGER PRIMARY KEY AUTOINCREMENT, client_id INTEGER NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL
) STRICT;
CREATE INDEX contact_by_client ON contact (client_id);

CREATE TABLE credit (
	id INTEGER PRIMARY KEY AUTOINCREMENT, client_id INTEGER NOT NULL, amount TEXT NOT NULL,
	payment_method TEXT NOT NULL, payment_note TEXT NOT NULL, credit_date TEXT NOT NULL
) STRICT;
CREATE INDEX credit_by_client ON credit (client_id);

CREATE TABLE custom_field (
	id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, owner_id INTEGER NOT NULL, label TEXT NOT NULL, value TEXT NOT NULL
) STRICT;
CREATE INDEX custom_field_by_owner ON custom_field (owner, owner_id);

CREATE TABLE invoice (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, client_id INTEGER NOT NULL, address TEXT NOT NULL,
	title TEXT NOT NULL, number TEXT NOT NULL, number_key TEXT NOT NULL, date TEXT NOT NULL, due_date TEXT NOT NULL,
	schedule_date TEXT NOT NULL, po_number TEXT NOT NULL, late_fee_id INTEGER NOT NULL, notes TEXT NOT NULL, terms TEXT NOT NULL,
	invoice_status TEXT NOT NULL, status TEXT NOT NULL,
	total_discount TEXT NOT NULL DEFAULT '0.00', total_tax TEXT NOT NULL DEFAULT '0.00', net_balance TEXT NOT NULL DEFAULT '0.00',
	late_fee TEXT NOT NULL DEFAULT '0.00', total_paid TEXT NOT NULL DEFAULT '0.00', outstanding TEXT NOT NULL DEFAULT '0.00'
) STRICT;
CREATE UNIQUE INDEX invoice_by_number ON invoice (account_id, number);
CREATE INDEX invoice_in_order ON invoice (account_id, status, number_key, id);
CREATE INDEX invoice_by_date ON invoice (account_id, status, date, id);
CREATE INDEX invoice_by_state ON invoice (account_id, status, invoice_status, number_key, id);
CREATE INDEX invoice_by_id ON invoice (account_id, status, id);
CREATE INDEX invoice_by_state_and_id ON invoice (account_id, status, invoice_status, id);
CREATE INDEX invoice_by_client ON invoice (client_id, status);
CREATE INDEX invoice_with_late_fee ON invoice (due_date) WHERE late_fee_id > 0 AND late_fee = '0.00';

CREATE TABLE charge (
	id INTEGER PRIMARY KEY AUTOINCREMENT, invoice_id INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, amount TEXT NOT NULL
) STRICT;
CREATE INDEX charge_by_invoice ON charge (invoice_id);

CREATE TABLE payment (
	id INTEGER PRIMARY KEY AUTOINCREMENT, invoice_id INTEGER NOT NULL, method TEXT NOT NULL, notes TEXT NOT NULL,
	amount TEXT NOT NULL, date TEXT NOT NULL
) STRICT;
CREATE INDEX payment_by_invoice ON payment (invoice_id);

CREATE TABLE estimate (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, client_id INTEGER NOT NULL, address TEXT NOT NULL,
	title TEXT NOT NULL, number TEXT NOT NULL, number_key TEXT NOT NULL, date TEXT NOT NULL, schedule_date TEXT NOT NULL,
	po_number TEXT NOT NULL, estimate_status TEXT NOT NULL, status TEXT NOT NULL, notes TEXT NOT NULL, terms TEXT NOT NULL,
	total_discount TEXT NOT NULL DEFAULT '0.00', total_tax TEXT NOT NULL DEFAULT '0.00'
) STRICT;
CREATE UNIQUE INDEX estimate_by_number ON estimate (account_id, number);
CREATE INDEX estimate_in_order ON estimate (account_id, status, number_key, id);

CREATE TABLE recurring (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, client_id INTEGER NOT NULL, address TEXT NOT NULL,
	title TEXT NOT NULL, number TEXT NOT NULL, date TEXT NOT NULL, frequency TEXT NOT NULL, occurence INTEGER NOT NULL,
	po_number TEXT NOT NULL, recurring_status TEXT NOT NULL, notes TEXT NOT NULL, terms TEXT NOT NULL,
	total_discount TEXT NOT NULL DEFAULT '0.00', total_tax TEXT NOT NULL DEFAULT '0.00'
) STRICT;
CREATE UNIQUE INDEX recurring_by_number ON recurring (account_id, number);
CREATE INDEX recurring_in_order ON recurring (account_id, recurring_status, id);

CREATE TABLE line (
	id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL, document_id INTEGER NOT NULL,
	name TEXT NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL, unit_cost TEXT NOT NULL, quantity TEXT NOT NULL,
	discount TEXT NOT NULL, discount_type TEXT NOT NULL, tax1_name TEXT NOT NULL, tax1_percent TEXT NOT NULL, tax1_type TEXT NOT NULL,
	tax2_name TEXT NOT NULL, tax2_percent TEXT NOT NULL, tax2_type TEXT NOT NULL
) STRICT;
CREATE INDEX line_by_document ON line (document, document_id);

CREATE TABLE staff (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL, username TEXT NOT NULL,
	email TEXT NOT NULL, bill_rate TEXT NOT NULL, user_level INTEGER NOT NULL, access_own_record TEXT NOT NULL,
	status TEXT NOT NULL, date_added TEXT NOT NULL, last_login TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX staff_by_username ON staff (account_id, username COLLATE NOCASE) WHERE status <> 'Deleted';

CREATE TABLE staff_client (
	staff_id INTEGER NOT NULL, client_id INTEGER NOT NULL, PRIMARY KEY (staff_id, client_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE product (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL, unit_cost TEXT NOT NULL,
	quantity TEXT NOT NULL, description TEXT NOT NULL, date TEXT NOT NULL, status TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX product_by_name ON product (account_id, name COLLATE NOCASE) WHERE status <> 'Deleted';

CREATE TABLE service (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL, unit_cost TEXT NOT NULL,
	quantity TEXT NOT NULL, description TEXT NOT NULL, date TEXT NOT NULL, status TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX service_by_name ON service (account_id, name COLLATE NOCASE) WHERE status <> 'Deleted';

CREATE TABLE project (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, client_id INTEGER, project_manager_id INTEGER,
	name TEXT NOT NULL, description TEXT NOT NULL, rate TEXT NOT NULL, billing_method TEXT NOT NULL,
	created_date TEXT NOT NULL, status TEXT NOT NULL
) STRICT;

CREATE TABLE task (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL,
	billable TEXT NOT NULL, rate TEXT NOT NULL, created_date TEXT NOT NULL, status TEXT NOT NULL
) STRICT;

CREATE TABLE project_task (
	project_id INTEGER NOT NULL, task_id INTEGER NOT NULL, PRIMARY KEY (project_id, task_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_task_by_task ON project_task (task_id);

CREATE TABLE project_staff (
	project_id INTEGER NOT NULL, staff_id INTEGER NOT NULL, PRIMARY KEY (project_id, staff_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE time_entry (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, project_id INTEGER NOT NULL, task_id INTEGER NOT NULL,
	staff_id INTEGER, work_date TEXT NOT NULL, hours_worked TEXT NOT NULL, notes TEXT NOT NULL, billed TEXT NOT NULL, status TEXT NOT NULL
) STRICT;
CREATE INDEX time_entry_by_account ON time_entry (account_id, work_date);
CREATE INDEX time_entry_by_project ON time_entry (project_id);

CREATE TABLE expense_category (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL, date_added TEXT NOT NULL
) STRICT;

CREATE TABLE expense (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, client_id INTEGER, project_id INTEGER, category_id INTEGER NOT NULL,
	vendor TEXT NOT NULL, date TEXT NOT NULL, amount TEXT NOT NULL, notes TEXT NOT NULL, tax1 INTEGER, tax2 INTEGER,
	recurring_frequency TEXT NOT NULL, recurring_end_date TEXT NOT NULL, invoiced TEXT NOT NULL, status TEXT NOT NULL
) STRICT;
CREATE INDEX expense_by_account ON expense (account_id, status);

CREATE TABLE mail (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, kind TEXT NOT NULL, record_id INTEGER NOT NULL,
	recipient TEXT NOT NULL, subject TEXT NOT NULL, attachment TEXT NOT NULL, sent_at TEXT NOT NULL
) STRICT;
CREATE INDEX mail_by_account ON mail (account_id);
`;
