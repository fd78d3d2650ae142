import {
	additionalFields,
	filters,
	optional,
	options,
	sort,
	statusFilter,
	updateFields,
} from '../common/fields';
import { changedClient, clientFilter } from '../common/locators';
import { expectedTotal, ifNumberExists, preview, returnField } from '../common/options';
import { notes } from '../common/textFields';
import {
	billingAddress,
	changedDate,
	changedNumber,
	dateFrom,
	dateTo,
	documentDate,
	documentNumber,
	purchaseOrder,
	scheduleDate,
	sortBy,
	sortOrder,
	terms,
} from '../documents/headerFields';

/** Optional fields of a new estimate besides its client and lines (§4.4). */
export const estimateFields = additionalFields(
	billingAddress,
	documentDate,
	documentNumber,
	notes,
	purchaseOrder,
	scheduleDate,
	{
		displayName: 'Status',
		name: 'status',
		type: 'string',
		default: '',
		placeholder: 'e.g. Draft',
		description:
			'Status of the new estimate, stored exactly as you enter it. Setting it does not send an email. If omitted, the service chooses one.',
	},
	terms,
	{
		displayName: 'Title',
		name: 'estimateTitle',
		type: 'string',
		default: '',
		description: 'Cannot be changed later',
	},
);

export const createEstimateOptions = options(expectedTotal, ifNumberExists('estimate'), preview, returnField);

/** Filters of a list of estimates (§4.4). */
export const estimateFilters = filters(
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
	statusFilter('estimates', 'status'),
);

/** How to sort a list of estimates. The interface doesn't list the columns (§4.1, §4.4). */
export const estimateSort = sort(
	{
		...sortBy('estimate_id'),
		description: 'To sort by another column, use an expression',
		open: true,
	},
	sortOrder,
);

/** Fields besides lines that an update of an estimate can change (§4.4). */
export const estimateChanges = updateFields(
	billingAddress,
	changedClient,
	changedDate,
	changedNumber,
	notes,
	purchaseOrder,
	optional(scheduleDate, {
		description:
			'Date on which the service sends the document. The service does not show it, so set it again in every update to keep it.',
	}),
	{
		displayName: 'Status',
		name: 'status',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sent',
		description: 'New status, stored exactly as you enter it. Setting it does not send an email.',
	},
	terms,
);
