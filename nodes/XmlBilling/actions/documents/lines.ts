/**
 * The lines of a document, on their way from the form to a request: `lineRows.ts` reads them, what they name is looked up
 * here (`lineTaxes.ts`), and the rules of the method (`lineRules.ts`) check them and write each with all its elements.
 */
import { recordNamed } from '../../execution/form/resolve';
import { readAsRow } from '../../execution/form/read';
import { bodyOf, type Refuse } from '../../execution/form/tree';
import type { ItemContext } from '../../execution/item';
import { productRecord, serviceRecord } from '../../records';
import { nameOf } from '../../records/display';
import { ITEMS } from '../../records/methods';
import { totalsOf } from '../../records/totals';
import { withElement, type Values } from '../../xml/encode';
import type { Body } from '../../xml/request';
import { recordsIn, type BillingRecord } from '../../xml/shape';
import { asShown, describe, isAbsent, isShown } from '../../xml/values';
import { warnOfCurrency } from './billedClients';
import { LINE_TAXES } from './lineFields';
import { readLines, withoutAbsent, type Line } from './lineRows';
import { elementsOf, FIELDS, lineLabelOf, rulesOf, type LineRules } from './lineRules';
import { withTax } from './lineTaxes';

/** The lines that a document shows. */
export const linesOf = ({ items }: BillingRecord): BillingRecord[] => recordsIn(items);

/** A document's body with its lines, if it has any. */
export const withItems = (body: Body, items: readonly Body[]): Body =>
	items.length > 0 ? withElement(body, ITEMS, [...items]) : body;

/**
 * Reads the new lines of an item for `items/item` (§4.2). Throws an error that names the line and the field, or if the form
 * asks for lines and there are none, because an empty document would be worse.
 */
export async function readItems(item: ItemContext): Promise<Body[]> {
	if (item.values['linesFrom'] === 'none') return [];
	const lines = await encodeNew(item, readLines(item), rulesOf(item.method));
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
	return await resolveLines(item, changes, rulesOf(item.method));
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
	const { timeZone, problem: refuse, warn: doubt } = item;
	const form = readAsRow(rules, values, { path, timeZone, refuse, doubt });
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
