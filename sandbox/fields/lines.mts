import type { LineRow } from '../store/rows.mts';
import type { Field, Group } from './field.mts';
import { checked, decimal, text } from './kinds.mts';

type Need = 'required' | 'optional';

/** What a method requires of its lines: a row of the table in §4.2. */
type LineRules = readonly [
	name: Need,
	/** `unchecked` takes any word for the first type as well. */
	type: Need | 'unchecked',
	discount: Need,
	discountType: Need,
	/** The tax elements that the method takes. `checkedTypes` are not taken, but a wrong one is refused (§7.1). */
	taxes: 'none' | 'withoutTypes' | 'checkedTypes' | 'withTypes',
	/** The words that `type` may hold; an empty element counts as the first. */
	types?: readonly [LineRow['type'], ...LineRow['type'][]],
];

/** The rules of §4.2 by method. The lines of time entries and expenses are those of §4.11. */
const RULES = {
	createInvoice: ['required', 'required', 'optional', 'optional', 'withTypes'],
	updateInvoice: ['required', 'required', 'optional', 'required', 'withTypes'],
	addInvoiceItem: ['required', 'required', 'required', 'required', 'withoutTypes'],
	updateInvoiceItem: ['required', 'required', 'required', 'required', 'withoutTypes'],
	createEstimate: ['required', 'required', 'optional', 'required', 'checkedTypes'],
	updateEstimate: ['required', 'required', 'optional', 'required', 'checkedTypes'],
	addEstimateItem: ['optional', 'required', 'required', 'required', 'withoutTypes'],
	updateEstimateItem: ['optional', 'required', 'required', 'required', 'withoutTypes'],
	createRecurring: ['required', 'unchecked', 'optional', 'optional', 'withoutTypes'],
	updateRecurring: ['required', 'optional', 'optional', 'required', 'withoutTypes'],
	addRecurringItem: ['optional', 'required', 'required', 'required', 'none'],
	updateRecurringItem: ['optional', 'required', 'required', 'required', 'withoutTypes'],
	createInvoiceFromTimeTracking: ['required', 'required', 'optional', 'required', 'withTypes'],
	createInvoiceFromExpense: ['required', 'required', 'optional', 'required', 'withoutTypes'],
	createInvoiceFromEstimate: ['required', 'required', 'optional', 'optional', 'withoutTypes'],
	timeEntry: ['optional', 'required', 'optional', 'required', 'withTypes', ['Time']],
	expense: ['optional', 'required', 'optional', 'required', 'withoutTypes', ['Expense']],
} satisfies Record<string, LineRules>;

/** How line types are returned (§2.2), whatever word the request used. */
export const RETURNED_TYPES: Record<LineRow['type'], string> = {
	Product: 'Products',
	Service: 'Services',
	Time: 'Services',
	Expense: 'Products',
};

/** Where documents have their lines. */
export const LINES = 'items/item';

/** The lines that a method takes at a path, each with an element for its identifier where it needs one. */
export function linesOf(method: keyof typeof RULES, group = LINES, identifier: readonly Field[] = []): Group {
	const row: LineRules = RULES[method];
	return {
		group,
		fields: [...identifier, ...itself(row), ...taxes(row[4], !/Estimate|Recurring/.test(method))],
	};
}

/** The elements that every method takes on its lines. */
function itself(row: LineRules): Field[] {
	const [name, type, discount, discountType, , types = ['Product', 'Service']] = row;
	const needed = (message: string, mayBeEmpty = true) => ({ required: { message, mayBeEmpty } });
	const NO_TYPE = 'Type is invalid.';
	const NO_DISCOUNT = 'Discount is invalid.';
	const NO_DISCOUNT_TYPE = 'Discount type is invalid.';
	const example = types.at(-1) ?? types[0];
	return [
		text('name', 'Design & <layout>', name === 'required' ? needed('Name is required.', false) : {}),
		text('description', 'Two pages, "A4"'),
		decimal('unit_cost', '19.99', 'Cost is invalid.', { ofLine: true }),
		decimal('quantity', '2.50', 'Quantity is invalid.', { least: 0n, ofLine: true }),
		checked(
			'type',
			example,
			{ message: NO_TYPE, wrong: 'Products' },
			(found) => types.find((one) => one === found) ?? (type === 'unchecked' ? types[0] : undefined),
			{
				returned: RETURNED_TYPES[example],
				...(type === 'required' ? needed(NO_TYPE) : {}),
				...(type === 'unchecked' ? { wrong: undefined } : {}),
			},
		),
		checked(
			'discount_type',
			'Fixed',
			{ message: NO_DISCOUNT_TYPE, wrong: 'percent' },
			(found) => ['Percent', 'Fixed'].find((one) => one === found),
			discountType === 'required' ? needed(NO_DISCOUNT_TYPE) : {},
		),
		decimal('discount', '1.25', NO_DISCOUNT, discount === 'required' ? needed(NO_DISCOUNT, false) : {}),
	];
}

/** The taxes of a line. Estimates and recurring profiles do not return them (§2.2). */
function taxes(taken: LineRules[4], isReturned: boolean): Field[] {
	const options = isReturned ? {} : { returned: null };
	const types = [
		taxType('tax1_type', 'Normal', 'Tax1 type is invalid.', ['Normal']),
		taxType('tax2_type', 'Compound', 'Tax2 type is invalid.', ['Normal', 'Compound']),
	];
	const names = [
		text('tax1_name', 'VAT', options),
		decimal('tax1_percent', '20.00', 'Tax1 percent is invalid.', { ...options, ofLine: true }),
		text('tax2_name', 'Service tax', options),
		decimal('tax2_percent', '2.50', 'Tax2 percent is invalid.', { ...options, ofLine: true }),
	];
	return {
		none: [],
		withoutTypes: names,
		checkedTypes: [...names, ...types.map((one) => ({ ...one, isOnlyChecked: true }))],
		withTypes: [...names, ...types],
	}[taken];
}

function taxType(path: string, example: string, message: string, words: readonly string[]): Field {
	const parse = (found: string) => words.find((one) => one === found);
	return checked(path, example, { message, wrong: 'Simple' }, parse);
}
