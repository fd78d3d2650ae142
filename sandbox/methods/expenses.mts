import { columns, leaves, type Output } from '../answer.mts';
import type { Elements } from '../fields/field.mts';
import { amountFilter, filter, statusFilter } from '../fields/filters.mts';
import { checked, date, decimal, own, text } from '../fields/kinds.mts';
import { listMethod } from '../lists.mts';
import type { Methods } from '../method.mts';
import { createMethod, deleteMethod, getMethod, recordType, updateMethod } from '../records.mts';
import type { ExpenseCategoryRow, ExpenseRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';
import { isDate } from '../values/date.mts';

const EXPENSE = recordType('4.9', 'expense');
const CATEGORY = {
	section: '4.9',
	kind: 'expenseCategory',
	identifier: 'category_id',
	example: '{newCategory}',
} as const;

const NO_CATEGORY = 'Expense category id is invalid.';
const NO_AMOUNT = 'Amount is invalid.';
const NO_DATE = 'Date is invalid.';

const fields = (isNew: boolean): Elements => {
	const required = (message: string) => (isNew ? { required: { message } } : {});
	return [
		own('expense_category_id', '{newCategory}', 'expenseCategory', NO_CATEGORY, {
			key: 'category_id',
			...required(NO_CATEGORY),
		}),
		decimal('amount', '49.95', NO_AMOUNT, { least: 1n, ...required(NO_AMOUNT) }),
		// Requests give a day, answers a day and a time (§2.1, §2.2).
		checked(
			'date',
			'2026-02-28',
			{ message: NO_DATE, wrong: '2026-02-30' },
			(found) => (isDate(found) ? `${found} 00:00:00` : undefined),
			{ returned: '2026-02-28 00:00:00', ...required(NO_DATE) },
		),
		own('tax1', '{tax}', 'tax', 'Tax-1 id is invalid.'),
		own('tax2', '{otherTax}', 'tax', 'Tax-2 id is invalid.'),
		checked(
			'recurring_frequency',
			'28',
			{ message: 'Recurring frequency is invalid.', wrong: '0' },
			(found) => (/^[1-9]\d{0,8}$/.test(found) ? found : undefined),
		),
		date('recurring_end_date', '2027-02-28', 'Recurring end date is invalid.'),
		own('project_id', '{otherProject}', 'project', 'Project id is invalid.'),
		own('client_id', '{newClient}', 'client', 'Client id is invalid.'),
		text('vendor', 'North & <South> Rail'),
		text('notes', 'Return ticket,\n"second class"'),
	];
};

const NAME = text('name', 'Trains & <trams>', { required: { message: 'Please provide valid data.' } });

/** The methods of §4.9. No method returns a single category. */
export const expenses: Methods = {
	createExpense: createMethod(EXPENSE, fields(true), () => ({ invoiced: 'No', status: 'Active' })),
	updateExpense: updateMethod(EXPENSE, fields(false), { answers: 'text()' }),
	deleteExpense: deleteMethod(EXPENSE),
	getExpense: getMethod(EXPENSE, 'expense', expenseFields),
	listExpense: listMethod({
		...EXPENSE,
		path: 'expenses/expense',
		filters: [
			statusFilter('status', 'expense.status'),
			filter('client_id', '{client}', 'expense.client_id = ?'),
			filter('expense_category_id', '{category}', 'expense.category_id = ?'),
			filter('is_expense_invoiced', 'No', 'expense.invoiced = ?'),
			amountFilter('amount', '{expenseAmount}', 'expense.amount', NO_AMOUNT),
		],
		fields: expenseFields,
		summary: ['expense_id', 'client_id', 'vendor', 'date', 'amount', 'status'],
	}),
	createExpenseCategory: createMethod(CATEGORY, [NAME], ({ clock }) => ({
		status: 'Active',
		date_added: clock.now(),
	})),
	updateExpenseCategory: updateMethod(CATEGORY, [NAME]),
	deleteExpenseCategory: deleteMethod(CATEGORY),
	listExpenseCategory: listMethod({
		...CATEGORY,
		path: 'categories/category',
		count: 'total',
		filters: [statusFilter('status', 'expense_category.status')],
		fields: (_, category: ExpenseCategoryRow) =>
			leaves({ category_id: category.id, ...columns(category, 'name status date_added') }),
		summary: ['category_id', 'name', 'status', 'date_added'],
	}),
};

/** The fields of an expense as getExpense returns them (§2.2). */
function expenseFields(_: Store, expense: ExpenseRow): Output[] {
	return leaves({
		expense_id: expense.id,
		...columns(expense, 'client_id project_id'),
		expense_category_id: expense.category_id,
		...columns(expense, 'vendor date amount notes tax1 tax2'),
		is_expense_recurring: expense.recurring_frequency === '' ? 0 : 1,
		...columns(expense, 'recurring_frequency recurring_end_date status'),
	});
}
