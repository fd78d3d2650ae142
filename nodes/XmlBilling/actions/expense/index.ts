import {
	paging,
	updateOptions,
	writeOptions,
	ifExists,
	optionsOfWrite,
	returnField,
} from '../../descriptions/options';
import { inPeriod } from '../../execution/period';
import type { ItemContext } from '../../execution/item';
import { categoryRecord, expenseRecord } from '../../records';
import { createExpense, writeCategory } from './write';
import { updateKept } from '../common/updateKept';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { listRecords } from '../../execution/recordReads';
import type { Property } from '../../descriptions/property';
import {
	DAY,
	additionalFields,
	chosenFromList,
	filters,
	optional,
	statusFilter,
	unbilledOnly,
	updateFields,
	formField,
} from '../../descriptions/fields';
import { categoryLocator, clientFilter, clientLocator, projectLocator } from '../../descriptions/locators';
import { notes, recordName, unsentPeriod } from '../../descriptions/commonFields';

const category: Property = {
	...categoryLocator,
	description: 'Kind of cost that the expense counts as',
	element: 'expense_category_id',
};

const amount = formField('Amount', {
	required: true,
	placeholder: 'e.g. 46.10',
	description: 'Amount spent, such as 46.10. It must be greater than zero.',
	kind: 'positiveMoney',
});

const date = formField('Date', {
	...DAY,
	required: true,
	description: 'Date of the expense (YYYY-MM-DD)',
});

const expenseNotes: Property = {
	...notes,
	placeholder: 'e.g. Train to the kick-off',
	description: 'What the money was spent on. Becomes the line description when billed.',
};

const recurringEndDate = formField('Recurring End Date', {
	...DAY,
	description: 'Last day of a recurring expense (YYYY-MM-DD). A new one has no end by default.',
});

/** The usual ones of the numbers of days that the vendor's own app sends (§4.9). */
const recurringFrequency = formField('Recurring Frequency', {
	type: 'options',
	options: [
		{ name: 'Every Week (7 Days)', value: '7' },
		{ name: 'Every 2 Weeks (14 Days)', value: '14' },
		{ name: 'Every 3 Weeks (21 Days)', value: '21' },
		{ name: 'Every 4 Weeks (28 Days)', value: '28' },
		{ name: 'Every Month (30 Days)', value: '30' },
		{ name: 'Every Half Year (180 Days)', value: '180' },
		{ name: 'Every Year (365 Days)', value: '365' },
	],
	default: '30',
	description:
		'How often the expense recurs. A new one without it occurs once. For any other number of days, use an expression, such as {{ 60 }}.',
	kind: 'integer',
	open: true,
});

const vendor = formField('Vendor', {
	placeholder: 'e.g. Railway Line Co.',
	description: 'Who was paid. Becomes the line name when billed.',
});

const tax = (number: 1 | 2, loadOptionsMethod: string, description: string): Property =>
	chosenFromList(loadOptionsMethod, number === 1 ? 'Tax' : 'Second Tax', {
		name: `tax${number}`,
		description,
		kind: 'identifier',
	});

const details = [
	optional(clientLocator, {
		description: 'Client the money was spent for. Only expenses with a client can be billed.',
	}),
	expenseNotes,
	optional(projectLocator, { description: 'Project the money was spent for' }),
	recurringEndDate,
	recurringFrequency,
	vendor,
];

/** Required and optional fields of a new expense (§4.9). */
const newExpense = [category, amount, date];
const expenseFields = additionalFields(
	...details,
	tax(1, 'getAccountTaxes', 'First tax, charged when the expense is billed'),
	tax(2, 'getAccountTaxes', 'Second tax, charged when the expense is billed'),
);

const newExpenseOptions = optionsOfWrite(
	ifExists({
		label: 'Duplicate',
		record: 'expense',
		condition:
			'an active expense, or one created earlier in this run, has the same category, amount, date and vendor, and the same client if you choose one',
	}),
	returnField,
);

/** Changes to an expense. A tax can be replaced but not removed, because an empty element counts as omitted (§2.1, §4.9). */
const expenseChanges = updateFields(
	...details,
	...newExpense.map((field) => optional(field)),
	tax(1, 'getOtherTaxes', 'New first tax'),
	tax(2, 'getOtherTaxes', 'New second tax'),
);

/** Filters of a list of expenses (§4.9). */
const expenseFilters = filters(
	optional(amount, { description: 'Only expenses with exactly this amount, such as 46.10', kind: 'money' }),
	optional(category, { description: 'Only expenses in this category' }),
	clientFilter,
	...unsentPeriod('expenses dated', 'Slow on large accounts.'),
	statusFilter('status'),
	unbilledOnly('is_expense_invoiced', 'expenses that are not invoiced yet'),
);

/** The name of an expense category. */
const categoryName: Property = {
	...recordName,
	placeholder: 'e.g. Travel',
	description: 'As shown in lists of expenses',
};

/** Filters of a list of expense categories (§4.9). */
const categoryFilters = filters(statusFilter('status'));

// The list has no filter by date (§4.9).
const expensePeriod = (item: ItemContext) => inPeriod(item, 'date');

export const expense: Resource = {
	option: { name: 'Expense', value: 'expense' },
	operations: [
		createOf(expenseRecord, [...newExpense, expenseFields, newExpenseOptions], createExpense, {
			description: 'Record an expense, with or without a client',
		}),
		createOf(categoryRecord, [categoryName, writeOptions], writeCategory('created'), { of: 'Category' }),
		deleteOf(expenseRecord),
		deleteOf(categoryRecord, { of: 'Category' }),
		getOf(expenseRecord),
		listOf(expenseRecord, [expenseFilters], { run: listRecords(expenseRecord, expensePeriod) }),
		operation({
			option: {
				name: 'Get Many Categories',
				value: 'getAllCategories',
				action: 'Get many expense categories',
				description: 'Retrieve a list of expense categories',
			},
			method: 'listExpenseCategory',
			shows: categoryRecord,
			properties: [...paging, categoryFilters],
			run: listRecords(categoryRecord),
		}),
		updateOf(expenseRecord, [expenseChanges, updateOptions], updateKept(expenseRecord)),
		updateOf(categoryRecord, [categoryName, writeOptions], writeCategory('updated'), {
			of: 'Category',
			description: 'Rename an expense category',
		}),
	],
};
