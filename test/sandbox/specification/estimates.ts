import { CREATED_HEADER, UPDATED_HEADER } from './header.ts';
import { LINE_FLAGS, lineElements, refuse, TAX_TYPE_REFUSALS } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { ESTIMATE_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const ESTIMATE_ID: ElementSpecification = {
	path: 'estimate_id',
	required: 'always',
	example: '{estimate}',
	invalid: refuse('Estimate id is invalid.', null, '', 'abc', '0', '1.5'),
};

const READ = { method: 'getEstimate', identifier: 'estimate_id' };

/** The elements that createEstimate and updateEstimate share, besides the client. */
const HEADER: readonly ElementSpecification[] = [
	{ path: 'number', example: '007', readBack: 'number' },
	{
		path: 'date',
		example: '2026-02-28',
		readBack: 'date',
		invalid: refuse('Date is invalid.', '2026-02-30', '28.02.2026'),
	},
	{
		path: 'schedule_date',
		example: '2026-03-01',
		invalid: refuse('Schedule Date is invalid.', '2025-02-29', '01/03/2026'),
	},
	{
		path: 'status',
		example: 'sent',
		readBack: 'estimate_status',
		accepts: ['Sent', 'partial-paid', 'Awaiting <reply>'].map((value) => ({ value, returned: value })),
	},
];

/** §4.4 */
export const estimates: readonly MethodSpecification[] = [
	{
		method: 'createEstimate',
		group: 'estimates',
		section: '§4.4',
		elements: [
			...CREATED_HEADER,
			{ path: 'estimate_title', example: 'Spring <campaign> & more', readBack: 'estimate_title' },
			...HEADER,
			...lineElements('items/item', LINE_FLAGS.createEstimate),
		],
		answer: { kind: 'identifier', element: 'estimate_id' },
		read: READ,
		refusals: TAX_TYPE_REFUSALS,
	},
	{
		method: 'updateEstimate',
		group: 'estimates',
		section: '§4.4',
		elements: [
			ESTIMATE_ID,
			...UPDATED_HEADER,
			...HEADER,
			...lineElements('items/item', LINE_FLAGS.updateEstimate),
		],
		answer: { kind: 'empty' },
		read: READ,
		refusals: TAX_TYPE_REFUSALS,
	},
	{
		method: 'deleteEstimate',
		group: 'estimates',
		section: '§4.4',
		elements: [{ path: 'estimate_id', required: 'always', repeatable: true, example: '{estimate}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getEstimate',
		group: 'estimates',
		section: '§4.4',
		elements: [ESTIMATE_ID],
		answer: { kind: 'record', element: 'estimate', fields: ESTIMATE_FIELDS },
	},
	{
		method: 'listEstimate',
		group: 'estimates',
		section: '§4.4',
		elements: [
			{ path: 'filter/client_id', example: '{client}' },
			{ path: 'filter/date_from', example: '2000-01-01' },
			{ path: 'filter/date_to', example: '2099-12-31' },
			{ path: 'filter/estimate_number', example: '{estimateNumber}' },
			{ path: 'filter/status', example: 'Active' },
			{ path: 'filter/sort_column', example: 'date' },
			{ path: 'filter/sort_order', example: 'asc' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'estimates',
			record: 'estimate',
			identifier: 'estimate_id',
			count: 'total_records',
		},
		refusals: NOTHING_FOUND,
	},
	{
		method: 'sendEstimateMail',
		group: 'estimates',
		section: '§4.4',
		elements: [{ path: 'estimate_id', required: 'always', repeatable: true, example: '{estimate}' }],
		answer: { kind: 'identifiers', element: 'success/estimate_id' },
	},
	{
		method: 'addEstimateItem',
		group: 'estimates',
		section: '§4.4',
		elements: [ESTIMATE_ID, ...lineElements('items/item', LINE_FLAGS.addEstimateItem)],
		answer: {
			kind: 'lines',
			element: 'estimate_id',
			wrapper: 'estimate_items',
			line: 'estimate_item_id',
		},
		read: READ,
	},
	{
		method: 'updateEstimateItem',
		group: 'estimates',
		section: '§4.4',
		elements: [
			ESTIMATE_ID,
			{
				path: 'items/item/estimate_item_id',
				required: 'inParent',
				example: '{estimateItem}',
				readBack: 'items/item/item_id',
				invalid: refuse(
					'Estimate item is invalid.',
					null,
					'',
					'abc',
					'{otherEstimateItem}',
					'{foreignEstimateItem}',
					'{invoiceItem}',
					'{unknown}',
				),
			},
			...lineElements('items/item', LINE_FLAGS.updateEstimateItem),
		],
		answer: { kind: 'empty' },
		read: READ,
	},
	{
		method: 'deleteEstimateItem',
		group: 'estimates',
		section: '§4.4',
		elements: [
			{ ...ESTIMATE_ID, repeatable: true },
			{ path: 'estimate_item_id', required: 'always', repeatable: true, example: '{estimateItem}' },
		],
		answer: { kind: 'empty' },
	},
];
