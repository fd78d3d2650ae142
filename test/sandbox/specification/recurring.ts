import { CREATED_HEADER, KEPT_HEADER } from './header.ts';
import { LINE_FLAGS, lineElements, refuse } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { RECURRING_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const RECURRING_ID: ElementSpecification = {
	path: 'recurring_id',
	required: 'always',
	example: '{recurring}',
	invalid: refuse('Recurring id is invalid.', null, '', 'abc', '0', '1.5'),
};

const READ = { method: 'getRecurring', identifier: 'recurring_id' };

/** The elements that createRecurring and updateRecurring share, besides the client. */
const HEADER: readonly ElementSpecification[] = [
	{
		path: 'date',
		example: '2026-02-28',
		readBack: 'date',
		invalid: refuse('Date is invalid.', '2026-02-30', '28.02.2026', '2026-2-8', '2026-02-28 10:00:00'),
	},
	{ path: 'recurring_title', example: 'Hosting & <support>', readBack: 'recurring_title' },
	{
		path: 'frequency',
		example: '1 Month',
		readBack: 'frequency',
		accepts: [{ value: 'Whenever', returned: '1 Week' }],
	},
	{ path: 'occurence', example: '12', readBack: 'occurence' },
];

/** §4.5 */
export const recurring: readonly MethodSpecification[] = [
	{
		method: 'createRecurring',
		group: 'recurring',
		section: '§4.5',
		elements: [...CREATED_HEADER, ...HEADER, ...lineElements('items/item', LINE_FLAGS.createRecurring)],
		answer: { kind: 'identifier', element: 'recurring_id' },
		read: READ,
		refusals: [
			{
				status: 400,
				message: 'Name is required.',
				when: 'a line has no name',
				change: { 'items/item/name': null, 'items/item/quantity': '1' },
			},
		],
	},
	{
		method: 'updateRecurring',
		group: 'recurring',
		section: '§4.5',
		elements: [
			RECURRING_ID,
			...KEPT_HEADER,
			...HEADER,
			...lineElements('items/item', LINE_FLAGS.updateRecurring),
		],
		answer: { kind: 'identifier', element: 'recurring_id' },
		read: READ,
	},
	{
		method: 'deleteRecurring',
		group: 'recurring',
		section: '§4.5',
		elements: [{ path: 'recurring_id', required: 'always', repeatable: true, example: '{recurring}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getRecurring',
		group: 'recurring',
		section: '§4.5',
		elements: [RECURRING_ID],
		answer: { kind: 'record', element: 'recurring', fields: RECURRING_FIELDS },
	},
	{
		method: 'listRecurring',
		group: 'recurring',
		section: '§4.5',
		elements: [
			{ path: 'filter/client_id', example: '{client}' },
			{ path: 'filter/date_from', example: '2000-01-01' },
			{ path: 'filter/date_to', example: '2099-12-31' },
			{ path: 'filter/recurring_number', example: '{recurringNumber}' },
			{ path: 'filter/recurring_record_status', example: 'Active' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'recurrings',
			record: 'recurring',
			identifier: 'recurring_id',
			count: 'total_records',
		},
		refusals: NOTHING_FOUND,
	},
	{
		method: 'addRecurringItem',
		group: 'recurring',
		section: '§4.5',
		elements: [RECURRING_ID, ...lineElements('items/item', LINE_FLAGS.addRecurringItem)],
		answer: {
			kind: 'lines',
			element: 'recurring_id',
			wrapper: 'recurring_items',
			line: 'recurring_item_id',
		},
		read: READ,
	},
	{
		method: 'updateRecurringItem',
		group: 'recurring',
		section: '§4.5',
		elements: [
			RECURRING_ID,
			{
				path: 'items/item/recurring_item_id',
				required: 'inParent',
				example: '{recurringItem}',
				readBack: 'items/item/recurring_item_id',
				invalid: refuse(
					'Recurring item is invalid.',
					null,
					'',
					'abc',
					'{otherRecurringItem}',
					'{foreignRecurringItem}',
					'{invoiceItem}',
					'{unknown}',
				),
			},
			...lineElements('items/item', LINE_FLAGS.updateRecurringItem),
		],
		answer: { kind: 'empty' },
		read: READ,
	},
	{
		method: 'deleteRecurringItem',
		group: 'recurring',
		section: '§4.5',
		elements: [
			{ ...RECURRING_ID, repeatable: true },
			{ path: 'recurring_item_id', required: 'always', repeatable: true, example: '{recurringItem}' },
		],
		answer: { kind: 'empty' },
	},
];
