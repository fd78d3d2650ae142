import { estimateRecord, invoiceRecord, recurringRecord } from '../../records';
import { snakeCase } from '../../xml/encode';
import type { Body } from '../../xml/request';
import { check, describe, isAbsent, quote, type Kind } from '../../xml/values';

/** The methods whose requests carry lines, with what each takes and requires (§4.2). */
export interface LineRules {
	/** Every one of these is sent on each line, even when it is empty. */
	readonly elements: readonly LineElement[];
	readonly nameRequired: boolean;
	/** The add and update item methods refuse a discount that is empty. */
	readonly discountRequired: boolean;
	/** The identifier that an update, a time entry or an expense needs on each line. */
	readonly id?: string;
	/** The only type that the line can have (§4.11). */
	readonly type?: 'Time' | 'Expense';
}

/** A line by the interface's element names, before it is checked. */
export type Line = Readonly<Record<string, unknown>>;

export type EncodedLine = { ok: true; body: Body } | { ok: false; field: string; problem: string };

const PLAIN = ['name', 'type', 'description', 'unit_cost', 'quantity', 'discount', 'discount_type'] as const;
const TAXED = [...PLAIN, 'tax1_name', 'tax1_percent', 'tax2_name', 'tax2_percent'] as const;
const TAX_TYPED = [...TAXED, 'tax1_type', 'tax2_type'] as const;
type LineElement = (typeof TAX_TYPED)[number];

const invoiceLines: LineRules = { elements: TAX_TYPED, nameRequired: true, discountRequired: false };
const documentLines: LineRules = { elements: TAXED, nameRequired: true, discountRequired: false };
const addedLines: LineRules = { elements: TAXED, nameRequired: false, discountRequired: true };

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

/** The time entries and expenses that an invoice is made from (§4.11). */
export const timeEntryLines: LineRules = { ...invoiceLines, nameRequired: false, id: 'id', type: 'Time' };
export const expenseLines: LineRules = { ...documentLines, nameRequired: false, id: 'id', type: 'Expense' };

/** A tax that is withheld has a negative percentage (§4.2 asks for no more than a decimal). */
export const KINDS: Partial<Record<LineElement, Kind>> = {
	unit_cost: 'decimal',
	quantity: 'notNegativeDecimal',
	discount: 'notNegativeDecimal',
	tax1_percent: 'decimal',
	tax2_percent: 'decimal',
};

// What answers show and what people type, by what requests take (§2.2, §4.2).
const CHOICES: Partial<Record<LineElement, Readonly<Record<string, string>>>> = {
	type: { product: 'Product', products: 'Product', service: 'Service', services: 'Service' },
	discount_type: { percent: 'Percent', fixed: 'Fixed' },
	tax1_type: { normal: 'Normal' },
	tax2_type: { normal: 'Normal', compound: 'Compound' },
};

// The service's own default for a quantity is none (§4.2), which no one means who writes a line.
const DEFAULTS: Partial<Record<LineElement, string>> = {
	type: 'Product',
	quantity: '1',
	discount_type: 'Percent',
	tax1_type: 'Normal',
	tax2_type: 'Normal',
};

/** Elements of a new line that would silently bill something else if an empty one took its default. */
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

/** A key of a line in a message: a plain word as it is, anything else as the text from outside that it is. */
export const shownKey = (key: string): string => (/^\w{1,40}$/.test(key) ? key : quote(key));

/** A key of a line as the interface spells it; `unitCost` and `unit_cost` are the same. */
export const lineElement = (key: string): string => snakeCase(key.trim());

/**
 * Writes one line with every element that its method takes (§4.2).
 *
 * @param line values by element name
 * @returns the elements, or which of them is wrong and why
 */
export function encodeLine(line: Line, rules: LineRules, timeZone: string): EncodedLine {
	const body: Body = {};
	const refused = Object.keys(line).find((key) => !isAccepted(key, line[key], rules));
	if (refused !== undefined) {
		const known = [...(rules.id === undefined ? [] : [rules.id]), ...rules.elements].join(', ');
		return {
			ok: false,
			field: shownKey(refused),
			problem: `cannot be set on a line here; a line takes ${known}`,
		};
	}
	if (rules.id !== undefined) {
		const id = check(line[rules.id], 'identifier', timeZone);
		if (!id.ok) return { ok: false, field: rules.id, problem: id.problem };
		if (id.text === undefined)
			return { ok: false, field: rules.id, problem: 'is required and was left empty' };
		body[rules.id] = id.text;
	}
	for (const element of rules.elements) {
		const written = writeElement(element, line, rules, timeZone);
		if (!written.ok) return { ok: false, field: labelOf(element), problem: written.problem };
		body[element] = written.text ?? '';
	}
	// The document would owe its client money.
	if (body['discount_type'] === 'Percent' && Number(body['discount']) > 100)
		return {
			ok: false,
			field: 'Discount',
			problem: `is a percentage of at most 100, not ${describe(body['discount'])}`,
		};
	return { ok: true, body };
}

// A form row carries every field with its default, also those that its method does not take.
function isAccepted(key: string, value: unknown, rules: LineRules): boolean {
	if (key === rules.id || rules.elements.some((element) => element === key)) return true;
	const element = TAX_TYPED.find((known) => known === key);
	return element !== undefined && (isAbsent(value) || value === DEFAULTS[element]);
}

function writeElement(element: LineElement, line: Line, rules: LineRules, timeZone: string) {
	if (element === 'type' && rules.type !== undefined) return { ok: true, text: rules.type } as const;
	const checked = check(line[element], KINDS[element] ?? 'text', timeZone);
	if (!checked.ok) return checked;
	const text = isAbsent(checked.text) ? DEFAULTS[element] : checked.text;
	if (element === 'name' && rules.nameRequired && text === undefined) {
		return { ok: false, problem: 'is required and was left empty' } as const;
	}
	// The service would take nothing for a line without one (§4.2), which no one means who leaves it empty.
	if (element === 'unit_cost' && text === undefined) {
		return { ok: false, problem: 'is required and was left empty; a line that costs nothing has 0' } as const;
	}
	if (element === 'discount' && rules.discountRequired) return { ok: true, text: text ?? '0' } as const;
	const choices = CHOICES[element];
	if (choices === undefined || text === undefined) return { ok: true, text } as const;
	const choice = new Map(Object.entries(choices)).get(text.trim().toLowerCase());
	return choice === undefined
		? ({
				ok: false,
				problem: `is one of ${[...new Set(Object.values(choices))].join(', ')}, not ${describe(text)}`,
			} as const)
		: ({ ok: true, text: choice } as const);
}

// A tax is chosen by its name, and typed in where it is none of the account's.
const TAX_PART = /^(tax\d)_(name|percent)$/;

/** What an element of a line is called in the form. */
export const labelOf = (element: string): string =>
	element
		.replace(TAX_PART, '$1_custom_$2')
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1).replace(/(\d)$/, ' $1'))
		.join(' ');
