import { snakeCase } from '../../xml/encode';
import type { Property, PropertyGroup } from '../../engine/property';

// Fields that bill something else when they are left out are strict: an expression that comes out empty is not their default.

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
	strict: true,
	default: '1',
	description: 'How many units, with at most two decimal places. Half an hour is 0.5.',
};

const discount: Property = {
	displayName: 'Discount',
	name: 'discount',
	type: 'string',
	strict: true,
	default: '',
	placeholder: 'e.g. 10',
	description: 'How much is taken off the line: a percentage or an amount, as the discount type says',
};

const discountType: Property = {
	displayName: 'Discount Type',
	name: 'discountType',
	type: 'options',
	strict: true,
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
	strict: true,
	typeOptions: { loadOptionsMethod: 'getTaxes' },
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
	strict: true,
	default: '',
	placeholder: 'e.g. 19',
	displayOptions: { show: { tax1: ['custom'] } },
};

const tax2: Property = {
	displayName: 'Tax 2 Name or ID',
	name: 'tax2',
	type: 'options',
	strict: true,
	typeOptions: { loadOptionsMethod: 'getTaxes' },
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
	strict: true,
	default: '',
	placeholder: 'e.g. 2.5',
	displayOptions: { show: { tax2: ['custom'] } },
};

const taxes = [tax1, tax1Name, tax1Percent, tax2, tax2Name, tax2Percent];

// Collections stand in alphabetical order.
const sortedTaxes = [tax1Name, tax1Percent, tax1, tax2Name, tax2Percent, tax2];

const EXPRESSION_HINT =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

// What replaces a price has to be one: the other price would stay.
const otherUnitCost: Property = { ...unitCost, strict: true };

// The lines of estimates and recurring profiles come without their taxes (§2.2).
const unshown = (tax: Property): Property => ({
	...tax,
	description: `The service charges it, and does not show it on the line again. ${EXPRESSION_HINT}`,
});
const unshownTaxes = [unshown(tax1), tax1Name, tax1Percent, unshown(tax2), tax2Name, tax2Percent];

// On a line that exists, leaving its tax alone and taking it off are two things.
const changed = (tax: Property): Property => ({
	...tax,
	typeOptions: { loadOptionsMethod: 'getChangedTaxes' },
});
const changedTaxes = [tax1Name, tax1Percent, changed(tax1), tax2Name, tax2Percent, changed(tax2)];

// A tax that cannot be read cannot be left alone.
const again = (tax: Property): Property => ({
	...tax,
	typeOptions: { loadOptionsMethod: 'getUnshownTaxes' },
	description: `Needed when the document has taxes: a change replaces those of the line, which the service does not show. ${EXPRESSION_HINT}`,
});
const taxesAgain = [tax1Name, tax1Percent, again(tax1), tax2Name, tax2Percent, again(tax2)];

