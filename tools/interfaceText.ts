/** The hand-written part of docs/interface.md: what no table of the node holds. `§` before a number becomes a link. */

/** A section under the number that code and docs cite. */
export interface Section {
	readonly number: string;
	readonly title: string;
	/** Blocks of Markdown. */
	readonly text: readonly string[];
	/** What the specification does not say. */
	readonly open?: readonly string[];
}

const STATUSES = [
	'| Record | Field | Values |',
	'| --- | --- | --- |',
	'| Invoice | `invoice_status` | Draft, Sent, Viewed, Outstanding, Paid, Unpaid, Disputed, Auto-Paid, Retry, Failed, Resolved, Auto-Failed, Partial-Paid |',
	'| Invoice | `status` | Active, Archived, Cancel |',
	'| Staff member, expense | `status` | Active, Archived, Deleted |',
	'| Product, service | `status` | Active, Archive, Deleted |',
	'| Category, task | `status` | Active; Archived, Deleted (vendor) |',
	'| Client | none shown | Active, Archived, Deleted (website) |',
	'| Estimate | `estimate_status` | draft, sent, viewed, paid (vendor, see below) |',
	'| Recurring profile, project, time entry | a status of their own | Active is the only certain value |',
];

const LINES = [
	'| Lines of | Required | Taxes |',
	'| --- | --- | --- |',
	'| `createInvoice` | `name`, `type` | name, percent, type |',
	'| `updateInvoice`, `createInvoiceFromTimeTracking` | `name`, `type`, `discount_type` | name, percent, type |',
	'| `createInvoiceFromExpense`, `createEstimate`, `updateEstimate` | `name`, `type`, `discount_type` | name, percent |',
	'| `createInvoiceFromEstimate` | `name`, `type` | name, percent |',
	'| `createRecurring` | `name` | name, percent |',
	'| `updateRecurring` | `name`, `discount_type` | name, percent |',
	'| `addInvoiceItem`, `updateInvoiceItem` | `name`, `type`, `discount`, `discount_type` | name, percent |',
	'| `addEstimateItem`, `updateEstimateItem`, `updateRecurringItem` | `type`, `discount`, `discount_type` | name, percent |',
	'| `addRecurringItem` | `type`, `discount`, `discount_type` | none |',
	'| time entries | `id`, `type`, `discount_type` | name, percent, type |',
	'| expenses | `id`, `type`, `discount_type` | name, percent |',
];

