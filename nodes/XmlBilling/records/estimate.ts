import { texts, words } from '../xml/shape';
import { organizationOf } from './display';
import { documentShape, simpleDocument, totalIn } from './documentShape';
import { clientWithCurrency } from './links';
import type { DocumentRecord } from './recordType';
import { sameTexts, shownDay, shownText } from './resent';

/** §4.4 */
export const estimateRecord = {
	name: 'estimate',
	label: 'estimate',
	id: 'estimate_id',
	wrapper: 'estimates',
	list: 'listEstimate',
	get: 'getEstimate',
	shape: { ...documentShape, ...words('estimate_status'), ...texts('estimate_title'), estimate_id: 'number' },
	lineId: 'estimate_item_id',
	shownLineId: 'item_id',
	showsTaxes: false,
	knownBy: {
		word: 'number',
		field: 'number',
		filter: 'estimate_number',
		mode: 'estimateNumber',
		example: 'EST-0042',
		lists: [{}, { status: 'Archived' }],
	},
	picker: {
		search: 'searchEstimates',
		isByTime: true,
		exampleId: '77',
		shows: 'number',
		title: ['number', organizationOf],
		detail: ['estimate_title', 'estimate_status'],
	},
	links: [clientWithCurrency],
	derived: { total: totalIn },
	simplified: [...simpleDocument, 'date', 'estimate_title', 'estimate_status', 'total', 'currency'],
	simplifiedLists: { items: ['item_id', 'name', 'unit_cost', 'quantity'] },
	// Updates don't take the title, and answers don't show the schedule date.
	resent: {
		number: shownText('number'),
		date: shownDay('date'),
		po_number: shownText('po_number'),
		// Stored exactly as sent (§3).
		status: shownText('estimate_status'),
		...sameTexts('notes', 'terms'),
	},
	watched: {
		hasClient: true,
		dateFilter: 'date_from',
		filled: ['client', 'estimate_status', 'number', 'date', 'items'],
		present: ['notes', 'terms'],
		status: { field: 'estimate_status', final: [] },
	},
} as const satisfies DocumentRecord;
