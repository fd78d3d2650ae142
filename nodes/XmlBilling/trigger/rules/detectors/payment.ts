import { listedTransactions, transactionsOf } from '../../../records/payments';
import { eventOf, isSettled, readUnlessFull, type Detector, type Verdict } from './detector';
import {
	comparePayments,
	differs,
	EMPTY_LEDGER,
	ledgerOf,
	readLedger,
	totalsMark,
	writeLedger,
} from './ledger';

/** Reports each new payment once. It watches every open invoice; the entries are ledgers. */
export const payment: Detector = {
	statuses: () => 'all',
	judge(seen, context) {
		const { novelty, entry, record, status } = seen;
		const settled = isSettled(seen, context);
		const shown = listedTransactions(record);
		const isFirst = entry === undefined && novelty !== 'new';
		const known = entry === undefined ? EMPTY_LEDGER : readLedger(entry);
		const mark = totalsMark(record);
		const isUnpaid =
			record.total_paid === 0 && status !== undefined && (transactionsOf(record) ?? []).length === 0;
		// The first row that applies decides.
		const rows: ReadonlyArray<readonly [applies: boolean, verdict: Verdict]> = [
			// None of its payments is news.
			[isFirst && settled, 'ignore'],
			[isFirst, shown === undefined ? 'read' : 'enough'],
			// The list shows its payments.
			[shown !== undefined && differs(known, shown), readUnlessFull(record, context)],
			[shown !== undefined && entry !== undefined && !settled, 'ignore'],
			[shown !== undefined, 'enough'],
			// The list shows at most its totals.
			[settled, 'read'],
			[entry !== undefined && mark !== '' && mark === known.mark, 'ignore'],
			[entry === undefined && isUnpaid, 'enough'],
		];
		return rows.find(([applies]) => applies)?.[1] ?? 'read';
	},
	detect(seen, context) {
		const { novelty, entry, record, listRecord } = seen;
		const settled = isSettled(seen, context);
		const transactions = transactionsOf(record) ?? [];
		const mark = totalsMark(record, listRecord);
		if (entry === undefined && novelty !== 'new') {
			return { changes: [], entry: settled ? undefined : writeLedger(ledgerOf(mark, transactions)) };
		}
		const known = entry === undefined ? EMPTY_LEDGER : readLedger(entry);
		const { payments, ledger } = comparePayments(known, record, transactions, mark);
		const changes = payments.map(({ payment: transaction, name, balanceLeft, ledger: soFar }) => {
			const event = {
				...eventOf(seen, context, `payment:${seen.id}:${name}`),
				payment: transaction,
				...(balanceLeft !== undefined && { balanceLeft }),
			};
			return { event, entry: writeLedger(soFar) };
		});
		return { changes, entry: settled ? undefined : writeLedger(ledger) };
	},
};