export const SECTIONS: readonly Section[] = [
	{
		number: '1',
		title: 'Scope',
		text: [
			'A hosted billing service takes XML over HTTPS at one address. Each request calls one method, and each answer is one XML document. Every record belongs to the account behind the token.',
			'There are 78 methods in 11 groups: invoices (9), estimates (9), recurring profiles (8), clients (5), staff (5), products and services (10), expenses and their categories (9), projects (5), tasks (5), time entries (5), and account and helpers (8).',
			'`getAccountInfo` is the call to start with: it takes no fields, touches no billing record, and shows whether the token works.',
		],
	},
	{
		number: '2',
		title: 'Values and records',
		text: ['How values are written, and which fields each kind of record has.'],
	},
	{
		number: '2.1',
		title: 'Values',
		text: [
			[
				'| Kind | Form |',
				'| --- | --- |',
				'| identifier | whole number that the service assigned; never the number printed on a document |',
				'| date in a request | `2026-01-31` |',
				'| date in an answer | the same, or with a time: `2026-01-31 09:30:00` |',
				'| decimal | plain number with at most two decimal places; no currency sign, no thousands separator |',
				'| currency | three-letter code |',
				'| country | three-letter code in capitals |',
				"| language | `en`, `po`, `fr`, `de`, `ru`, `dt`, `it`, `sp`, `swd`, `por`, `ind` or `cro`: the codes are the service's own. Polish is `po`, Portuguese `por`, Dutch `dt`, Spanish `sp`, Swedish `swd`, Indonesian `ind`, Croatian `cro` (vendor) |",
			].join('\n'),
			"An empty element counts as not supplied, so the field takes its default. The vendor's examples leave most elements empty rather than out. In text, `&`, `<` and `>` are escaped.",
		],
	},
	{
		number: '2.2',
		title: 'Records',
		text: [
			'These are the fields that the methods return. **Read as** says what the node makes of a field: a number, text, or a _word_, which is text whose surrounding blanks mean nothing, such as a date, a status or a code.',
			'Points to know:',
			[
				'- Requests and answers often use different names for one value: `due_date` is sent and `invoice_due_date` returned, `billing_rate` and `bill_rate`, `name` and `project_name`.',
				'- Line types are sent as `Product` or `Service` and returned as `Products` or `Services`.',
				"- `late_fee` is a rule's identifier in a request, and an amount in an answer. The answer names the rule in `late_fee_id`; 0 is none.",
				"- `getInvoice` and `getTimeLog` don't show the identifier of their record. The node adds the one it asked for.",
				'- An invoice names its client by identifier only; estimates and recurring profiles also show the organization.',
				"- The lines of estimates and recurring profiles come back without their taxes. Custom fields, additional contacts, and a client's user name, country and language don't come back at all.",
				'- A payment has no identifier. It is a `transaction` of its invoice.',
				'- The `quantity` of a service is the word for its unit, such as Hour.',
				'- Nothing in an expense or a time entry shows that it was billed; only a filter of its list does.',
				'- A document keeps the data of its client, the email included, of the day on which it was made. Changing the client changes no invoice, until somebody edits that invoice, and no recurring profile (website).',
				'- The identifier 0 means none, as for the client of a project (vendor, unproven).',
				'- Lists of products and services show no `description`: only identifier, name, `unit_cost`, `quantity`, `date` and `status` (vendor). Lists of staff and projects show nearly the whole record, with its clients, or its staff and tasks (vendor).',
			].join('\n'),
		],
		open: [
			'which fields the records in the other lists have (except time entries, categories, taxes, late-fee rules and payment methods)',
			'how long text may be',
		],
	},
	{
		number: '3',
		title: 'Statuses',
		text: [
			STATUSES.join('\n'),
			'What is known about how they change:',
			[
				'- `createInvoice` takes the `status` `sent`, `viewed`, `paid` or `draft`, which is the default. The methods that bill time or expenses make a draft of any other value.',
				'- `updateInvoice` with lines turns the invoice into a draft unless `status` is one of the known values.',
				'- An invoice that `sendInvoiceMail` sends becomes Sent; the client gets a PDF. `sendEstimateMail` marks an estimate as sent.',
				'- The `status` of an estimate is stored exactly as sent, without a check. `createEstimate` takes `sent`, `viewed`, `paid` or `draft`, which is the default (vendor; perhaps copied from invoices). No page has a word for an estimate that was accepted or declined.',
				'- Deleting is a change of status: deleted records are still listed by the status Deleted, which the vendor also writes `deleted` (vendor).',
				'- A client can pay an invoice in part only if its owner allows it on that invoice, for which the API has no element. The invoice is then partially paid by itself (website).',
				'- The website can stop a recurring profile as well as delete it; the word for such a profile is not known (website).',
				'- A payment is added to the `transaction` list of its invoice.',
			].join('\n'),
		],
		open: [
			'which payment makes an invoice Paid or Partial-Paid, and every other change of a status',
			'whether billing marks a time entry or an expense as billed; the methods only require that it is not billed yet',
		],
	},
	{
		number: '4',
		title: 'Methods',
		text: [
			'Methods whose names begin with `get` or `list` only read. All others write.',
			'In the tables below, **bold** elements are required, `…` marks what may repeat, and parentheses hold the elements inside another one. Every list with pages takes the paging elements of §4.1 as well. What is required inside a line, a payment or any other element is required wherever that element is sent.',
		],
	},
	{
		number: '4.1',
		title: 'Requests and answers',
		text: [
			"A request is an HTTP POST to `{base URL}/xml/1.1/`, for every method. The vendor's base URL is `https://www.invoicera.com/app/api` (vendor); its website has since moved to another host, and whether the API followed is not known. The body of a request is a form with one field, `xml_request`, which holds the document: an XML 1.0 declaration with the encoding utf-8, and a root `request` whose attribute `method` names the method. Capitals matter. A document calls one method.",
			"An answer has the root `response` with an attribute `status` (§7). Creates answer with the new identifier in an element. An update may answer with an identifier element, with nothing, or with the identifier as plain text. The vendor's examples show an identifier also where the tables below say nothing: staff, products, services and tasks (vendor).",
			'Deletes and sends take their identifier element several times and act on every record. Gets and updates take one record. A delete lists what it could not delete in `failure`.',
			'A list takes `page` (from 1, which is the default) and `per_page_record` (1 to 100, by default 100; more counts as 100) inside `filter`. Its answer is a wrapper with the attributes `page`, `per_page_record` and `total_pages`, and a count of the records: `total_records`, or `total` for clients, staff, expense categories and the lists of §4.11. The list is complete once `page` equals `total_pages`. A list that finds nothing has the status 404. Lists of expenses, categories, products, services, projects, tasks and staff show the newest first (vendor), as those of invoices and clients do.',
		],
		open: [
			'any protection against carrying out a repeated request twice',
			'the values of these fields: the statuses that filters take (beyond those in §3), the statuses of `createInvoiceFromEstimate`, the `sort_column` of estimates, and `billing_method` beyond flat and project',
			'all statuses that `updateInvoice` takes; draft, sent, viewed, paid and partial-paid are named',
		],
	},
	{
		number: '4.2',
		title: 'Lines',
		text: [
			'A line has up to 13 elements: `name`, `type`, `description`, `unit_cost`, `quantity`, `discount`, `discount_type`, and for each of two taxes `tax1_name`, `tax1_percent` and `tax1_type`. A request should carry every element that its method takes on each line, even when empty: some methods reject a line that lacks one.',
			[
				'- `type` is `Product` or `Service`, and `Time` or `Expense` in time entries and expenses. Empty counts as Product; missing is rejected, except by `createRecurring`, which makes a Product of anything else.',
				'- `unit_cost` and `quantity` are decimals and default to 0. A quantity is not negative.',
				'- `discount` is a percentage or an amount, depending on `discount_type`: `Percent` (also when empty) or `Fixed`.',
				'- `tax1_percent` and `tax2_percent` are decimals. `tax1_type` is always `Normal`. `tax2_type` is `Normal` or `Compound`; a compound tax is calculated on the first tax as well.',
			].join('\n'),
			'What each method requires of a line, and which taxes it takes:',
			LINES.join('\n'),
		],
	},
	{
		number: '4.3',
		title: 'Invoices',
		text: [
			'The client must exist in the account. An address that is left out is not filled in. `date` defaults to today on creation.',
			[
				'- A `number` that is left out or **already in use** becomes the next number of the sequence, without an error.',
				'- `updateInvoice` **erases every header field that is left out**. The header is everything but lines, charges and custom fields.',
				'- `status` is lower case in requests (`sent`), and capitalized in filters and answers (`Sent`). An unknown value can silently make a draft (§3).',
				'- `late_fee` is the identifier of an active late-fee rule; empty is none.',
				'- A charge has a `type`, `Percent` (the default) or `Fixed`, and an `amount`, which an older reference says defaults to 10. It is sent as `additional_charge` and returned as `charge`.',
				'- `deleteInvoice` lists the invoices that it could not delete in `failure`.',
				'- `sendInvoiceMail` answers with an `invoice_id` for each invoice it sent. When some fail, the status is 400, with the lists `invalid` and `success`.',
				'- `deleteInvoiceItem` repeats both identifiers, one pair per line.',
				'- `listInvoice` compares the number exactly and shows Active invoices by default. `sort_column` is `number` (the default), `date`, `invoice_id` or `organization`; `sort_order` is `asc` or `desc` (the default). The newest number therefore comes first.',
			].join('\n'),
		],
	},
	{
		number: '4.4',
		title: 'Estimates',
		text: [
			[
				"- An estimate has no due date, late fee or charges. Its title can't be updated. Its schedule date is sent, but not returned.",
				'- `status` is stored as sent (§3).',
				'- `listEstimate` without a `status` shows active estimates. `sort_order` is `asc` or `desc` (the default).',
				'- `sendEstimateMail` lists what it sent in `success`. `deleteEstimate` lists what it could not delete in `failure`.',
				'- `deleteEstimateItem` repeats both identifiers.',
			].join('\n'),
		],
		open: ['what `updateEstimate` does with a field that is left out', 'the columns to sort by'],
	},
	{
		number: '4.5',
		title: 'Recurring profiles',
		text: [
			[
				'- A profile takes no number, status or schedule date. `date` is the day of the first invoice.',
				'- A `frequency` that the service does not recognize becomes `1 Week`, **without an error**. An answer looks like `1 Month`. There are ten, all singular: `1 Week`, `2 Week`, `3 Week`, `4 Week`, `1 Month`, `3 Month`, `6 Month`, `1 Year`, `2 Year` and `3 Year` (vendor). The website calls them Weekly, 2 Weeks, 3 Weeks, 4 Weeks, Monthly, Quarterly, Half Yearly, Yearly, 2 Years and 3 Years. The node refuses others.',
				'- `occurence` is spelled with one r.',
				'- `send` is `1` in an example (vendor). Probably the service then emails each invoice to the client; what it does without the element is not said (unproven).',
				'- `autobill`, `payment_gateway` and `credit_card` charge a card (vendor). The node never sends them, and no request should: number and security code of the card would stay in workflows and in the data of their executions.',
				'- `{{month}}`, `{{year}}` and `{{quarter+1}}` in terms, notes and descriptions of lines are filled in on each invoice (website; unproven for texts that come through the API).',
				'- `updateRecurring` keeps what is left out, unlike `updateInvoice`.',
				'- `addRecurringItem` takes no taxes. `deleteRecurringItem` repeats both identifiers.',
				'- `listRecurring` shows active profiles by default.',
			].join('\n'),
		],
		open: ['what an `occurence` of 0, or none, means', 'whether `updateRecurring` takes `send`'],
	},
	{
		number: '4.6',
		title: 'Clients',
		text: [
			[
				'- `name` and `organization` are required in every create and every update.',
				'- `username` has at least five letters, digits or `- _ . @`, is unique, and is generated when left out. Emails need not be unique.',
				"- `country` and `currency` default to the account's. The currency can't change once the client has an invoice that is not a draft.",
				'- `custom_fields` and, in an update, `additional_contacts` can be sent but not read back.',
				'- `client_email` in the filter is the business email. The list shows active clients by default, newest first.',
				'- `updateClient` answers with the identifier as plain text.',
				'- `password` is optional, and random when left out: the remark is the same on `createClient` and `updateClient` (vendor). If it is true of updates, too, each one changes the password of the client (unproven). The node never sends it.',
				'- A client with an active project or recurring profile is not deleted, until that is stopped or deleted (website).',
			].join('\n'),
		],
		open: ['what `updateClient` does with an optional field that is left out'],
	},
	{
		number: '4.7',
		title: 'Staff',
		text: [
			'`username` is unique. `user_access_own_record` is `Yes` or `No`; Yes limits the member to their own records. `billing_rate` is per hour, and returned as `bill_rate`. No method takes a password, although the website asks for one. The list shows active members by default, newest first.',
		],
	},
	{
		number: '4.8',
		title: 'Products and services',
		text: [
			'A product cannot be created with the name of another product, nor a service with that of another service. Mind the spelling: a product takes `unitcost`, a service takes `cost` and `unit`, and both return `unit_cost`. The list shows active records by default.',
			'A `unit` is `Hour`, `Month`, `Minutes`, `Year`, `Day` or `Basic` (vendor). The example of an update writes `minutes`, so case probably does not matter (vendor, unproven).',
		],
	},
	{
		number: '4.9',
		title: 'Expenses and categories',
		text: [
			[
				'- `amount` is above zero. `tax1` and `tax2` are identifiers of taxes from `listTax`.',
				'- A `recurring_frequency` makes the expense recurring; empty makes it a single one. It is `28` in an example, probably a number of days (vendor, unproven).',
				'- `is_expense_invoiced` in the filter (`Yes` or `No`) is the only way to learn what has been billed.',
				'- An expense has an `expense_category_id`, the category itself a `category_id`. No method reads a single category.',
				'- `updateExpense` answers with the identifier as plain text. The lists show active records by default.',
			].join('\n'),
		],
		open: ['what `updateExpense` does with a field that is left out'],
	},
	{
		number: '4.10',
		title: 'Projects, tasks and time entries',
		text: [
			[
				'- A project with the `billing_method` `flat` or `project` needs a `budget`, such as `500.00` with `flat` (vendor). Its `project_rate` is 0 in an example of a flat project, so it is not the budget (vendor, unproven). With `project`, the budget may be an amount, a rate or hours: the website knows a budget of time and none of money (website, unproven).',
				'- A project without a client is internal (website).',
				'- `createProject` may succeed and still list tasks that could not be linked, in `invalid/task_id`.',
				'- Tasks are sent as `tasks/task_id` and returned as `task/task_id`; projects likewise.',
				'- `task_billable` is `Y` or `N` (the default). `task_rate` is per hour.',
				"- A time entry's task must be linked to its project. `hours_worked` is above zero.",
				'- `billed` is `Yes` or `No` (the default). It is sent, or filtered by, and never returned.',
				'- `listTask` shows active tasks by default. `listProject` has no default status.',
			].join('\n'),
		],
		open: ['whether updates keep the fields that are left out'],
	},
	{
		number: '4.11',
		title: 'Account, billing of records, payments',
		text: [
			[
				'- `createInvoiceFromTimeTracking` bills entries by their `id`, which must not be billed yet. It takes no late fee.',
				'- `createInvoiceFromExpense` bills active expenses of the client that are not invoiced yet, and takes a late fee.',
				'- The `type` of such a line is exactly `Time` or `Expense`. A cost or quantity that is left out is 0, not that of the record.',
				'- `createInvoiceFromEstimate` **does not read any estimate**. It takes no estimate identifier and behaves like `createInvoice`, without late fee and custom fields.',
				'- `invoiceOfflinePayment` takes one or more `invoice` elements. `method` is a name from `listOfflinePaymentMethod`. `client_notification` emails the client when it is `1`, and only then.',
				'- `listLateFee`, `listTax` and `listOfflinePaymentMethod` take no filter and have no pages.',
				'- A tax is Normal, Compound or Group; a group combines normal taxes under one name (website).',
				'- Late fees can be switched off for a client (website).',
			].join('\n'),
		],
		open: ['what `listTax` shows as the `value` of a group'],
	},
	{
		number: '5',
		title: 'Authentication',
		text: [
			[
				'- HTTP Basic authentication: the token is the user name; the password can be anything short.',
				'- The account owner finds the token in the account settings, on the API tab: Settings, My Account, API (vendor). A new account password resets it.',
				'- Requests go over HTTPS with certificates checked, never over plain HTTP. The token belongs in no browser, URL, log or repository.',
				'- No token: status 400. Inactive account: 401. Unknown token, a plan without API access, or a record of another account: 403. Failed HTTP authentication: 403 with `Authentication failed`.',
			].join('\n'),
		],
		open: ['whether a token expires, or can be limited to some methods'],
	},
	{
		number: '6',
		title: 'Events',
		text: ['There are none. [The trigger](trigger.md) polls instead.'],
	},
	{
		number: '7',
		title: 'Statuses of answers',
		text: [
			'The outcome is in the attribute `status` of `response`. The document decides; without one, the HTTP status does. The message is the text of the element.',
			[
				'| Status | Meaning |',
				'| --- | --- |',
				'| 200 | done |',
				"| 400 | no token, XML that can't be parsed, or a field that is wrong |",
				'| 401 | the account is not active |',
				"| 403 | token not recognized, no API access, or another account's record |",
				'| 404 | nothing found |',
				'| 426 | a limit of the plan is reached |',
				'| 500 | the request could not be completed |',
				'| 501 | no such method |',
			].join('\n'),
			'The vendor says it the other way round: a success has an HTTP status in the 200 range, and often a document; a failure has another one, and possibly a document (vendor). Any status from 200 to 299 counts as done.',
			'A call on several records may report success (200) and still list some in `failure`, or answer 400 with the lists `invalid` and `success`. The whole answer counts. Server errors are not for end users, and neither tokens nor whole documents belong in logs.',
		],
		open: ['whether a delete that answers 404 deleted the records before the missing one'],
	},
	{
		number: '7.1',
		title: 'Messages',
		text: ['Messages have the status 400 unless another one is given in parentheses.'],
		open: [
			'the messages of the other methods, such as `sendEstimateMail`, most deletes, and the writes of expense categories',
		],
	},
	{
		number: '8',
		title: 'Limits',
		text: [
			[
				'- 100 records per page.',
				'- Four custom fields per record.',
				'- Two decimal places.',
				"- A client's user name has at least five characters: letters, digits and `- _ . @`.",
				'- Some plans limit how many invoices and clients can be created, or invoices sent, per day or in total (status 426).',
				'- 5,000 creates a day for an account; other methods have no limit (vendor).',
			].join('\n'),
		],
		open: [
			'how many requests are allowed per minute',
			'the status of a create past the daily limit',
			'the numbers of each plan',
			'what was sent when a plan ends a send partway',
		],
	},
	{
		number: '9',
		title: 'Version',
		text: ['The path contains the version, 1.1. Nothing is known about other versions.'],
	},
];

