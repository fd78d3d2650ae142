import { answer, element, leaves, type Output } from '../answer.ts';
import { wordAt } from '../element.ts';
import { answerList, decimalFilter, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { ListRecords, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { ExpenseRow } from '../store/rows.ts';

/** The methods of §4.9 on expenses. */
export const expenses: Methods = {
	getExpense: {
		elements: ['expense_id'],
		answer: (call) => {
			const expense = ownRecord<ExpenseRow>(call, 'expense', wordAt(call.request, 'expense_id'));
			return answer(element('expense', expenseFields(expense)));
		},
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
				order: { columns: [], direction: 'DESC' },
				wrapper: 'expenses',
				count: 'total_records',
				record: (expense) => expenseRecord(call.listRecords, expense),
			}),
	},
};

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

function expenseRecord(records: ListRecords, expense: ExpenseRow): Output {
	const { id, client_id, vendor, date, amount, status } = expense;
	if (records === 'full') return element('expense', expenseFields(expense));
	const summary = { expense_id: id, client_id, vendor, date, amount, status };
	return element('expense', leaves(records === 'bare' ? { expense_id: id } : summary));
}
