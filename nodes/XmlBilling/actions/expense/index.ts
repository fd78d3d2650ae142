import {
	categoryFilters,
	categoryName,
	expenseChanges,
	expenseFields,
	expenseFilters,
	newExpense,
	newExpenseOptions,
} from './forms';
import { categoryLocator, expenseLocator } from '../../descriptions/locators';
import { paging, previewOptions, updateOptions, writeOptions } from '../../descriptions/options';
import { inPeriod } from '../../execution/period';
import type { ItemContext } from '../../execution/item';
import { categoryRecord, expenseRecord } from '../../records';
import { createExpense, updateExpense, writeCategory } from './write';
import { actOn } from '../common/actOn';
import { operation, type Resource } from '../../execution/operation';
import { deleteOf, getOf, listOf } from '../common/rows';
import { listRecords } from '../../execution/recordReads';

// The list has no filter by date (§4.9).
const expensePeriod = (item: ItemContext) => inPeriod(item, 'date');

export const expense: Resource = {
	option: { name: 'Expense', value: 'expense' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create expense',
				description: 'Record an expense, with or without a client',
			},
			method: 'createExpense',
			shows: expenseRecord,
			properties: [...newExpense, expenseFields, newExpenseOptions],
			prepare: createExpense,
		}),
		operation({
			option: {
				name: 'Create Category',
				value: 'createCategory',
				action: 'Create expense category',
				description: 'Create an expense category',
			},
			method: 'createExpenseCategory',
			shows: categoryRecord,
			properties: [categoryName, writeOptions],
			prepare: writeCategory('created'),
		}),
		deleteOf(expenseRecord),
		operation({
			option: {
				name: 'Delete Category',
				value: 'deleteCategory',
				action: 'Delete expense category',
				description: 'Delete an expense category. No operation can restore it.',
			},
			method: 'deleteExpenseCategory',
			properties: [categoryLocator, previewOptions],
			prepare: (item) => actOn(item, { type: categoryRecord, done: 'deleted' }),
		}),
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
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update expense',
				description: 'Change some values of an expense and keep the rest',
			},
			method: 'updateExpense',
			shows: expenseRecord,
			properties: [expenseLocator, expenseChanges, updateOptions],
			prepare: updateExpense,
		}),
		operation({
			option: {
				name: 'Update Category',
				value: 'updateCategory',
				action: 'Update expense category',
				description: 'Rename an expense category',
			},
			method: 'updateExpenseCategory',
			shows: categoryRecord,
			properties: [categoryLocator, categoryName, writeOptions],
			prepare: writeCategory('updated'),
		}),
	],
};
