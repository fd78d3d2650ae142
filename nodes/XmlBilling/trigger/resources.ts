/** The resources that the trigger reads, as data. */

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
	/**
	 * The filter element that narrows a list to one status, and the statuses to ask for. The lists of the broad ones may
	 * show records in other statuses as well. Absent: all is listed.
	 */
	openLists?: { filter: string; statuses: readonly string[]; broad: readonly string[] };
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
	/** Whether a record belongs to a client, so that events can be narrowed to one. */
	hasClient?: true;
	status?: StatusRow;
}

const NEWEST_INVOICE_FIRST = { sort_column: 'invoice_id', sort_order: 'desc' };

export const RESOURCES: Readonly<Record<ResourceName, ResourceRow>> = {
	invoice: {
		name: 'invoice',
		listMethod: 'listInvoice',
		getMethod: 'getInvoice',
		idField: 'invoice_id',
		hasClient: true,
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
				broad: ['Outstanding', 'Unpaid'],
				// Of several lists that show a record, the last one is believed: the broad ones come first.
				statuses: [
					'Outstanding',
					'Unpaid',
					'Draft',
					'Sent',
					'Viewed',
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
		hasClient: true,
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
		hasClient: true,
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
		hasClient: true,
		lists: [{}],
		filled: ['expense_category_id', 'date', 'amount', 'status'],
		present: ['vendor', 'notes', 'is_expense_recurring'],
	},
	project: {
		name: 'project',
		listMethod: 'listProject',
		getMethod: 'getProject',
		idField: 'project_id',
		hasClient: true,
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
