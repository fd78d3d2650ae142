import { words } from '../xml/shape';
import { organizationOf } from './display';
import { documentShape, recurringLines } from './documentShape';
import type { DocumentRecord } from './recordType';

/** §4.5: an update keeps what a request leaves out, and requests take no number. */
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
		recurring_id: 'number',
		occurence: 'number',
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
		example: '00012',
	},
	picker: {
		search: 'searchRecurring',
		exampleId: '12',
		shows: 'number',
		title: ['number', organizationOf],
		detail: ['recurring_title', 'frequency'],
	},
	simplified: [
		'recurring_id',
		'number',
		'client/client_id',
		'client/organization',
		'date',
		'recurring_title',
		'recurring_status',
		'frequency',
		'occurence',
	],
	watched: {
		hasClient: true,
		lists: [{}],
		dateFilter: 'date_from',
		filled: ['client', 'recurring_status', 'number', 'date', 'frequency', 'items'],
		present: ['notes', 'terms'],
	},
} as const satisfies DocumentRecord;
