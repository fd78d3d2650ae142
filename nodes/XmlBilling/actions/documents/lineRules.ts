import { estimateRecord, invoiceRecord, recurringRecord } from '../../records';
import { snakeCase } from '../../xml/encode';
import type { Body } from '../../xml/request';
import { capitalized } from '../../records/display';
import { totalsOf } from '../../records/totals';
import { isSameText, type BillingRecord } from '../../xml/shape';
import {
	asShown,
	check,
	describe,
	isAbsent,
	notOneOf,
	quote,
	REQUIRED,
	type Checked,
	type Kind,
} from '../../xml/values';

/** The elements that a method takes on a line, and those that it requires (§4.2). */
export interface LineRules {
	/** All of these are sent on each line, even if empty. */
	readonly elements: readonly LineElement[];
	readonly nameRequired: boolean;
	/** The methods for lines reject an empty discount. */
	readonly discountRequired: boolean;
	/** The identifier that each line of an update, each time entry and each expense needs. */
	readonly id?: string;
	/** The only type that these lines can have (§4.11). */
	readonly type?: 'Time' | 'Expense';
}

/** Unchecked values of a line, by element name. */
export type Line = Readonly<Record<string, unknown>>;

export type EncodedLine = { ok: true; body: Body } | { ok: false; field: string; problem: string };

const PLAIN = ['name', 'type', 'description', 'unit_cost', 'quantity', 'discount', 'discount_type'] as const;
const TAXED = [...PLAIN, 'tax1_name', 'tax1_percent', 'tax2_name', 'tax2_percent'] as const;
const TAX_TYPED = [...TAXED, 'tax1_type', 'tax2_type'] as const;
type LineElement = (typeof TAX_TYPED)[number];

const invoiceLines: LineRules = { elements: TAX_TYPED, nameRequired: true, discountRequired: false };
const documentLines: LineRules = { elements: TAXED, nameRequired: true, discountRequired: false };
const addedLines: LineRules = { elements: TAXED, nameRequired: false, discountRequired: true };

/** The rules of each method with lines (§4.2). */
export const LINE_RULES = {
	createInvoice: invoiceLines,
	updateInvoice: invoiceLines,
	createInvoiceFromTimeTracking: invoiceLines,
	createInvoiceFromExpense: documentLines,
	createInvoiceFromEstimate: documentLines,
	addInvoiceItem: { ...addedLines, nameRequired: true },
	updateInvoiceItem: { ...addedLines, nameRequired: true, id: invoiceRecord.lineId },
	createEstimate: documentLines,
	updateEstimate: documentLines,
	addEstimateItem: addedLines,
	updateEstimateItem: { ...addedLines, id: estimateRecord.lineId },
	createRecurring: documentLines,
	updateRecurring: documentLines,
	addRecurringItem: { ...addedLines, elements: PLAIN },
	updateRecurringItem: { ...addedLines, id: recurringRecord.lineId },
} as const satisfies Record<string, LineRules>;

/** The rules of the time entries that an invoice is created from (§4.11). */
export const timeEntryLines: LineRules = { ...invoiceLines, nameRequired: false, id: 'id', type: 'Time' };
/** The rules of the expenses that an invoice is created from (§4.11). */
export const expenseLines: LineRules = { ...documentLines, nameRequired: false, id: 'id', type: 'Expense' };

/** How the values of elements are checked (§4.2). A withheld tax has a negative percentage. A fixed discount is money. */
export const KINDS: Partial<Record<LineElement, Kind>> = {
	unit_cost: 'money',
	quantity: 'notNegativeDecimal',
	discount: 'notNegativeDecimal',
	tax1_percent: 'decimal',
	tax2_percent: 'decimal',
};

/** Elements of a line of an answer as a request sends them back. The defaults of a new line would be wrong. */
export const resentLine = (line: BillingRecord, elements: readonly LineElement[]): Line =>
	Object.fromEntries(
		elements.map((element) => {
			const value = line[element] ?? (element === 'unit_cost' || element === 'quantity' ? 0 : undefined);
			return [element, element in KINDS ? asShown(value) : value];
		}),
	);

// Values for requests, by their lower-case forms in answers and input (§2.2, §4.2).
const CHOICES: Partial<Record<LineElement, Readonly<Record<string, string>>>> = {
	type: { product: 'Product', products: 'Product', service: 'Service', services: 'Service' },
	discount_type: { percent: 'Percent', fixed: 'Fixed' },
	tax1_type: { normal: 'Normal' },
	tax2_type: { normal: 'Normal', compound: 'Compound' },
};

/** The choice that leaves the type of a line's second tax to the account. A custom tax is Normal then. */
export const AS_IN_ACCOUNT = 'account';

