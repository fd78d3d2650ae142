import type { ItemContext } from '../../engine/item/itemContext';
import { recordNamed } from '../../engine/form/resolve';
import { productRecord, serviceRecord, taxRecord } from '../../records';
import { nameOf } from '../../records/display';
import type { Values } from '../../xml/encode';
import { isSameText, textOf } from '../../xml/shape';
import { asShown, check, isAbsent, quote } from '../../xml/values';
import { findTaxes, isCompound, isEqualTax, refuseUnfitTax, taxLabel } from './accountTaxes';
import { AS_IN_ACCOUNT, LINE_TAXES, TAKE_OFF, type LineTax } from './lineFields';
import { lineLabelOf, type Line, type LineRules } from './lineRules';

// What a line names is looked up: a record of the catalog, and taxes of the account.

/** A kind of record in the catalog (§4.8), and the type of its lines (§4.2). */
const CATALOG = {
	product: { type: productRecord, lineType: 'Product', name: 'product_name' },
	service: { type: serviceRecord, lineType: 'Service', name: 'service_name' },
} as const;

/**
 * Looks up what lines name: the products and services that new ones are made from, and taxes of the account. Throws an error
 * that names the line and the field.
 */
export async function resolveLines(
	item: ItemContext,
	lines: readonly Line[],
	rules: LineRules,
): Promise<Line[]> {
	const resolved: Line[] = [];
	for (const line of lines) {
		let values = takes(rules, 'product') ? await withCatalog(item, line) : line.values;
		for (const tax of LINE_TAXES)
			values = await withTax(item, values, tax, rules, `${line.path} › ${lineLabelOf(tax)}`);
		resolved.push({ ...line, values });
	}
	return resolved;
}

const takes = (rules: LineRules, name: string): boolean => rules.some((field) => field.name === name);

/**
 * Adds the name, description, unit cost and type of the product or service that a line names, unless it has its own. The
 * interface shows no taxes of either (§2.2).
 */
async function withCatalog(item: ItemContext, { path, values }: Line): Promise<Values> {
	const { product, service, ...own } = values;
	if (product === undefined && service === undefined) return values;
	if (product !== undefined && service !== undefined)
		throw item.problem(`${path} has both a product and a service`, 'Nothing was sent. Remove one of them.');
	const kind = product === undefined ? 'service' : 'product';
	const { type, lineType, name } = CATALOG[kind];
	const field = `${path} › ${lineLabelOf(kind)}`;
	const record = await recordNamed(product ?? service, type, field, item.api, (message, advice) =>
		item.problem(message, advice),
	);
	// A price of 0 is that of a record without a price, which nobody intends to bill.
	if (isAbsent(own['unit_cost']) && Number(record['unit_cost'] ?? 0) === 0)
		throw item.problem(
			`${path} has no price: ${nameOf(type, record)} has none in the catalog`,
			'Nothing was sent. Enter a Unit Cost, or 0 for a free line.',
		);
	return {
		...own,
		name: record[name],
		description: record['description'],
		unit_cost: asShown(record['unit_cost']),
		type: lineType,
		...withoutAbsent(own),
	};
}

/**
 * Adds the name, the percentage and the type of a tax that is chosen by name or ID. Throws an error with its label if it is
 * unknown, or no line can have it.
 */
export async function withTax(
	item: ItemContext,
	values: Values,
	tax: LineTax,
	rules: LineRules,
	label: string,
): Promise<Values> {
	const [name, percent, type] = [`${tax}_name`, `${tax}_percent`, `${tax}_type`] as const;
	const { [tax]: chosen, ...line }: Record<string, unknown> = values;
	if (line[type] === AS_IN_ACCOUNT) delete line[type];
	if (chosen === TAKE_OFF) return { ...line, [name]: '', [percent]: '' };
	if (chosen === 'custom' && isAbsent(line[name]))
		throw item.problem(`${label} is custom and has no name`, 'Nothing was sent. Name the tax.');
	const isTyped = isAbsent(chosen) || chosen === 'custom';
	if (isTyped && (isAbsent(line[name]) || !isAbsent(line[percent]))) return line;

	const wanted = check(isTyped ? line[name] : chosen, 'text', item.timeZone);
	if (!wanted.ok) throw item.problem(`${isTyped ? customName(label) : label} ${wanted.problem}`);
	const known = await item.api.list(taxRecord, {}, Infinity);
	const matches = findTaxes(known, wanted.text ?? '');
	const [found] = matches;
	if (found === undefined)
		throw item.problem(
			isTyped
				? `${label} has a name but no percentage`
				: `${label} ${quote(wanted.text ?? '')} is not one of the account's taxes`,
			`The account's taxes are: ${known.map((entry) => textOf(entry['name'])).join(', ') || 'none'}.`,
		);
	const shown = `${label} ${quote(textOf(found['name']))}`;
	if (matches.some((match) => !isEqualTax(match, found))) {
		const choices = matches.map((match) => `${textOf(match['id'])} for ${taxLabel(match)}`);
		throw item.problem(
			`${shown} is the name of several taxes with different percentages or types`,
			`Choose one by ID: ${choices.join(', ')}.`,
		);
	}
	const takesCompound = tax === 'tax1' ? 'asSecondTax' : 'always';
	refuseUnfitTax(item, found, label, takes(rules, 'tax2_type') ? takesCompound : 'never');
	const taxed = { ...line, [name]: found['name'], [percent]: asShown(found['value']) };
	if (!isCompound(found)) return taxed;
	// It would be charged on less than the account says.
	if (isSameText(line[type], 'Normal'))
		throw item.problem(
			`${shown} is a compound tax in the account, but ${lineLabelOf(type)} says Line Amount`,
			'Nothing was sent. Set it to As in the Account (in JSON, leave out tax2_type), or enter the tax as a custom one.',
		);
	return { ...taxed, [type]: 'Compound' };
}

const customName = (label: string): string => label.replace(/(Second )?Tax$/, 'Custom $& Name');

/** The values that are there. */
export const withoutAbsent = (values: Values): Values =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isAbsent(value)));
