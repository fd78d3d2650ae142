import { element, leaves, type Output } from '../answer.ts';
import type { ListRecords } from '../method.ts';
import type { ClientRow, EstimateRow, LineRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { RETURNED_TYPES } from './invoice.ts';
import { linesOf } from './lines.ts';

/** The fields of an estimate as getEstimate returns them (§2.2): its lines come without taxes. */
export function estimateFields(store: Store, estimate: EstimateRow): Output[] {
	return [
		clientOf(store, estimate),
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
		element('items', linesOf(store, 'estimate', estimate.id).map(estimateLine)),
	];
}

/** One estimate of a list, saying as much as the sandbox was told to let lists say. */
export function estimateRecord(store: Store, records: ListRecords, estimate: EstimateRow): Output {
	if (records === 'full') return element('estimate', estimateFields(store, estimate));
	const { id, number, date, estimate_status } = estimate;
	const identifier = leaves({ estimate_id: id });
	const summary = [clientOf(store, estimate), ...leaves({ number, date, estimate_status })];
	return element('estimate', records === 'bare' ? identifier : [...identifier, ...summary]);
}

function clientOf(store: Store, { client_id, address }: EstimateRow): Output {
	const client = store.one<ClientRow>('SELECT * FROM client WHERE id = ?', client_id);
	return element('client', leaves({ client_id, organization: client?.organization ?? '', address }));
}

function estimateLine(line: LineRow): Output {
	return element(
		'item',
		leaves({
			item_id: line.id,
			name: line.name,
			type: RETURNED_TYPES[line.type],
			description: line.description,
			unit_cost: line.unit_cost,
			quantity: line.quantity,
			discount: line.discount,
			discount_type: line.discount_type,
		}),
	);
}
