import {
	categoryFilters,
	categoryName,
	expenseChanges,
	expenseFields,
	expenseFilters,
	newExpense,
	newExpenseOptions,
} from './forms';
import { paging, updateOptions, writeOptions } from '../../descriptions/options';
import { inPeriod } from '../../execution/period';
import type { ItemContext } from '../../execution/item';
import { categoryRecord, expenseRecord } from '../../records';
import { createExpense, updateExpense, writeCategory } from './write';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { listRecords } from '../../execution/recordReads';

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
		updateOf(expenseRecord, [expenseChanges, updateOptions], updateExpense),
		updateOf(categoryRecord, [categoryName, writeOptions], writeCategory('updated'), {
			of: 'Category',
			description: 'Rename an expense category',
		}),
	],
};
