import { numbers, texts, words } from '../xml/shape';
import { amountPart } from './display';
import type { RecordType } from './recordType';
import { shownDecimal, shownText } from './keptFields';

/** §4.8 */
export const productRecord = {
	name: 'product',
	label: 'product',
	id: 'product_id',
	wrapper: 'products',
	list: 'listProduct',
	get: 'getProduct',
	shape: {
		...texts('product_name', 'description'),
		...words('date', 'status'),
		...numbers('product_id', 'unit_cost', 'quantity'),
	},
	knownBy: {
		word: 'name',
		field: 'product_name',
		filter: 'item_name',
		mode: 'productName',
	},
	picker: {
		search: 'searchProducts',
		exampleId: '21',
		needs: 'product_name',
		detail: [amountPart('unit_cost')],
	},
	columns: {
		names: ['product_name'],
		money: ['unit_cost', 'quantity'],
		others: ['status', 'date', 'description'],
		ids: ['product_id'],
	},
	keptOnUpdate: {
		name: shownText('product_name'),
		quantity: shownDecimal('quantity'),
		unitcost: shownDecimal('unit_cost'),
		description: shownText('description'),
	},
	watched: { filled: ['product_name', 'date', 'status'], present: ['unit_cost', 'quantity'] },
	unlisted: ['description'],
} as const satisfies RecordType;