const tax2Type: Property = {
	displayName: 'Tax 2 Type',
	name: 'tax2Type',
	type: 'options',
	strict: true,
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

const linesJson = (placeholder: string, values: string): Property => ({
	displayName: 'Lines (JSON)',
	name: 'linesJson',
	type: 'json',
	default: '[]',
	placeholder,
	description: `A list of lines, or one line. Each has name, and optionally type (Product or Service), description, unit_cost, quantity, discount, ${values}. Omitted keys take their defaults; a quantity, discount or tax must not be empty.`,
	displayOptions: { show: { linesFrom: ['json'] } },
	element: false,
});

const taxedJson = linesJson(
	'[{ "name": "Website design", "unit_cost": 120.5, "quantity": 2, "tax1": "VAT" }]',
	'discount_type (Percent or Fixed), and tax1 and tax2 by name or ID, or tax1_name with tax1_percent and tax2_name with tax2_percent',
);

const untaxedJson = linesJson(
	'[{ "name": "Website design", "unit_cost": 120.5, "quantity": 2 }]',
	'and discount_type (Percent or Fixed)',
);

const rows = (values: Property[]): PropertyGroup[] => [{ displayName: 'Line', name: 'line', values }];

const untaxedRow = [lineName, lineType, lineDescription, unitCost, quantity, discount, discountType];
const plainRow = [...untaxedRow, ...taxes];
const invoiceRow = [...plainRow, tax2Type];

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
	strict: true,
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

const formLines = (values: Property[]): Property => ({
	displayName: 'Lines',
	name: 'lineItems',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Line' },
	default: {},
	placeholder: 'Add Line',
	displayOptions: { show: { linesFrom: ['form'] } },
	options: rows(values),
	element: false,
});

const linesOf = (row: Property[], json: Property): Property[] => [
	formLines(row),
	groupBy,
	itemLine(row),
	json,
];

/** Lines with everything that an invoice's can have (§4.2). */
export const invoiceLines: Property[] = linesOf(invoiceRow, taxedJson);

/** Lines without a type of tax, which most methods do not take (§4.2). */
export const plainLines: Property[] = linesOf(plainRow, taxedJson);

/** The same where the taxes cannot be read afterwards: lines of estimates and recurring profiles (§2.2). */
export const unshownTaxLines: Property[] = linesOf([...untaxedRow, ...unshownTaxes], taxedJson);

/** Lines without taxes, which are added to a recurring profile (§4.2). */
export const untaxedLines: Property[] = linesOf(untaxedRow, untaxedJson);

/** Lines beside what an invoice is made from, with and without a type of tax (§4.11). */
export const moreInvoiceLines: Property[] = [formLines(invoiceRow), taxedJson];
export const morePlainLines: Property[] = [formLines(plainRow), taxedJson];

/** Several lines of the document that the form names. */
export const linesToDelete = (name: string, document: string): Property => ({
	displayName: 'Line Names or IDs',
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getLines', loadOptionsDependsOn: [`${document}.value`] },
	default: [],
	required: true,
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	kind: 'identifiers',
});

const changesOf = (name: string, shown: string, document: string, taxFields: Property[], hint: string) => {
	const element = snakeCase(name);
	const row: Property[] = [
		{
			displayName: 'Line',
			name,
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: `The line to change: one of those of the ${document}, or the ${shown} that getting the ${document} shows`,
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchLines', searchable: true },
				},
				{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 311' },
			],
		},
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
				...taxFields,
				lineType,
				otherUnitCost,
			],
		},
	];
	const json: Property = {
		displayName: 'Lines (JSON)',
		name: 'linesJson',
		type: 'json',
		default: '[]',
		placeholder: `[{ "${element}": 311, "quantity": 3 }]`,
		description: `A list of changed lines, or one. Each has ${element} and what changes: name, type, description, unit_cost, quantity, discount, discount_type, tax1, tax2 (${hint}). Omitted keys stay as they are; an amount, discount or tax must not be empty.`,
		displayOptions: { show: { linesFrom: ['json'] } },
		element: false,
	};
	return [formLines(row), json];
};

const TAKES_OFF = '"none" takes a tax off';
const AGAIN = `${TAKES_OFF}; both are needed again when the document has taxes`;

/** What changes on lines that exist. What is not chosen stays as it is. */
export const changedLines = changesOf('invoiceItemId', 'item_id', 'invoice', changedTaxes, TAKES_OFF);
export const changedEstimateLines = changesOf('estimateItemId', 'item_id', 'estimate', taxesAgain, AGAIN);
export const changedProfileLines = changesOf(
	'recurringItemId',
	'recurring_item_id',
	'recurring profile',
	taxesAgain,
	AGAIN,
);

// Their labels differ from those of further lines in the same form.
const billed = (fields: Property[]): Property[] =>
	fields.map((field) => ({ ...field, displayName: `Billed ${field.displayName}` }));

/** What replaces the values that an expense brings onto its line. */
export const expenseOverrides: Property = {
	displayName: 'Changes',
	name: 'changes',
	type: 'collection',
	default: {},
	placeholder: 'Add Change',
	description: 'What the line says instead of what the record brings along',
	options: billed([
		lineDescription,
		discount,
		discountType,
		lineName,
		quantity,
		...changedTaxes,
		otherUnitCost,
	]),
};

/** The same for a time entry, whose line takes a type of tax as well (§4.11). */
export const timeEntryOverrides: Property = {
	...expenseOverrides,
	options: billed([
		lineDescription,
		discount,
		discountType,
		lineName,
		quantity,
		...sortedTaxes,
		tax2Type,
		otherUnitCost,
	]),
};
