import { addLines } from '../documents/lines.mts';
import { assignNumber } from '../documents/numbering.mts';
import { settleDocument } from '../documents/settlement.mts';
import type { Store, Values } from '../store/store.mts';
import { addDays } from '../values/date.mts';
import { cycle, seededLines } from './catalogue.mts';

const ESTIMATE_STATUSES = ['Draft', 'Sent', 'Accepted', 'Sent', 'Rejected'];
const FREQUENCIES = ['1 Month', '3 Month', '2 Week', '1 Year'];

/** Gives an account estimates of the last months, and recurring profiles that began in them. */
export function seedDocuments(
	store: Store,
	account_id: number,
	clientIds: readonly number[],
	counts: { estimates: number; recurring: number },
	today: string,
): void {
	const add = (kind: 'estimate' | 'recurring', client_id: number, lines: number, values: Values) => {
		const { address } = store.row('client', client_id);
		const id = store.insert(kind, { account_id, client_id, address, po_number: '', ...values });
		addLines(store, kind, id, seededLines(lines));
		settleDocument(store, kind, id, today);
	};
	for (let index = 0; index < counts.estimates; index += 1)
		add('estimate', cycle(clientIds, index * 4 + 1), index + 5, {
			title: cycle(['New website', 'Trade fair', 'Yearly support', 'Rebranding'], index),
			...assignNumber(store, 'estimate', account_id),
			date: addDays(today, (index - counts.estimates) * 5),
			schedule_date: '',
			estimate_status: cycle(ESTIMATE_STATUSES, index),
			status: index % 9 === 8 ? 'Archived' : 'Active',
			notes: 'Prices hold for 30 days.',
			terms: 'Half on order, half on delivery.',
		});
	for (let index = 0; index < counts.recurring; index += 1)
		add('recurring', cycle(clientIds, index * 2), index + 9, {
			title: cycle(['Hosting', 'Support contract', 'Newsletter', 'Licences'], index),
			number: assignNumber(store, 'recurring', account_id).number,
			date: addDays(today, (index - counts.recurring) * 11),
			frequency: cycle(FREQUENCIES, index),
			occurence: cycle([0, 12, 6], index),
			recurring_status: index % 7 === 6 ? 'Archived' : 'Active',
			notes: '',
			terms: 'Payable without deduction within 14 days.',
		});
}
