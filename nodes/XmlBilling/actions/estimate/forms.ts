import type { Property } from '../../engine/property';
import {
	address,
	changedDate,
	changedNumber,
	dateFrom,
	dateTo,
	documentDate,
	documentNumber,
	notes,
	purchaseOrder,
	scheduleDate,
	terms,
} from '../documents/headerFields';
import { changedClient, clientFilter } from '../common/locators';
import { expectedTotal, fullRecords, preview, returnField } from '../common/options';

/** What can be said of an estimate that is made, besides its client and lines (§4.4). */
export const estimateFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		address,
		documentDate,
		notes,
		documentNumber,
		purchaseOrder,
		scheduleDate,
		{
			displayName: 'Status',
			name: 'status',
			type: 'string',
			default: '',
			placeholder: 'e.g. Draft',
			description:
				'The status of the new estimate, stored as you write it. It is set without sending any mail. The service chooses one when left out.',
		},
		terms,
		{
			displayName: 'Title',
			name: 'estimateTitle',
			type: 'string',
			default: '',
			description: 'It cannot be changed later',
		},
	],
};

/** What decides on an estimate whose number exists. */
export const createEstimateOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		expectedTotal,
		{
			displayName: 'If Number Exists',
			name: 'ifExists',
			type: 'options',
			options: [
				{
					name: 'Create Anyway',
					value: 'create',
					description: 'The service gives it the next number in the sequence',
				},
				{ name: 'Fail', value: 'fail', description: 'Stop with an error that names the estimate' },
				{ name: 'Return the Existing Estimate', value: 'existing', description: 'Create nothing' },
			],
			default: 'fail',
			description: 'What to do when an estimate has the same number',
			element: false,
		},
		preview,
		returnField,
	],
};

/** What narrows a list of estimates (§4.4). */
export const estimateFilters: Property = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	element: 'filter',
	strict: true,
	options: [
		clientFilter,
		dateFrom,
		dateTo,
		{
			displayName: 'Number',
			name: 'estimateNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. EST-0042',
			description: 'Only the estimate with this number',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'string',
			default: '',
			placeholder: 'e.g. Archived',
			description: 'Only estimates with this status. Active ones when left out.',
		},
	],
};

/** The order of a list of estimates, whose columns the interface does not list, and how it is read (§4.1, §4.4). */
export const estimateListOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		fullRecords,
		{
			displayName: 'Sort By',
			name: 'sortColumn',
			type: 'options',
			options: [
				{ name: 'Date', value: 'date' },
				{ name: 'ID', value: 'estimate_id' },
				{ name: 'Number', value: 'number' },
				{ name: 'Organization', value: 'organization' },
			],
			default: 'number',
			description: 'Another column can be given with an expression',
			element: 'filter/sort_column',
			open: true,
		},
		{
			displayName: 'Sort Order',
			name: 'sortOrder',
			type: 'options',
			options: [
				{ name: 'Ascending', value: 'asc' },
				{ name: 'Descending', value: 'desc' },
			],
			default: 'desc',
			element: 'filter/sort_order',
		},
	],
};

/** What can be changed on an estimate besides its lines (§4.4). */
export const estimateChanges: Property = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		address,
		changedClient,
		changedDate,
		notes,
		changedNumber,
		purchaseOrder,
		{
			displayName: 'Schedule Date',
			name: 'scheduleDate',
			type: 'dateTime',
			default: '',
			description:
				'The day on which the service sends the document by itself. The service does not show it: set it again with every update of an estimate that is to have one.',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'string',
			default: '',
			placeholder: 'e.g. Sent',
			description: 'Another status, stored as you write it. It is set without sending any mail.',
		},
		terms,
	],
};