const CLIENT = ['client/client_id'];
const TIME_ENTRY = ['project_id', 'task_id', 'work_date', 'hours_worked'];

/** The elements that a method requires besides the identifiers of its records. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
	createInvoice: CLIENT,
	updateInvoice: CLIENT,
	createInvoiceFromTimeTracking: [...CLIENT, 'time_entries/time_entry/id'],
	createInvoiceFromExpense: [...CLIENT, 'expenses/expense/id'],
	createInvoiceFromEstimate: CLIENT,
	updateInvoiceItem: ['items/item/invoice_item_id'],
	createEstimate: CLIENT,
	updateEstimate: CLIENT,
	updateEstimateItem: ['items/item/estimate_item_id'],
	createRecurring: CLIENT,
	updateRecurringItem: ['items/item/recurring_item_id'],
	createClient: ['name', 'organization'],
	updateClient: ['name', 'organization'],
	createStaff: ['name', 'username', 'email'],
	createProduct: ['name'],
	createService: ['name'],
	createExpense: ['expense_category_id', 'amount', 'date'],
	createExpenseCategory: ['name'],
	updateExpenseCategory: ['name'],
	createProject: ['name', 'billing_method'],
	createTask: ['name'],
	createTimeLog: TIME_ENTRY,
	invoiceOfflinePayment: ['invoice/id', 'invoice/amount', 'invoice/method'],
};

/** Answers that differ from those of other methods of their sort. */
export const ANSWERS: Readonly<Record<string, string>> = {
	sendEstimateMail: '`success/estimate_id`…',
	updateClient: 'the identifier as text',
	updateExpense: 'the identifier as text',
	createProject: '`project_id`, and `invalid/task_id`…',
};

