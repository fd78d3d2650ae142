import { numbers, texts, words } from '../xml/shape';
import { organizationOf } from './display';
import { documentNames, documentShape, recurringLines, totalIn } from './documentShape';
import { clientWithCurrency, type DocumentRecord } from './recordType';
import { sameTexts, shownDay, shownDecimal, shownWord } from './keptFields';

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
		needs: 'number',
		title: ['number', organizationOf],
		detail: ['recurring_title', 'frequency'],
	},
	links: [clientWithCurrency],
	derived: { total: totalIn },
	columns: {
		names: [...documentNames, 'recurring_status'],
		money: ['total', 'currency'],
		others: ['frequency', 'date', 'recurring_title'],
		ids: ['recurring_id', 'client_id'],
	},
	isWide: true,
	leftOnUpdate: {
		...sameTexts('recurring_title', 'po_number', 'notes', 'terms'),
		date: shownDay('date'),
		// The spellings that the form takes are documented, not proven (§4.5).
		frequency: shownWord('frequency'),
		occurence: shownDecimal('occurence'),
	},
	watched: {
		hasClient: true,
		dateFilter: 'date_from',
		filled: ['client', 'recurring_status', 'number', 'date', 'frequency', 'items'],
		present: ['notes', 'terms'],
		// The interface names no such status: vendor.
		ended: { field: 'recurring_status', word: 'Stop', name: 'stopped' },
	},
} as const satisfies DocumentRecord;
