import { answer, element, repeated, type Answer } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { deleteDocument } from '../documents/deleteDocument.ts';
import { estimateFields, estimateRecord } from '../documents/estimate.ts';
import { ESTIMATE_HEADER_PATHS, newEstimateHeader, readEstimateHeader } from '../documents/estimateHeader.ts';
import { newDocumentClient, updatedDocumentClient } from '../documents/header.ts';
import { addLines, LINE_RULES, linePaths, readLines, replaceLines } from '../documents/lines.ts';
import { assignNumber } from '../documents/numbering.ts';
import { settleDocument } from '../documents/settlement.ts';
import { textAt, wordAt, type Element } from '../element.ts';
import {
	answerList,
	dateFilters,
	documentOrder,
	filterPaths,
	filtersOf,
	statusFilter,
	type Condition,
} from '../lists.ts';
import { sendEstimate } from '../mail.ts';
import { answerPartly, forEachIdentifier } from '../manyRecords.ts';
import type { Call, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { EstimateRow } from '../store/rows.ts';

/** The methods of §4.4 on whole estimates. */
export const estimates: Methods = {
	createEstimate: {
		elements: [
			...ESTIMATE_HEADER_PATHS,
			'estimate_title',
			...linePaths('items/item', LINE_RULES.createEstimate),
		],
		answer: createEstimate,
	},
	updateEstimate: {
		elements: [
			'estimate_id',
			...ESTIMATE_HEADER_PATHS,
			...linePaths('items/item', LINE_RULES.updateEstimate),
		],
		answer: updateEstimate,
	},
	deleteEstimate: deleteMethod('estimate', 'estimate_id', 'Estimate id is invalid.', ({ store }, id) =>
		deleteDocument(store, 'estimate', id),
	),
	getEstimate: {
		elements: ['estimate_id'],
		answer: (call) => answer(element('estimate', estimateFields(call.store, estimateAt(call)))),
	},
	listEstimate: {
		elements: filterPaths(
			'client_id',
			'date_from',
			'date_to',
			'estimate_number',
			'status',
			'sort_column',
			'sort_order',
		),
		answer: listEstimates,
	},
	sendEstimateMail: { elements: ['estimate_id'], answer: sendEstimates },
};

function createEstimate(call: Call): Answer {
	const { store, request, account, clock } = call;
	const client = newDocumentClient(call);
	const header = readEstimateHeader(request, newEstimateHeader(clock.today()));
	const lines = readLines(request, 'items/item', LINE_RULES.createEstimate);
	const id = store.insert('estimate', {
		account_id: account.id,
		client_id: client.id,
		...header,
		...assignNumber(store, 'estimate', account.id, wordAt(request, 'number')),
		title: textAt(request, 'estimate_title'),
		status: 'Active',
	});
	addLines(store, 'estimate', id, lines);
	settleDocument(store, 'estimate', id, clock.today());
	return answer(element('estimate_id', id));
}

/** The client is required (§4.4). What else the request leaves out stays as it is, the title always: the method does not take it. */
function updateEstimate(call: Call): Answer {
	const { store, request, account, clock } = call;
	const estimate = estimateAt(call);
	const client = updatedDocumentClient(call);
	const header = readEstimateHeader(request, estimate);
	const lines = readLines(request, 'items/item', LINE_RULES.updateEstimate);
	const number = wordAt(request, 'number') || estimate.number;
	store.update('estimate', estimate.id, {
		client_id: client.id,
		...header,
		...assignNumber(store, 'estimate', account.id, number, estimate.id),
	});
	replaceLines(store, 'estimate', estimate.id, lines);
	settleDocument(store, 'estimate', estimate.id, clock.today());
	return answer();
}

function listEstimates(call: Call): Answer {
	const { request, store, listRecords } = call;
	return answerList<EstimateRow>(call, {
		table: 'estimate',
		...documentOrder(request, 'estimate'),
		conditions: [
			estimateStatusFilter(request),
			...filtersOf(request, {
				client_id: 'estimate.client_id = ?',
				estimate_number: 'estimate.number = ?',
			}),
			...dateFilters(request, 'estimate.date'),
		],
		wrapper: 'estimates',
		count: 'total_records',
		record: (estimate) => estimateRecord(store, listRecords, estimate),
	});
}

/** The filter's word may be a record status or an estimate_status: the interface lists the words of neither (§4.1, gaps). */
function estimateStatusFilter(request: Element): Condition {
	const word = wordAt(request, 'filter/status');
	if (word === '') return statusFilter(request, 'status', 'estimate.status');
	return { sql: '(estimate.status = ? OR estimate.estimate_status = ?)', values: [word, word] };
}

/** Sends each estimate to its client. Those that cannot be sent are listed beside those that were, as by sendInvoiceMail. */
function sendEstimates(call: Call): Answer {
	const sorted = forEachIdentifier(call.request, 'estimate_id', 'Invalid data.', (text) =>
		sendEstimate(call, text),
	);
	if (sorted.failed.length > 0)
		return answerPartly('Some estimates could not be sent.', 'estimate_id', sorted);
	return answer(element('success', repeated('estimate_id', sorted.done)));
}

function estimateAt(call: Call): EstimateRow {
	return ownRecord<EstimateRow>(call, 'estimate', wordAt(call.request, 'estimate_id'));
}
