import type { ItemContext } from '../../engine/item/itemContext';
import { isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf, quote } from '../../xml/values';

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
	const type = isCompound(tax) ? 'Compound' : textOf(tax['type']).trim();
	const rate = `${name} ${textOf(tax['value'])}%`;
	return type === '' || isSameText(type, 'Normal') ? rate : `${rate} (${type})`;
}

/** The taxes with an identifier or, if there is none, with a name in any letter case. */
export function findTaxes(taxes: readonly AccountTax[], wanted: string): AccountTax[] {
	const text = wanted.trim();
	if (text === '') return [];
	const byId = taxes.filter((tax) => textOf(tax['id']) === text);
	return byId.length > 0 ? byId : taxes.filter((tax) => isSameText(tax['name'], text));
}

/** Whether two taxes come to the same amount on every line. */
export const isEqualTax = (one: AccountTax, other: AccountTax): boolean =>
	one['value'] === other['value'] &&
	isCompound(one) === isCompound(other) &&
	isTaxGroup(one) === isTaxGroup(other);

/**
 * Throws if a line can't hold a tax: it would be taxed by another amount.
 *
 * @param takesCompound whether a compound tax is sent as such from there (§4.2)
 */
export function refuseUnfitTax(
	item: ItemContext,
	tax: AccountTax,
	label: string,
	takesCompound: 'never' | 'asSecondTax' | 'always',
): void {
	const named = `${label} ${quote(textOf(tax['name']))}`;
	if (isTaxGroup(tax))
		throw item.problem(`${named} is a group of taxes`, 'Nothing was sent. Add its taxes one by one.');
	if (!hasPercentage(tax))
		throw item.problem(
			`${named} shows no percentage`,
			'Nothing was sent. If it is a group, add its taxes one by one. If not, give it a percentage in the account.',
		);
	if (!isCompound(tax) || takesCompound === 'always') return;
	if (takesCompound === 'asSecondTax')
		throw item.problem(
			`${named} is a compound tax, and only the second tax of a line can be one`,
			'Nothing was sent. Choose it as the second tax, even if the line has no other.',
		);
	throw item.problem(
		`${named} is a compound tax, which cannot be sent here`,
		"Nothing was sent. Invoice: Create, Update and Create From Time Tracking take one as the second tax. Here, use a normal tax with its percentage of the line's amount, such as 10.5 for 10% on top of 5%.",
	);
}
