import { group, listOf, type Shape } from './shape';

/** A kind of record: its names on the wire and what its elements hold (§2.2, §4). */
export interface RecordType {
	/** The element of one record. */
	readonly name: string;
	/** What people call it. */
	readonly label: string;
	/** The element that holds its identifier. */
	readonly id: string;
	/** The element around the records of a list. */
	readonly wrapper: string;
	readonly list: string;
	/** There is none for expense categories (§4.9). */
	readonly get?: string;
	readonly shape: Shape;
}

const line: Shape = {
	item_id: 'number',
	unit_cost: 'number',
	quantity: 'number',
	discount: 'number',
	tax1_percent: 'number',
	tax2_percent: 'number',
};

const client = group({ client_id: 'number' });

export const invoiceRecord = {
	name: 'invoice',
	label: 'invoice',
	id: 'invoice_id',
	wrapper: 'invoices',
	list: 'listInvoice',
	get: 'getInvoice',
	shape: {
		invoice_id: 'number',
		client,
		client_id: 'number',
		total_discount: 'number',
		total_tax: 'number',
		net_balance: 'number',
		late_fee: 'number',
		late_fee_id: 'number',
		total_paid: 'number',
		outstanding: 'number',
		items: listOf('item', line),
		additional_charges: listOf('charge', { amount: 'number' }),
		transactions: listOf('transaction', { amount: 'number' }),
	},
} as const satisfies RecordType;

export const estimateRecord = {
	name: 'estimate',
	label: 'estimate',
	id: 'estimate_id',
	wrapper: 'estimates',
	list: 'listEstimate',
	get: 'getEstimate',
	shape: {
		estimate_id: 'number',
		client,
		client_id: 'number',
		total_discount: 'number',
		total_tax: 'number',
		items: listOf('item', line),
	},
} as const satisfies RecordType;

export const recurringRecord = {
	name: 'recurring',
	label: 'recurring profile',
	id: 'recurring_id',
	wrapper: 'recurrings',
	list: 'listRecurring',
	get: 'getRecurring',
	shape: {
		recurring_id: 'number',
		client,
		client_id: 'number',
		occurence: 'number',
		total_discount: 'number',
		total_tax: 'number',
		items: listOf('item', { ...line, recurring_item_id: 'number' }),
	},
} as const satisfies RecordType;

export const clientRecord = {
	name: 'client',
	label: 'client',
	id: 'client_id',
	wrapper: 'clients',
	list: 'listClient',
	get: 'getClient',
	shape: { client_id: 'number', credits: listOf('credit', { amount: 'number' }) },
} as const satisfies RecordType;

export const staffRecord = {
	name: 'staff',
	label: 'staff member',
	id: 'staff_id',
	wrapper: 'staff_users',
	list: 'listStaff',
	get: 'getStaff',
	shape: {
		staff_id: 'number',
		bill_rate: 'number',
		user_level: 'number',
		assigned_clients: listOf('client_id', 'number'),
	},
} as const satisfies RecordType;

export const productRecord = {
	name: 'product',
	label: 'product',
	id: 'product_id',
	wrapper: 'products',
	list: 'listProduct',
	get: 'getProduct',
	shape: { product_id: 'number', unit_cost: 'number', quantity: 'number' },
} as const satisfies RecordType;

export const serviceRecord = {
	name: 'service',
	label: 'service',
	id: 'service_id',
	wrapper: 'services',
	list: 'listService',
	get: 'getService',
	// The quantity of a service is the word for its unit, such as Hour (§2.2).
	shape: { service_id: 'number', unit_cost: 'number', quantity: 'text' },
} as const satisfies RecordType;

export const expenseRecord = {
	name: 'expense',
	label: 'expense',
	id: 'expense_id',
	wrapper: 'expenses',
	list: 'listExpense',
	get: 'getExpense',
	shape: {
		expense_id: 'number',
		client_id: 'number',
		project_id: 'number',
		expense_category_id: 'number',
		amount: 'number',
		tax1: 'number',
		tax2: 'number',
		is_expense_recurring: 'number',
		recurring_frequency: 'number',
	},
} as const satisfies RecordType;

export const categoryRecord = {
	name: 'category',
	label: 'expense category',
	id: 'category_id',
	wrapper: 'categories',
	list: 'listExpenseCategory',
	shape: { category_id: 'number' },
} as const satisfies RecordType;

export const projectRecord = {
	name: 'project',
	label: 'project',
	id: 'project_id',
	wrapper: 'projects',
	list: 'listProject',
	get: 'getProject',
	shape: {
		project_id: 'number',
		client_id: 'number',
		project_manager_id: 'number',
		project_rate: 'number',
		staff: listOf('staff_id', 'number'),
		task: listOf('task_id', 'number'),
	},
} as const satisfies RecordType;

export const taskRecord = {
	name: 'task',
	label: 'task',
	id: 'task_id',
	wrapper: 'tasks',
	list: 'listTask',
	get: 'getTask',
	shape: { task_id: 'number', task_rate: 'number', project: listOf('project_id', 'number') },
} as const satisfies RecordType;

export const timeEntryRecord = {
	name: 'timelog',
	label: 'time entry',
	id: 'timelog_id',
	wrapper: 'timelogs',
	list: 'listTimeLog',
	get: 'getTimeLog',
	shape: { timelog_id: 'number', project_id: 'number', task_id: 'number', hours_worked: 'number' },
} as const satisfies RecordType;

export const taxRecord = {
	name: 'tax',
	label: 'tax',
	id: 'id',
	wrapper: 'taxes',
	list: 'listTax',
	shape: { id: 'number', value: 'number' },
} as const satisfies RecordType;

export const lateFeeRecord = {
	name: 'late_fee',
	label: 'late-fee rule',
	id: 'id',
	wrapper: 'late_fees',
	list: 'listLateFee',
	shape: { id: 'number' },
} as const satisfies RecordType;

/** A payment mode is a name alone (§2.2), which becomes the record's `name`. */
export const paymentMethodRecord = {
	name: 'payment_mode',
	label: 'payment method',
	id: 'name',
	wrapper: 'payment_modes',
	list: 'listOfflinePaymentMethod',
	shape: {},
} as const satisfies RecordType;

export const accountShape: Shape = {};

/** Every kind of record. */
export const RECORD_TYPES: readonly RecordType[] = [
	invoiceRecord,
	estimateRecord,
	recurringRecord,
	clientRecord,
	staffRecord,
	productRecord,
	serviceRecord,
	expenseRecord,
	categoryRecord,
	projectRecord,
	taskRecord,
	timeEntryRecord,
	taxRecord,
	lateFeeRecord,
];

/** An answer of any method: each record and each list by the shape of its kind. */
export const ANSWER_SHAPE: Shape = RECORD_TYPES.reduce<Shape>(
	(shapes, type) => ({ ...shapes, ...shapesOf(type) }),
	{},
);

function shapesOf({ name, id, wrapper, shape }: RecordType): Shape {
	const identifier: Shape = id === 'id' ? {} : { [id]: 'number' };
	return { ...identifier, [wrapper]: listOf(name, shape), [name]: group(shape) };
}
