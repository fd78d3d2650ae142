import { expenseFilters, expenseChanges, expenseFields, newExpenseOptions } from './forms';
import { categoryLocator, expenseLocator } from '../common/locators';
import { previewOptions, listOptions, updateOptions, writeOptions } from '../common/options';
import { paging } from '../common/paging';
import { simplifyField } from '../common/simplifyField';
import { categoryRecord, expenseRecord } from '../../records';
import { createExpense, writeCategory } from './write';
import { updateKept } from '../common/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import { getRecord, listRecords } from '../common/standard';

export const expense: Resource = {
	option: { name: 'Expense', value: 'expense' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create an expense',
				description: 'Record what was spent, for a client or not',
			},
			method: 'createExpense',
			returns: 'The expense in full',
			properties: [
				{
					displayName: 'Category',
					name: 'categoryId',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					required: true,
					description: 'What kind of expense it is',
					modes: categoryLocator.modes,
					element: 'expense_category_id',
				},
				{
					displayName: 'Amount',
					name: 'amount',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. 46.10',
					description: 'What was spent, more than zero and with at most two decimal places',
					kind: 'positiveDecimal',
				},
				{
					displayName: 'Date',
					name: 'date',
					type: 'dateTime',
					required: true,
					default: '',
					description: 'The day on which it was spent',
				},
				expenseFields,
				newExpenseOptions,
			],
			prepare: createExpense,
		}),
		operation({
			option: {
				name: 'Create Category',
				value: 'createCategory',
				action: 'Create an expense category',
				description: 'Add a category that expenses can be put into',
			},
			method: 'createExpenseCategory',
			returns: 'The category',
			properties: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Travel',
					description: 'What the category is called',
				},
				writeOptions,
			],
			prepare: writeCategory('created'),
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete an expense',
				description: 'Remove an expense',
			},
			method: 'deleteExpense',
			returns: '`expense_id` and `deleted`, for each item',
			properties: [expenseLocator, previewOptions],
			batch: { type: expenseRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Delete Category',
				value: 'deleteCategory',
				action: 'Delete an expense category',
				description: 'Remove an expense category',
			},
			method: 'deleteExpenseCategory',
			returns: '`category_id` and `deleted`, for each item',
			properties: [categoryLocator, previewOptions],
			batch: { type: categoryRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get an expense',
				description: 'Read one expense',
			},
			method: 'getExpense',
			returns: 'The expense',
			properties: [expenseLocator, simplifyField],
			run: getRecord(expenseRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many expenses',
				description: 'List expenses',
			},
			method: 'listExpense',
			returns: 'One item per expense',
			properties: [...paging, simplifyField, expenseFilters, listOptions],
			run: listRecords(expenseRecord),
		}),
		operation({
			option: {
				name: 'Get Many Categories',
				value: 'getAllCategories',
				action: 'Get many expense categories',
				description: 'List expense categories',
			},
			method: 'listExpenseCategory',
			returns: 'One item per category',
			properties: [
				...paging,
				{
					displayName: 'Filters',
					name: 'filters',
					type: 'collection',
					placeholder: 'Add Filter',
					default: {},
					element: 'filter',
					strict: true,
					options: [
						{
							displayName: 'Status',
							name: 'status',
							type: 'string',
							default: '',
							placeholder: 'e.g. Archived',
							description: 'Only categories with this status. Active ones when left out.',
						},
					],
				},
			],
			run: listRecords(categoryRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update an expense',
				description: 'Change some values of an expense and keep the others',
			},
			method: 'updateExpense',
			returns: 'The expense in full',
			properties: [expenseLocator, expenseChanges, updateOptions],
			prepare: updateKept(expenseRecord),
		}),
		operation({
			option: {
				name: 'Update Category',
				value: 'updateCategory',
				action: 'Update an expense category',
				description: 'Rename an expense category',
			},
			method: 'updateExpenseCategory',
			returns: 'The category',
			properties: [
				categoryLocator,
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Travel',
					description: 'What the category is called from now on',
				},
				writeOptions,
			],
			prepare: writeCategory('updated'),
		}),
	],
};
