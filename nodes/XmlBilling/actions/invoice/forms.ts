import type { Property } from '../../engine/property';
import {
	additionalCharges,
	address,
	changedDate,
	changedNumber,
	customFields,
	dateFrom,
	dateTo,
	documentDate,
	documentNumber,
	dueDate,
	estimateInvoiceStatus,
	invoiceTitle,
	lateFee,
	newInvoiceStatus,
	notes,
	purchaseOrder,
	scheduleDate,
	terms,
} from '../documents/headerFields';
import { changedClient, clientFilter } from '../common/locators';
import { expectedTotal, fullRecords, preview, returnField } from '../common/options';

/** What to do with a number that is in use (§4.3). */
export const ifNumberExists: Property = {
	displayName: 'If Number Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{
			name: 'Create Anyway',
			value: 'create',
			description: 'The service gives it the next number in the sequence',
		},
		{ name: 'Fail', value: 'fail', description: 'Stop with an error that names the invoice' },
		{ name: 'Return the Existing Invoice', value: 'existing', description: 'Create nothing' },
	],
	default: 'fail',
	description: 'What to do when an invoice has the same number',
	element: false,
};

/** What decides on an invoice whose number exists. */
export const createInvoiceOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [expectedTotal, ifNumberExists, preview, returnField],
};

/** The commercial statuses of an invoice (§3). */
export const INVOICE_STATUSES = [
	'Auto-Failed',
	'Auto-Paid',
	'Disputed',
	'Draft',
	'Failed',
	'Outstanding',
	'Paid',
	'Partial-Paid',
	'Resolved',
	'Retry',
	'Sent',
	'Unpaid',
	'Viewed',
];

/** Statuses as the choices of a field. */
export const asChoices = (statuses: readonly string[]) =>
	statuses.map((status) => ({ name: status, value: status }));

/** What a new invoice can have besides its client and lines (§4.3). */
export const invoiceFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		additionalCharges,
		address,
		customFields,
		documentDate,
		dueDate,
		lateFee,
		notes,
		documentNumber,
		purchaseOrder,
		scheduleDate,
		newInvoiceStatus,
		terms,
		invoiceTitle,
	],
};

/** What an invoice made from an estimate can have (§4.11). */
export const estimateInvoiceFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		additionalCharges,
		address,
		documentDate,
		dueDate,
		notes,
		documentNumber,
		purchaseOrder,
		scheduleDate,
		estimateInvoiceStatus,
		terms,
		invoiceTitle,
	],
};

/** What narrows a list of invoices (§4.3). */
export const invoiceFilters: Property = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	element: 'filter',
	strict: true,
	options: [
		clientFilter,
		dateFrom,
		dateTo,
		{
			displayName: 'Number',
			name: 'invoiceNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. INV-0042',
			description: 'Only the invoice with exactly this number',
		},
		{
			displayName: 'Record Status',
			name: 'invoiceRecordStatus',
			type: 'options',
			options: [
				{ name: 'Active', value: 'Active' },
				{ name: 'Archived', value: 'Archived' },
				{ name: 'Cancelled', value: 'Cancel' },
			],
			default: 'Active',
			description: 'Active invoices are listed when this is left out',
		},
		{
			displayName: 'Status',
			name: 'invoiceStatus',
			type: 'options',
			options: asChoices(INVOICE_STATUSES),
			default: 'Sent',
			description: 'Only invoices with this one status. For all that is owed, use Unpaid Only.',
		},
		{
			displayName: 'Unpaid Only',
			name: 'unpaidOnly',
			type: 'boolean',
			default: true,
			description:
				'Whether to return only invoices on which something is outstanding, without drafts. The service has no such filter, so that all that the other filters let through are read.',
			element: false,
		},
	],
};

/** The order of a list of invoices, and how it is read (§4.3). */
export const invoiceListOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		fullRecords,
		{
			displayName: 'Sort By',
			name: 'sortColumn',
			type: 'options',
			options: [
				{ name: 'Date', value: 'date' },
				{ name: 'ID', value: 'invoice_id' },
				{ name: 'Number', value: 'number' },
				{ name: 'Organization', value: 'organization' },
			],
			default: 'number',
			element: 'filter/sort_column',
		},
		{
			displayName: 'Sort Order',
			name: 'sortOrder',
			type: 'options',
			options: [
				{ name: 'Ascending', value: 'asc' },
				{ name: 'Descending', value: 'desc' },
			],
			default: 'desc',
			element: 'filter/sort_order',
		},
	],
};

/** What a payment can have besides its amount and method (§4.11). */
export const paymentFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Date',
			name: 'date',
			type: 'dateTime',
			default: '',
			description: 'The day of the payment. Today when left out.',
		},
		{
			displayName: 'Notes',
			name: 'notes',
			type: 'string',
			default: '',
			placeholder: 'e.g. Bank transfer 4711',
		},
		{
			displayName: 'Notify Client',
			name: 'clientNotification',
			type: 'boolean',
			default: false,
			description: 'Whether the service mails the client about the payment',
			flag: ['1', ''],
		},
	],
};

/** What decides on payments that look wrong or exist already. */
export const paymentOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Allow Overpayment',
			name: 'allowOverpayment',
			type: 'boolean',
			default: false,
			description: 'Whether the amount may be more than what is outstanding',
			element: false,
		},
		{
			displayName: 'If Payment Exists',
			name: 'ifExists',
			type: 'options',
			options: [
				{ name: 'Fail', value: 'fail', description: 'Stop with an error that names the payment' },
				{ name: 'Record Anyway', value: 'create', description: 'Record a second, equal payment' },
				{ name: 'Return the Existing Payment', value: 'existing', description: 'Record nothing' },
			],
			default: 'fail',
			description:
				'What to do when the invoice has a payment of the same amount, method and day, also one that this run has recorded. Without a date, the day before and after count, too.',
			element: false,
		},
		preview,
		returnField,
	],
};

/** What an update can erase, by the elements that it then leaves out (§4.3). */
export const clearFields = {
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	options: [
		{ name: 'Address', value: 'client/address' },
		{ name: 'Due Date', value: 'due_date' },
		{ name: 'Late Fee', value: 'late_fee' },
		{ name: 'Notes', value: 'notes' },
		{ name: 'PO Number', value: 'po_number' },
		{ name: 'Schedule Date', value: 'schedule_date' },
		{ name: 'Terms', value: 'terms' },
		{ name: 'Title', value: 'invoice_title' },
	],
	default: [],
	description: 'Fields to empty. One that is only left empty stays as it is.',
	element: false,
} satisfies Property;

/** What can be changed on an invoice besides its lines (§4.3). */
export const invoiceChanges: Property = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		additionalCharges,
		address,
		clearFields,
		changedClient,
		changedDate,
		dueDate,
		lateFee,
		notes,
		changedNumber,
		purchaseOrder,
		scheduleDate,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Draft', value: 'draft' },
				{ name: 'Paid', value: 'paid' },
				{ name: 'Partially Paid', value: 'partial-paid' },
				{ name: 'Sent', value: 'sent' },
				{ name: 'Viewed', value: 'viewed' },
			],
			default: 'sent',
			description: 'Another status can be given with an expression',
			open: true,
		},
		terms,
		invoiceTitle,
	],
};
