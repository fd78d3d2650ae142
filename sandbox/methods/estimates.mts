import { answer, element, type Answer } from '../answer.mts';
import { deleteDocument, fillLines, replaceLines } from '../documents/lines.mts';
import { assignNumber } from '../documents/numbering.mts';
import { estimateFields } from '../documents/outputs.mts';
import { settleDocument } from '../documents/settlement.mts';
import { dateFilters, filter, hasStatus, ORDER } from '../fields/filters.mts';
import { estimateHeader, EMPTY_ESTIMATE } from '../fields/headers.mts';
import { target } from '../fields/kinds.mts';
import { LINES, linesOf } from '../fields/lines.mts';
import { listMethod } from '../lists.mts';
import { sendMethod } from '../mail.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { deleteMethod, getMethod, recordType } from '../records.mts';

const ESTIMATE = recordType('4.4', 'estimate');

/** The methods of §4.4 on whole estimates. */
export const estimates: Methods = {
	createEstimate: {
		section: '4.4',
		elements: [...estimateHeader('create'), linesOf('createEstimate')],
		answers: 'estimate_id',
		run: (call) => {
			const { store, values, groups, account, clock } = call;
			const id = store.insert('estimate', {
				account_id: account.id,
				...EMPTY_ESTIMATE,
				date: clock.today(),
				status: 'Active',
				...values,
				...assignNumber(store, 'estimate', account.id, values['number']),
			});
			fillLines(call, 'estimate', id, groups[LINES]);
			settleDocument(store, 'estimate', id, clock.today());
			return answer(element('estimate_id', id));
		},
	},
	updateEstimate: {
		section: '4.4',
		elements: [
			target('estimate', 'estimate_id', '{estimate}'),
			...estimateHeader('update'),
			linesOf('updateEstimate'),
		],
		answers: '',
		run: updateEstimate,
	},
	deleteEstimate: deleteMethod(ESTIMATE, (call, id) => deleteDocument(call, 'estimate', id)),
	getEstimate: getMethod(ESTIMATE, 'estimate', estimateFields),
	listEstimate: listMethod({
		...ESTIMATE,
		path: 'estimates/estimate',
		ordered: 'estimate',
		filters: [
			// The word may be a record status or an estimate_status, which is stored as sent, in any case (§3, §4.1).
			filter(
				'status',
				'Active',
				`(${hasStatus('estimate.status')} OR estimate.estimate_status = ? COLLATE NOCASE)`,
				{ otherwise: `estimate.status = 'Active'` },
			),
			filter('client_id', '{client}', 'estimate.client_id = ?'),
			filter('estimate_number', '{estimateNumber}', 'estimate.number = ?'),
			...dateFilters('estimate.date'),
			...ORDER,
		],
		fields: estimateFields,
		summary: ['estimate_id', 'client', 'number', 'date', 'estimate_status'],
	}),
	sendEstimateMail: sendMethod('4.4', 'estimate', 'success/estimate_id', (sent) => [
		element('success', sent),
	]),
};

/** The client is required (§4.4). What else the request leaves out stays as it is. */
function updateEstimate(call: Call): Answer {
	const { store, id, values, account, clock } = call;
	const number = values['number'] ?? store.row('estimate', id).number;
	const numbering = assignNumber(store, 'estimate', account.id, number, id);
	store.update('estimate', id, { ...values, ...numbering });
	replaceLines(call, 'estimate', id);
	settleDocument(store, 'estimate', id, clock.today());
	return answer();
}