const LINE_TAXES = ['1', '2'].flatMap((number) =>
	['name', 'percent', 'type'].map((part) => `items/item/tax${number}_${part}`),
);

/** The fields that the interface doesn't name, but that the node understands. */
export const UNSPECIFIED_FIELDS: Readonly<Record<string, readonly string[]>> = {
	invoice: ['invoice_id', 'client_id', 'client/organization'],
	estimate: ['client_id', ...LINE_TAXES],
	recurring: ['client_id', 'items/item/item_id', ...LINE_TAXES],
	client: ['status'],
	expense: ['is_expense_invoiced'],
	timelog: ['billed', 'status'],
};

/** What the name of a field does not say, by the element of its record and its path. */
export const FIELD_NOTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	invoice: {
		net_balance: 'total after discounts and taxes',
		late_fee: 'amount charged',
		late_fee_id: 'rule applied, or 0',
		invoice_status: 'commercial status',
		status: 'record status',
	},
	recurring: {
		frequency: 'such as `1 Month`, §4.5',
		occurence: 'number of invoices',
	},
	staff: { access_own_record: '`Yes` or `No`' },
	service: { quantity: 'unit, such as Hour, §4.8' },
	expense: { is_expense_recurring: '1 or 0' },
	project: { project_billed: '`Yes` or `No`' },
	task: { task_billable: '`Y` or `N`', task_rate: 'per hour' },
	timelog: { timelog_id: 'in lists only' },
	payment_mode: { name: 'the text of the element' },
	account: { name: 'of the owner', currency_code: 'base currency' },
	tax: { value: 'percentage', type: 'Normal, Compound or Group (website)' },
};

