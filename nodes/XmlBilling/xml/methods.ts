/** A method of the interface: what it does, to which kind of record, and what comes back (§4). */
export interface Method {
	/** The name as the interface spells it, upper and lower case included (§4.1). */
	readonly name: string;
	readonly verb: 'add' | 'create' | 'delete' | 'get' | 'list' | 'pay' | 'send' | 'update';
	/** The kind of record that it acts on, by the `name` of its record type, or `account`. */
	readonly kind: string;
	/** Set on a method that acts on the lines of a record instead of the record itself. */
	readonly of?: 'lines';
	/** True if the method changes nothing and can safely be sent again. */
	readonly reads: boolean;
	/** Paths of the elements that a request may repeat. */
	readonly repeats?: readonly string[];
	readonly answers: Answers;
	/** The section of the specification. */
	readonly section: string;
}

/**
 * What the answer to a successful call holds: one record; a list of records; the identifier of the record, in an element
 * or as text; the identifiers of new lines; a list of the records that were done (`successes`) or that were not
 * (`failures`); or nothing.
 */
type Answers = 'record' | 'list' | 'identifier' | 'line identifiers' | 'successes' | 'failures' | 'nothing';

/** The part of a method that its section and kind don't tell. */
type Row = Omit<Method, 'name' | 'kind' | 'section'>;

const ITEMS = 'items/item';
const CHARGES = 'additional_charges/additional_charge';
const CUSTOM_FIELDS = 'custom_fields/custom_field';

const get: Row = { verb: 'get', reads: true, answers: 'record' };
const list: Row = { verb: 'list', reads: true, answers: 'list' };
const create = (...repeats: string[]): Row => ({
	verb: 'create',
	reads: false,
	repeats,
	answers: 'identifier',
});
const update = (answers: Answers, ...repeats: string[]): Row => ({
	verb: 'update',
	reads: false,
	repeats,
	answers,
});
const remove = (id: string): Row => ({ verb: 'delete', reads: false, repeats: [id], answers: 'failures' });
const send = (id: string): Row => ({ verb: 'send', reads: false, repeats: [id], answers: 'successes' });
const pay: Row = { verb: 'pay', reads: false, repeats: ['invoice'], answers: 'nothing' };
const addLines: Row = {
	verb: 'add',
	of: 'lines',
	reads: false,
	repeats: [ITEMS],
	answers: 'line identifiers',
};
const updateLines: Row = { ...update('nothing', ITEMS), of: 'lines' };
const removeLines = (...ids: string[]): Row => ({
	verb: 'delete',
	of: 'lines',
	reads: false,
	repeats: ids,
	answers: 'nothing',
});

const methodsOf = (section: string, kind: string, rows: Readonly<Record<string, Row>>): Method[] =>
	Object.entries(rows).map(([name, row]) => ({ name, kind, section, ...row }));

