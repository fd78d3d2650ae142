import { deleteDocument, fillLines, replaceLines } from '../documents/lines.mts';
import { assignNumber } from '../documents/numbering.mts';
import { recurringFields } from '../documents/outputs.mts';
import { settleDocument } from '../documents/settlement.mts';
import { dateFilters, filter, statusFilter } from '../fields/filters.mts';
import { EMPTY_PROFILE, recurringHeader } from '../fields/headers.mts';
import { LINES, linesOf } from '../fields/lines.mts';
import { listMethod } from '../lists.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { createMethod, deleteMethod, getMethod, recordType, updateMethod } from '../records.mts';

const PROFILE = recordType('4.5', 'recurring');

/** The methods of §4.5 on whole recurring profiles. */
export const recurring: Methods = {
	createRecurring: createMethod(
		PROFILE,
		[...recurringHeader('create'), linesOf('createRecurring')],
		({ store, account, clock }) => ({
			...EMPTY_PROFILE,
			date: clock.today(),
			number: assignNumber(store, 'recurring', account.id).number,
			recurring_status: 'Active',
		}),
		(call, id) => {
			fillLines(call, 'recurring', id, call.groups[LINES]);
			settle(call, id);
		},
	),
	updateRecurring: updateMethod(PROFILE, [...recurringHeader('optional'), linesOf('updateRecurring')], {
		answers: 'identifier',
		after: (call, id) => {
			replaceLines(call, 'recurring', id);
			settle(call, id);
		},
	}),
	deleteRecurring: deleteMethod(PROFILE, (call, id) => deleteDocument(call, 'recurring', id)),
	getRecurring: getMethod(PROFILE, 'recurring', recurringFields),
	listRecurring: listMethod({
		...PROFILE,
		path: 'recurrings/recurring',
		filters: [
			statusFilter('recurring_record_status', 'recurring.recurring_status'),
			filter('client_id', '{client}', 'recurring.client_id = ?'),
			filter('recurring_number', '{recurringNumber}', 'recurring.number = ?'),
			...dateFilters('recurring.date'),
		],
		fields: recurringFields,
		summary: ['recurring_id', 'client', 'number', 'date', 'frequency', 'recurring_status'],
	}),
};

function settle({ store, clock }: Call, id: number): void {
	settleDocument(store, 'recurring', id, clock.today());
}
