import { addLines } from '../documents/lines.ts';
import { assignNumber } from '../documents/numbering.ts';
import { settleDocument } from '../documents/settlement.ts';
import type { ClientRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { addDays } from '../values/date.ts';
import { cycle, seededLines } from './catalogue.ts';

const STATUSES = ['Draft', 'Sent', 'Accepted', 'Sent', 'Declined'];

/** Gives an account estimates of the last months. */
export function seedEstimates(
	store: Store,
	accountId: number,
	clientIds: readonly number[],
	count: number,
	today: string,
): void {
	for (let index = 0; index < count; index += 1) {
		const client = cycle(clientIds, index * 4 + 1);
		const id = store.insert('estimate', {
			account_id: accountId,
			client_id: client,
			address: store.one<ClientRow>('SELECT * FROM client WHERE id = ?', client)?.address ?? '',
			title: cycle(['New website', 'Trade fair', 'Yearly support', 'Rebranding'], index),
			...assignNumber(store, 'estimate', accountId, ''),
			date: addDays(today, (index - count) * 5),
			schedule_date: '',
			po_number: '',
			estimate_status: cycle(STATUSES, index),
			status: index % 9 === 8 ? 'Archived' : 'Active',
			notes: 'Prices hold for 30 days.',
			terms: 'Half on order, half on delivery.',
		});
		addLines(store, 'estimate', id, seededLines(index + 5));
		settleDocument(store, 'estimate', id, today);
	}
}
