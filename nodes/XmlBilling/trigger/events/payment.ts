import { listedTransactions, transactionsOf } from '../../records/invoicePayments';
import { minuteOf } from '../../xml/dates';
import {
	eventOf,
	isDiscarded,
	isSettled,
	isFull,
	NOTHING,
	type Detector,
	type EventContext,
	type Observation,
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
	type Ledger,
} from './paymentLedger';

/**
 * Watches the payments of every open invoice; the entries are ledgers, and those of settled invoices are kept for a time.
 * Which changes it reports is the only difference between its events.
 */
const detectorOf =
	(reported: 'recorded' | 'removed'): Detector =>
	(seen, context) => {
		const { novelty, record, listRecord, isRead } = seen;
		const settled = isSettled(seen, context);
		// If it was reopened, the ledger is that from before it was settled.
		const entry = seen.entry ?? (settled ? undefined : seen.former);
		const isFirst = entry === undefined && novelty !== 'new';
		// None of its payments is news.
		if (isFirst && settled) return NOTHING;
		const known = entry === undefined ? EMPTY_LEDGER : readLedger(entry);
		if (!isRead) {
			const need = needOf(seen, known, isFirst, settled, context);
			if (need === 'read') return 'read';
			if (need === 'nothing') return { events: [], entry: seen.entry };
		}
		const transactions = transactionsOf(record) ?? [];
		const mark = totalsMark(record, listRecord);
		if (isFirst) {
			// The numbers that its payments had before are forgotten.
			const before = novelty === 'known' ? minuteOf(context.now) : 0;
			return { events: [], entry: writeLedger(ledgerOf(mark, transactions, before)) };
		}
		// A canceled invoice may show none of its payments.
		const canRemove = !isDiscarded(record, context.row) && provesRemovals(known, record, transactions);
		// Without a total, nothing ever proves a removal, and what is paid again would pass for known.
		const forgets = canRemove || (reported === 'recorded' && typeof record.total_paid !== 'number');
		const compared = comparePayments(known, record, transactions, mark, canRemove, forgets);
		const events = compared[reported].map(({ name, ...change }) => ({
			...eventOf(seen, context, `payment:${seen.id}:${name}`),
			...change,
		}));
		const after = writeLedger(compared.ledger);
		return settled ? { events, entry: undefined, former: after } : { events, entry: after };
	};

/** What a listed invoice takes: nothing, a comparison, or a single read. */
function needOf(
	{ entry, record, status }: Observation,
	known: Ledger,
	isFirst: boolean,
	settled: boolean,
	{ row }: EventContext,
): 'nothing' | 'comparison' | 'read' {
	const shown = listedTransactions(record);
	if (shown !== undefined) {
		if (!isFirst && differs(known, shown)) return isFull(record, row) ? 'comparison' : 'read';
		return entry !== undefined && !settled ? 'nothing' : 'comparison';
	}
	// The list shows at most its totals.
	if (isFirst || settled) return 'read';
	const mark = totalsMark(record);
	if (entry !== undefined && mark !== '' && mark === known.mark) return 'nothing';
	const isUnpaid =
		record.total_paid === 0 && status !== undefined && (transactionsOf(record) ?? []).length === 0;
	return known === EMPTY_LEDGER && isUnpaid ? 'comparison' : 'read';
}

/** Reports each new payment once. */
export const payment = detectorOf('recorded');

/** Reports each payment that disappeared from an invoice once. */
export const removal = detectorOf('removed');
