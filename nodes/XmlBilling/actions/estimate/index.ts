import { changedEstimateLines, linesFrom, newLinesFrom, plainLines } from '../documents/lineForms';
import { linesPerItem } from '../documents/linesPerItem';
import { documentClient, estimateLocator, changedClient, clientFilter } from '../../descriptions/locators';
import {
	updateDocumentOptions,
	writeOptions,
	expectedTotal,
	ifNumberExists,
	optionsOfWrite,
	returnField,
} from '../../descriptions/options';
import { documentPeriod } from '../../execution/period';
import { estimateRecord } from '../../records';
import { createDocument } from '../documents/create';
import { addLinesOf, deleteLinesOf, updateLinesOf } from '../documents/lineOperations';
import { afterCreatingEstimate } from '../documents/afterCreating';
import {
	documentNumber,
	billingAddress,
	changedDate,
	changedNumber,
	documentDate,
	newBillingAddress,
	purchaseOrder,
	SCHEDULE_DATE,
	scheduleDate,
	sortBy,
	sortOrder,
	terms,
} from '../documents/headerFields';
import { updateDocument } from '../documents/update';
import { actOn } from '../common/actOn';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { listRecords } from '../../execution/recordReads';
import {
	additionalFields,
	ESTIMATE_STATUSES,
	statusFilter,
	DOCUMENT_STATES,
	filters,
	optional,
	sort,
	updateFields,
	formField,
} from '../../descriptions/fields';
import { dateFrom, dateTo, notes, olderThanDays } from '../../descriptions/commonFields';

const status = formField('Status', {
	type: 'options',
	options: ESTIMATE_STATUSES,
	default: 'Sent',
	description: 'New status. Setting it sends no email. For other statuses, use an expression.',
	open: true,
});

// The interface doesn't say whether the filter takes statuses of records or of estimates (§4.4).
const LISTED_STATUSES = [...DOCUMENT_STATES, ...ESTIMATE_STATUSES].sort((one, other) =>
	one.name.localeCompare(other.name),
);

/** Optional fields of a new estimate besides its client and lines (§4.4). */
const estimateFields = additionalFields(
	documentDate,
	newBillingAddress,
	notes,
	purchaseOrder,
	scheduleDate,
	optional(status, {
		description:
			'Status of the new estimate. Setting it sends no email. If omitted, the service chooses one. For other statuses, use an expression.',
	}),
	terms,
	formField('Title', {
		name: 'estimateTitle',
		description: 'What the estimate is about. It cannot be changed later.',
	}),
);

const createEstimateOptions = optionsOfWrite(expectedTotal, ifNumberExists('estimate'), returnField);

/** Filters of a list of estimates (§4.4). */
const estimateFilters = filters(
	clientFilter,
	dateFrom,
	dateTo,
	formField('Number', {
		name: 'estimateNumber',
		placeholder: 'e.g. EST-0042',
		description: 'Only the estimate with this number',
		kind: 'word',
	}),
	olderThanDays,
	statusFilter('status', { options: LISTED_STATUSES }),
);

/** How to sort a list of estimates. The interface doesn't list the columns (§4.1, §4.4). */
const estimateSort = sort(
	{
		...sortBy('estimate_id'),
		description:
			'What the service sorts by, before the limit applies. To sort by another column, use an expression.',
		open: true,
	},
	sortOrder,
);

/** Fields besides lines that an update of an estimate can change (§4.4). */
const estimateChanges = updateFields(
	billingAddress,
	changedClient,
	changedDate,
	changedNumber,
	notes,
	purchaseOrder,
	optional(scheduleDate, {
		description: `${SCHEDULE_DATE} The service does not show it, so set it again in every update to keep it.`,
	}),
	status,
	terms,
);

export const estimate: Resource = {
	option: { name: 'Estimate', value: 'estimate' },
	operations: [
		addLinesOf(estimateRecord, plainLines),
		createOf(
			estimateRecord,
			[
				documentClient,
				documentNumber,
				...linesFrom,
				...plainLines,
				afterCreatingEstimate,
				estimateFields,
				createEstimateOptions,
			],
			createDocument(estimateRecord),
			{ description: 'Create an estimate with its lines', grouping: linesPerItem },
		),
		deleteOf(estimateRecord),
		deleteLinesOf(estimateRecord),
		getOf(estimateRecord, { description: 'Retrieve an estimate. To see its lines, turn off Simplify.' }),
		listOf(estimateRecord, [estimateFilters, estimateSort], {
			run: listRecords(estimateRecord, documentPeriod),
		}),
		operation({
			option: {
				name: 'Send',
				value: 'send',
				action: 'Send estimate to client by email',
				description: 'Email an estimate to its client. May use the email address from when it was created.',
			},
			method: 'sendEstimateMail',
			shows: estimateRecord,
			properties: [estimateLocator, writeOptions],
			prepare: (item) => actOn(item, { type: estimateRecord, done: 'sent' }),
		}),
		// Unchanged lines are not resent: their taxes can't be read (§2.2), and would be lost.
		updateOf(
			estimateRecord,
			[newLinesFrom, ...plainLines, estimateChanges, updateDocumentOptions],
			updateDocument(estimateRecord),
			{ grouping: linesPerItem },
		),
		updateLinesOf(estimateRecord, changedEstimateLines),
	],
};
