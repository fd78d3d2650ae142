/** A method of the interface (§4). */
export interface Method {
	/** The name in the interface's own spelling and case (§4.1). */
	readonly name: string;
	readonly verb: 'add' | 'create' | 'delete' | 'get' | 'list' | 'pay' | 'send' | 'update';
	/** The kind of record that it acts on, by the `name` of its record type, or `account`. */
	readonly kind: string;
	/** Set if the method acts on the lines of a record instead of the record itself. */
	readonly of?: 'lines';
}

/** The paths of lines and charges in requests (§4.2, §4.3, §4.11). */
export const ITEMS = 'items/item';
export const TIME_ENTRIES = 'time_entries/time_entry';
export const EXPENSES = 'expenses/expense';
export const CHARGES = 'additional_charges/additional_charge';

const methodsOf = (kind: string, verbs: Readonly<Record<string, Method['verb']>>): Method[] =>
	Object.entries(verbs).map(([name, verb]) => ({ name, kind, verb }));

/** The methods that most kinds of records have. */
const regular = (kind: string, noun: string): Method[] =>
	(['create', 'update', 'delete', 'get', 'list'] as const).map((verb) => ({
		name: `${verb}${noun}`,
		kind,
		verb,
	}));

const lineMethods = (kind: string, noun: string): Method[] =>
	(['add', 'update', 'delete'] as const).map((verb) => ({
		name: `${verb}${noun}Item`,
		kind,
		verb,
		of: 'lines',
	}));

/** Every method of the interface (§4.3 to §4.11). */
export const METHODS: readonly Method[] = [
	...regular('invoice', 'Invoice'),
	...methodsOf('invoice', { sendInvoiceMail: 'send' }),
	...lineMethods('invoice', 'Invoice'),
	...regular('estimate', 'Estimate'),
	...methodsOf('estimate', { sendEstimateMail: 'send' }),
	...lineMethods('estimate', 'Estimate'),
	...regular('recurring', 'Recurring'),
	...lineMethods('recurring', 'Recurring'),
	...regular('client', 'Client'),
	...regular('staff', 'Staff'),
	...regular('product', 'Product'),
	...regular('service', 'Service'),
	...regular('expense', 'Expense'),
	...regular('category', 'ExpenseCategory').filter(({ verb }) => verb !== 'get'),
	...regular('project', 'Project'),
	...regular('task', 'Task'),
	...regular('timelog', 'TimeLog'),
	...methodsOf('invoice', {
		createInvoiceFromTimeTracking: 'create',
		createInvoiceFromExpense: 'create',
		createInvoiceFromEstimate: 'create',
		invoiceOfflinePayment: 'pay',
	}),
	...methodsOf('account', { getAccountInfo: 'get' }),
	...methodsOf('late_fee', { listLateFee: 'list' }),
	...methodsOf('tax', { listTax: 'list' }),
	...methodsOf('payment_mode', { listOfflinePaymentMethod: 'list' }),
];

const BY_NAME = new Map(METHODS.map((method) => [method.name.toLowerCase(), method]));

/**
 * The method with this name in any case: the interface is case-sensitive (§4.1), but a service might not be.
 *
 * @returns undefined if the interface has no such method
 */
export const methodNamed = (name: string): Method | undefined => BY_NAME.get(name.toLowerCase());

/** The method that does this with records of a kind, or with their lines. Throws if there is none. */
export function methodFor(verb: Method['verb'], kind: string, of?: Method['of']): string {
	const found = METHODS.find((method) => method.verb === verb && method.kind === kind && method.of === of);
	if (found === undefined) throw new RangeError(`No method can ${verb} ${kind}`);
	return found.name;
}

/**
 * Whether a method changes nothing, so that it can safely be sent again. Only Custom Request sends names that aren't in the
 * table. Nobody says what they do, whatever they begin with, so they count as writes.
 *
 * @param name in the case that is sent
 */
export function isRead(name: string): boolean {
	const found = methodNamed(name);
	return found?.name === name && (found.verb === 'get' || found.verb === 'list');
}
