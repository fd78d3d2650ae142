import { NOT_FOUND } from './lists.ts';

/**
 * The messages of §7.1, by the methods that give them: the table as it stands there, with the messages on lines spelled out
 * per method. Every pair has to be provoked.
 */
export const MESSAGES: ReadonlyArray<{ methods: readonly string[]; messages: readonly string[] }> = [
	{
		methods: [
			'createInvoice',
			'updateInvoice',
			'addInvoiceItem',
			'updateInvoiceItem',
			'createEstimate',
			'updateEstimate',
			'updateRecurring',
		],
		messages: [
			'Name is required.',
			'Cost is invalid.',
			'Quantity is invalid.',
			'Type is invalid.',
			'Discount type is invalid.',
		],
	},
	{
		// Takes any type (§4.2).
		methods: ['createRecurring'],
		messages: [
			'Name is required.',
			'Cost is invalid.',
			'Quantity is invalid.',
			'Discount type is invalid.',
			'Date is invalid.',
		],
	},
	{
		methods: ['addEstimateItem', 'updateEstimateItem', 'addRecurringItem', 'updateRecurringItem'],
		messages: ['Cost is invalid.', 'Quantity is invalid.', 'Type is invalid.', 'Discount type is invalid.'],
	},
	{
		methods: [
			'addInvoiceItem',
			'updateInvoiceItem',
			'addEstimateItem',
			'updateEstimateItem',
			'addRecurringItem',
			'updateRecurringItem',
		],
		messages: ['Discount is invalid.'],
	},
	{
		methods: ['createInvoice', 'updateInvoice', 'createEstimate', 'updateEstimate'],
		messages: ['Tax1 type is invalid.', 'Tax2 type is invalid.'],
	},
	{
		methods: [
			'createInvoice',
			'createInvoiceFromTimeTracking',
			'createInvoiceFromExpense',
			'createInvoiceFromEstimate',
		],
		messages: ['Client id is not exists.'],
	},
	{ methods: ['updateInvoice'], messages: ['Client id is invalid.', 'Invoice id is invalid.'] },
	{
		methods: [
			'createInvoice',
			'updateInvoice',
			'createInvoiceFromTimeTracking',
			'createInvoiceFromExpense',
			'createInvoiceFromEstimate',
		],
		messages: ['Date is invalid.', 'Due Date is invalid.', 'Schedule Date is invalid.'],
	},
	{
		methods: ['createInvoice', 'updateInvoice', 'createInvoiceFromExpense'],
		messages: ['Late Fee is invalid or inactive.'],
	},
	{ methods: ['getInvoice'], messages: ['Invoice id is invalid.'] },
	{ methods: ['sendInvoiceMail'], messages: ['Invalid data.'] },
	{ methods: ['updateInvoiceItem'], messages: ['Invoice item is invalid.'] },
	{ methods: ['updateEstimateItem'], messages: ['Estimate item is invalid.'] },
	{ methods: ['updateRecurringItem'], messages: ['Recurring item is invalid.'] },
	{
		methods: [
			'listInvoice',
			'listClient',
			'listStaff',
			'listProduct',
			'listService',
			'listExpense',
			'listExpenseCategory',
			'listEstimate',
			'listRecurring',
			'listProject',
			'listTask',
			'listTimeLog',
		],
		messages: ['Per page record is invalid.', 'Page is invalid.', NOT_FOUND],
	},
	{
		methods: ['createClient', 'updateClient'],
		messages: [
			'Please provide mandatory data.',
			'Email is invalid.',
			'Username is invalid.',
			'Country code is invalid.',
			'Currency code is invalid.',
			'Language is invalid.',
		],
	},
	{ methods: ['createClient'], messages: ['Username [{takenUsername}] already exists.'] },
	{ methods: ['updateClient'], messages: ['Client id is invalid.', 'Currency can not be changed.'] },
	{
		methods: ['createStaff', 'updateStaff'],
		messages: ['Email is invalid.', 'Billing rate is invalid.', 'Client is invalid.'],
	},
	{ methods: ['deleteStaff'], messages: ['Staff is invalid.'] },
	{
		methods: ['createProduct'],
		messages: [
			'Quantity is invalid.',
			'Unit cost is invalid.',
			'Product- [{productName}] already exists.',
			'Please provide valid data.',
		],
	},
	{
		methods: ['updateProduct'],
		messages: ['Product id is invalid.', 'Product is not associated with your account.'],
	},
	{ methods: ['getProduct'], messages: ['Product id is invalid.'] },
	{
		methods: ['createService'],
		messages: [
			'Cost is invalid.',
			'Unit is invalid.',
			'Service- [{serviceName}] already exists.',
			'Please provide valid data.',
		],
	},
	{
		methods: ['updateService'],
		messages: ['Service id is invalid.', 'Unit is invalid.', 'Service is not associated with your account.'],
	},
	{ methods: ['getService'], messages: ['Service id is invalid.'] },
	{
		methods: ['createExpense'],
		messages: [
			'Expense category id is invalid.',
			'Amount is invalid.',
			'Date is invalid.',
			'Tax-1 id is invalid.',
			'Tax-2 id is invalid.',
			'Recurring frequency is invalid.',
			'Recurring end date is invalid.',
			'Project id is invalid.',
			'Client id is invalid.',
		],
	},
	{
		methods: ['updateExpense'],
		messages: ['Expense id is invalid.', 'Expense is not associated with your account.'],
	},
	{
		methods: ['createProject'],
		messages: [
			'Billing method is invalid.',
			'Amount is invalid.',
			'Client id is invalid.',
			'Project manager id is invalid.',
			'Please provide valid data.',
		],
	},
	{
		methods: ['updateProject'],
		messages: ['Billing method is invalid.', 'Project is not associated with your account.'],
	},
	{ methods: ['getProject'], messages: ['Project id is invalid.'] },
	{ methods: ['createTask'], messages: ['Task rate is invalid.', 'Please provide valid data.'] },
	{
		methods: ['updateTask'],
		messages: ['Task rate is invalid.', 'Task is not associated with your account.'],
	},
	{
		methods: ['createTimeLog'],
		messages: [
			'Project id is invalid.',
			'Task id is invalid.',
			'Work date is invalid.',
			'Hours is invalid.',
			'Task is not associated with provided project.',
			'Please provide valid data.',
		],
	},
	{
		methods: ['updateTimeLog'],
		messages: ['Hours is invalid.', 'Timelog is not associated with your account.'],
	},
	{ methods: ['getAccountInfo'], messages: ['Data not found.'] },
	{
		methods: ['createInvoiceFromTimeTracking'],
		messages: ['Time-entry id is required.', 'Time-entry id is not valid or already billed.'],
	},
	{
		methods: ['createInvoiceFromExpense'],
		messages: [
			'Expense id is required.',
			'Expense [{invoicedExpense}] is not assigned to this client or not active or already invoiced.',
		],
	},
	{
		methods: ['invoiceOfflinePayment'],
		messages: ['Invoice id is required.', 'Method is required.', 'Amount is invalid.', 'Date is invalid.'],
	},
	{ methods: ['listLateFee', 'listTax', 'listOfflinePaymentMethod'], messages: [NOT_FOUND] },
];
