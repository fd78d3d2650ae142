import { textAt, wordAt } from '../element.ts';
import type { Call } from '../method.ts';
import { ownIdOr } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { ExpenseRow } from '../store/rows.ts';
import { dateOr } from '../values/date.ts';
import { decimalOr } from '../values/decimal.ts';

/** The elements of an expense that requests fill (§4.9). */
export const EXPENSE_PATHS = [
	'expense_category_id',
	'amount',
	'date',
	'project_id',
	'client_id',
	'vendor',
	'tax1',
	'tax2',
	'notes',
	'recurring_frequency',
	'recurring_end_date',
];

export type ExpenseValues = Omit<ExpenseRow, 'id' | 'account_id' | 'invoiced' | 'status'>;

const CATEGORY_MESSAGE = 'Expense category id is invalid.';
const AMOUNT_MESSAGE = 'Amount is invalid.';
const DATE_MESSAGE = 'Date is invalid.';

/**
 * The values of an expense. What the request leaves out, or sends empty, stays as it is on the present expense; a new one needs
 * a category, an amount and a date. Throws a Rejection with the message of §7.1.
 */
export function readExpenseValues(call: Call, present?: ExpenseRow): ExpenseValues {
	const { request } = call;
	const word = (name: string) => wordAt(request, name);
	const text = (name: 'vendor' | 'notes') => textAt(request, name) || (present?.[name] ?? '');
	const category = ownIdOr(
		call,
		'expenseCategory',
		word('expense_category_id'),
		present?.category_id,
		CATEGORY_MESSAGE,
	);
	return {
		category_id: category ?? reject(CATEGORY_MESSAGE),
		amount: decimalOr(word('amount'), present?.amount, AMOUNT_MESSAGE, 1n) ?? reject(AMOUNT_MESSAGE),
		date: dateWithTime(word('date')) ?? present?.date ?? reject(DATE_MESSAGE),
		tax1: ownIdOr(call, 'tax', word('tax1'), present?.tax1 ?? null, 'Tax-1 id is invalid.'),
		tax2: ownIdOr(call, 'tax', word('tax2'), present?.tax2 ?? null, 'Tax-2 id is invalid.'),
		recurring_frequency: frequencyOr(word('recurring_frequency'), present?.recurring_frequency ?? ''),
		recurring_end_date: dateOr(
			word('recurring_end_date'),
			present?.recurring_end_date ?? '',
			'Recurring end date is invalid.',
		),
		project_id: ownIdOr(
			call,
			'project',
			word('project_id'),
			present?.project_id ?? null,
			'Project id is invalid.',
		),
		client_id: ownIdOr(
			call,
			'client',
			word('client_id'),
			present?.client_id ?? null,
			'Client id is invalid.',
		),
		vendor: text('vendor'),
		notes: text('notes'),
	};
}

/** Requests give a day, answers a day and a time (§2.1, §2.2). */
function dateWithTime(word: string): string | undefined {
	const date = dateOr(word, undefined, DATE_MESSAGE);
	return date === undefined ? undefined : `${date} 00:00:00`;
}

function frequencyOr(word: string, fallback: string): string {
	if (word === '') return fallback;
	return /^[1-9]\d{0,8}$/.test(word) ? word : reject('Recurring frequency is invalid.');
}