/** Every method of the interface, each with its facts (§4.3 to §4.11). */
export const METHODS: readonly Method[] = [
	...methodsOf('§4.3', 'invoice', {
		createInvoice: create(ITEMS, CHARGES, CUSTOM_FIELDS),
		updateInvoice: update('identifier', ITEMS, CHARGES),
		deleteInvoice: remove('invoice_id'),
		getInvoice: get,
		listInvoice: list,
		sendInvoiceMail: send('invoice_id'),
		addInvoiceItem: addLines,
		updateInvoiceItem: updateLines,
		deleteInvoiceItem: removeLines('invoice_id', 'invoice_item_id'),
	}),
	...methodsOf('§4.4', 'estimate', {
		createEstimate: create(ITEMS),
		updateEstimate: update('nothing', ITEMS),
		deleteEstimate: remove('estimate_id'),
		getEstimate: get,
		listEstimate: list,
		sendEstimateMail: send('estimate_id'),
		addEstimateItem: addLines,
		updateEstimateItem: updateLines,
		deleteEstimateItem: removeLines('estimate_id', 'estimate_item_id'),
	}),
	...methodsOf('§4.5', 'recurring', {
		createRecurring: create(ITEMS),
		updateRecurring: update('identifier', ITEMS),
		deleteRecurring: remove('recurring_id'),
		getRecurring: get,
		listRecurring: list,
		addRecurringItem: addLines,
		updateRecurringItem: updateLines,
		deleteRecurringItem: removeLines('recurring_id', 'recurring_item_id'),
	}),
	...methodsOf('§4.6', 'client', {
		createClient: create(CUSTOM_FIELDS),
		updateClient: update('identifier', 'additional_contacts/contact', CUSTOM_FIELDS),
		deleteClient: remove('client_id'),
		getClient: get,
		listClient: list,
	}),
	...methodsOf('§4.7', 'staff', {
		createStaff: create('assigned_clients/client_id'),
		updateStaff: update('nothing', 'assigned_clients/client_id'),
		deleteStaff: remove('staff_id'),
		getStaff: get,
		listStaff: list,
	}),
	...methodsOf('§4.8', 'product', {
		createProduct: create(),
		updateProduct: update('nothing'),
		deleteProduct: remove('product_id'),
		getProduct: get,
		listProduct: list,
	}),
	...methodsOf('§4.8', 'service', {
		createService: create(),
		updateService: update('nothing'),
		deleteService: remove('service_id'),
		getService: get,
		listService: list,
	}),
	...methodsOf('§4.9', 'expense', {
		createExpense: create(),
		updateExpense: update('identifier'),
		deleteExpense: remove('expense_id'),
		getExpense: get,
		listExpense: list,
	}),
	...methodsOf('§4.9', 'category', {
		createExpenseCategory: create(),
		updateExpenseCategory: update('nothing'),
		deleteExpenseCategory: remove('category_id'),
		listExpenseCategory: list,
	}),
	...methodsOf('§4.10', 'project', {
		createProject: create('tasks/task_id'),
		updateProject: update('identifier', 'tasks/task_id'),
		deleteProject: remove('project_id'),
		getProject: get,
		listProject: list,
	}),
	...methodsOf('§4.10', 'task', {
		createTask: create('projects/project_id'),
		updateTask: update('nothing', 'projects/project_id'),
		deleteTask: remove('task_id'),
		getTask: get,
		listTask: list,
	}),
	...methodsOf('§4.10', 'timelog', {
		createTimeLog: create(),
		updateTimeLog: update('nothing'),
		deleteTimeLog: remove('timelog_id'),
		getTimeLog: get,
		listTimeLog: list,
	}),
	...methodsOf('§4.11', 'invoice', {
		createInvoiceFromTimeTracking: create(ITEMS, 'time_entries/time_entry', CHARGES),
		createInvoiceFromExpense: create(ITEMS, 'expenses/expense', CHARGES),
		createInvoiceFromEstimate: create(ITEMS, CHARGES),
		invoiceOfflinePayment: pay,
	}),
	...methodsOf('§4.11', 'account', { getAccountInfo: get }),
	...methodsOf('§4.11', 'late_fee', { listLateFee: list }),
	...methodsOf('§4.11', 'tax', { listTax: list }),
	...methodsOf('§4.11', 'payment_mode', { listOfflinePaymentMethod: list }),
];

/** The names that the service knows, but does not support (§4.11). */
export const UNSUPPORTED_METHODS: readonly string[] = [
	'addInvoiceLineItem',
	'exportInvoicePDF',
	'getInvoiceLog',
	'getInvoiceLogDetail',
	'invOfflinePayment',
	'invoiceOnlinePayment',
	'updateInvoiceLineItem',
];

const BY_NAME = new Map(METHODS.map((method) => [method.name.toLowerCase(), method]));

/**
 * The method with this name in any case: the interface tells cases apart (§4.1), but a service might not.
 *
 * @returns undefined if the interface has no such method
 */
export const methodNamed = (name: string): Method | undefined => BY_NAME.get(name.toLowerCase());

/**
 * Whether a method changes nothing, so that it can safely be sent again. Only Custom Request sends names that the
 * table lacks; those read if they begin with `get` or `list`.
 *
 * @param name with the case that is sent
 */
export function isRead(name: string): boolean {
	const method = methodNamed(name);
	return method?.name === name ? method.reads : /^(get|list)/.test(name);
}