const LINED = 'all methods of §4.3 to §4.5 that take lines';
const MADE_FROM = '`createInvoiceFromTimeTracking`, `createInvoiceFromExpense`, `createInvoiceFromEstimate`';
const INVOICES = `\`createInvoice\`, \`updateInvoice\`, ${MADE_FROM}`;

/** Messages of the service, with the methods that give them (§7.1). */
export const MESSAGES: ReadonlyArray<readonly [messages: string, methods: string]> = [
	['`Cost is invalid.`, `Quantity is invalid.`, `Discount type is invalid.`', LINED],
	['`Type is invalid.`', `${LINED}, except \`createRecurring\``],
	['`Name is required.`', `${LINED}, except those that add or update lines of estimates and profiles`],
	['`Discount is invalid.`', 'the methods that add or update lines'],
	[
		'`Tax1 type is invalid.`, `Tax2 type is invalid.`',
		'`createInvoice`, `updateInvoice`, `createEstimate`, `updateEstimate`',
	],
	['`Date is invalid.`', `${INVOICES}, \`createRecurring\`, \`createExpense\`, \`invoiceOfflinePayment\``],
	['`Due Date is invalid.`, `Schedule Date is invalid.`', INVOICES],
	['`Late Fee is invalid or inactive.`', '`createInvoice`, `updateInvoice`, `createInvoiceFromExpense`'],
	['`Client id is not exists.`', `\`createInvoice\`, ${MADE_FROM}`],
	['`Client id is invalid.` (403)', '`updateInvoice`'],
	['`Client id is invalid.`', '`updateClient`, `createExpense`, `createProject`'],
	['`Invoice id is invalid.`', '`getInvoice`, `updateInvoice`'],
	['`Invalid data.`', '`sendInvoiceMail` without an identifier'],
	['`Invoice item is invalid.`', '`updateInvoiceItem`'],
	['`Estimate item is invalid.`', '`updateEstimateItem`'],
	['`Recurring item is invalid.`', '`updateRecurringItem`'],
	['`Page is invalid.`, `Per page record is invalid.`', 'all lists with pages'],
	['`Data not found. Kindly check the request.` (404)', 'all lists'],
	['`Data not found.` (404)', '`getAccountInfo`'],
	[
		'`Please provide mandatory data.`, `Username is invalid.`, `Country code is invalid.`, `Currency code is invalid.`, `Language is invalid.`',
		'`createClient`, `updateClient`',
	],
	['`Email is invalid.`', '`createClient`, `updateClient`, `createStaff`, `updateStaff`'],
	['`Username […] already exists.`', '`createClient`'],
	['`Currency can not be changed.`', '`updateClient`'],
	['`Billing rate is invalid.`, `Client is invalid.`', '`createStaff`, `updateStaff`'],
	['`Staff is invalid.`', '`deleteStaff`'],
	[
		'`Please provide valid data.`',
		'`createProduct`, `createService`, `createProject`, `createTask`, `createTimeLog`',
	],
	['`Product- […] already exists.`, `Unit cost is invalid.`, `Quantity is invalid.`', '`createProduct`'],
	['`Service- […] already exists.`, `Cost is invalid.`', '`createService`'],
	['`Unit is invalid.`', '`createService`, `updateService`'],
	['`Product id is invalid.`', '`getProduct`, `updateProduct`'],
	['`Service id is invalid.`', '`getService`, `updateService`'],
	[
		'`Expense category id is invalid.`, `Tax-1 id is invalid.`, `Tax-2 id is invalid.`, `Recurring frequency is invalid.`, `Recurring end date is invalid.`',
		'`createExpense`',
	],
	['`Expense id is invalid.`', '`updateExpense`'],
	['`Amount is invalid.`', '`createExpense`, `createProject`, `invoiceOfflinePayment`'],
	['`Project id is invalid.`', '`getProject`, `createExpense`, `createTimeLog`'],
	['`Billing method is invalid.`', '`createProject`, `updateProject`'],
	['`Project manager id is invalid.`', '`createProject`'],
	['`Task rate is invalid.`', '`createTask`, `updateTask`'],
	[
		'`Task id is invalid.`, `Work date is invalid.`, `Task is not associated with provided project.`',
		'`createTimeLog`',
	],
	['`Hours is invalid.`', '`createTimeLog`, `updateTimeLog`'],
	[
		'`… is not associated with your account.` (403), for Product, Service, Expense, Project, Task or Timelog',
		'the update of that kind of record',
	],
	[
		'`Time-entry id is required.`, `Time-entry id is not valid or already billed.`',
		'`createInvoiceFromTimeTracking`',
	],
	[
		'`Expense id is required.`, `Expense […] is not assigned to this client or not active or already invoiced.`',
		'`createInvoiceFromExpense`',
	],
	['`Invoice id is required.`, `Method is required.`', '`invoiceOfflinePayment`'],
];
