/** A method of the interface (§4). */
export interface Method {
	/** The name in the interface's own spelling and case (§4.1). */
	readonly name: string;
	readonly verb: 'add' | 'create' | 'delete' | 'get' | 'list' | 'pay' | 'send' | 'update';
	/** The kind of record that it acts on, by the `name` of its record type, or `account`. */
	readonly kind: string;
	/** Set if the method acts on the lines of a record instead of the record itself. */
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
 * The content of the answer to a successful call. An `identifier` is in an element or plain text. `line identifiers` are
 * those of new lines. `successes` and `failures` list the records that the write succeeded or failed for.
 */
type Answers = 'record' | 'list' | 'identifier' | 'line identifiers' | 'successes' | 'failures' | 'nothing';

/** The paths of lines and charges in requests (§4.2, §4.3, §4.11). */
export const ITEMS = 'items/item';
export const TIME_ENTRIES = 'time_entries/time_entry';
export const EXPENSES = 'expenses/expense';
export const CHARGES = 'additional_charges/additional_charge';

const CUSTOM_FIELDS = 'custom_fields/custom_field';

type Row = Omit<Method, 'name' | 'kind' | 'section'>;

const read = (verb: 'get' | 'list', answers: Answers): Row => ({ verb, reads: true, answers });
const write = (verb: Method['verb'], answers: Answers, ...repeats: string[]): Row => ({
	verb,
	reads: false,
	answers,
	repeats,
});
const get = read('get', 'record');
const list = read('list', 'list');
const create = (...repeats: string[]): Row => write('create', 'identifier', ...repeats);

const methodsOf = (section: string, kind: string, rows: Readonly<Record<string, Row>>): Method[] =>
	Object.entries(rows).map(([name, row]) => ({ name, kind, section, ...row }));

/** The methods that most kinds of records have. `repeats` applies to create and update. */
const regular = (section: string, kind: string, noun: string, updated: Answers, ...repeats: string[]) =>
	methodsOf(section, kind, {
		[`create${noun}`]: create(...repeats),
		[`update${noun}`]: write('update', updated, ...repeats),
		[`delete${noun}`]: write('delete', 'failures', `${kind}_id`),
		[`get${noun}`]: get,
		[`list${noun}`]: list,
	});

const lineMethods = (section: string, kind: string, noun: string) =>
	methodsOf(section, kind, {
		[`add${noun}Item`]: { ...write('add', 'line identifiers', ITEMS), of: 'lines' },
		[`update${noun}Item`]: { ...write('update', 'nothing', ITEMS), of: 'lines' },
		[`delete${noun}Item`]: { ...write('delete', 'nothing', `${kind}_id`, `${kind}_item_id`), of: 'lines' },
	});

/** Every method of the interface (§4.3 to §4.11). */
export const METHODS: readonly Method[] = [
	...methodsOf('§4.3', 'invoice', {
		createInvoice: create(ITEMS, CHARGES, CUSTOM_FIELDS),
		updateInvoice: write('update', 'identifier', ITEMS, CHARGES),
		deleteInvoice: write('delete', 'failures', 'invoice_id'),
		getInvoice: get,
		listInvoice: list,
		sendInvoiceMail: write('send', 'successes', 'invoice_id'),
	}),
	...lineMethods('§4.3', 'invoice', 'Invoice'),
	...regular('§4.4', 'estimate', 'Estimate', 'nothing', ITEMS),
	...methodsOf('§4.4', 'estimate', { sendEstimateMail: write('send', 'successes', 'estimate_id') }),
	...lineMethods('§4.4', 'estimate', 'Estimate'),
	...regular('§4.5', 'recurring', 'Recurring', 'identifier', ITEMS),
	...lineMethods('§4.5', 'recurring', 'Recurring'),
	...methodsOf('§4.6', 'client', {
		createClient: create(CUSTOM_FIELDS),
		updateClient: write('update', 'identifier', 'additional_contacts/contact', CUSTOM_FIELDS),
		deleteClient: write('delete', 'failures', 'client_id'),
		getClient: get,
		listClient: list,
	}),
	...regular('§4.7', 'staff', 'Staff', 'nothing', 'assigned_clients/client_id'),
	...regular('§4.8', 'product', 'Product', 'nothing'),
	...regular('§4.8', 'service', 'Service', 'nothing'),
	...regular('§4.9', 'expense', 'Expense', 'identifier'),
	...methodsOf('§4.9', 'category', {
		createExpenseCategory: create(),
		updateExpenseCategory: write('update', 'nothing'),
		deleteExpenseCategory: write('delete', 'failures', 'category_id'),
		listExpenseCategory: list,
	}),
	...regular('§4.10', 'project', 'Project', 'identifier', 'tasks/task_id'),
	...regular('§4.10', 'task', 'Task', 'nothing', 'projects/project_id'),
	...regular('§4.10', 'timelog', 'TimeLog', 'nothing'),
	...methodsOf('§4.11', 'invoice', {
		createInvoiceFromTimeTracking: create(ITEMS, TIME_ENTRIES, CHARGES),
		createInvoiceFromExpense: create(ITEMS, EXPENSES, CHARGES),
		createInvoiceFromEstimate: create(ITEMS, CHARGES),
		invoiceOfflinePayment: write('pay', 'nothing', 'invoice'),
	}),
	...methodsOf('§4.11', 'account', { getAccountInfo: get }),
	...methodsOf('§4.11', 'late_fee', { listLateFee: list }),
	...methodsOf('§4.11', 'tax', { listTax: list }),
	...methodsOf('§4.11', 'payment_mode', { listOfflinePaymentMethod: list }),
];

/** Names that the service recognizes but doesn't support (§4.11). */
export const UNSUPPORTED_METHODS: readonly string[] = [
	'addInvoiceLineItem',
	'exportInvoicePDF',
	'getInvoiceLog',
	'getInvoiceLogDetail',
	'invOfflinePayment',
	'invoiceOnlinePayment',
	'updateInvoiceLineItem',
];

/** Whether a name, in any case, is one that the service recognizes but doesn't support. */
export const isUnsupported = (name: string): boolean =>
	UNSUPPORTED_METHODS.some((one) => one.toLowerCase() === name.toLowerCase());

const BY_NAME = new Map(METHODS.map((method) => [method.name.toLowerCase(), method]));

/**
 * The method with this name in any case: the interface is case-sensitive (§4.1), but a service might not be.
 *
 * @returns undefined if the interface has no such method
 */
export const methodNamed = (name: string): Method | undefined => BY_NAME.get(name.toLowerCase());

/** The method that does this with records of a kind. Throws if there is none. */
export function methodFor(verb: 'delete' | 'get' | 'list' | 'send', kind: string): string {
	const found = METHODS.find(
		(method) => method.verb === verb && method.kind === kind && method.of === undefined,
	);
	if (found === undefined) throw new RangeError(`No method can ${verb} ${kind}`);
	return found.name;
}

/**
 * Whether a method changes nothing, so that it can safely be sent again. Only Custom Request sends names that aren't in the
 * table. Nobody says what they do, whatever they begin with, so they count as writes.
 *
 * @param name in the case that is sent
 */
export const isRead = (name: string): boolean => isNamed(name) && methodNamed(name)?.reads === true;

/** Whether the interface has a method with this name, in this case. */
export const isNamed = (name: string): boolean => methodNamed(name)?.name === name;
