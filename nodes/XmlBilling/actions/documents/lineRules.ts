/** What each method takes on a line (§4.2). */
import type { Property } from '../../descriptions/property';
import { estimateRecord, invoiceRecord, recurringRecord } from '../../records';
import { snakeCase } from '../../xml/encode';
import { description, LINE_TAXES, name, quantity, TAX_FIELDS, type, typedTax, unitCost } from './lineFields';

/** Fields of a form, named like their elements. All are sent, even if empty. */
export type LineRules = readonly Property[];

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
	// The service's own default of 0 (§4.2) is what nobody wants on a line.
	{ ...named(quantity), default: '1' },
	field('discount', 'Discount', { kind: 'notNegativePercent', displayOptions: { hide: FIXED } }),
	field('discount', 'Discount', { kind: 'notNegativeMoney', displayOptions: { show: FIXED } }),
	choice('discount_type', 'Discount Type', 'Percent', 'Fixed'),
];
// A tax of the account by its name or ID, or its own name and percentage. A withheld tax has a negative percentage.
const TAXED: LineRules = [
	...PLAIN,
	...LINE_TAXES.map((tax) => field(tax, TAX_FIELDS[tax].label, { element: false })),
	...LINE_TAXES.flatMap((tax) => typedTax(tax).map(named)),
];
const TAX_TYPED: LineRules = [
	...TAXED,
	{ ...choice('tax1_type', 'Tax Type', 'Normal'), strict: false },
	choice('tax2_type', 'Charged On', 'Normal', 'Compound'),
];

/** Where a line may name a record of the catalog (§4.8) instead of its elements. */
const CATALOG: LineRules = [
	field('product', 'Product', { element: false }),
	field('service', 'Service', { element: false }),
];

/** The fields of lines by element. */
export const FIELDS = new Map([...CATALOG, ...TAX_TYPED].map((known) => [known.name, known]));

/** The label of an element of a line in the form. */
export const lineLabelOf = (element: string): string => FIELDS.get(element)?.displayName ?? element;

const withId = (element: string, rules: LineRules): LineRules => [
	field(element, element, { kind: 'identifier', required: true }),
	...rules,
];

/** Rules of which some fields are other than usual. */
const changed = (rules: LineRules, differences: Readonly<Record<string, Partial<Property>>>): LineRules =>
	rules.map((known) => ({ ...known, ...differences[known.name] }));

const NAMED = { name: { required: true } };
// The methods for lines reject an empty discount.
const DISCOUNTED = { discount: { default: '0' } };

const invoiceLines = changed([...CATALOG, ...TAX_TYPED], NAMED);
const documentLines = changed([...CATALOG, ...TAXED], NAMED);
const changedLines = changed(TAXED, DISCOUNTED);

/** The rules of each method with lines (§4.2). */
const LINE_RULES: ReadonlyMap<string, LineRules> = new Map(
	Object.entries({
		createInvoice: invoiceLines,
		updateInvoice: invoiceLines,
		createInvoiceFromTimeTracking: invoiceLines,
		createInvoiceFromExpense: documentLines,
		createInvoiceFromEstimate: documentLines,
		addInvoiceItem: changed(documentLines, DISCOUNTED),
		updateInvoiceItem: withId(invoiceRecord.lineId, changed(changedLines, NAMED)),
		createEstimate: documentLines,
		updateEstimate: documentLines,
		addEstimateItem: changed([...CATALOG, ...TAXED], DISCOUNTED),
		updateEstimateItem: withId(estimateRecord.lineId, changedLines),
		createRecurring: documentLines,
		updateRecurring: documentLines,
		addRecurringItem: changed([...CATALOG, ...PLAIN], DISCOUNTED),
		updateRecurringItem: withId(recurringRecord.lineId, changedLines),
	}),
);

/** The rules of the time entries and the expenses that an invoice is created from (§4.11). */
export const timeEntryLines = withId('id', changed(TAX_TYPED, { type: choice('type', 'Type', 'Time') }));
export const expenseLines = withId('id', changed(TAXED, { type: choice('type', 'Type', 'Expense') }));

/** The rules for lines of the method that is sent. Throws if it takes none: without rules, a line would lose every element. */
export function rulesOf(method: string): LineRules {
	const rules = LINE_RULES.get(method);
	if (rules === undefined) throw new RangeError(`No lines are known for the method '${method}'`);
	return rules;
}

/** The elements that a method takes. */
export const elementsOf = (rules: LineRules): string[] => [
	...new Set(rules.filter(({ element }) => element !== false).map((known) => known.name)),
];
