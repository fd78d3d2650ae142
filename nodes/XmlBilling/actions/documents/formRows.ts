import type { ItemContext } from '../../engine/item/itemContext';
import { fieldsOf } from '../../objects';
import { isAbsent } from '../../xml/values';

type Fields = Record<string, unknown>;

/** Turns a row with the fields of the form into a flat line, as JSON has it. Throws an error that names the row. */
export function flatRow(item: ItemContext, row: unknown, label: string): Fields {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) {
		throw item.problem(
			`${label} is not an object`,
			'As JSON, a line looks like { "name": "Design", "unit_cost": 120.5 }.',
		);
	}
	const { additionalFields, changes, ...own } = fieldsOf(row);
	const { customTax, firstTax, secondTax, ...fields }: Fields = {
		...own,
		...fieldsOf(additionalFields),
		...fieldsOf(changes),
	};
	return {
		...withCustomTax(item, withItem(item, withDiscount(item, fields, label), label), customTax, label),
		...taxIn(firstTax),
		...taxIn(secondTax),
	};
}

const taxIn = (group: unknown): Fields => fieldsOf(fieldsOf(group)['tax']);

/** The fields with the tax that is typed in under Additional Fields, if there is one. */
function withCustomTax(item: ItemContext, fields: Fields, group: unknown, label: string): Fields {
	const typed = taxIn(group);
	const isEmpty = Object.values(typed).every(isAbsent);
	if (isEmpty && group !== undefined && isAbsent(fields['tax1']))
		throw item.problem(
			`${label} › Custom Tax is empty`,
			'Nothing was sent. Enter its name and percentage, or remove it.',
		);
	if (isEmpty) return fields;
	if (!isAbsent(fields['tax1']))
		throw item.problem(`${label} has both a Tax and a Custom Tax`, 'Nothing was sent. Remove one of them.');
	return { ...fields, ...typed, tax1: 'custom' };
}

function withDiscount(
	item: ItemContext,
	{ discountAmount, discountPercent, ...fields }: Fields,
	label: string,
): Fields {
	const [isAmount, isPercent] = [!isAbsent(discountAmount), !isAbsent(discountPercent)];
	if (isAmount && isPercent)
		throw item.problem(
			`${label} has both a Discount Amount and a Discount Percent`,
			'Nothing was sent. Remove one of them.',
		);
	if (isAmount) return { ...fields, discount: discountAmount, discountType: 'Fixed' };
	if (isPercent) return { ...fields, discount: discountPercent, discountType: 'Percent' };
	const isEmpty = discountAmount !== undefined || discountPercent !== undefined;
	return isEmpty ? { ...fields, discount: '' } : fields;
}

/** The product or service of a line, or the type of its free text. A row may hold values of another choice. */
function withItem(
	item: ItemContext,
	{ from, productId, serviceId, itemType, ...fields }: Fields,
	label: string,
): Fields {
	// An expression that gives whole rows may leave the choice out.
	const implied = isAbsent(productId) ? (isAbsent(serviceId) ? 'custom' : 'service') : 'product';
	const chosen = isAbsent(from) ? implied : from;
	if (chosen === 'custom') return isAbsent(itemType) ? fields : { ...fields, type: itemType };
	if (chosen !== 'product' && chosen !== 'service') return { ...fields, from };
	if (!isAbsent(itemType))
		throw item.problem(`${label} › Type is only for free text`, 'Nothing was sent. Remove the field.');
	return { ...fields, [chosen]: (chosen === 'product' ? productId : serviceId) ?? '' };
}
