import type { Property } from '../../descriptions/property';
import { DAY, chosenFromList, optional, rowTitle, formField } from '../../descriptions/fields';
import { address, notes } from '../../descriptions/commonFields';

export const billingAddress: Property = {
	...address,
	displayName: 'Billing Address',
	description: 'New billing address on the document',
	element: 'client/address',
};

export const newBillingAddress = optional(billingAddress, {
	description: "Billing address. Without this field, the client's own; if left blank, none.",
	strict: true,
});

export const documentDate = formField('Date', {
	...DAY,
	description: 'Date of the document (YYYY-MM-DD). Defaults to today.',
	// An empty expression must not mean today, or the next number.
	strict: true,
});

export const changedDate = optional(documentDate, {
	description: 'New date of the document (YYYY-MM-DD)',
	strict: false,
});

export const dueDate = formField('Due Date', { ...DAY, description: 'Date the payment is due (YYYY-MM-DD)' });

export const invoiceTitle = formField('Title', { name: 'invoiceTitle', description: 'Title of the invoice' });

export const lateFee = chosenFromList('getLateFees', 'Late Fee', {
	description: 'Rule that applies if the invoice is paid late',
	kind: 'identifier',
});

export const changedNumber = formField('Number', {
	placeholder: 'e.g. INV-0042',
	description: 'New number of the document. It must not be in use.',
	kind: 'word',
});

export const documentNumber: Property = {
	...changedNumber,
	placeholder: 'Next number',
	description: 'Number of the document. Defaults to the next one.',
	hint: 'Enter your own, such as the order number, so that a second run stops instead of billing twice',
	strict: true,
};

export const purchaseOrder = formField('PO Number', {
	description: "The client's purchase order",
	kind: 'word',
});

/** Nobody documents what the service does with it (§4.3, §4.4). */
export const SCHEDULE_DATE =
	"Schedule date on the service's website (YYYY-MM-DD). To send later, run Send on that day.";

export const scheduleDate = formField('Schedule Date', { ...DAY, description: SCHEDULE_DATE });

export const terms = formField('Terms', {
	typeOptions: { rows: 3 },
	description: 'Payment terms on the document',
});

export const additionalCharges = formField('Additional Charges', {
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, ...rowTitle('row.name') },
	default: { additionalCharge: [{ name: '', type: 'Fixed', amount: '' }] },
	placeholder: 'Add Charge',
	description: 'Charges on the whole invoice. They are not taxed: bill taxable charges as lines.',
	options: [
		{
			displayName: 'Charge',
			name: 'additionalCharge',
			values: [
				formField('Charge Name', {
					name: 'name',
					placeholder: 'e.g. Shipping',
					description: 'As shown on the invoice',
					hint: 'A charge is not taxed. If shipping is, add it as a line.',
				}),
				formField('Charge Type', {
					name: 'type',
					type: 'options',
					strict: true,
					options: [
						{ name: 'Fixed Amount', value: 'Fixed' },
						{ name: 'Percent', value: 'Percent' },
					],
					default: 'Fixed',
					description: 'How it is calculated',
				}),
				formField('Charge Amount', {
					name: 'amount',
					required: true,
					description: 'Amount to add to the invoice, such as 12.50',
					kind: 'money',
					// n8n drops the value of a hidden field, and an empty type means the default.
					displayOptions: { show: { type: ['Fixed', ''] } },
				}),
				formField('Charge Percent', {
					name: 'amount',
					required: true,
					description: 'Percentage of the lines with their taxes to add to the invoice, such as 2.5',
					kind: 'percent',
					displayOptions: { show: { type: ['Percent'] } },
				}),
			],
		},
	],
});

/** The columns that a list of documents is sorted by (§4.3, §4.4). */
export const sortBy = (idColumn: string): Property =>
	formField('Sort By', {
		name: 'sortColumn',
		type: 'options',
		options: [
			{ name: 'Date', value: 'date' },
			{ name: 'ID', value: idColumn },
			{ name: 'Number', value: 'number' },
			{ name: 'Organization', value: 'organization' },
		],
		default: 'number',
		description: 'What the service sorts by, before the limit applies',
		element: 'filter/sort_column',
	});

export const sortOrder = formField('Sort Order', {
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc' },
		{ name: 'Descending', value: 'desc' },
	],
	default: 'desc',
	description: 'Descending shows the newest or highest first',
	element: 'filter/sort_order',
});

/** Optional header fields of every new invoice. */
export const invoiceHeader: readonly Property[] = [
	additionalCharges,
	documentDate,
	invoiceTitle,
	newBillingAddress,
	notes,
	purchaseOrder,
	scheduleDate,
	terms,
];
