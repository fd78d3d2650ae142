import { answer, element, type Answer } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { deleteDocument } from '../documents/deleteDocument.ts';
import { newDocumentClient, updatedDocumentClient } from '../documents/header.ts';
import { addLines, LINE_RULES, linePaths, readLines, replaceLines } from '../documents/lines.ts';
import { assignNumber } from '../documents/numbering.ts';
import { recurringFields, recurringRecord } from '../documents/recurring.ts';
import {
	newRecurringHeader,
	readRecurringHeader,
	RECURRING_HEADER_PATHS,
} from '../documents/recurringHeader.ts';
import { settleDocument } from '../documents/settlement.ts';
import { wordAt } from '../element.ts';
import { answerList, dateFilters, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { Call, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { RecurringRow } from '../store/rows.ts';

/** The methods of §4.5 on whole recurring profiles. */
export const recurring: Methods = {
	createRecurring: {
		elements: [...RECURRING_HEADER_PATHS, ...linePaths('items/item', LINE_RULES.createRecurring)],
		answer: createRecurring,
	},
	updateRecurring: {
		elements: [
			'recurring_id',
			...RECURRING_HEADER_PATHS,
			...linePaths('items/item', LINE_RULES.updateRecurring),
		],
		answer: updateRecurring,
	},
	deleteRecurring: deleteMethod('recurring', 'recurring_id', 'Recurring id is invalid.', ({ store }, id) =>
		deleteDocument(store, 'recurring', id),
	),
	getRecurring: {
		elements: ['recurring_id'],
		answer: (call) => answer(element('recurring', recurringFields(call.store, profileAt(call)))),
	},
	listRecurring: {
		elements: filterPaths('client_id', 'date_from', 'date_to', 'recurring_number', 'recurring_record_status'),
		answer: listProfiles,
	},
};

function createRecurring(call: Call): Answer {
	const { store, request, account, clock } = call;
	const client = newDocumentClient(call);
	const header = readRecurringHeader(request, newRecurringHeader(clock.today()));
	const lines = readLines(request, 'items/item', LINE_RULES.createRecurring);
	const { number } = assignNumber(store, 'recurring', account.id, '');
	const id = store.insert('recurring', {
		account_id: account.id,
		client_id: client.id,
		...header,
		number,
		recurring_status: 'Active',
	});
	addLines(store, 'recurring', id, lines);
	settleDocument(store, 'recurring', id, clock.today());
	return answer(element('recurring_id', id));
}

/** What the request leaves out stays as it is (§4.5). */
function updateRecurring(call: Call): Answer {
	const { store, request, clock } = call;
	const profile = profileAt(call);
	const namesClient = wordAt(request, 'client/client_id') !== '';
	const client_id = namesClient ? updatedDocumentClient(call).id : profile.client_id;
	const header = readRecurringHeader(request, profile);
	const lines = readLines(request, 'items/item', LINE_RULES.updateRecurring);
	store.update('recurring', profile.id, { client_id, ...header });
	replaceLines(store, 'recurring', profile.id, lines);
	settleDocument(store, 'recurring', profile.id, clock.today());
	return answer(element('recurring_id', profile.id));
}

function listProfiles(call: Call): Answer {
	const { request, store, listRecords } = call;
	return answerList<RecurringRow>(call, {
		table: 'recurring',
		conditions: [
			statusFilter(request, 'recurring_record_status', 'recurring.recurring_status'),
			...filtersOf(request, {
				client_id: 'recurring.client_id = ?',
				recurring_number: 'recurring.number = ?',
			}),
			...dateFilters(request, 'recurring.date'),
		],
		wrapper: 'recurrings',
		count: 'total_records',
		record: (profile) => recurringRecord(store, listRecords, profile),
	});
}

function profileAt(call: Call): RecurringRow {
	return ownRecord<RecurringRow>(call, 'recurring', wordAt(call.request, 'recurring_id'));
}
