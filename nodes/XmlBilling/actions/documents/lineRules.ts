import { estimateRecord, invoiceRecord, recurringRecord } from '../../records';
import { totalsOf } from '../../records/totals';
import type { ItemContext } from '../../engine/item/itemContext';
import { readAsRow } from '../../engine/form/read';
import { bodyOf, type Refuse } from '../../engine/form/tree';
import type { Property } from '../../forms/property';
import { snakeCase, type Values } from '../../xml/encode';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import { asShown, describe, isAbsent, quote } from '../../xml/values';
import { description, LINE_TAXES, name, quantity, TAX_FIELDS, type, typedTax, unitCost } from './lineFields';

/** What a method takes on a line (§4.2): fields of a form, named like their elements. All are sent, even if empty. */
export type LineRules = readonly Property[];

/** A line on its way to a request: its values by element, whatever they came from, and its path in errors. */
export interface Line {
	readonly path: string;
	readonly values: Values;
}

const named = (field: Property): Property => ({ ...field, name: snakeCase(field.name) });

const field = (element: string, displayName: string, more: Partial<Property> = {}): Property => ({
	displayName,
	name: element,
	type: 'string',
	default: '',
	strict: true,
	...more,
});

const choice = (element: string, displayName: string, ...[first = '', ...others]: string[]): Property =>
	field(element, displayName, {
		type: 'options',
		options: [first, ...others].map((value) => ({ name: value, value })),
		default: first,
	});

const FIXED = { discount_type: ['Fixed'] };

const PLAIN: LineRules = [
	...[name, type, description].map(named),
	// The service would charge nothing for the line (§4.2), which nobody intends.
	{ ...named(unitCost), required: true },
	// Its default is 1: the service's own of 0 (§4.2) is what nobody wants on a line.
	named(quantity),
	field('discount', 'Discount', { kind: 'notNegativePercent', displayOptions: { hide: FIXED } }),
	field('discount', 'Discount', { kind: 'notNegativeMoney', displayOptions: { show: FIXED } }),
	choice('discount_type', 'Discount Type', 'Percent', 'Fixed'),
];
// A withheld tax has a negative percentage.
const TAXED: LineRules = [...PLAIN, ...LINE_TAXES.flatMap((tax) => typedTax(tax).map(named))];
const TAX_TYPED: LineRules = [
	...TAXED,
	{ ...choice('tax1_type', 'Tax Type', 'Normal'), strict: false },
	choice('tax2_type', 'Charged On', 'Normal', 'Compound'),
];

/** Where a line may name a record of the catalog instead of its elements, and taxes of the account. */
const CATALOG = [
	field('product', 'Product', { element: false }),
	field('service', 'Service', { element: false }),
];
const ACCOUNT_TAXES = LINE_TAXES.map((tax) => field(tax, TAX_FIELDS[tax].label));

const FIELDS = new Map([...CATALOG, ...ACCOUNT_TAXES, ...TAX_TYPED].map((known) => [known.name, known]));

/** The label of a key of a line in the form. */
export const lineLabelOf = (key: string): string => FIELDS.get(key)?.displayName ?? key;

/** Whether a new line would silently bill something else if its default replaced an empty value. */
export const isNeverEmpty = (key: string): boolean => FIELDS.get(key)?.strict === true;

const lines = (
	first: LineRules,
	elements: LineRules,
	differences: Readonly<Record<string, Partial<Property>>> = {},
): LineRules => [...first, ...elements].map((known) => ({ ...known, ...differences[known.name] }));

/** The identifier that each line of an update, each time entry and each expense needs. */
const withId = (element: string): LineRules => [
	field(element, element, { kind: 'identifier', required: true }),
];

const NAMED = { name: { required: true } };
// The methods for lines reject an empty discount.
const DISCOUNTED = { discount: { default: '0' } };
const BOTH = { ...NAMED, ...DISCOUNTED };

const invoiceLines = lines(CATALOG, TAX_TYPED, NAMED);
const documentLines = lines(CATALOG, TAXED, NAMED);

