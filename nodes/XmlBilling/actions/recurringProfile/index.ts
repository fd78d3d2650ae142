import {
	changedProfileLines,
	linesFrom,
	newLinesFrom,
	plainLines,
	untaxedLines,
} from '../documents/lineForms';
import { linesPerItem } from '../documents/linesPerItem';
import { documentClient, changedClient, clientFilter } from '../../descriptions/locators';
import { lineOptions } from '../../descriptions/options';
import { recurringRecord } from '../../records';
import { addLinesOf, deleteLinesOf, updateLinesOf } from '../documents/lineOperations';
import { createDocument } from '../documents/create';
import type { Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { documentPeriod } from '../../execution/period';
import { listRecords } from '../../execution/recordReads';
import { today } from '../../xml/dates';
import { textOf } from '../../xml/shape';
import { updateDocument } from '../documents/update';
import type { Property } from '../../descriptions/property';
import {
	additionalFields,
	DOCUMENT_STATES,
	filters,
	optional,
	statusFilter,
	updateFields,
	formField,
} from '../../descriptions/fields';
import { dateFrom, dateTo, notes, withPlaceholders } from '../../descriptions/commonFields';
import {
	billingAddress,
	changedDate,
	documentDate,
	newBillingAddress,
	purchaseOrder,
	terms,
} from '../documents/headerFields';

/** The frequencies that the vendor knows, by their labels on its website; that of 11 months has none there (§4.5). */
const FREQUENCIES = {
	Weekly: '1 Week',
	'2 Weeks': '2 Week',
	'3 Weeks': '3 Week',
	'4 Weeks': '4 Week',
	Monthly: '1 Month',
	Quarterly: '3 Month',
	'Half Yearly': '6 Month',
	'11 Months': '11 Month',
	Yearly: '1 Year',
	'2 Years': '2 Year',
	'3 Years': '3 Year',
};

/**
 * Required here, though not by the interface. The service would save any other as 1 Week, without an error: a quarterly client
 * would be billed weekly (§4.5).
 */
export const frequency = formField('Frequency', {
	type: 'options',
	options: Object.entries(FREQUENCIES).map(([name, value]) => ({ name, value })),
	default: '1 Month',
	required: true,
	description: 'How often the service creates an invoice',
});

/** When the invoices of a new profile begin (§4.5). */
const firstDate: Property = {
	...documentDate,
	description: 'Date of the first invoice (YYYY-MM-DD). Defaults to today. The others follow by Frequency.',
	hint: 'You cannot number a profile yourself, so each run creates another one, and the client is billed by all of them',
};

/** Only for a new profile: no example of an update has it (§4.5). */
const emailEachInvoice = formField('Email Each Invoice', {
	type: 'options',
	options: [
		{ name: 'Service Default', value: '' },
		{ name: 'Yes', value: '1' },
	],
	default: '',
	description:
		'Whether clients get each invoice by email. After choosing Yes, check that the first one was sent.',
	element: 'send',
});

const occurrences = formField('Occurrences', {
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 12,
	description: 'Number of invoices to create. A new profile without it leaves that to the service.',
	element: 'occurence',
	kind: 'integer',
});

const title = formField('Title', { name: 'recurringTitle', description: 'What the invoices are about' });

/** Optional fields of a new profile besides its client, frequency, date and lines (§4.5). */
const profileFields = additionalFields(
	newBillingAddress,
	withPlaceholders(notes),
	occurrences,
	purchaseOrder,
	withPlaceholders(terms),
	title,
);

/** Filters of a list of profiles (§4.5). */
const profileFilters = filters(
	clientFilter,
	dateFrom,
	dateTo,
	formField('Number', {
		name: 'recurringNumber',
		placeholder: 'e.g. REC-141',
		description: 'Only the recurring profile with this number',
		kind: 'word',
	}),
	statusFilter('recurringRecordStatus', {
		displayName: 'Record Status',
		options: [...DOCUMENT_STATES, { name: 'Stopped', value: 'Stop' }],
	}),
);

/** Fields besides lines that an update of a profile can change (§4.5). */
const profileChanges = updateFields(
	billingAddress,
	changedClient,
	changedDate,
	optional(frequency, { strict: true }),
	withPlaceholders(notes),
	occurrences,
	purchaseOrder,
	withPlaceholders(terms),
	title,
);

export const recurringProfile: Resource = {
	option: { name: 'Recurring Profile', value: 'recurringProfile' },
	operations: [
		addLinesOf(
			recurringRecord,
			untaxedLines,
			'Add lines without taxes to a recurring profile. To add taxes, use Update Lines.',
		),
		createOf(
			recurringRecord,
			[
				documentClient,
				frequency,
				firstDate,
				emailEachInvoice,
				...linesFrom,
				...plainLines,
				profileFields,
				lineOptions,
			],
			(item) => {
				const first = textOf(item.body['date']);
				if (first !== '' && first < today(item))
					item.warn(
						'The first invoice is dated before today. Check what the service bills for the time since.',
					);
				return createDocument(recurringRecord)(item);
			},
			{
				action: 'Create recurring profile of automatic invoices',
				description: 'Create a profile that invoices a client at regular intervals',
				grouping: linesPerItem,
			},
		),
		deleteOf(recurringRecord),
		deleteLinesOf(recurringRecord),
		getOf(recurringRecord, {
			description: 'Retrieve a recurring profile. To see its lines, turn off Simplify.',
		}),
		listOf(recurringRecord, [profileFilters], { run: listRecords(recurringRecord, documentPeriod) }),
		updateOf(
			recurringRecord,
			[newLinesFrom, ...plainLines, profileChanges, lineOptions],
			updateDocument(recurringRecord),
			{ grouping: linesPerItem },
		),
		updateLinesOf(recurringRecord, changedProfileLines),
	],
};