// The service defaults the quantity to 0 (§4.2), which nobody wants on a line.
const DEFAULTS: Partial<Record<LineElement, string>> = {
	type: 'Product',
	quantity: '1',
	discount_type: 'Percent',
	tax1_type: 'Normal',
	tax2_type: 'Normal',
};

/** Elements of a new line that would silently bill something else if their default replaced an empty value. */
export const NEVER_EMPTY: readonly string[] = [
	'quantity',
	'discount',
	'discount_type',
	'tax1',
	'tax1_percent',
	'tax2',
	'tax2_percent',
	'tax2_type',
];

/** A key of a line, for a message: quoted unless it is a plain word. */
export const shownKey = (key: string): string => (/^\w{1,40}$/.test(key) ? key : quote(key));

/** The element that a key of a line stands for: `unit_cost` for both `unitCost` and `unit_cost`. */
export const lineElement = (key: string): string => snakeCase(key.trim());

/**
 * Encodes a line with every element that its method takes (§4.2).
 *
 * @returns the elements, or the label of the wrong one and the problem
 */
export function encodeLine(line: Line, rules: LineRules, timeZone: string): EncodedLine {
	const refused = Object.keys(line).find((key) => !isAccepted(key, line[key], rules));
	if (refused !== undefined) {
		const others = rules.id === undefined ? ['product', 'service'] : rules.id;
		const known = [others, rules.elements].flat().join(', ');
		return wrong(shownKey(refused), `cannot be set on a line here; a line takes ${known}`);
	}
	const body: Body = {};
	if (rules.id !== undefined) {
		const id = check(line[rules.id], 'identifier', timeZone);
		if (!id.ok) return wrong(rules.id, id.problem);
		if (id.text === undefined) return wrong(rules.id, REQUIRED);
		body[rules.id] = id.text;
	}
	for (const element of rules.elements) {
		const encoded = encodeElement(element, line, rules, timeZone);
		if (!encoded.ok) return wrong(lineLabelOf(element), encoded.problem);
		body[element] = encoded.text ?? '';
	}
	// Otherwise the client would be owed money.
	if (body['discount_type'] === 'Percent' && Number(body['discount']) > 100)
		return wrong('Discount', `must be a percentage of at most 100, not ${describe(body['discount'])}`);
	const [amounts] = totalsOf({ items: { item: body } }).lines;
	if (body['discount_type'] === 'Fixed' && amounts?.discount.gt(0) && amounts.discount.gt(amounts.cost))
		return wrong('Discount', `must be at most the amount of its line, not ${describe(body['discount'])}`);
	return { ok: true, body };
}

const wrong = (field: string, problem: string): EncodedLine => ({ ok: false, field, problem });

// A form row has every field with its default, including fields that its method does not take.
function isAccepted(key: string, value: unknown, rules: LineRules): boolean {
	if (key === rules.id || rules.elements.some((element) => element === key)) return true;
	const element = TAX_TYPED.find((known) => known === key);
	return element !== undefined && (isAbsent(value) || value === DEFAULTS[element]);
}

function encodeElement(element: LineElement, line: Line, rules: LineRules, timeZone: string): Checked {
	const value = line[element];
	if (element === 'type' && rules.type !== undefined) return { ok: true, text: rules.type };
	const isAmount = element === 'discount' && isSameText(line['discount_type'], 'Fixed');
	const checked = check(value, isAmount ? 'notNegativeMoney' : (KINDS[element] ?? 'text'), timeZone);
	if (!checked.ok) return checked;
	const text = isAbsent(checked.text) ? DEFAULTS[element] : checked.text;
	if (text === undefined) {
		if (element === 'name' && rules.nameRequired) return { ok: false, problem: REQUIRED };
		// The service would charge nothing for the line (§4.2), which nobody intends.
		if (element === 'unit_cost') return { ok: false, problem: `${REQUIRED}; enter 0 for a free line` };
		return { ok: true, text: element === 'discount' && rules.discountRequired ? '0' : undefined };
	}
	const choices = CHOICES[element];
	if (choices === undefined) return { ok: true, text };
	const choice = new Map(Object.entries(choices)).get(text.trim().toLowerCase());
	if (choice !== undefined) return { ok: true, text: choice };
	return { ok: false, problem: notOneOf([...new Set(Object.values(choices))], text) };
}

const LABELS = new Map([
	['tax1', 'Tax'],
	['tax1_name', 'Custom Tax Name'],
	['tax1_percent', 'Custom Tax Percent'],
	['tax1_type', 'Tax Type'],
	['tax2', 'Second Tax'],
	['tax2_name', 'Custom Second Tax Name'],
	['tax2_percent', 'Custom Second Tax Percent'],
	['tax2_type', 'Charged On'],
]);

/** The label of a line element in the form. */
export const lineLabelOf = (element: string): string =>
	LABELS.get(element) ?? element.split('_').map(capitalized).join(' ');
