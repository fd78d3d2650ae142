import { texts, words } from '../xml/shape';
import type { RecordType } from './recordType';

/** §4.9: no method reads a single category. */
export const categoryRecord = {
	name: 'category',
	label: 'expense category',
	id: 'category_id',
	wrapper: 'categories',
	list: 'listExpenseCategory',
	shape: { ...texts('name'), ...words('status', 'date_added'), category_id: 'number' },
	columns: { names: ['name'], others: ['status', 'date_added'], ids: ['category_id'] },
	picker: { label: 'Category', search: 'searchCategories', exampleId: '4', shows: 'name' },
} as const satisfies RecordType;
