import { answer, element, leaves, type Output } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { wordAt } from '../element.ts';
import { EXPENSE_PATHS, readExpenseValues } from '../expenses/values.ts';
import { listRecord } from '../listRecord.ts';
import { answerList, decimalFilter, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { Call, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { ExpenseRow } from '../store/rows.ts';

const SUMMARY = ['expense_id', 'client_id', 'vendor', 'date', 'amount', 'status'];

/** The methods of §4.9 on expenses. */
export const expenses: Methods = {
	createExpense: {
		elements: EXPENSE_PATHS,
		answer: (call) => {
			const { store, account } = call;
			const values = { ...readExpenseValues(call), invoiced: 'No', status: 'Active' };
			return answer(element('expense_id', store.insert('expense', { account_id: account.id, ...values })));
		},
	},
	updateExpense: {
		elements: ['expense_id', ...EXPENSE_PATHS],
		answer: (call) => {
			const expense = expenseAt(call);
			call.store.update('expense', expense.id, readExpenseValues(call, expense));
			return { status: 200, text: String(expense.id) };
		},
	},
	deleteExpense: deleteMethod('expense', 'expense_id', 'Expense id is invalid.'),
	getExpense: {
		elements: ['expense_id'],
		answer: (call) => answer(element('expense', expenseFields(expenseAt(call)))),
	},
	listExpense: {
		elements: filterPaths('client_id', 'expense_category_id', 'amount', 'status', 'is_expense_invoiced'),
		answer: (call) =>
			answerList<ExpenseRow>(call, {
				table: 'expense',
				conditions: [
					statusFilter(call.request, 'status', 'expense.status'),
					...filtersOf(call.request, {
						client_id: 'expense.client_id = ?',
						expense_category_id: 'expense.category_id = ?',
						is_expense_invoiced: 'expense.invoiced = ?',
					}),
					...decimalFilter(call.request, 'amount', 'expense.amount', 'Amount is invalid.'),
				],
				wrapper: 'expenses',
				count: 'total_records',
				record: (expense) => listRecord(call.listRecords, 'expense', expenseFields(expense), SUMMARY),
			}),
	},
};

function expenseAt(call: Call): ExpenseRow {
	return ownRecord<ExpenseRow>(call, 'expense', wordAt(call.request, 'expense_id'));
}

/** The fields of an expense as getExpense returns them (§2.2). */
function expenseFields(expense: ExpenseRow): Output[] {
	return leaves({
		expense_id: expense.id,
		client_id: expense.client_id,
		project_id: expense.project_id,
		expense_category_id: expense.category_id,
		vendor: expense.vendor,
		date: expense.date,
		amount: expense.amount,
		notes: expense.notes,
		tax1: expense.tax1,
		tax2: expense.tax2,
		is_expense_recurring: expense.recurring_frequency === '' ? 0 : 1,
		recurring_frequency: expense.recurring_frequency,
		recurring_end_date: expense.recurring_end_date,
		status: expense.status,
	});
}
