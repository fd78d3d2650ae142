import type { Property } from '../../engine/property';
import { additionalFields, asChoices, filters, optional, updateFields } from '../common/fields';
import { changedClient, clientFilter } from '../common/locators';
import {
	address,
	changedDate,
	dateFrom,
	dateTo,
	documentDate,
	notes,
	purchaseOrder,
	terms,
} from '../documents/headerFields';

/** Required although the interface does not: without it, or with one it does not know, the service bills weekly (§4.5). */
export const frequency: Property = {
	displayName: 'Frequency',
	name: 'frequency',
	type: 'options',
	// Suggestions: the interface does not list what the service knows (§4.1).
	options: asChoices(['1 Month', '1 Week', '1 Year', '2 Weeks', '3 Months', '6 Months']),
	default: '1 Month',
	required: true,
	description:
		'How often the service creates an invoice. To use another frequency, such as 10 Days, use an expression. The service saves a frequency it does not know as 1 Week, and the output then has a warning.',
	open: true,
};

const occurrences: Property = {
	displayName: 'Occurrences',
	name: 'occurrences',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 12,
	description:
		'Number of invoices to create. If omitted, the service decides for a new profile, and an update changes nothing.',
	element: 'occurence',
	kind: 'integer',
};

const title: Property = {
	displayName: 'Title',
	name: 'recurringTitle',
	type: 'string',
	default: '',
};

/** What a new profile can have besides its client, frequency and lines (§4.5). */
export const profileFields = additionalFields(
	address,
	optional(documentDate, { description: 'Date of the first invoice. Defaults to today.' }),
	notes,
	occurrences,
	purchaseOrder,
	terms,
	title,
);

/** What narrows a list of profiles (§4.5). */
export const profileFilters = filters(
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
		description: 'Only recurring profiles with this status. Defaults to active ones.',
	},
);

/** What can be changed on a profile besides its lines (§4.5). */
export const profileChanges = updateFields(
	address,
	changedClient,
	changedDate,
	optional(frequency),
	notes,
	occurrences,
	purchaseOrder,
	terms,
	title,
);
