import { addLines } from '../documents/lines.ts';
import { assignNumber } from '../documents/numbering.ts';
import { settleDocument } from '../documents/settlement.ts';
import type { ClientRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { addDays } from '../values/date.ts';
import { cycle, seededLines } from './catalogue.ts';

const FREQUENCIES = ['1 Month', '3 Months', '2 Weeks', '1 Year'];

/** Gives an account recurring profiles that began in the last months. */
export function seedRecurring(
	store: Store,
	accountId: number,
	clientIds: readonly number[],
	count: number,
	today: string,
): void {
	for (let index = 0; index < count; index += 1) {
		const client = cycle(clientIds, index * 2);
		const { number } = assignNumber(store, 'recurring', accountId, '');
		const id = store.insert('recurring', {
			account_id: accountId,
			client_id: client,
			address: store.one<ClientRow>('SELECT * FROM client WHERE id = ?', client)?.address ?? '',
			title: cycle(['Hosting', 'Support contract', 'Newsletter', 'Licences'], index),
			number,
			date: addDays(today, (index - count) * 11),
			frequency: cycle(FREQUENCIES, index),
			occurence: cycle([0, 12, 6], index),
			po_number: '',
			recurring_status: index % 7 === 6 ? 'Archived' : 'Active',
			notes: '',
			terms: 'Payable without deduction within 14 days.',
		});
		addLines(store, 'recurring', id, seededLines(index + 9));
		settleDocument(store, 'recurring', id, today);
	}
}
