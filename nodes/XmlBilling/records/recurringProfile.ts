import { numbers, texts, words } from '../xml/shape';
import { organizationOf } from './display';
import { documentShape, recurringLines, simpleDocument, totalIn } from './documentShape';
import { clientWithCurrency } from './links';
import type { DocumentRecord } from './recordType';

/** §4.5: an update keeps what a request leaves out. */
export const recurringRecord = {
	name: 'recurring',
	label: 'recurring profile',
	id: 'recurring_id',
	wrapper: 'recurrings',
	list: 'listRecurring',
	get: 'getRecurring',
	shape: {
		...documentShape,
		...words('recurring_status', 'frequency'),
		...texts('recurring_title'),
		...numbers('recurring_id', 'occurence'),
		items: recurringLines,
	},
	lineId: 'recurring_item_id',
	shownLineId: 'recurring_item_id',
	showsTaxes: false,
	knownBy: {
		word: 'number',
		field: 'number',
		filter: 'recurring_number',
		mode: 'profileNumber',
		example: 'REC-141',
		isAssigned: true,
	},
	picker: {
		search: 'searchRecurring',
		isByTime: true,
		exampleId: '12',
		shows: 'number',
		title: ['number', organizationOf],
		detail: ['recurring_title', 'frequency'],
	},
	links: [clientWithCurrency],
	derived: { total: totalIn },
	simplified: [...simpleDocument, 'date', 'recurring_status', 'frequency', 'total', 'currency'],
	simplifiedLists: { items: ['recurring_item_id', 'name', 'unit_cost', 'quantity'] },
	watched: {
		hasClient: true,
		dateFilter: 'date_from',
		filled: ['client', 'recurring_status', 'number', 'date', 'frequency', 'items'],
		present: ['notes', 'terms'],
	},
} as const satisfies DocumentRecord;
