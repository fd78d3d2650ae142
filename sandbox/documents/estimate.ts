import { element, leaves, type Output } from '../answer.ts';
import { listRecord } from '../listRecord.ts';
import type { ListRecords } from '../method.ts';
import type { EstimateRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { linesOf } from './lines.ts';
import { clientElement, untaxedLine } from './untaxed.ts';

const SUMMARY = ['estimate_id', 'client', 'number', 'date', 'estimate_status'];

/** The fields of an estimate as getEstimate returns them (§2.2): its lines come without taxes. */
export function estimateFields(store: Store, estimate: EstimateRow): Output[] {
	return [
		clientElement(store, estimate),
		...leaves({
			estimate_id: estimate.id,
			estimate_status: estimate.estimate_status,
			estimate_title: estimate.title,
			number: estimate.number,
			date: estimate.date,
			po_number: estimate.po_number,
			total_discount: estimate.total_discount,
			total_tax: estimate.total_tax,
			notes: estimate.notes,
			terms: estimate.terms,
		}),
		element(
			'items',
			linesOf(store, 'estimate', estimate.id).map((line) => untaxedLine('item_id', line)),
		),
	];
}

/** One estimate of a list, saying as much as the sandbox was told to let lists say. */
export function estimateRecord(store: Store, records: ListRecords, estimate: EstimateRow): Output {
	return listRecord(records, 'estimate', estimateFields(store, estimate), SUMMARY);
}
