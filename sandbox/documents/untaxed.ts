import { element, leaves, type Output } from '../answer.ts';
import type { ClientRow, LineRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { RETURNED_TYPES } from './invoice.ts';

/** The client of an estimate or a recurring profile, as both return it (§2.2). */
export function clientElement(
	store: Store,
	{ client_id, address }: { client_id: number; address: string },
): Output {
	const client = store.one<ClientRow>('SELECT * FROM client WHERE id = ?', client_id);
	return element('client', leaves({ client_id, organization: client?.organization ?? '', address }));
}

/** A line of an estimate or a recurring profile, as both return it: without taxes, under an identifier of their own (§2.2). */
export function untaxedLine(identifier: 'item_id' | 'recurring_item_id', line: LineRow): Output {
	return element(
		'item',
		leaves({
			[identifier]: line.id,
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
