import { answer, element, leaves, type Output } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { textAt, wordAt } from '../element.ts';
import { listRecord } from '../listRecord.ts';
import { answerList, filterPaths, statusFilter } from '../lists.ts';
import type { Call, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { ExpenseCategoryRow } from '../store/rows.ts';

/** The fields of a category in the list. §2.2 shows them, so they are left out only when the sandbox is told to be bare. */
const FIELDS = ['category_id', 'name', 'status', 'date_added'];

/** The methods of §4.9 on expense categories; there is none that returns a single one. */
export const expenseCategories: Methods = {
	createExpenseCategory: {
		elements: ['name'],
		answer: (call) => {
			const { store, account, clock } = call;
			const values = { name: nameAt(call), status: 'Active', date_added: clock.now() };
			const id = store.insert('expense_category', { account_id: account.id, ...values });
			return answer(element('category_id', id));
		},
	},
	updateExpenseCategory: {
		elements: ['category_id', 'name'],
		answer: (call) => {
			const identifier = wordAt(call.request, 'category_id');
			const { id } = ownRecord<ExpenseCategoryRow>(call, 'expenseCategory', identifier);
			call.store.update('expense_category', id, { name: nameAt(call) });
			return answer();
		},
	},
	deleteExpenseCategory: deleteMethod('expenseCategory', 'category_id', 'Expense category id is invalid.'),
	listExpenseCategory: {
		elements: filterPaths('status'),
		answer: (call) =>
			answerList<ExpenseCategoryRow>(call, {
				table: 'expense_category',
				conditions: [statusFilter(call.request, 'status', 'expense_category.status')],
				wrapper: 'categories',
				count: 'total',
				record: (row) => listRecord(call.listRecords, 'category', categoryFields(row), FIELDS),
			}),
	},
};

function nameAt({ request }: Call): string {
	return textAt(request, 'name') || reject('Please provide valid data.');
}

function categoryFields({ id, name, status, date_added }: ExpenseCategoryRow): Output[] {
	return leaves({ category_id: id, name, status, date_added });
}
