import type { Property } from '../../engine/property';
import { additionalFields, asChoices, filters, optional, statusFilter, updateFields } from '../common/fields';
import { changedClient, clientFilter } from '../common/locators';
import { dateFrom, dateTo } from '../common/period';
import { notes } from '../common/textFields';
import {
	billingAddress,
	changedDate,
	documentDate,
	newBillingAddress,
	purchaseOrder,
	terms,
} from '../documents/headerFields';

/** Required here, though not by the interface: without a frequency it knows, the service bills weekly (§4.5). */
export const frequency: Property = {
	displayName: 'Frequency',
	name: 'frequency',
	type: 'options',
	// Only suggestions: the interface doesn't list the frequencies (§4.1).
	options: asChoices(['1 Month', '1 Week', '1 Year', '2 Weeks', '3 Months', '6 Months']),
	default: '1 Month',
	required: true,
	description:
		'How often the service creates an invoice. For another frequency, such as 10 Days, use an expression. If the service does not recognize it, it saves 1 Week instead, and you get a warning.',
	open: true,
};

const occurrences: Property = {
	displayName: 'Occurrences',
	name: 'occurrences',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 12,
	description:
		'Number of invoices to create. If omitted, the service chooses it for a new profile, and an update keeps it.',
	element: 'occurence',
	kind: 'integer',
};

const title: Property = {
	displayName: 'Title',
	name: 'recurringTitle',
	type: 'string',
	default: '',
};

/** Optional fields of a new profile besides its client, frequency and lines (§4.5). */
export const profileFields = additionalFields(
	newBillingAddress,
	optional(documentDate, { description: 'Date of the first invoice (YYYY-MM-DD). Defaults to today.' }),
	notes,
	occurrences,
	purchaseOrder,
	terms,
	title,
);

/** Filters of a list of profiles (§4.5). */
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
	statusFilter('recurring profiles', 'recurringRecordStatus', { displayName: 'Record Status' }),
);

/** Fields besides lines that an update of a profile can change (§4.5). */
export const profileChanges = updateFields(
	billingAddress,
	changedClient,
	changedDate,
	optional(frequency),
	notes,
	occurrences,
	purchaseOrder,
	terms,
	title,
);
