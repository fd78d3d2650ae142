/**
 * Payments have no identifier (§2.2), and lists may show less of them than single reads. So only amounts decide whether there
 * are new payments: how many of each amount an invoice has. Their other fields only decide which ones are new.
 *
 * The entry of an invoice is its ledger, as one short string: a mark of the totals in the list and, for each amount, a
 * fingerprint of every payment and the count of all payments so far.
 */
import { cents } from '../../../records/amounts';
import { withoutTime } from '../../../xml/days';
import type { WatchedRecord } from '../events';
import { hashOf } from './detector';

/** The known payments of one amount. */
interface Tally {
	/** The fingerprint of each payment that the invoice has. */
	prints: readonly string[];
	/** The number of the last payment counted, deleted ones included. Numbers are never reused. */
	last: number;
}

export interface Ledger {
	/** The totals in the list record; '' if it shows none, so that the invoice has to be read. */
	mark: string;
	/** By amount, with two decimal places. */
	tallies: ReadonlyMap<string, Tally>;
}

export interface NewPayment {
	payment: WatchedRecord;
	/** Unique among the invoice's payments: `<amount>:<number among the payments of this amount>`. */
	name: string;
	balanceLeft?: number;
	/** The ledger once the payments up to this one are known. */
	ledger: Ledger;
}

export const EMPTY_LEDGER: Ledger = { mark: '', tallies: new Map() };

const NO_TALLY: Tally = { prints: [], last: 0 };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An amount that isn't a number never equals one that is. */
const amountOf = ({ amount }: WatchedRecord): string =>
	typeof amount === 'number' ? (cents(amount) / 100).toFixed(2) : `?${hashOf(amount ?? null, 6)}`;

// Lists and single reads may add a time to the date (§2.1).
const dayOf = ({ date }: WatchedRecord): string => withoutTime(date);

/** The fingerprint that distinguishes payments of one amount on one invoice. Ignores letter case and white space. */
function printOf(payment: WatchedRecord): string {
	const parts = [payment.method, payment.notes].map((part) =>
		text(part).trim().replace(/\s+/g, ' ').toLowerCase(),
	);
	return hashOf([dayOf(payment), ...parts], 4);
}

/** A mark of a record's totals. Uses only those that `like`, the list record to compare it with, also shows. */
export function totalsMark(record: WatchedRecord, like: WatchedRecord = record): string {
	if (typeof like.total_paid === 'number' && typeof record.total_paid === 'number') {
		return String(record.total_paid);
	}
	if (typeof like.outstanding === 'number' && typeof record.outstanding === 'number') {
		const { outstanding, net_balance: total, invoice_status: status = '' } = record;
		// A payment doesn't change the outstanding amount if the total rises by as much.
		const shown = [
			`o${outstanding}`,
			typeof like.net_balance === 'number' ? String(total) : '',
			typeof like.invoice_status === 'string' ? String(status).toLowerCase() : '',
		];
		return shown.join('/').replace(/\s/g, '_');
	}
	return '';
}

/** Groups payments by amount. */
function byAmount(payments: readonly WatchedRecord[]): Map<string, WatchedRecord[]> {
	const groups = new Map<string, WatchedRecord[]>();
	for (const payment of payments) {
		const group = groups.get(amountOf(payment));
		if (group) group.push(payment);
		else groups.set(amountOf(payment), [payment]);
	}
	return groups;
}

/** The ledger of an invoice all of whose payments are known. */
export function ledgerOf(mark: string, transactions: readonly WatchedRecord[]): Ledger {
	const tallies = [...byAmount(transactions)].map(([amount, group]): [string, Tally] => [
		amount,
		{ prints: group.map(printOf), last: group.length },
	]);
	return { mark, tallies: new Map(tallies) };
}

/** Whether payments were added to those in the ledger, or deleted. */
export function differs({ tallies }: Ledger, transactions: readonly WatchedRecord[]): boolean {
	const now = byAmount(transactions);
	const amounts = new Set([...tallies.keys(), ...now.keys()]);
	return [...amounts].some(
		(amount) => (tallies.get(amount)?.prints.length ?? 0) !== (now.get(amount)?.length ?? 0),
	);
}

/** The new payments of one amount: the latest ones with an unknown fingerprint, as many as were added. */
function newAmong(payments: readonly WatchedRecord[], { prints }: Tally): readonly WatchedRecord[] {
	const count = payments.length - prints.length;
	if (count <= 0) return [];
	const known = [...prints];
	const unknown = payments.filter((payment) => {
		const index = known.indexOf(printOf(payment));
		if (index >= 0) known.splice(index, 1);
		return index < 0;
	});
	return unknown.slice(-count);
}

/**
 * Returns the payments that the ledger doesn't have, oldest first, and the ledger once they are known. Deleted payments are
 * forgotten except for their numbers. The balance after a payment is the outstanding amount plus the later payments.
 */
export function comparePayments(
	known: Ledger,
	record: WatchedRecord,
	transactions: readonly WatchedRecord[],
	mark: string,
): { payments: NewPayment[]; ledger: Ledger } {
	const oldestFirst = [...transactions].sort((a, b) => dayOf(a).localeCompare(dayOf(b)));
	const groups = byAmount(oldestFirst);
	const news = new Set(
		[...groups].flatMap(([amount, group]) => newAmong(group, known.tallies.get(amount) ?? NO_TALLY)),
	);
	let tallies: ReadonlyMap<string, Tally> = new Map(
		[...new Set([...known.tallies.keys(), ...groups.keys()])].map((amount) => {
			const old = (groups.get(amount) ?? []).filter((payment) => !news.has(payment));
			return [amount, { prints: old.map(printOf), last: known.tallies.get(amount)?.last ?? 0 }];
		}),
	);
	const payments = oldestFirst
		.filter((payment) => news.has(payment))
		.map((payment): NewPayment => {
			const amount = amountOf(payment);
			const { prints, last } = tallies.get(amount) ?? NO_TALLY;
			tallies = new Map(tallies).set(amount, { prints: [...prints, printOf(payment)], last: last + 1 });
			// Without a mark, an invoice that was only half reported is read again.
			return { payment, name: `${amount}:${last + 1}`, ledger: { mark: '', tallies } };
		});
	return { payments: withBalances(payments, record.outstanding), ledger: { mark, tallies } };
}

function withBalances(payments: NewPayment[], outstanding: unknown): NewPayment[] {
	if (typeof outstanding !== 'number') return payments;
	let balance = cents(outstanding);
	return payments
		.reverse()
		.map((payment) => {
			const balanceLeft = balance / 100;
			balance += cents(payment.payment.amount);
			return { ...payment, balanceLeft };
		})
		.reverse();
}

const writeTally = ([amount, { prints, last }]: [string, Tally]): string =>
	`${amount}=${prints.join(',')}${last === prints.length ? '' : `;${last}`}`;

/** Writes a ledger with about 11 characters per payment: `150 100.00=x8fK 25.00=dPq_,0aZ1;3`. */
export const writeLedger = ({ mark, tallies }: Ledger): string =>
	[mark, ...[...tallies].map(writeTally)].join(' ');

/** Parses the output of {@link writeLedger}. */
export function readLedger(entry: string): Ledger {
	const [mark = '', ...parts] = entry.split(' ');
	const tallies = parts.map((part): [string, Tally] => {
		const [amount = '', tally = ''] = part.split('=');
		const [list = '', last] = tally.split(';');
		const prints = list === '' ? [] : list.split(',');
		return [amount, { prints, last: Number(last ?? prints.length) }];
	});
	return { mark, tallies: new Map(tallies) };
}
