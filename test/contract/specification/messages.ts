import { NOT_FOUND } from './lists.ts';

/**
 * The messages of §7.1, by the methods that give them: the table as it stands there, with the messages on lines spelled out
 * per method. Every pair has to be provoked.
 */
export const MESSAGES: ReadonlyArray<{ methods: readonly string[]; messages: readonly string[] }> = [
	{
		methods: ['createInvoice', 'updateInvoice', 'addInvoiceItem', 'updateInvoiceItem'],
		messages: [
			'Name is required.',
			'Cost is invalid.',
			'Quantity is invalid.',
			'Type is invalid.',
			'Discount type is invalid.',
		],
	},
	{ methods: ['addInvoiceItem', 'updateInvoiceItem'], messages: ['Discount is invalid.'] },
	{
		methods: ['createInvoice', 'updateInvoice'],
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
	{
		methods: ['listInvoice', 'listClient'],
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
