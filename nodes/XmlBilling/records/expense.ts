import { numbers, textOf, texts, words } from '../xml/shape';
import { amountPart, dayPart } from './display';
import { clientLink, projectLink, type RecordType } from './recordType';
import { shownDay, shownDecimal, shownId, shownText, shownWord } from './keptFields';

const recurrence = shownId('recurring_frequency');

/** §4.9 */
export const expenseRecord = {
	name: 'expense',
	label: 'expense',
	id: 'expense_id',
	wrapper: 'expenses',
	list: 'listExpense',
	get: 'getExpense',
	shape: {
		...words('date', 'recurring_end_date', 'status', 'is_expense_invoiced'),
		...texts('vendor', 'notes'),
		...numbers(
			'expense_id',
			'client_id',
			'project_id',
			'expense_category_id',
			'amount',
			'tax1',
			'tax2',
			'is_expense_recurring',
			'recurring_frequency',
		),
	},
	picker: {
		search: 'searchExpenses',
		isByTime: true,
		exampleId: '15',
		needs: 'amount',
		title: [dayPart('date'), 'vendor'],
		detail: [amountPart('amount'), 'notes'],
	},
	links: [
		clientLink,
		projectLink,
		{ field: 'expense_category_id', to: 'category', adds: { expense_category_name: 'name' } },
		{ field: 'tax1', to: 'tax', adds: { tax1_name: 'name' } },
		{ field: 'tax2', to: 'tax', adds: { tax2_name: 'name' } },
	],
	columns: {
		names: ['date', 'expense_category_name'],
		money: ['amount'],
		others: ['is_expense_invoiced', 'status', 'vendor', 'client_organization', 'project_name', 'notes'],
		ids: ['expense_id'],
	},
	isWide: true,
	keptOnUpdate: {
		expense_category_id: shownId('expense_category_id'),
		amount: shownDecimal('amount'),
		date: shownDay('date'),
		project_id: shownId('project_id'),
		client_id: shownId('client_id'),
		vendor: shownWord('vendor'),
		tax1: shownId('tax1'),
		tax2: shownId('tax2'),
		notes: shownText('notes'),
		// Any value would make a one-time expense recurring.
		recurring_frequency: {
			...recurrence,
			in: (record) => (textOf(record['is_expense_recurring']) === '0' ? undefined : recurrence.in(record)),
		},
		recurring_end_date: shownDay('recurring_end_date'),
	},
	watched: {
		hasClient: true,
		filled: ['expense_category_id', 'date', 'amount', 'status'],
		present: ['vendor', 'notes', 'is_expense_recurring'],
	},
} as const satisfies RecordType;

/** §4.9: no method reads a single category. */
export const categoryRecord = {
	name: 'category',
	label: 'expense category',
	id: 'category_id',
	wrapper: 'categories',
	list: 'listExpenseCategory',
	shape: { ...texts('name'), ...words('status', 'date_added'), category_id: 'number' },
	columns: { names: ['name'], others: ['status', 'date_added'], ids: ['category_id'] },
	knownBy: { word: 'name', field: 'name', mode: 'categoryName' },
	picker: { label: 'Category', search: 'searchCategories', exampleId: '4', needs: 'name' },
} as const satisfies RecordType;
