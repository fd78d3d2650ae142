import { group, listOf, words, type Shape } from '../xml/shape';

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
	/** The element that identifies a line in requests of the methods for lines (§4.3, §4.4, §4.5). */
	readonly lineId?: string;
	/** The same in answers. */
	readonly shownLineId?: string;
	/** Whether answers show the taxes of a line. */
	readonly showsTaxes?: boolean;
}

const line: Shape = {
	...words('type', 'discount_type', 'tax1_name', 'tax1_type', 'tax2_name', 'tax2_type'),
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
	lineId: 'invoice_item_id',
	shownLineId: 'item_id',
	showsTaxes: true,
	shape: {
		...words('number', 'po_number', 'date', 'invoice_due_date', 'invoice_schedule_date'),
		...words('invoice_status', 'status', 'currency'),
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
		additional_charges: listOf('charge', { ...words('type'), amount: 'number' }),
		transactions: listOf('transaction', { ...words('method', 'date'), amount: 'number' }),
	},
} as const satisfies RecordType;

export const estimateRecord = {
	name: 'estimate',
	label: 'estimate',
	id: 'estimate_id',
	wrapper: 'estimates',
	list: 'listEstimate',
	get: 'getEstimate',
	lineId: 'estimate_item_id',
	shownLineId: 'item_id',
	showsTaxes: false,
	shape: {
		...words('number', 'po_number', 'date', 'estimate_status'),
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
	lineId: 'recurring_item_id',
	shownLineId: 'recurring_item_id',
	showsTaxes: false,
	shape: {
		...words('number', 'po_number', 'date', 'recurring_status', 'frequency'),
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
	shape: {
		...words('email', 'work_phone', 'currency', 'status'),
		client_id: 'number',
		credits: listOf('credit', { ...words('payment_method', 'credit_date'), amount: 'number' }),
	},
} as const satisfies RecordType;

export const staffRecord = {
	name: 'staff',
	label: 'staff member',
	id: 'staff_id',
	wrapper: 'staff_users',
	list: 'listStaff',
	get: 'getStaff',
	shape: {
		...words('username', 'email', 'access_own_record', 'status', 'date_added', 'last_login'),
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
	shape: { ...words('date', 'status'), product_id: 'number', unit_cost: 'number', quantity: 'number' },
} as const satisfies RecordType;

export const serviceRecord = {
	name: 'service',
	label: 'service',
	id: 'service_id',
	wrapper: 'services',
	list: 'listService',
	get: 'getService',
	// The quantity of a service is the word for its unit, such as Hour (§2.2).
	shape: { ...words('date', 'status', 'quantity'), service_id: 'number', unit_cost: 'number' },
} as const satisfies RecordType;

export const expenseRecord = {
	name: 'expense',
	label: 'expense',
	id: 'expense_id',
	wrapper: 'expenses',
	list: 'listExpense',
	get: 'getExpense',
	shape: {
		...words('date', 'recurring_end_date', 'status', 'is_expense_invoiced'),
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
	shape: { ...words('status', 'date_added'), category_id: 'number' },
} as const satisfies RecordType;

export const projectRecord = {
	name: 'project',
	label: 'project',
	id: 'project_id',
	wrapper: 'projects',
	list: 'listProject',
	get: 'getProject',
	shape: {
		...words('billing_method', 'project_billed', 'created_date', 'status'),
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
	shape: {
		...words('task_billable', 'created_date', 'status'),
		task_id: 'number',
		task_rate: 'number',
		project: listOf('project_id', 'number'),
	},
} as const satisfies RecordType;

export const timeEntryRecord = {
	name: 'timelog',
	label: 'time entry',
	id: 'timelog_id',
	wrapper: 'timelogs',
	list: 'listTimeLog',
	get: 'getTimeLog',
	shape: {
		...words('work_date', 'billed', 'log_status', 'status'),
		timelog_id: 'number',
		project_id: 'number',
		task_id: 'number',
		hours_worked: 'number',
	},
} as const satisfies RecordType;

export const taxRecord = {
	name: 'tax',
	label: 'tax',
	id: 'id',
	wrapper: 'taxes',
	list: 'listTax',
	shape: { ...words('name', 'type'), id: 'number', value: 'number' },
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
	shape: words('name'),
} as const satisfies RecordType;

export const accountShape: Shape = words('country_code', 'currency_code');

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
