import type { ItemContext } from '../../execution/item';
import { taxRecord } from '../../records';
import type { Values } from '../../xml/encode';
import { isSameText } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { asShown, check, decimalOf, isAbsent, quote } from '../../xml/values';
import { AS_IN_ACCOUNT, TAKE_OFF, type LineTax } from './lineFields';

/** A tax of the account, from `listTax` (§4.11). The vendor documents its types Normal, Compound and Group. */
type AccountTax = BillingRecord;

/** Whether a tax is a group of others. */
export const isTaxGroup = (tax: AccountTax): boolean => isSameText(tax['type'], 'Group');

/** Whether a tax is charged on the line amount and the line's first tax. */
export const isCompound = (tax: AccountTax): boolean => isSameText(tax['type'], 'Compound');

/** Whether a tax shows a percentage that can be read. */
export const hasPercentage = (tax: AccountTax): boolean => decimalOf(tax['value']) !== undefined;

/** A tax as lists show it: with its percentage, and with its type if that is not Normal. */
export function taxLabel(tax: AccountTax): string {
	const name = textOf(tax['name']);
	if (isTaxGroup(tax)) return `${name} (Group)`;
	if (!hasPercentage(tax)) return `${name} (No percentage)`;
	return `${name} ${textOf(tax['value'])}%${isCompound(tax) ? ' (Compound)' : ''}`;
}

/** The taxes with an identifier or a name in any letter case. */
export const findTaxes = (taxes: readonly AccountTax[], wanted: string): AccountTax[] =>
	taxes.filter((tax) => textOf(tax['id']) === wanted.trim() || isSameText(tax['name'], wanted));

/** Whether two taxes come to the same amount on every line. */
const isEqual = (one: AccountTax, other: AccountTax): boolean =>
	one['value'] === other['value'] && isSameText(one['type'], textOf(other['type']));

/**
 * Adds the name, the percentage and the type of a tax that is chosen by name or ID. Throws an error with its label if it is
 * unknown, or no line can have it.
 *
 * @param hasTypes whether the method takes types of taxes (§4.2)
 */
export async function withTax(
	item: ItemContext,
	values: Values,
	tax: LineTax,
	label: string,
	hasTypes: boolean,
): Promise<Values> {
	const name = `${tax}_name`;
	const percent = `${tax}_percent`;
	const type = `${tax}_type`;
	const { [tax]: chosen, ...line }: Record<string, unknown> = values;
	if (line[type] === AS_IN_ACCOUNT) delete line[type];
	if (chosen === TAKE_OFF) return { ...line, [name]: '', [percent]: '' };
	const isCustom = isAbsent(chosen) || chosen === 'custom';
	const isNamed = !isAbsent(line[name]);
	const hasPercent = !isAbsent(line[percent]);
	if (chosen === 'custom' && !isNamed)
		throw item.problem(`${label} is custom and has no name`, 'Name the tax.');
	if (isCustom && (!isNamed || hasPercent)) return line;
	// One of them would be ignored, and another tax billed than somebody meant (people).
	if (!isCustom && (isNamed || hasPercent))
		throw item.problem(
			`${label} is both one of the account's taxes and a custom one`,
			`Remove one of them (in JSON, either ${tax}, or ${name} and ${percent}).`,
		);
	const wanted = check(isCustom ? line[name] : chosen, 'text', item.timeZone);
	if (!wanted.ok) throw item.problem(`${label} ${wanted.problem}`);
	const found = await taxNamed(item, wanted.text ?? '', label);
	const shown = `${label} ${quote(textOf(found['name']))}`;
	const taxed = { ...line, [name]: found['name'], [percent]: asShown(found['value']) };
	if (!isCompound(found)) return taxed;
	if (!hasTypes)
		throw item.problem(
			`${shown} is a compound tax, which cannot be sent here`,
			"Invoice: Create, Update and Create From Time Tracking take one as the second tax. Here, use a normal tax with its percentage of the line's amount, such as 10.5 for 10% on top of 5%.",
		);
	if (tax === 'tax1')
		throw item.problem(
			`${shown} is a compound tax, and only the second tax of a line can be one`,
			'Choose it as the second tax (in JSON, tax2), even if the line has no other.',
		);
	// It would be charged on less than the account says.
	if (isSameText(line[type], 'Normal'))
		throw item.problem(
			`${shown} is a compound tax in the account, but Charged On says Line Amount`,
			'Set it to As in the Account (in JSON, leave out tax2_type), or enter the tax as a custom one.',
		);
	return { ...taxed, [type]: 'Compound' };
}

/** The account's tax with a name or an identifier. Throws if there is none, or a line can't hold it. */
async function taxNamed(item: ItemContext, wanted: string, label: string): Promise<AccountTax> {
	const known = await item.api.list(taxRecord, {}, Infinity);
	const matches = findTaxes(known, wanted);
	const [found] = matches;
	if (found === undefined)
		throw item.problem(
			`${label} ${quote(wanted)} is not one of the account's taxes`,
			`For a custom tax, enter its percentage, too. The account's taxes are: ${known.map((entry) => textOf(entry['name'])).join(', ') || 'none'}.`,
		);
	const shown = `${label} ${quote(textOf(found['name']))}`;
	if (matches.some((match) => !isEqual(match, found))) {
		const choices = matches.map((match) => `${textOf(match['id'])} for ${taxLabel(match)}`).join(', ');
		if (matches.every((match) => isSameText(match['name'], wanted)))
			throw item.problem(
				`${shown} is the name of several taxes with different percentages or types`,
				`Choose one by ID: ${choices}.`,
			);
		throw item.problem(
			`${label} ${quote(wanted)} is the ID of one tax and the name of another`,
			`Give the second one another name in the account: ${choices}.`,
		);
	}
	if (isTaxGroup(found) || !hasPercentage(found))
		throw item.problem(
			`${shown} is a group of taxes, or shows no percentage`,
			'Add the taxes of a group one by one. Give a single tax a percentage in the account.',
		);
	return found;
}
