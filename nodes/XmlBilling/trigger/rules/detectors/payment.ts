import { listedTransactions, transactionsOf } from '../../../records/payments';
import { eventOf, isSettled, readUnlessFull, type Detector } from './detector';
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
		const transactions = listedTransactions(record);
		if (entry === undefined && novelty !== 'new') {
			if (settled) return 'ignore';
			return transactions === undefined ? 'read' : 'enough';
		}
		const ledger = entry === undefined ? EMPTY_LEDGER : readLedger(entry);
		if (transactions !== undefined) {
			if (differs(ledger, transactions)) return readUnlessFull(record, context);
			return settled || entry === undefined ? 'enough' : 'ignore';
		}
		if (settled) return 'read';
		if (entry !== undefined) {
			const mark = totalsMark(record);
			return mark !== '' && mark === ledger.mark ? 'ignore' : 'read';
		}
		const isBare = (transactionsOf(record) ?? []).length === 0;
		return record.total_paid === 0 && status !== undefined && isBare ? 'enough' : 'read';
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
