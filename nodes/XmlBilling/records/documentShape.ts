import { group, listOf, words, type Shape } from '../xml/shape';

const line: Shape = {
	...words('type', 'discount_type', 'tax1_name', 'tax1_type', 'tax2_name', 'tax2_type'),
	item_id: 'number',
	unit_cost: 'number',
	quantity: 'number',
	discount: 'number',
	tax1_percent: 'number',
	tax2_percent: 'number',
};

/** The elements that all documents with lines have. */
export const documentShape = {
	...words('number', 'po_number', 'date'),
	client: group({ client_id: 'number' }),
	client_id: 'number',
	total_discount: 'number',
	total_tax: 'number',
	items: listOf('item', line),
} as const satisfies Shape;

/** The lines of a recurring profile. */
export const recurringLines = listOf('item', { ...line, recurring_item_id: 'number' });
