/** The fields of records as get methods return them (§2.2), in paths below the record's element. */
export const INVOICE_FIELDS = [
	'client/client_id',
	'client/address',
	'invoice_title',
	'number',
	'date',
	'po_number',
	'total_discount',
	'total_tax',
	'net_balance',
	'late_fee',
	'late_fee_id',
	'total_paid',
	'outstanding',
	'invoice_status',
	'status',
	'invoice_due_date',
	'invoice_schedule_date',
	'notes',
	'terms',
	'currency',
	'items/item/item_id',
	'items/item/type',
	'items/item/name',
	'items/item/description',
	'items/item/unit_cost',
	'items/item/quantity',
	'items/item/discount',
	'items/item/discount_type',
	'items/item/tax1_name',
	'items/item/tax1_percent',
	'items/item/tax1_type',
	'items/item/tax2_name',
	'items/item/tax2_percent',
	'items/item/tax2_type',
	'additional_charges/charge/name',
	'additional_charges/charge/type',
	'additional_charges/charge/amount',
	'transactions/transaction/method',
	'transactions/transaction/notes',
	'transactions/transaction/amount',
	'transactions/transaction/date',
];

export const CLIENT_FIELDS = [
	'client_id',
	'name',
	'organization',
	'address',
	'email',
	'work_phone',
	'currency',
	'credits/credit/amount',
	'credits/credit/payment_method',
	'credits/credit/payment_note',
	'credits/credit/credit_date',
];

export const STAFF_FIELDS = [
	'staff_id',
	'bill_rate',
	'name',
	'username',
	'email',
	'user_level',
	'access_own_record',
	'status',
	'date_added',
	'last_login',
	'assigned_clients/client_id',
];

export const PRODUCT_FIELDS = [
	'product_id',
	'product_name',
	'unit_cost',
	'quantity',
	'description',
	'date',
	'status',
];

export const SERVICE_FIELDS = [
	'service_id',
	'service_name',
	'unit_cost',
	'quantity',
	'description',
	'date',
	'status',
];

export const EXPENSE_FIELDS = [
	'expense_id',
	'client_id',
	'project_id',
	'expense_category_id',
	'vendor',
	'date',
	'amount',
	'notes',
	'tax1',
	'tax2',
	'is_expense_recurring',
	'recurring_frequency',
	'recurring_end_date',
	'status',
];

export const ESTIMATE_FIELDS = [
	'client/client_id',
	'client/organization',
	'client/address',
	'estimate_id',
	'estimate_status',
	'estimate_title',
	'number',
	'date',
	'po_number',
	'total_discount',
	'total_tax',
	'notes',
	'terms',
	'items/item/item_id',
	'items/item/name',
	'items/item/type',
	'items/item/description',
	'items/item/unit_cost',
	'items/item/quantity',
	'items/item/discount',
	'items/item/discount_type',
];

export const RECURRING_FIELDS = [
	'client/client_id',
	'client/organization',
	'client/address',
	'recurring_id',
	'recurring_status',
	'recurring_title',
	'number',
	'date',
	'frequency',
	'occurence',
	'po_number',
	'total_discount',
	'total_tax',
	'notes',
	'terms',
	'items/item/recurring_item_id',
	'items/item/name',
	'items/item/type',
	'items/item/description',
	'items/item/unit_cost',
	'items/item/quantity',
	'items/item/discount',
	'items/item/discount_type',
];

export const PROJECT_FIELDS = [
	'project_id',
	'client_id',
	'project_manager_id',
	'project_name',
	'project_description',
	'project_rate',
	'billing_method',
	'project_billed',
	'created_date',
	'status',
	'staff/staff_id',
	'task/task_id',
];

export const TASK_FIELDS = [
	'task_id',
	'task_name',
	'task_description',
	'task_billable',
	'task_rate',
	'created_date',
	'status',
	'project/project_id',
];

/** A list gives the identifier of a time entry as well. */
export const TIME_LOG_FIELDS = ['project_id', 'task_id', 'work_date', 'hours_worked', 'notes', 'log_status'];
export const LISTED_TIME_LOG_FIELDS = ['timelog_id', ...TIME_LOG_FIELDS];

export const ACCOUNT_FIELDS = ['company', 'name', 'country_code', 'currency_code'];
export const LATE_FEE_FIELDS = ['id', 'name'];
export const TAX_FIELDS = ['id', 'name', 'type', 'value'];
export const CATEGORY_FIELDS = ['category_id', 'name', 'status', 'date_added'];
