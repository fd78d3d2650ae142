import { isObject } from '../helpers/GenericFunctions';
import Big from 'big.js';
import { group, repeated, numbers, texts, words, type Shape } from '../xml/shape';
import type { OutputRecord } from './recordType';
import { bodiesFrom } from '../xml/request';
import { totalsOf } from './totals';

const line: Shape = {
	...texts('name', 'description'),
	...words('type', 'discount_type', 'tax1_name', 'tax1_type', 'tax2_name', 'tax2_type'),
	...numbers('item_id', 'unit_cost', 'quantity', 'discount', 'tax1_percent', 'tax2_percent'),
};

/** The elements that all documents with lines have. */
export const documentShape = {
	...words('number', 'po_number', 'date'),
	client: group({ client_id: 'number', ...texts('organization', 'address') }),
	...numbers('client_id', 'total_discount', 'total_tax'),
	...texts('notes', 'terms'),
	items: repeated('item', line),
} as const satisfies Shape;

export const recurringLines = repeated('item', { ...line, recurring_item_id: 'number' });

/** What people know a document by. */
export const documentNames = ['number', 'client_organization'] as const;

/**
 * The total of a document whose answer has none: its lines after discounts, and all taxes (§2.2). Undefined if the record
 * doesn't show all of them as numbers.
 */
export function totalIn({ items, total_tax: tax }: OutputRecord): number | undefined {
	if (!Array.isArray(items) || typeof tax !== 'number' || !items.every(isPriced)) return undefined;
	const { lines } = totalsOf({ items: { item: bodiesFrom(items) } });
	return lines.reduce((sum, { cost, discount }) => sum.plus(cost).minus(discount), new Big(tax)).toNumber();
}

const isPriced = (item: unknown): boolean =>
	isObject(item) && ['unit_cost', 'quantity'].every((field) => typeof item[field] === 'number');
