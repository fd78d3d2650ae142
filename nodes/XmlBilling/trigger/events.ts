/** The events and the resources that they are found in, as data. Everything else in this folder walks these tables. */

/** One decoded record, with the interface's own field names (§2.2). */
export type BillingRecord = Readonly<Record<string, unknown>>;

/** The children of a list request's `filter` element, without its paging elements. */
export type Filter = Readonly<Record<string, string>>;

export type ResourceName =
	| 'invoice'
	| 'estimate'
	| 'recurring'
	| 'client'
	| 'staff'
	| 'product'
	| 'service'
	| 'expense'
	| 'project'
	| 'task'
	| 'timelog';

export interface StatusRow {
	/** The record field that holds the commercial status. */
	field: string;
	/** The filter element that narrows a list to one status, and the statuses to ask for. Absent: all is listed. */
	openLists?: { filter: string; statuses: readonly string[] };
	/** A record in one of these is settled: it is not watched any more. */
	final: readonly string[];
	/** The status of a record that is not meant to be seen by a client yet. */
	draft?: string;
	/** The field that says whether the record is in use, and the value that says that it is. */
	inUse?: { field: string; value: string };
}

export interface ResourceRow {
	name: ResourceName;
	listMethod: string;
	getMethod: string;
	idField: string;
	/** The lists in which a new record can appear. The first is the one of the records in use. */
	lists: readonly [Filter, ...Filter[]];
	/** The filter element that narrows a list to records dated on or after a day. */
	dateFilter?: string;
	/** Fields that have content in every full record; a list record without one of them is read singly. */
	filled: readonly string[];
	/** Fields that every full record has, if only empty. */
	present: readonly string[];
	status?: StatusRow;
}

const NEWEST_INVOICE_FIRST = { sort_column: 'invoice_id', sort_order: 'desc' };

export const RESOURCES: Readonly<Record<ResourceName, ResourceRow>> = {
	invoice: {
		name: 'invoice',
		listMethod: 'listInvoice',
		getMethod: 'getInvoice',
		idField: 'invoice_id',
		lists: [
			NEWEST_INVOICE_FIRST,
			{ ...NEWEST_INVOICE_FIRST, invoice_record_status: 'Archived' },
			{ ...NEWEST_INVOICE_FIRST, invoice_record_status: 'Cancel' },
		],
		dateFilter: 'date_from',
		filled: ['client', 'number', 'date', 'net_balance', 'outstanding', 'invoice_status', 'status', 'items'],
		present: ['total_paid', 'transactions'],
		status: {
			field: 'invoice_status',
			openLists: {
				filter: 'invoice_status',
				statuses: [
					'Draft',
					'Sent',
					'Viewed',
					'Outstanding',
					'Unpaid',
					'Partial-Paid',
					'Disputed',
					'Retry',
					'Failed',
					'Resolved',
					'Auto-Failed',
				],
			},
			final: ['Paid', 'Auto-Paid'],
			draft: 'Draft',
			inUse: { field: 'status', value: 'Active' },
		},
	},
	estimate: {
		name: 'estimate',
		listMethod: 'listEstimate',
		getMethod: 'getEstimate',
		idField: 'estimate_id',
		lists: [{}],
		dateFilter: 'date_from',
		filled: ['client', 'estimate_status', 'number', 'date', 'items'],
		present: ['notes', 'terms'],
		status: { field: 'estimate_status', final: [] },
	},
	recurring: {
		name: 'recurring',
		listMethod: 'listRecurring',
		getMethod: 'getRecurring',
		idField: 'recurring_id',
		lists: [{}],
		dateFilter: 'date_from',
		filled: ['client', 'recurring_status', 'number', 'date', 'frequency', 'items'],
		present: ['notes', 'terms'],
	},
	client: {
		name: 'client',
		listMethod: 'listClient',
		getMethod: 'getClient',
		idField: 'client_id',
		lists: [{}],
		filled: ['name', 'organization', 'currency'],
		present: ['email', 'address', 'work_phone', 'credits'],
	},
	staff: {
		name: 'staff',
		listMethod: 'listStaff',
		getMethod: 'getStaff',
		idField: 'staff_id',
		lists: [{}],
		filled: ['name', 'username', 'email', 'status'],
		present: ['bill_rate', 'access_own_record', 'assigned_clients'],
	},
	product: {
		name: 'product',
		listMethod: 'listProduct',
		getMethod: 'getProduct',
		idField: 'product_id',
		lists: [{}],
		filled: ['product_name', 'date', 'status'],
		present: ['unit_cost', 'quantity', 'description'],
	},
	service: {
		name: 'service',
		listMethod: 'listService',
		getMethod: 'getService',
		idField: 'service_id',
		lists: [{}],
		filled: ['service_name', 'date', 'status'],
		present: ['unit_cost', 'quantity', 'description'],
	},
	expense: {
		name: 'expense',
		listMethod: 'listExpense',
		getMethod: 'getExpense',
		idField: 'expense_id',
		lists: [{}],
		filled: ['expense_category_id', 'date', 'amount', 'status'],
		present: ['vendor', 'notes', 'is_expense_recurring'],
	},
	project: {
		name: 'project',
		listMethod: 'listProject',
		getMethod: 'getProject',
		idField: 'project_id',
		lists: [{}],
		filled: ['project_name', 'billing_method', 'created_date', 'status'],
		present: ['project_description', 'staff', 'task'],
	},
	task: {
		name: 'task',
		listMethod: 'listTask',
		getMethod: 'getTask',
		idField: 'task_id',
		lists: [{}],
		filled: ['task_name', 'task_billable', 'created_date', 'status'],
		present: ['task_description', 'project'],
	},
	timelog: {
		name: 'timelog',
		listMethod: 'listTimeLog',
		getMethod: 'getTimeLog',
		idField: 'timelog_id',
		lists: [{}],
		filled: ['project_id', 'task_id', 'work_date', 'hours_worked'],
		present: ['notes'],
	},
};

