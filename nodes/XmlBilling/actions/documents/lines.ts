import { recordNamed } from '../../execution/form/resolve';
import { readAsRow } from '../../execution/form/read';
import { bodyOf, type FormNode, type Refuse, type Row } from '../../execution/form/tree';
import type { ItemContext } from '../../execution/item';
import type { Property } from '../../descriptions/property';
import { isObject, without } from '../../helpers/GenericFunctions';
import { estimateRecord, invoiceRecord, productRecord, recurringRecord, serviceRecord } from '../../records';
import { nameOf } from '../../records/display';
import { ITEMS } from '../../records/methods';
import { totalsOf } from '../../records/money';
import { snakeCase, withElement, type Values } from '../../xml/encode';
import type { Body } from '../../xml/request';
import { recordsIn, type BillingRecord } from '../../xml/shape';
import { asShown, describe, isAbsent, isShown } from '../../xml/values';
import { warnOfCurrency } from './billedClients';
import { description, LINE_TAXES, name, quantity, TAX_FIELDS, type, typedTax, unitCost } from './lineFields';
import { withTax } from './lineTaxes';

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

const FIELDS = new Map([...CATALOG, ...TAX_TYPED].map((known) => [known.name, known]));

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
const LINE_RULES: Readonly<Record<string, LineRules>> = {
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
};

/** The rules of the time entries and the expenses that an invoice is created from (§4.11). */
export const timeEntryLines = withId('id', changed(TAX_TYPED, { type: choice('type', 'Type', 'Time') }));
export const expenseLines = withId('id', changed(TAXED, { type: choice('type', 'Type', 'Expense') }));

/** The rules for lines of the item's method. */
export const rulesOf = ({ method }: Pick<ItemContext, 'method'>): LineRules => LINE_RULES[method] ?? [];

/** The elements that a method takes. */
export const elementsOf = (rules: LineRules): string[] => [
	...new Set(rules.filter(({ element }) => element !== false).map((known) => known.name)),
];

/** The path of a line in errors. */
export const linePath = (index: number): string => `Lines › ${index + 1}`;

/** The lines that a document shows. */
export const linesOf = ({ items }: BillingRecord): BillingRecord[] => recordsIn(items);

/** A document's body with its lines, if it has any. */
export const withItems = (body: Body, items: readonly Body[]): Body =>
	items.length > 0 ? withElement(body, ITEMS, [...items]) : body;

/** The values that are there. */
export const withoutAbsent = (values: Values): Values =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isAbsent(value)));

/**
 * Reads the new lines of an item for `items/item` (§4.2). Throws an error that names the line and the field, or if the form
 * asks for lines and there are none, because an empty document would be worse.
 */
export async function readItems(item: ItemContext): Promise<Body[]> {
	if (item.values['linesFrom'] === 'none') return [];
	const lines = await encodeNew(item, readLines(item), rulesOf(item));
	if (lines.length > 0) return lines;
	throw item.problem('There are no lines', 'Add at least one line, or change Lines From.');
}

/** Looks up what new lines name, and encodes them. Throws an error that names the line and the field. */
export async function encodeNew(
	item: ItemContext,
	lines: readonly Line[],
	rules: LineRules,
): Promise<Body[]> {
	const resolved = await resolveLines(item, lines, rules);
	if (resolved.some(({ values }) => isShown(values['unit_cost']))) await warnOfCurrency(item);
	return resolved.map((line) => {
		const body = encodeLine(line, rules, item);
		if (Number(body['unit_cost']) === 0) item.warn(`${line.path} has a Unit Cost of 0, so it bills nothing.`);
		return body;
	});
}

/** Reads changes to existing lines: empty fields are not changed. */
export async function readChanges(item: ItemContext): Promise<Line[]> {
	const changes = readLines(item).map(({ path, values }) => ({ path, values: withoutAbsent(values) }));
	return await resolveLines(item, changes, rulesOf(item));
}

/** Reads the lines from rows of the form or from one JSON field. */
const readLines = (item: ItemContext): Line[] =>
	item.values['linesFrom'] === 'json'
		? linesInJson(item, LINES_JSON)
		: item.rowsOf('lineItems').map((row) => lineOfRow(item, row));

/** The values of a row of the form by element. Hidden fields have none. */
export function lineOfRow(item: ItemContext, { path, fields }: Row): Line {
	const given: Record<string, unknown> = {};
	addValues(fields, given);
	const { product_id: product, service_id: service, discount_amount: amount, ...others } = given;
	const values: Record<string, unknown> = without(others, 'from');
	if (product !== undefined) values['product'] = product;
	if (service !== undefined) values['service'] = service;
	if (!isAbsent(values['discount'])) values['discount_type'] = 'Percent';
	if (!isAbsent(amount)) {
		if (!isAbsent(values['discount']))
			throw item.problem(`${path} has both a Discount Amount and a Discount Percent`, 'Remove one of them.');
		values['discount'] = amount;
		values['discount_type'] = 'Fixed';
	}
	// Under Additional Fields, there is no choice of a custom tax.
	const hasCustom = 'tax1_name' in values || 'tax1_percent' in values;
	if (hasCustom && isAbsent(values['tax1'])) values['tax1'] = 'custom';
	return { path, values };
}

// The fields of sets belong to the line.
function addValues(nodes: readonly FormNode[], values: Record<string, unknown>): void {
	for (const node of nodes) {
		if ('fields' in node) addValues(node.fields, values);
		else if ('groups' in node)
			for (const row of node.groups.flatMap(({ rows }) => rows)) addValues(row.fields, values);
		else if (node.value !== undefined && node.value !== null)
			values[node.field.element || snakeCase(node.field.name)] = node.value;
	}
}

