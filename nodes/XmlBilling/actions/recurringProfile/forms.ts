import type { Property } from '../../engine/property';
import {
	address,
	changedDate,
	dateFrom,
	dateTo,
	notes,
	purchaseOrder,
	terms,
} from '../documents/headerFields';
import { changedClient, clientFilter } from '../common/locators';

// Suggestions: the interface does not list what the service knows (§4.1).
const FREQUENCIES = ['1 Month', '1 Week', '1 Year', '2 Weeks', '3 Months', '6 Months'].map((frequency) => ({
	name: frequency,
	value: frequency,
}));

/** Asked for although the interface does not: without it, or with one it does not know, the service bills weekly (§4.5). */
export const frequency: Property = {
	displayName: 'Frequency',
	name: 'frequency',
	type: 'options',
	options: FREQUENCIES,
	default: '1 Month',
	required: true,
	description:
		'How often an invoice is made. Another frequency, such as 10 Days, can be given with an expression; the service takes one that it does not know as 1 Week, of which the output then warns.',
	open: true,
};

const occurrences: Property = {
	displayName: 'Occurrences',
	name: 'occurrences',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 12,
	description:
		'How many invoices the profile makes. Left out, the service decides for a new profile, and nothing changes in an update.',
	element: 'occurence',
	kind: 'integer',
};

const title: Property = {
	displayName: 'Title',
	name: 'recurringTitle',
	type: 'string',
	default: '',
};

/** What can be said of a profile that is made, besides its client, frequency and lines (§4.5). */
export const profileFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		address,
		{
			displayName: 'Date',
			name: 'date',
			type: 'dateTime',
			default: '',
			description: 'The day of the first invoice. Today when left out.',
		},
		notes,
		occurrences,
		purchaseOrder,
		terms,
		title,
	],
};

/** What narrows a list of profiles (§4.5). */
export const profileFilters: Property = {
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
			name: 'recurringNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. 00012',
			description: 'Only the recurring profile with this number',
		},
		{
			displayName: 'Record Status',
			name: 'recurringRecordStatus',
			type: 'string',
			default: '',
			placeholder: 'e.g. Archived',
			description: 'Only recurring profiles with this status. Active ones when left out.',
		},
	],
};

/** What can be changed on a profile besides its lines (§4.5). */
export const profileChanges: Property = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		address,
		changedClient,
		changedDate,
		{
			displayName: 'Frequency',
			name: 'frequency',
			type: 'options',
			options: FREQUENCIES,
			default: '1 Month',
			description:
				'How often an invoice is made. Another frequency can be given with an expression; the service takes one that it does not know as 1 Week, of which the output then warns.',
			open: true,
		},
		notes,
		occurrences,
		purchaseOrder,
		terms,
		title,
	],
};
