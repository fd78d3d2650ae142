import type { Property, PropertyGroup } from '../resources/operation';

const taxChoice = { loadOptionsMethod: 'getTaxes' };

/** What can be said of a line, besides which one it is. */
const lineName: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Website design',
	description: 'What is billed, as it stands on the line',
};

const lineType: Property = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Product', value: 'Product' },
		{ name: 'Service', value: 'Service' },
	],
	default: 'Product',
};

const lineDescription: Property = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
};

const unitCost: Property = {
	displayName: 'Unit Cost',
	name: 'unitCost',
	type: 'string',
	default: '',
	placeholder: 'e.g. 120.50',
	description: 'Price of one unit, with at most two decimal places',
};

const quantity: Property = {
	displayName: 'Quantity',
	name: 'quantity',
	type: 'string',
	default: '1',
	description: 'How many units, with at most two decimal places. Half an hour is 0.5.',
};

const discount: Property = {
	displayName: 'Discount',
	name: 'discount',
	type: 'string',
	default: '',
	placeholder: 'e.g. 10',
	description: 'How much is taken off the line: a percentage or an amount, as the discount type says',
};

const discountType: Property = {
	displayName: 'Discount Type',
	name: 'discountType',
	type: 'options',
	options: [
		{ name: 'Fixed Amount', value: 'Fixed' },
		{ name: 'Percent', value: 'Percent' },
	],
	default: 'Percent',
};

const tax1: Property = {
	displayName: 'Tax 1 Name or ID',
	name: 'tax1',
	type: 'options',
	typeOptions: taxChoice,
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const tax1Name: Property = {
	displayName: 'Tax 1 Custom Name',
	name: 'tax1Name',
	type: 'string',
	default: '',
	placeholder: 'e.g. VAT',
	displayOptions: { show: { tax1: ['custom'] } },
};

const tax1Percent: Property = {
	displayName: 'Tax 1 Custom Percent',
	name: 'tax1Percent',
	type: 'string',
	default: '',
	placeholder: 'e.g. 19',
	displayOptions: { show: { tax1: ['custom'] } },
};

const tax2: Property = {
	displayName: 'Tax 2 Name or ID',
	name: 'tax2',
	type: 'options',
	typeOptions: taxChoice,
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const tax2Name: Property = {
	displayName: 'Tax 2 Custom Name',
	name: 'tax2Name',
	type: 'string',
	default: '',
	placeholder: 'e.g. City tax',
	displayOptions: { show: { tax2: ['custom'] } },
};

const tax2Percent: Property = {
	displayName: 'Tax 2 Custom Percent',
	name: 'tax2Percent',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2.5',
	displayOptions: { show: { tax2: ['custom'] } },
};

const taxes = [tax1, tax1Name, tax1Percent, tax2, tax2Name, tax2Percent];

// Collections stand in alphabetical order.
const sortedTaxes = [tax1Name, tax1Percent, tax1, tax2Name, tax2Percent, tax2];

// On a line that exists, leaving its tax alone and taking it off are two things.
const changedTax = (tax: Property): Property => ({
	...tax,
	typeOptions: { loadOptionsMethod: 'getChangedTaxes' },
});
const changedTaxes = [tax1Name, tax1Percent, changedTax(tax1), tax2Name, tax2Percent, changedTax(tax2)];

const tax2Type: Property = {
	displayName: 'Tax 2 Type',
	name: 'tax2Type',
	type: 'options',
	options: [
		{ name: 'Normal', value: 'Normal', description: 'Charged on the amount of the line' },
		{
			name: 'Compound',
			value: 'Compound',
			description: 'Charged on the amount of the line with tax 1 added',
		},
	],
	default: 'Normal',
	description: 'Whether tax 2 is charged on top of tax 1',
};

const linesJson: Property = {
	displayName: 'Lines (JSON)',
	name: 'linesJson',
	type: 'json',
	default: '[]',
	placeholder: '[{ "name": "Website design", "unit_cost": 120.5, "quantity": 2, "tax1": "VAT" }]',
	description:
		'A list of lines, or one line. Each has name, and optionally type (Product or Service), description, unit_cost, quantity, discount, discount_type (Percent or Fixed), and tax1 and tax2 by name or ID, or tax1_name with tax1_percent and tax2_name with tax2_percent.',
	displayOptions: { show: { linesFrom: ['json'] } },
	element: false,
};

const rows = (values: Property[]): PropertyGroup[] => [{ displayName: 'Line', name: 'line', values }];

const invoiceRow = [
	lineName,
	lineType,
	lineDescription,
	unitCost,
	quantity,
	discount,
	discountType,
	...taxes,
	tax2Type,
];
const plainRow = [lineName, lineType, lineDescription, unitCost, quantity, discount, discountType, ...taxes];

/** The lines of a new document: asked for, though a document without any is possible. */
export const linesFrom: Property = {
	displayName: 'Lines From',
	name: 'linesFrom',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in each line below' },
		{
			name: 'Input Items',
			value: 'items',
			description: 'Each input item is a line; items with the same key are one document',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'One field that holds all lines, for example from an expression',
		},
		{ name: 'No Lines', value: 'none', description: 'A document without any line' },
	],
	default: 'form',
	description: 'Where the lines of the document come from',
	element: false,
};

/** Lines beside what the document has anyway. */
export const moreLinesFrom: Property = {
	displayName: 'More Lines From',
	name: 'linesFrom',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in each line below' },
		{
			name: 'JSON',
			value: 'json',
			description: 'One field that holds all lines, for example from an expression',
		},
		{ name: 'No More Lines', value: 'none' },
	],
	default: 'none',
	description: 'Where lines come from that are added to the document',
	element: false,
};