/** A field with lines as JSON. */
export interface JsonField {
	readonly name: string;
	readonly label: string;
	readonly pathAt: (index: number) => string;
	/** What it should look like, as a sentence. */
	readonly advice: string;
}

const LINES_JSON: JsonField = {
	name: 'linesJson',
	label: 'Lines (JSON)',
	pathAt: linePath,
	advice:
		'It should look like [{ "name": "Website design", "unit_cost": 120.5, "quantity": 2 }]. A line from the catalog looks like { "product": "Poster A2", "quantity": 2 }.',
};

/** Reads lines from a JSON field, by element. Throws an error that names the line and the field. */
export function linesInJson(item: ItemContext, { name, label, pathAt, advice }: JsonField): Line[] {
	const given = item.values[name];
	const parsed =
		typeof given === 'string' && given.trim() !== '' ? parseJson(item, given, label, advice) : given;
	if (isAbsent(parsed)) return [];
	const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	return rows.map((row, index) => {
		const path = pathAt(index);
		if (!isObject(row)) throw item.problem(`${path} is not an object`, advice);
		// An invoice shows it, and people copy its lines.
		const values = without(row, 'item_id');
		// A user means every key they write, even if its expression comes out empty. An agent leaves a key empty to omit it.
		if (!item.isFilledIn(name)) return { path, values: withoutAbsent(values) };
		const empty = Object.keys(values).find((key) => FIELDS.get(key)?.strict && isAbsent(values[key]));
		if (empty === undefined) return { path, values };
		throw item.problem(
			`${path} › ${lineLabelOf(empty)} is empty in ${label}`,
			`Correct its expression, or leave out the key ${empty}.`,
		);
	});
}

function parseJson(item: ItemContext, text: string, label: string, advice: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw item.problem(`${label} is not valid JSON`, advice);
	}
}

/**
 * Looks up what lines name: the products and services that new ones are made from, and taxes of the account. Throws an error
 * that names the line and the field.
 */
async function resolveLines(item: ItemContext, lines: readonly Line[], rules: LineRules): Promise<Line[]> {
	const takes = (element: string) => rules.some((known) => known.name === element);
	const resolved: Line[] = [];
	for (const line of lines) {
		let values = takes('product') ? await withCatalog(item, line) : line.values;
		for (const tax of LINE_TAXES) {
			const label = `${line.path} › ${lineLabelOf(tax)}`;
			if (takes(tax)) values = await withTax(item, values, tax, label, takes('tax2_type'));
		}
		resolved.push({ path: line.path, values });
	}
	return resolved;
}

/**
 * Adds the name, description, unit cost and type of the product or service that a line names, unless it has its own. The
 * interface shows no taxes of either (§2.2).
 */
async function withCatalog(item: ItemContext, { path, values }: Line): Promise<Values> {
	const { product, service, ...own } = values;
	if (product === undefined && service === undefined) return values;
	if (product !== undefined && service !== undefined)
		throw item.problem(`${path} has both a product and a service`, 'Remove one of them.');
	const isProduct = service === undefined;
	const kind = isProduct ? productRecord : serviceRecord;
	const label = `${path} › ${isProduct ? 'Product' : 'Service'}`;
	const refuse: Refuse = (message, advice) => item.problem(message, advice);
	const record = await recordNamed(product ?? service, kind, label, item.api, refuse);
	// A price of 0 is that of a record without a price, which nobody intends to bill.
	if (isAbsent(own['unit_cost']) && Number(record['unit_cost'] ?? 0) === 0)
		throw item.problem(
			`${path} has no price: ${nameOf(kind, record)} has none in the catalog`,
			'Enter a Unit Cost, or 0 for a free line.',
		);
	return {
		name: record[kind.knownBy.field],
		description: record['description'],
		unit_cost: asShown(record['unit_cost']),
		type: isProduct ? 'Product' : 'Service',
		...withoutAbsent(own),
	};
}

/** Elements of a line of an answer as a request sends them back. The defaults of a new line would be wrong. */
export const resentLine = (line: BillingRecord, elements: readonly string[]): Values =>
	Object.fromEntries(
		elements.map((element) => {
			const value = line[element] ?? (element === 'unit_cost' || element === 'quantity' ? 0 : undefined);
			return [element, FIELDS.get(element)?.kind === undefined ? value : asShown(value)];
		}),
	);

/** Encodes a line with every element that its method takes (§4.2). Throws an error that names the line and the field. */
export function encodeLine(
	{ path, values }: Line,
	rules: LineRules,
	item: Pick<ItemContext, 'timeZone' | 'problem' | 'warn'>,
): Body {
	const refuse: Refuse = (message, advice) => item.problem(message, advice);
	const form = readAsRow(rules, values, { path, timeZone: item.timeZone, refuse, doubt: item.warn });
	const empty: Body = Object.fromEntries(elementsOf(rules).map((element) => [element, '']));
	const body = { ...empty, ...bodyOf(form) };
	const { discount, discount_type: discountType } = body;
	const tooMuch = (most: string) =>
		item.problem(`${path} › Discount must be ${most}, not ${describe(discount)}`);
	// Otherwise the client would be owed money.
	if (discountType === 'Percent' && Number(discount) > 100) throw tooMuch('a percentage of at most 100');
	const [amounts] = totalsOf({ items: { item: body } }).lines;
	if (discountType === 'Fixed' && amounts?.discount.gt(0) && amounts.discount.gt(amounts.cost))
		throw tooMuch('at most the amount of its line');
	return body;
}
