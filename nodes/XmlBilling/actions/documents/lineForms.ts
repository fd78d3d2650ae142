import type { INodePropertyOptions } from 'n8n-workflow';
import { camelCase } from '../../xml/encode';
import { estimateRecord, invoiceRecord, recurringRecord, type DocumentRecord } from '../../records';
import type { Property } from '../../descriptions/property';
import { rowTitle, severalFromList, formField } from '../../descriptions/fields';
import { byText, fromList } from '../../descriptions/locators';
import {
	additionalRow,
	lineChanges,
	taxedRow,
	taxTypedRow,
	untaxedLineChanges,
	untaxedRow,
} from './lineFields';

const FORM = { name: 'Fields Below', value: 'form' };
const ITEMS = {
	name: 'Input Items',
	value: 'items',
	description:
		'Items with the same Group By share a document. If an item holds a list of lines, use Split Out before its client node.',
};
export const JSON_FIELD = {
	name: 'JSON',
	value: 'json',
	description: 'From an expression or an AI model',
};

const source = (displayName: string, choices: INodePropertyOptions[], description: string): Property => ({
	displayName,
	name: 'linesFrom',
	type: 'options',
	options: choices,
	default: 'none',
	description,
	element: false,
});

const NOT_FOR_TOOLS = { hide: { '@tool': [true] } };

// A model can fill in JSON, but no rows.
const expected = (
	displayName: string,
	description: string,
	...choices: INodePropertyOptions[]
): Property[] => {
	const field = source(displayName, choices, description);
	return [
		{ ...field, default: 'form', displayOptions: NOT_FOR_TOOLS },
		{ ...field, default: 'json', displayOptions: { show: { '@tool': [true] } } },
	];
};

const LINES_FROM = 'Where the lines come from';

/** For a new document. Lines are expected by default, but not required. */
export const linesFrom = expected('Lines From', LINES_FROM, FORM, ITEMS, JSON_FIELD, {
	name: 'No Lines',
	value: 'none',
});

/** Lines in addition to those made from the document's source. */
export const moreLinesFrom = source(
	'Additional Lines From',
	[FORM, JSON_FIELD, { name: 'No Additional Lines', value: 'none' }],
	'What else to bill. For products and discounts, use JSON.',
);

export const newLinesFrom = source(
	'New Lines From',
	[FORM, ITEMS, JSON_FIELD, { name: 'Keep Existing Lines', value: 'none' }],
	'Where the new lines come from. They replace all existing lines.',
);

export const addedLinesFrom = expected('Lines From', LINES_FROM, FORM, ITEMS, JSON_FIELD);

export const changedLinesFrom = expected('Changes From', 'Where the changes come from', FORM, JSON_FIELD);

// An agent's model fills the field in, and its default tells the model what a line is.
const json = (example: string, description: string, forModels: string): Property[] => {
	const field = formField('Lines (JSON)', {
		name: 'linesJson',
		type: 'json',
		description,
		element: false,
	});
	const lines = `$fromAI('lines', \`${forModels} Example: ${example}\`, 'json')`;
	return [
		{ ...field, displayOptions: { ...NOT_FOR_TOOLS, show: { linesFrom: ['json'] } } },
		{
			...field,
			default: `={{ /*n8n-auto-generated-fromAI-override*/ ${lines} }}`,
			description: 'The AI model fills this in',
			displayOptions: { show: { linesFrom: ['json'], '@tool': [true] } },
		},
	];
};

const TAX_KEYS = ', tax1 and tax2 (name or ID, or tax1_name with tax1_percent)';

const newLinesJson = (example: string, taxKeys = ''): Property[] =>
	json(
		example,
		// One text for all documents, so that they share the field.
		`One line or a list. Each has name and unit_cost, or product or service (name or ID, with its own price). Optional: quantity, description, type, discount, discount_type and, if the form has taxes${TAX_KEYS}.`,
		`List of the lines to bill. A line has name and unit_cost (price per unit), or product or service (name or ID in the catalog). Optional: quantity (default 1), description, discount with discount_type (Percent or Fixed)${taxKeys}.`,
	);