/** The lines that replace those of a document. */
export const newLinesFrom: Property = {
	displayName: 'New Lines From',
	name: 'linesFrom',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in each line below; they replace the present ones' },
		{
			name: 'Input Items',
			value: 'items',
			description: 'Each input item is a line; items with the same key are one document',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'One field that holds all lines; they replace the present ones',
		},
		{ name: 'Keep the Lines', value: 'none', description: 'Leave the lines as they are' },
	],
	default: 'none',
	description: 'Where lines come from that replace the present ones',
	element: false,
};

/** The lines that an operation cannot do without. */
export const addedLinesFrom: Property = {
	displayName: 'Lines From',
	name: 'linesFrom',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in each line below' },
		{
			name: 'Input Items',
			value: 'items',
			description: 'Each input item is a line; items with the same key are one document',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'One field that holds all lines, for example from an expression',
		},
	],
	default: 'form',
	description: 'Where the lines come from',
	element: false,
};

/** Where the changes of lines that exist come from. */
export const changedLinesFrom: Property = {
	displayName: 'Changes From',
	name: 'linesFrom',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in each line below' },
		{
			name: 'JSON',
			value: 'json',
			description: 'One field that holds all lines, for example from an expression',
		},
	],
	default: 'form',
	description: 'Where the changes come from',
	element: false,
};

const groupBy: Property = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.order_id }}',
	description:
		'What the input items of one document have in common. Items with the same value become lines of one document; the other fields must be the same for them. All items are one document when left empty.',
	displayOptions: { show: { linesFrom: ['items'] } },
	element: false,
};

const itemLine = (values: Property[]): Property => ({
	displayName: 'Line of Each Item',
	name: 'itemLine',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Map Fields',
	description: 'What the line of an input item holds. Drag the fields of the input in.',
	displayOptions: { show: { linesFrom: ['items'] } },
	options: rows(values),
	element: false,
});

/** Lines with everything that an invoice's can have (§4.2). */
export const invoiceLines: Property[] = [
	{
		displayName: 'Lines',
		name: 'lineItems',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Line' },
		default: {},
		placeholder: 'Add Line',
		displayOptions: { show: { linesFrom: ['form'] } },
		options: rows(invoiceRow),
		element: false,
	},
	groupBy,
	itemLine(invoiceRow),
	linesJson,
];

/** Lines without a type of tax, which most methods do not take (§4.2). */
export const plainLines: Property[] = [
	{
		displayName: 'Lines',
		name: 'lineItems',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Line' },
		default: {},
		placeholder: 'Add Line',
		displayOptions: { show: { linesFrom: ['form'] } },
		options: rows(plainRow),
		element: false,
	},
	groupBy,
	itemLine(plainRow),
	linesJson,
];

const lineId: Property = {
	displayName: 'Line ID',
	name: 'invoiceItemId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 311',
	description: 'The item_id of the line, as getting the invoice shows it',
};

/** What changes on lines that exist. What is not chosen stays as it is. */
export const changedLines: Property[] = [
	{
		displayName: 'Lines',
		name: 'lineItems',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Line' },
		default: {},
		placeholder: 'Add Line',
		displayOptions: { show: { linesFrom: ['form'] } },
		options: rows([
			lineId,
			{
				displayName: 'Changes',
				name: 'changes',
				type: 'collection',
				default: {},
				placeholder: 'Add Change',
				options: [
					lineDescription,
					discount,
					discountType,
					lineName,
					quantity,
					...changedTaxes,
					lineType,
					unitCost,
				],
			},
		]),
		element: false,
	},
	{
		displayName: 'Lines (JSON)',
		name: 'linesJson',
		type: 'json',
		default: '[]',
		placeholder: '[{ "invoice_item_id": 311, "quantity": 3 }]',
		description:
			'A list of changed lines, or one. Each has invoice_item_id and what changes: name, type, description, unit_cost, quantity, discount, discount_type, tax1, tax2 ("none" takes a tax off). What is empty stays as it is.',
		displayOptions: { show: { linesFrom: ['json'] } },
		element: false,
	},
];

/** What replaces the values that an expense brings onto its line. */
export const expenseOverrides: Property = {
	displayName: 'Changes',
	name: 'changes',
	type: 'collection',
	default: {},
	placeholder: 'Add Change',
	description: 'What the line says instead of what the record brings along',
	options: [lineDescription, discount, discountType, lineName, quantity, ...sortedTaxes, unitCost],
};

/** The same for a time entry, whose line takes a type of tax as well (§4.11). */
export const timeEntryOverrides: Property = {
	...expenseOverrides,
	options: [lineDescription, discount, discountType, lineName, quantity, ...sortedTaxes, tax2Type, unitCost],
};
