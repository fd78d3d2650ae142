import type { Property } from '../../engine/property';
import {
	additionalFields,
	chosenFromList,
	filters,
	optional,
	options,
	RECORD_STATES,
	updateFields,
} from '../common/fields';
import { categoryLocator, clientFilter, clientLocator, projectLocator } from '../common/locators';
import { preview, returnField } from '../common/options';

const category: Property = {
	...categoryLocator,
	description: 'Category of the expense',
	element: 'expense_category_id',
};

const amount: Property = {
	displayName: 'Amount',
	name: 'amount',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 46.10',
	description: 'Amount spent: above zero, with up to two decimal places',
	kind: 'positiveDecimal',
};

const date: Property = {
	displayName: 'Date',
	name: 'date',
	type: 'dateTime',
	required: true,
	default: '',
	description: 'Date of the expense',
};

const notes: Property = {
	displayName: 'Notes',
	name: 'notes',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Train to the kick-off',
	description: 'What the money was spent on. Becomes the line description when the expense is billed.',
};

const recurringEndDate: Property = {
	displayName: 'Recurring End Date',
	name: 'recurringEndDate',
	type: 'dateTime',
	default: '',
	description: 'Last day of a recurring expense. A new one has no end by default.',
};

const recurringFrequency: Property = {
	displayName: 'Recurring Frequency',
	name: 'recurringFrequency',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1',
	description:
		'Whole number that the service takes as how often the expense recurs. Any value makes the expense recurring; a new expense without one occurs once.',
	kind: 'integer',
};

const vendor: Property = {
	displayName: 'Vendor',
	name: 'vendor',
	type: 'string',
	default: '',
	placeholder: 'e.g. Railway Line Co.',
	description: 'Who was paid. Becomes the line name when the expense is billed.',
};

const tax = (number: 1 | 2, loadOptionsMethod: string, description: string): Property =>
	chosenFromList(loadOptionsMethod, {
		displayName: `Tax ${number} Name or ID`,
		name: `tax${number}`,
		description,
		kind: 'identifier',
	});

const details = [
	optional(clientLocator, {
		description: 'Client the money was spent for. Only expenses with a client can be billed.',
	}),
	notes,
	optional(projectLocator, { description: 'Project the money was spent for' }),
	recurringEndDate,
	recurringFrequency,
	vendor,
];

/** What a new expense needs, and can have (§4.9). */
export const newExpense = [category, amount, date];
export const expenseFields = additionalFields(
	...details,
	tax(1, 'getAccountTaxes', 'First tax, charged when the expense is billed'),
	tax(2, 'getAccountTaxes', 'Second tax, charged when the expense is billed'),
);

/** Options of a new expense. */
export const newExpenseOptions = options(
	{
		displayName: 'If Duplicate Exists',
		name: 'ifExists',
		type: 'options',
		options: [
			{ name: 'Create Anyway', value: 'create', description: 'Do not look' },
			{ name: 'Fail', value: 'fail', description: 'Stop with an error that identifies the expense' },
			{ name: 'Return the Existing Expense', value: 'existing', description: 'Create nothing' },
		],
		default: 'create',
		description:
			'What to do if an active expense has the same category, amount, date and vendor, and the same client if one is given, including one created earlier in this run',
		element: false,
	},
	preview,
	returnField,
);

/** What can be changed on an expense. A tax can be replaced, not removed: an empty element counts as omitted (§2.1, §4.9). */
export const expenseChanges = updateFields(
	...details,
	...newExpense.map((field) => optional(field)),
	tax(1, 'getOtherTaxes', 'New first tax'),
	tax(2, 'getOtherTaxes', 'New second tax'),
);

/** What narrows a list of expenses (§4.9). */
export const expenseFilters = filters(
	optional(amount, { description: 'Only expenses of exactly this amount', kind: 'decimal' }),
	optional(category, { description: 'Only expenses in this category' }),
	clientFilter,
	{
		displayName: 'Invoiced',
		name: 'isExpenseInvoiced',
		type: 'boolean',
		default: true,
		description: 'Whether to list the expenses that are invoiced or those that are not',
		flag: ['Yes', 'No'],
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: RECORD_STATES,
		default: 'Active',
		description:
			'Only expenses with this status. Defaults to active ones. To use another status, use an expression.',
		open: true,
	},
);

/** What an expense category is called. */
export const categoryName: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Travel',
	description: 'Name of the category',
};

/** What narrows a list of expense categories (§4.9). */
export const categoryFilters = filters({
	displayName: 'Status',
	name: 'status',
	type: 'string',
	default: '',
	placeholder: 'e.g. Archived',
	description: 'Only categories with this status. Defaults to active ones.',
});