const taxedJson = newLinesJson(
	'[{ "name": "Website design", "unit_cost": 120.5, "quantity": 2, "tax1": "VAT" }] or [{ "service": "Hosting" }]',
	TAX_KEYS,
);

const untaxedJson = newLinesJson(
	'[{ "name": "Website design", "unit_cost": 120.5, "quantity": 2 }] or [{ "service": "Hosting" }]',
);

const groupBy = formField('Group By', {
	placeholder: 'e.g. {{ $json.order_id }}',
	description:
		'Items with the same value share one document, so their client and other fields must match. If empty, all items share one.',
	displayOptions: { show: { linesFrom: ['items'] } },
	strict: true,
	element: false,
});

const formLines = (values: Property[], title: string): Property =>
	formField('Lines', {
		name: 'lineItems',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			multipleValueButtonText: 'Add Line',
			...rowTitle(title),
		},
		default: {},
		placeholder: 'Add Line',
		displayOptions: { show: { linesFrom: ['form', 'items'] } },
		options: [{ displayName: 'Line', name: 'line', values }],
		element: false,
	});

// The product or service that is billed, unless the line has a name of its own.
const BILLED = 'row.name || row[row.from + "Id"]?.cachedResultName';

// One for all documents, so that they share the field.
const CHANGED = '(row.invoiceItemId ?? row.estimateItemId ?? row.recurringItemId)?.cachedResultName';

const newLines = (row: Property[], jsonFields: Property[]): Property[] => [
	groupBy,
	formLines(row, BILLED),
	...jsonFields,
];

/** New invoice lines, with every field (§4.2). */
export const invoiceLines = newLines(taxTypedRow, taxedJson);

/** New lines without a tax type, which most methods do not take (§4.2). */
export const plainLines = newLines(taxedRow, taxedJson);

/** New lines for an existing recurring profile, which take no taxes (§4.2). */
export const untaxedLines = newLines(untaxedRow, untaxedJson);

/** Additional lines of an invoice from time entries or expenses, which are never one per input item. */
export const moreLines = [formLines(additionalRow, 'row.name'), ...taxedJson];

export const linesToDelete = ({ id, lineId }: DocumentRecord): Property =>
	severalFromList('getLines', 'Line', {
		name: camelCase(lineId),
		description: 'Lines to delete, such as 311, 312',
		typeOptions: { loadOptionsDependsOn: [`${camelCase(id)}.value`] },
		required: true,
		kind: 'identifiers',
	});

// One text for all documents, so that they share the field.
const CHANGES_TEXT =
	'One line or a list, such as {"invoice_item_id": 311, "quantity": 3}. Each has its invoice_item_id, estimate_item_id or recurring_item_id and the values to change: name, type, description, unit_cost, quantity, discount, discount_type, tax1, tax2 ("none" removes a tax; estimates and recurring profiles with taxes require both). Other values stay as they are.';

const changesOf = (
	{ lineId: element, shownLineId: shownId }: DocumentRecord,
	changes: Property,
	taxHint: string,
): Property[] => {
	const line = formField('Line', {
		name: camelCase(element),
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: `Line to change. Its ID is the ${shownId} in the output of Get with Simplify off.`,
		modes: [fromList('searchLines'), byText('ID', 'id', '311')],
	});
	const changesJson = json(
		`[{ "${element}": 311, "quantity": 3 }]`,
		CHANGES_TEXT,
		`List of the lines to change. Each has ${element}, which is its ${shownId} in the record, and the values to change: name, type, description, unit_cost, quantity, discount, discount_type (Percent or Fixed), tax1, tax2 (${taxHint}). Omitted values stay as they are.`,
	);
	return [formLines([line, changes], CHANGED), ...changesJson];
};

const REMOVES = '"none" removes a tax';
const REPEATED = `${REMOVES}; both are required if the document has taxes`;

/** Changes to existing lines. Fields that aren't added keep their values. */
export const changedLines = changesOf(invoiceRecord, lineChanges, REMOVES);
export const changedEstimateLines = changesOf(estimateRecord, untaxedLineChanges, REPEATED);
export const changedProfileLines = changesOf(recurringRecord, untaxedLineChanges, REPEATED);
