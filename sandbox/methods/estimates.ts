import { answer, element } from '../answer.ts';
import { estimateFields, estimateRecord } from '../documents/estimate.ts';
import { wordAt } from '../element.ts';
import { answerList, dateFilters, documentOrder, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { EstimateRow } from '../store/rows.ts';

/** The methods of §4.4. */
export const estimates: Methods = {
	getEstimate: {
		elements: ['estimate_id'],
		answer: (call) => {
			const estimate = ownRecord<EstimateRow>(call, 'estimate', wordAt(call.request, 'estimate_id'));
			return answer(element('estimate', estimateFields(call.store, estimate)));
		},
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
		answer: (call) =>
			answerList<EstimateRow>(call, {
				table: 'estimate',
				...documentOrder(call.request, 'estimate'),
				conditions: [
					statusFilter(call.request, 'status', 'estimate.status'),
					...filtersOf(call.request, {
						client_id: 'estimate.client_id = ?',
						estimate_number: 'estimate.number = ?',
					}),
					...dateFilters(call.request, 'estimate.date'),
				],
				wrapper: 'estimates',
				count: 'total_records',
				record: (estimate) => estimateRecord(call.store, call.listRecords, estimate),
			}),
	},
};
