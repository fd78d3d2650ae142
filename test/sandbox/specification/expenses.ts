import { refuse } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { CATEGORY_FIELDS, EXPENSE_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const READ_EXPENSE = { method: 'getExpense', identifier: 'expense_id' };
const READ_CATEGORY = { method: 'listExpenseCategory', identifier: 'category_id' };

/** The elements that createExpense requires (§4.9). */
const REQUIRED: readonly ElementSpecification[] = [
	{
		path: 'expense_category_id',
		example: '{newCategory}',
		readBack: 'expense_category_id',
		invalid: refuse('Expense category id is invalid.', null, '', 'abc', '{foreignCategory}', '{unknown}'),
	},
	{
		path: 'amount',
		example: '49.95',
		readBack: 'amount',
		invalid: refuse('Amount is invalid.', null, '', 'ten', '1.005', '1,000', '0', '-5'),
	},
	{
		path: 'date',
		example: '2026-02-28',
		readBack: 'date',
		returned: '2026-02-28 00:00:00',
		invalid: refuse('Date is invalid.', null, '', '2026-02-30', '28.02.2026', '2026-2-8'),
	},
];

/** The optional elements that createExpense and updateExpense share (§4.9). */
const OPTIONAL: readonly ElementSpecification[] = [
	{
		path: 'project_id',
		example: '{otherProject}',
		readBack: 'project_id',
		invalid: refuse('Project id is invalid.', 'abc', '{foreignProject}', '{unknown}'),
	},
	{
		path: 'client_id',
		example: '{newClient}',
		readBack: 'client_id',
		invalid: refuse('Client id is invalid.', 'abc', '{foreignClient}', '{unknown}'),
	},
	{ path: 'vendor', example: 'North & <South> Rail', readBack: 'vendor' },
	{
		path: 'tax1',
		example: '{tax}',
		readBack: 'tax1',
		invalid: refuse('Tax-1 id is invalid.', 'abc', '{foreignTax}', '{unknown}'),
	},
	{
		path: 'tax2',
		example: '{otherTax}',
		readBack: 'tax2',
		invalid: refuse('Tax-2 id is invalid.', 'abc', '{foreignTax}', '{unknown}'),
	},
	{ path: 'notes', example: 'Return ticket,\n"second class"', readBack: 'notes' },
	{
		path: 'recurring_frequency',
		example: '3',
		readBack: 'recurring_frequency',
		invalid: refuse('Recurring frequency is invalid.', 'monthly', '1.5', '0', '-1'),
	},
	{
		path: 'recurring_end_date',
		example: '2027-02-28',
		readBack: 'recurring_end_date',
		invalid: refuse('Recurring end date is invalid.', '2027-02-29', 'soon'),
	},
];

/** An element of a method for which §7.1 shows no message about it. */
function withoutMessages({ path, example, readBack, returned }: ElementSpecification): ElementSpecification {
	return { path, example, readBack, returned };
}

const CATEGORY_NAME: ElementSpecification = {
	path: 'name',
	required: 'always',
	example: 'Trains & <trams>',
	readBack: 'name',
	invalid: refuse('Please provide valid data.', null, ''),
};

/** §4.9 */
export const expenses: readonly MethodSpecification[] = [
	{
		method: 'createExpense',
		group: 'expenses',
		section: '§4.9',
		elements: [...REQUIRED.map((element) => ({ ...element, required: 'always' as const })), ...OPTIONAL],
		answer: { kind: 'identifier', element: 'expense_id' },
		read: READ_EXPENSE,
	},
	{
		method: 'updateExpense',
		group: 'expenses',
		section: '§4.9',
		elements: [
			{
				path: 'expense_id',
				required: 'always',
				example: '{expense}',
				invalid: [
					...refuse('Expense id is invalid.', null, '', 'abc', '1.5'),
					{
						value: '{foreignExpense}',
						status: 403,
						message: 'Expense is not associated with your account.',
					},
				],
			},
			...[...REQUIRED, ...OPTIONAL].map(withoutMessages),
		],
		answer: { kind: 'text' },
		read: READ_EXPENSE,
	},
	{
		method: 'deleteExpense',
		group: 'expenses',
		section: '§4.9',
		elements: [{ path: 'expense_id', required: 'always', repeatable: true, example: '{expense}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getExpense',
		group: 'expenses',
		section: '§4.9',
		elements: [{ path: 'expense_id', required: 'always', example: '{expense}' }],
		answer: { kind: 'record', element: 'expense', fields: EXPENSE_FIELDS },
	},
	{
		method: 'listExpense',
		group: 'expenses',
		section: '§4.9',
		elements: [
			{ path: 'filter/client_id', example: '{client}' },
			{ path: 'filter/expense_category_id', example: '{category}' },
			{ path: 'filter/amount', example: '{expenseAmount}' },
			{ path: 'filter/status', example: 'Active' },
			{ path: 'filter/is_expense_invoiced', example: 'No' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'expenses',
			record: 'expense',
			identifier: 'expense_id',
			count: 'total_records',
		},
		refusals: NOTHING_FOUND,
	},
	{
		method: 'createExpenseCategory',
		group: 'expenses',
		section: '§4.9',
		elements: [CATEGORY_NAME],
		answer: { kind: 'identifier', element: 'category_id' },
		read: READ_CATEGORY,
	},
	{
		method: 'updateExpenseCategory',
		group: 'expenses',
		section: '§4.9',
		elements: [{ path: 'category_id', required: 'always', example: '{newCategory}' }, CATEGORY_NAME],
		answer: { kind: 'empty' },
		read: READ_CATEGORY,
	},
	{
		method: 'deleteExpenseCategory',
		group: 'expenses',
		section: '§4.9',
		elements: [{ path: 'category_id', required: 'always', repeatable: true, example: '{newCategory}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'listExpenseCategory',
		group: 'expenses',
		section: '§4.9',
		elements: [{ path: 'filter/status', example: 'Active' }, ...PAGING],
		answer: {
			kind: 'list',
			wrapper: 'categories',
			record: 'category',
			identifier: 'category_id',
			count: 'total',
			fields: CATEGORY_FIELDS,
		},
		refusals: NOTHING_FOUND,
	},
];
