import { texts, words, type BillingRecord } from '../xml/shape';
import { amountPart, organizationOf } from './display';
import { documentNames, documentShape, totalIn } from './documentShape';
import { clientWithCurrency, type DocumentRecord } from './recordType';
import { sameTexts, shownDay, shownNumber, shownText } from './keptFields';

const totalPart = (estimate: BillingRecord): string =>
	amountPart('total')({ ...estimate, total: totalIn(estimate) ?? '' });

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
		needs: 'number',
		title: ['number', organizationOf],
		detail: [totalPart, 'estimate_title', 'estimate_status'],
	},
	links: [clientWithCurrency],
	derived: { total: totalIn },
	columns: {
		names: [...documentNames, 'estimate_status'],
		money: ['total', 'currency'],
		others: ['date', 'estimate_title', 'client_email'],
		ids: ['estimate_id', 'client_id'],
	},
	isWide: true,
	leftOnUpdate: sameTexts('estimate_title'),
	// Answers don't show the schedule date.
	keptOnUpdate: {
		number: shownNumber,
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
		// One that was accepted, rejected or expired can be sent again.
		status: { field: 'estimate_status', final: [] },
	},
} as const satisfies DocumentRecord;