/** The rules of each method with lines (§4.2). */
export const LINE_RULES = {
	createInvoice: invoiceLines,
	updateInvoice: invoiceLines,
	createInvoiceFromTimeTracking: invoiceLines,
	createInvoiceFromExpense: documentLines,
	createInvoiceFromEstimate: documentLines,
	addInvoiceItem: lines(CATALOG, TAXED, BOTH),
	updateInvoiceItem: lines(withId(invoiceRecord.lineId), TAXED, BOTH),
	createEstimate: documentLines,
	updateEstimate: documentLines,
	addEstimateItem: lines(CATALOG, TAXED, DISCOUNTED),
	updateEstimateItem: lines(withId(estimateRecord.lineId), TAXED, DISCOUNTED),
	createRecurring: documentLines,
	updateRecurring: documentLines,
	addRecurringItem: lines(CATALOG, PLAIN, DISCOUNTED),
	updateRecurringItem: lines(withId(recurringRecord.lineId), TAXED, DISCOUNTED),
} as const satisfies Record<string, LineRules>;

/** The rules of the time entries and the expenses that an invoice is created from (§4.11). */
export const timeEntryLines = lines(withId('id'), TAX_TYPED, { type: choice('type', 'Type', 'Time') });
export const expenseLines = lines(withId('id'), TAXED, { type: choice('type', 'Type', 'Expense') });

const namesOf = (rules: LineRules): string[] => [...new Set(rules.map((known) => known.name))];

/** The elements that a method takes. */
export const elementsOf = (rules: LineRules): string[] =>
	namesOf(rules.filter(({ element }) => element !== false));

/** Elements of a line of an answer as a request sends them back. The defaults of a new line would be wrong. */
export const resentLine = (line: BillingRecord, elements: readonly string[]): Values =>
	Object.fromEntries(
		elements.map((element) => {
			const value = line[element] ?? (element === 'unit_cost' || element === 'quantity' ? 0 : undefined);
			return [element, FIELDS.get(element)?.kind === undefined ? value : asShown(value)];
		}),
	);

/** The element that a key of a line stands for: `unit_cost` for both `unitCost` and `unit_cost`. */
export const lineElement = (key: string): string => snakeCase(key.trim());

/** A key of a line, for a message: quoted unless it is a plain word. */
export const shownKey = (key: string): string => (/^\w{1,40}$/.test(key) ? key : quote(key));

/** Encodes a line with every element that its method takes (§4.2). Throws an error that names the line and the field. */
export function encodeLine(
	{ path, values }: Line,
	rules: LineRules,
	item: Pick<ItemContext, 'timeZone' | 'problem' | 'warn'>,
): Body {
	const wrong = (problem: string) => item.problem(`${path} › ${problem}`);
	const taken = namesOf(rules);
	const others = Object.keys(values).filter((key) => !taken.includes(key));
	const refused = others.find((key) => !saysNothing(key, values[key]));
	if (refused !== undefined)
		throw wrong(`${shownKey(refused)} cannot be set on a line here; a line takes ${taken.join(', ')}`);
	const own = Object.fromEntries(Object.entries(values).filter(([key]) => taken.includes(key)));
	const refuse: Refuse = (message, advice) => item.problem(message, advice);
	const form = readAsRow(rules, own, { path, timeZone: item.timeZone, refuse, doubt: item.warn });
	const empty: Body = Object.fromEntries(elementsOf(rules).map((element) => [element, '']));
	const body = { ...empty, ...bodyOf(form) };
	const { discount, discount_type: discountType } = body;
	// Otherwise the client would be owed money.
	if (discountType === 'Percent' && Number(discount) > 100)
		throw wrong(`Discount must be a percentage of at most 100, not ${describe(discount)}`);
	const [amounts] = totalsOf({ items: { item: body } }).lines;
	if (discountType === 'Fixed' && amounts?.discount.gt(0) && amounts.discount.gt(amounts.cost))
		throw wrong(`Discount must be at most the amount of its line, not ${describe(discount)}`);
	return body;
}

// A line may have what only other methods take, at its default.
function saysNothing(key: string, value: unknown): boolean {
	const known = TAX_TYPED.find((element) => element.name === key);
	return known !== undefined && (isAbsent(value) || (known.type === 'options' && value === known.default));
}
