import { group, listOf, numbers, words, type Shape } from '../xml/shape';

const line: Shape = {
	...words('type', 'discount_type', 'tax1_name', 'tax1_type', 'tax2_name', 'tax2_type'),
	...numbers('item_id', 'unit_cost', 'quantity', 'discount', 'tax1_percent', 'tax2_percent'),
};

/** The elements that all documents with lines have. */
export const documentShape = {
	...words('number', 'po_number', 'date'),
	client: group({ client_id: 'number' }),
	...numbers('client_id', 'total_discount', 'total_tax'),
	items: listOf('item', line),
} as const satisfies Shape;

/** The first fields of every document's simplified output. */
export const simpleDocument = ['number', 'client/client_id', 'client/organization', 'date'] as const;

export const recurringLines = listOf('item', { ...line, recurring_item_id: 'number' });
