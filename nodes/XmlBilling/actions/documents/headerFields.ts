import type { Property } from '../../engine/property';

export const address: Property = {
	displayName: 'Address',
	name: 'address',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	description: 'The billing address on the document. A new document carries none when left out.',
	element: 'client/address',
};

export const documentDate: Property = {
	displayName: 'Date',
	name: 'date',
	type: 'dateTime',
	default: '',
	description: 'The date of the document. Today when left out.',
};

export const changedDate: Property = {
	displayName: 'Date',
	name: 'date',
	type: 'dateTime',
	default: '',
	description: 'Another date for the document',
};

export const dueDate: Property = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'dateTime',
	default: '',
	description: 'When the payment is due',
};

export const invoiceTitle: Property = {
	displayName: 'Title',
	name: 'invoiceTitle',
	type: 'string',
	default: '',
};

export const lateFee: Property = {
	displayName: 'Late Fee Name or ID',
	name: 'lateFee',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getLateFees' },
	default: '',
	description:
		'The rule that applies when the invoice is paid late. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	kind: 'identifier',
};

export const notes: Property = {
	displayName: 'Notes',
	name: 'notes',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

export const documentNumber: Property = {
	displayName: 'Number',
	name: 'number',
	type: 'string',
	default: '',
	placeholder: 'e.g. INV-0042',
	description: 'The number on the document. The next one in the sequence when left out.',
};

export const changedNumber: Property = {
	displayName: 'Number',
	name: 'number',
	type: 'string',
	default: '',
	placeholder: 'e.g. INV-0042',
	description: 'Another number for the document. One that is in use is refused.',
};

export const purchaseOrder: Property = {
	displayName: 'PO Number',
	name: 'poNumber',
	type: 'string',
	default: '',
	description: "The number of the client's purchase order",
};

export const scheduleDate: Property = {
	displayName: 'Schedule Date',
	name: 'scheduleDate',
	type: 'dateTime',
	default: '',
	description: 'The day on which the service sends the document by itself',
};

/** A closed list (§3): any other value would silently make a draft. */
export const newInvoiceStatus: Property = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Draft', value: 'draft' },
		{ name: 'Paid', value: 'paid' },
		{ name: 'Sent', value: 'sent' },
		{ name: 'Viewed', value: 'viewed' },
	],
	default: 'draft',
	description: 'The status of the new invoice. It is set without sending any mail.',
};

/** The interface shows no list of its values for this method (§4.1). */
export const estimateInvoiceStatus: Property = {
	displayName: 'Status',
	name: 'status',
	type: 'string',
	default: '',
	placeholder: 'e.g. sent',
	description:
		'The status of the new invoice, such as draft, sent, viewed or paid. A draft when left out. It is set without sending any mail.',
};

export const terms: Property = {
	displayName: 'Terms',
	name: 'terms',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

export const additionalCharges: Property = {
	displayName: 'Additional Charges',
	name: 'additionalCharges',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: { additionalCharge: [{ name: '', type: 'Fixed', amount: '' }] },
	placeholder: 'Add Charge',
	description: 'Charges on the whole invoice, such as shipping',
	options: [
		{
			displayName: 'Charge',
			name: 'additionalCharge',
			values: [
				{
					displayName: 'Charge Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Shipping',
				},
				{
					displayName: 'Charge Type',
					name: 'type',
					type: 'options',
					strict: true,
					options: [
						{ name: 'Fixed Amount', value: 'Fixed' },
						{ name: 'Percent', value: 'Percent' },
					],
					default: 'Fixed',
				},
				{
					displayName: 'Charge Amount',
					name: 'amount',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. 12.50',
					description: 'A percentage or an amount, as the type says',
					kind: 'decimal',
				},
			],
		},
	],
};

export const customFields: Property = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: { customField: [{ label: '', value: '' }] },
	placeholder: 'Add Custom Field',
	description: 'Up to four. The service does not show them again, so an update cannot keep them.',
	most: 4,
	options: [
		{
			displayName: 'Custom Field',
			name: 'customField',
			values: [
				{ displayName: 'Label', name: 'label', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};

/** Filters of the lists of documents (§4.3, §4.4, §4.5). */
export const dateFrom: Property = {
	displayName: 'Date From',
	name: 'dateFrom',
	type: 'dateTime',
	default: '',
	description: 'Only documents of this day or later',
};

export const dateTo: Property = {
	displayName: 'Date To',
	name: 'dateTo',
	type: 'dateTime',
	default: '',
	description: 'Only documents of this day or earlier',
};
