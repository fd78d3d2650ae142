import type { Values } from './service.mts';

// The second source beside the interface: what the vendor's own pages say, and its own Android app of 2015 and 2016, whose code
// is public (docs/interface.md marks both). It is typed from those, and imports nothing of the product or the sandbox, so that
// neither can confirm its own guess. Nothing of it was seen on a live account.

/** §4.5: the frequencies of recurring profiles, as written in requests and as shown on the website. `11 Month` is the app's. */
export const FREQUENCIES: Readonly<Record<string, string>> = {
	'1 Week': 'Weekly',
	'2 Week': '2 Weeks',
	'3 Week': '3 Weeks',
	'4 Week': '4 Weeks',
	'1 Month': 'Monthly',
	'3 Month': 'Quarterly',
	'6 Month': 'Half Yearly',
	'11 Month': '11 Months',
	'1 Year': 'Yearly',
	'2 Year': '2 Years',
	'3 Year': '3 Years',
};

/** §4.8: the units of services. */
export const UNITS = ['Hour', 'Month', 'Minutes', 'Year', 'Day', 'Basic'] as const;

/** §3: the statuses of estimates in the app. The page of the API has `draft`, `sent`, `viewed` and `paid`, copied from invoices. */
export const ESTIMATE_STATUSES = ['Accepted', 'Draft', 'Expired', 'Rejected', 'Sent', 'Viewed'] as const;

/** §3: what the app's filters of these lists offer. A stopped profile is Stop. */
export const DOCUMENT_STATES = {
	listEstimate: ['Active', 'Archived', 'Delete'],
	listRecurring: ['Active', 'Archived', 'Delete', 'Stop'],
} as const;

/** §4.9: the frequencies of an expense in the app, in days. */
export const EXPENSE_DAYS = ['7', '14', '21', '28', '30', '60', '180', '330', '365', '730', '1095'] as const;

/** §3: what the filters of lists call a record that is archived, by the kind of record. The other statuses are Active and Deleted. */
export const ARCHIVED = {
	task: 'Archived',
	expense: 'Archived',
	expenseCategory: 'Archived',
	staff: 'Archived',
	product: 'Archive',
	service: 'Archive',
} as const;

/** §4.11: the kinds of the taxes of an account. */
export const TAX_KINDS = ['Normal', 'Compound', 'Group'] as const;

/** §2.1: the languages behind the codes that are not the usual ones. */
export const LANGUAGES: Readonly<Record<string, string>> = {
	po: 'Polish',
	por: 'Portuguese',
	dt: 'Dutch',
	sp: 'Spanish',
	swd: 'Swedish',
	ind: 'Indonesian',
	cro: 'Croatian',
};

/** §2.2: the only fields of records in these lists. */
export const LISTED: Readonly<Record<string, readonly string[]>> = {
	listProduct: ['product_id', 'product_name', 'unit_cost', 'quantity', 'date', 'status'],
	listService: ['service_id', 'service_name', 'unit_cost', 'quantity', 'date', 'status'],
};

/** Elements of requests that the vendor documents and this project never sends: passwords and cards (§4.5, §4.6). */
export const NEVER_SENT = ['password', 'autobill', 'payment_gateway', 'credit_card'] as const;

/** The API's address, as the credential takes it (§4.1), and the places on the website that lead to the token (§5). */
export const BASE_URL = 'https://www.invoicera.com/app/api';
export const TOKEN_PLACES = ['Settings', 'My Account', 'API'] as const;

const TAX = {
	'items/item/tax1_name': 'PST',
	'items/item/tax1_percent': '10',
	'items/item/tax1_type': '',
	'items/item/tax2_type': '',
};

/** Values of the vendor's own examples, by method. An example leaves most elements empty rather than out. */
export const SAMPLES: Readonly<Record<string, Values>> = {
	createInvoice: {
		date: '2010-03-15',
		due_date: '2010-03-15',
		schedule_date: '2010-03-15',
		number: '',
		late_fee: '',
		status: 'draft',
		...TAX,
	},
	createEstimate: {
		schedule_date: '2012-03-15',
		number: '',
		status: 'draft',
		'items/item/discount_type': 'Fixed',
	},
	createRecurring: { date: '', frequency: '2 Week', occurence: '2', send: '1' },
	createClient: { email: '', work_phone: '(555) 123-4567', country: 'USA', currency: 'USD' },
	createProduct: { unitcost: '1002', quantity: '112' },
	updateProduct: { unitcost: '111.56', quantity: '7' },
	createService: { cost: '50.00', unit: 'Hour' },
	updateService: { unit: 'minutes' },
	createExpense: { client_id: '', tax1: '', tax2: '', recurring_frequency: '28', recurring_end_date: '' },
	createProject: { billing_method: 'flat', budget: '500.00' },
	updateProject: { billing_method: 'flat', budget: '600' },
	createTask: { task_billable: 'Y', task_rate: '30' },
};
