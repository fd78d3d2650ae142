import type { Property } from '../../engine/property';
import { categoryLocator, clientFilter, clientLocator, projectLocator } from '../common/locators';
import { preview, returnField } from '../common/options';

const client: Property = {
	displayName: 'Client',
	name: 'clientId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The client that it was spent for. Only the expenses of a client can be billed to it.',
	modes: clientLocator.modes,
};

const notes: Property = {
	displayName: 'Notes',
	name: 'notes',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Train to the kick-off',
	description: 'What it was spent on, which becomes the description of the line when it is billed',
};

const project: Property = {
	displayName: 'Project',
	name: 'projectId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The project that it was spent for',
	modes: projectLocator.modes,
};

const recurringEndDate: Property = {
	displayName: 'Recurring End Date',
	name: 'recurringEndDate',
	type: 'dateTime',
	default: '',
	description: 'The last day of a recurring expense. A new one has no end when left out.',
};

const recurringFrequency: Property = {
	displayName: 'Recurring Frequency',
	name: 'recurringFrequency',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1',
	description:
		'A whole number, which the service takes as how often the expense recurs. Any value makes the expense recurring; a new one without it is spent once.',
	kind: 'integer',
};

const tax1: Property = {
	displayName: 'Tax 1 Name or ID',
	name: 'tax1',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getAccountTaxes' },
	default: '',
	description:
		'The first tax, charged when the expense is billed. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	kind: 'identifier',
};

const tax2: Property = {
	displayName: 'Tax 2 Name or ID',
	name: 'tax2',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getAccountTaxes' },
	default: '',
	description:
		'The second tax, charged when the expense is billed. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	kind: 'identifier',
};

const vendor: Property = {
	displayName: 'Vendor',
	name: 'vendor',
	type: 'string',
	default: '',
	placeholder: 'e.g. Railway Line Co.',
	description: 'Who was paid, which becomes the name of the line when it is billed',
};

/** What an expense can have besides its category, amount and date (§4.9). */
export const expenseFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [client, notes, project, recurringEndDate, recurringFrequency, tax1, tax2, vendor],
};

/** What decides on an expense that looks like one that exists. */
export const newExpenseOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'If Equal Expense Exists',
			name: 'ifExists',
			type: 'options',
			options: [
				{ name: 'Create Anyway', value: 'create', description: 'Do not look' },
				{ name: 'Fail', value: 'fail', description: 'Stop with an error that names the expense' },
				{ name: 'Return the Existing Expense', value: 'existing', description: 'Create nothing' },
			],
			default: 'create',
			description:
				'What to do when an active expense has the same category, amount, day and vendor, and the same client where one is given, also one that this run has created',
			element: false,
		},
		preview,
		returnField,
	],
};

// An empty element counts as not given (§2.1), so that a tax can be replaced but not taken off.
const changedTax = (tax: Property): Property => ({
	...tax,
	typeOptions: { loadOptionsMethod: 'getOtherTaxes' },
	description:
		'Another tax for it. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

/** What can be changed on an expense (§4.9). */
export const expenseChanges: Property = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 46.10',
			description: 'What was spent, more than zero and with at most two decimal places',
			kind: 'positiveDecimal',
		},
		{
			displayName: 'Category',
			name: 'categoryId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'What kind of expense it is',
			modes: categoryLocator.modes,
			element: 'expense_category_id',
		},
		client,
		{
			displayName: 'Date',
			name: 'date',
			type: 'dateTime',
			default: '',
			description: 'The day on which it was spent',
		},
		notes,
		project,
		recurringEndDate,
		recurringFrequency,
		changedTax(tax1),
		changedTax(tax2),
		vendor,
	],
};

/** What narrows a list of expenses (§4.9). */
export const expenseFilters: Property = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	element: 'filter',
	strict: true,
	options: [
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 46.10',
			description: 'Only expenses of exactly this amount',
			kind: 'decimal',
		},
		{
			displayName: 'Category',
			name: 'categoryId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'Only expenses of this category',
			modes: categoryLocator.modes,
			element: 'expense_category_id',
		},
		clientFilter,
		{
			displayName: 'Invoiced',
			name: 'isExpenseInvoiced',
			type: 'boolean',
			default: true,
			description: 'Whether to list the expenses that are invoiced, or those that are not',
			flag: ['Yes', 'No'],
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Active', value: 'Active' },
				{ name: 'Archived', value: 'Archived' },
				{ name: 'Deleted', value: 'Deleted' },
			],
			default: 'Active',
			description:
				'Only expenses with this status. Active ones when left out. Another one can be given with an expression.',
			open: true,
		},
	],
};
