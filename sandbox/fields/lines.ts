import type { LineRow } from '../store/rows.ts';
import type { Field, Group } from './field.ts';
import { checked, decimal, text } from './kinds.ts';

/** What a method requires of its lines: a row of the table in §4.2. */
interface LineRules {
	name: 'required' | 'optional';
	/** `required` has to be sent, `optional` may be left out; `unchecked` takes any word for the first type as well. */
	type: 'required' | 'optional' | 'unchecked';
	discount: 'required' | 'optional';
	discountType: 'required' | 'optional';
	/** The tax elements that the method takes. `checked` ones are not taken, but a wrong one is refused (§7.1). */
	taxes: 'none' | 'withoutTypes' | 'checkedTypes' | 'withTypes';
	/** The words that `type` may hold; an empty element counts as the first. */
	types: readonly [LineRow['type'], ...LineRow['type'][]];
}

/** The rules of §4.2 by method. The lines of time entries and expenses are those of §4.11. */
const RULES = {
	createInvoice: rules('required', 'required', 'optional', 'optional', 'withTypes'),
	updateInvoice: rules('required', 'required', 'optional', 'required', 'withTypes'),
	addInvoiceItem: rules('required', 'required', 'required', 'required', 'withoutTypes'),
	updateInvoiceItem: rules('required', 'required', 'required', 'required', 'withoutTypes'),
	createEstimate: rules('required', 'required', 'optional', 'required', 'checkedTypes'),
	updateEstimate: rules('required', 'required', 'optional', 'required', 'checkedTypes'),
	addEstimateItem: rules('optional', 'required', 'required', 'required', 'withoutTypes'),
	updateEstimateItem: rules('optional', 'required', 'required', 'required', 'withoutTypes'),
	createRecurring: rules('required', 'unchecked', 'optional', 'optional', 'withoutTypes'),
	updateRecurring: rules('required', 'optional', 'optional', 'required', 'withoutTypes'),
	addRecurringItem: rules('optional', 'required', 'required', 'required', 'none'),
	updateRecurringItem: rules('optional', 'required', 'required', 'required', 'withoutTypes'),
	createInvoiceFromTimeTracking: rules('required', 'required', 'optional', 'required', 'withTypes'),
	createInvoiceFromExpense: rules('required', 'required', 'optional', 'required', 'withoutTypes'),
	createInvoiceFromEstimate: rules('required', 'required', 'optional', 'optional', 'withoutTypes'),
	timeEntry: rules('optional', 'required', 'optional', 'required', 'withTypes', ['Time']),
	expense: rules('optional', 'required', 'optional', 'required', 'withoutTypes', ['Expense']),
} satisfies Record<string, LineRules>;

/** A row: the flags in the order of the table's columns. */
function rules(
	name: LineRules['name'],
	type: LineRules['type'],
	discount: LineRules['discount'],
	discountType: LineRules['discountType'],
	taxes: LineRules['taxes'],
	types: LineRules['types'] = ['Product', 'Service'],
): LineRules {
	return { name, type, discount, discountType, taxes, types };
}

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
		fields: [...identifier, ...itself(row), ...taxes(row, !/Estimate|Recurring/.test(method))],
	};
}

/** The elements that every method takes on its lines. */
function itself({ name, type, discount, discountType, types }: LineRules): Field[] {
	const needed = (message: string, mayBeEmpty = true) => ({ required: { message, mayBeEmpty } });
	const NO_TYPE = 'Type is invalid.';
	const NO_DISCOUNT = 'Discount is invalid.';
	const NO_DISCOUNT_TYPE = 'Discount type is invalid.';
	const example = types.at(-1) ?? types[0];
	return [
		text('name', 'Design & <layout>', name === 'required' ? needed('Name is required.', false) : {}),
		text('description', 'Two pages, "A4"'),
		decimal('unit_cost', '19.99', 'Cost is invalid.'),
		decimal('quantity', '2.50', 'Quantity is invalid.', { least: 0n }),
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
function taxes({ taxes: taken }: LineRules, isReturned: boolean): Field[] {
	const options = isReturned ? {} : { returned: null };
	const types = [
		taxType('tax1_type', 'Normal', 'Tax1 type is invalid.', ['Normal']),
		taxType('tax2_type', 'Compound', 'Tax2 type is invalid.', ['Normal', 'Compound']),
	];
	const names = [
		text('tax1_name', 'VAT', options),
		decimal('tax1_percent', '20.00', 'Tax1 percent is invalid.', options),
		text('tax2_name', 'Service tax', options),
		decimal('tax2_percent', '2.50', 'Tax2 percent is invalid.', options),
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
