import { type Methods, reject } from '../call.mts';
import {
	type Field,
	amountFilter,
	filter,
	statusFilter,
	checked,
	decimal,
	text,
	type Options,
	type Elements,
	date,
	own,
} from '../fields.mts';
import {
	listMethod,
	isTaken,
	labelOf,
	createMethod,
	deleteMethod,
	getMethod,
	recordType,
	updateMethod,
} from '../records.mts';
import type { Store } from '../store.mts';
import type { GoodsRow, ExpenseCategoryRow, ExpenseRow } from '../tables.mts';
import { isDate } from '../values.mts';
import { columns, leaves, type Output } from '../xml.mts';

/** How products and services differ. */
interface Goods {
	kind: 'product' | 'service';
	name: 'Product' | 'Service';
	example: string;
	cost: Field;
	/** The number of products, or the unit of a service. */
	quantity: Field;
	noQuantity: string;
}

const key = 'unit_cost';
const description = text('description', 'Matt, "A2"\n<recycled> & more');

/** The vendor's list. Its own example writes `minutes`, so any letter case is taken, and saved as here. */
const UNITS = ['Hour', 'Month', 'Minutes', 'Year', 'Day', 'Basic'];

/** The methods of §4.8. A product's quantity is a decimal; a service's unit is one of the vendor's list. */
export const goods: Methods = {
	...methodsOf({
		kind: 'product',
		name: 'Product',
		example: 'Poster & <frame>',
		cost: decimal('unitcost', '19.99', 'Unit cost is invalid.', { key }),
		quantity: decimal('quantity', '12.50', 'Quantity is invalid.', { least: 0n }),
		noQuantity: '0.00',
	}),
	...methodsOf({
		kind: 'service',
		name: 'Service',
		example: 'Retouching & <proofs>',
		cost: decimal('cost', '85.50', 'Cost is invalid.', { key }),
		quantity: checked(
			'unit',
			'Hour',
			{ message: 'Unit is invalid.', wrong: 'Hours' },
			(unit) => UNITS.find((known) => known.toLowerCase() === unit.toLowerCase()),
			{ key: 'quantity' },
		),
		noQuantity: '',
	}),
};

function methodsOf({ kind, name, example, cost, quantity, noQuantity }: Goods): Methods {
	const type = recordType('4.8', kind);
	const fields = (options: Options) => [uniqueName(kind, example, options), cost, quantity, description];
	const toOutput = (names: string) => (_: Store, row: GoodsRow) => {
		const first = { [`${kind}_id`]: row.id, [`${kind}_name`]: row.name };
		return leaves({ ...first, ...columns(row, names) });
	};
	return {
		[`create${name}`]: createMethod(
			type,
			fields({ required: { message: 'Please provide valid data.' } }),
			({ clock }) => ({
				unit_cost: '0.00',
				quantity: noQuantity,
				date: clock.now(),
				status: 'Active',
			}),
		),
		[`update${name}`]: updateMethod(type, fields({})),
		[`delete${name}`]: deleteMethod(type),
		[`get${name}`]: getMethod(type, kind, toOutput('unit_cost quantity description date status')),
		[`list${name}`]: listMethod({
			...type,
			path: `${kind}s/${kind}`,
			filters: [
				statusFilter('item_status', `${kind}.status`),
				filter(`${kind}_id`, `{${kind}}`, `${kind}.id = ?`),
				filter('item_name', `{${kind}Name}`, `${kind}.name = ? COLLATE NOCASE`),
				amountFilter('item_cost', `{${kind}Cost}`, `${kind}.unit_cost`, cost.wrong?.message ?? ''),
			],
			// The vendor documents lists without a description.
			fields: toOutput('unit_cost quantity date status'),
			summary: [`${kind}_id`, `${kind}_name`, 'unit_cost', 'status'],
		}),
	};
}

function uniqueName(kind: Goods['kind'], example: string, options: Options): Field {
	const name = text('name', example, options);
	const taken = (wanted: string) => reject(`${labelOf(kind)}- [${wanted}] already exists.`);
	return { ...name, read: (wanted, call) => (isTaken(call, kind, 'name', wanted) ? taken(wanted) : wanted) };
}

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
