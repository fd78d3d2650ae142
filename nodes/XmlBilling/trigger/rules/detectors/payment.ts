import { listedTransactions, transactionsOf } from '../../../records/payments';
import { minuteOf } from '../../../xml/days';
import {
	eventOf,
	isDiscarded,
	isSettled,
	readUnlessFull,
	type Detector,
	type EventContext,
	type Observation,
	type Verdict,
} from './detector';
import {
	comparePayments,
	differs,
	EMPTY_LEDGER,
	ledgerOf,
	provesRemovals,
	readLedger,
	totalsMark,
	writeLedger,
	type Comparison,
} from './ledger';

/** The ledger of an invoice: if it was reopened, that from before it was settled. */
const entryOf = (seen: Observation, context: EventContext): string | undefined =>
	seen.entry ?? (isSettled(seen, context) ? undefined : seen.former);

/**
 * Watches the payments of every open invoice; the entries are ledgers, and those of settled invoices are kept for a time.
 * Which changes it reports is the only difference between its events.
 */
const detectorOf = (reported: 'recorded' | 'removed'): Detector => ({
	statuses: () => 'all',
	judge(seen, context) {
		const { novelty, record, status } = seen;
		const settled = isSettled(seen, context);
		const shown = listedTransactions(record);
		const entry = entryOf(seen, context);
		const isFirst = entry === undefined && novelty !== 'new';
		const isWatched = seen.entry !== undefined;
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
			[shown !== undefined && isWatched && !settled, 'ignore'],
			[shown !== undefined, 'enough'],
			// The list shows at most its totals.
			[settled, 'read'],
			[isWatched && mark !== '' && mark === known.mark, 'ignore'],
			[entry === undefined && isUnpaid, 'enough'],
		];
		return rows.find(([applies]) => applies)?.[1] ?? 'read';
	},
	detect(seen, context) {
		const { novelty, record, listRecord } = seen;
		const settled = isSettled(seen, context);
		const transactions = transactionsOf(record) ?? [];
		const mark = totalsMark(record, listRecord);
		const entry = entryOf(seen, context);
		if (entry === undefined && novelty !== 'new') {
			// The numbers that its payments had before are forgotten.
			const before = novelty === 'known' ? minuteOf(context.now) : 0;
			return { changes: [], entry: settled ? undefined : writeLedger(ledgerOf(mark, transactions, before)) };
		}
		const known = entry === undefined ? EMPTY_LEDGER : readLedger(entry);
		// A canceled invoice may show none of its payments.
		const canRemove = !isDiscarded(record, context.row) && provesRemovals(known, record, transactions);
		// Without a total, nothing ever proves a removal, and what is paid again would pass for known.
		const forgets = canRemove || (reported === 'recorded' && typeof record.total_paid !== 'number');
		const compared: Comparison = comparePayments(known, record, transactions, mark, canRemove, forgets);
		const changes = compared[reported].map(({ payment: transaction, name, balanceLeft, ledger }) => {
			const event = {
				...eventOf(seen, context, `payment:${seen.id}:${name}`),
				payment: transaction,
				...(balanceLeft !== undefined && { balanceLeft }),
			};
			return { event, entry: writeLedger(ledger) };
		});
		const after = writeLedger(compared.ledger);
		return { changes, ...(settled ? { entry: undefined, former: after } : { entry: after }) };
	},
});

/** Reports each new payment once. */
export const payment = detectorOf('recorded');

/** Reports each payment that disappeared from an invoice once. */
export const removal = detectorOf('removed');
