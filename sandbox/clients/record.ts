import { element, leaves, type Output } from '../answer.ts';
import type { ListRecords } from '../method.ts';
import type { ClientRow, CreditRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/** The fields of a client as getClient returns them (§2.2). */
export function clientFields(store: Store, client: ClientRow): Output[] {
	const { id, name, organization, address, email, work_phone, currency } = client;
	return [
		...leaves({ client_id: id, name, organization, address, email, work_phone, currency }),
		element(
			'credits',
			store.all<CreditRow>('SELECT * FROM credit WHERE client_id = ? ORDER BY id', id).map(credit),
		),
	];
}

/** One client of a list, saying as much as the sandbox was told to let lists say. */
export function clientRecord(store: Store, records: ListRecords, client: ClientRow): Output {
	if (records === 'full') return element('client', clientFields(store, client));
	const { id, name, organization, email } = client;
	return element(
		'client',
		leaves(records === 'bare' ? { client_id: id } : { client_id: id, name, organization, email }),
	);
}

function credit({ amount, payment_method, payment_note, credit_date }: CreditRow): Output {
	return element('credit', leaves({ amount, payment_method, payment_note, credit_date }));
}