export type EventKind =
	| 'invoiceCreated'
	| 'paymentRecorded'
	| 'invoiceStatusChanged'
	| 'invoiceOverdue'
	| 'estimateCreated'
	| 'estimateStatusChanged'
	| 'clientCreated'
	| 'recurringCreated'
	| 'expenseCreated'
	| 'projectCreated'
	| 'taskCreated'
	| 'timeEntryCreated'
	| 'productCreated'
	| 'serviceCreated'
	| 'staffCreated';

/** What an event is noticed by. */
export type WatchName = 'created' | 'payment' | 'status' | 'overdue';

export interface EventRow {
	label: string;
	resource: ResourceName;
	watch: WatchName;
}

/** The order of the rows is the order of one record's events. */
export const EVENTS: Readonly<Record<EventKind, EventRow>> = {
	invoiceCreated: { label: 'Invoice Created', resource: 'invoice', watch: 'created' },
	invoiceStatusChanged: { label: 'Invoice Status Changed', resource: 'invoice', watch: 'status' },
	paymentRecorded: { label: 'Payment Recorded', resource: 'invoice', watch: 'payment' },
	invoiceOverdue: { label: 'Invoice Overdue', resource: 'invoice', watch: 'overdue' },
	estimateCreated: { label: 'Estimate Created', resource: 'estimate', watch: 'created' },
	estimateStatusChanged: { label: 'Estimate Status Changed', resource: 'estimate', watch: 'status' },
	clientCreated: { label: 'Client Created', resource: 'client', watch: 'created' },
	recurringCreated: { label: 'Recurring Profile Created', resource: 'recurring', watch: 'created' },
	expenseCreated: { label: 'Expense Created', resource: 'expense', watch: 'created' },
	projectCreated: { label: 'Project Created', resource: 'project', watch: 'created' },
	taskCreated: { label: 'Task Created', resource: 'task', watch: 'created' },
	timeEntryCreated: { label: 'Time Entry Created', resource: 'timelog', watch: 'created' },
	productCreated: { label: 'Product Created', resource: 'product', watch: 'created' },
	serviceCreated: { label: 'Service Created', resource: 'service', watch: 'created' },
	staffCreated: { label: 'Staff Member Created', resource: 'staff', watch: 'created' },
};

// The keys of a literal record are its type's keys.
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];

export interface TriggerEvent {
	event: EventKind;
	/** Unique among the events of an account, and the same when a poll is repeated: `invoice:123:created`. */
	eventId: string;
	/** When the poll that noticed it began, as handed to that poll. */
	detectedAt: string;
	/** The full record, as read when the event was noticed. */
	record: BillingRecord;
	previousStatus?: string;
	status?: string;
	/** The transaction: method, notes, amount, date (§2.2). */
	payment?: BillingRecord;
	/** What was outstanding once this payment was in, in the invoice's currency; absent if the service does not say. */
	balanceLeft?: number;
}

/** Narrows what is returned. Nothing here changes what is remembered, so a filter can be changed at any time. */
export interface EventFilters {
	clientId?: number;
	/** Of the payment for a payment, else of the record's total. */
	minimumAmount?: number;
	statusFrom?: readonly string[];
	statusTo?: readonly string[];
	fullPaymentOnly?: boolean;
}

export interface TriggerOptions {
	events: readonly EventKind[];
	/** True: a draft counts as created at once. False: when it is sent. */
	includeDrafts: boolean;
	/** The most events that one poll returns, at least 1. */
	maxEvents: number;
	/** `YYYY-MM-DD`. The first poll reports records dated since then instead of nothing, where lists can be asked by date. */
	startFrom?: string;
	/** Whole days after the due date from which an invoice counts as overdue. */
	overdueDays?: number;
	filters?: EventFilters;
}

const amountOf = ({ payment, record }: TriggerEvent): unknown =>
	payment === undefined ? (record.net_balance ?? record.amount) : payment.amount;

const clientOf = ({ client, client_id: clientId }: BillingRecord): unknown =>
	typeof client === 'object' && client !== null && 'client_id' in client ? client.client_id : clientId;

/** Whether an event passes the filters. One that a filter does not concern passes it. */
export function passesFilters(event: TriggerEvent, filters: EventFilters = {}): boolean {
	const { clientId, minimumAmount, statusFrom, statusTo, fullPaymentOnly } = filters;
	const amount = amountOf(event);
	const client = clientOf(event.record);
	const isStatusChange = EVENTS[event.event].watch === 'status';
	return (
		(clientId === undefined || client === undefined || client === clientId) &&
		(minimumAmount === undefined || typeof amount !== 'number' || amount >= minimumAmount) &&
		(!isStatusChange || statusFrom === undefined || statusFrom.includes(event.previousStatus ?? '')) &&
		(!isStatusChange || statusTo === undefined || statusTo.includes(event.status ?? '')) &&
		(!fullPaymentOnly || event.payment === undefined || (event.balanceLeft ?? 1) <= 0)
	);
}
