/**
 * Payments have no identifier (§2.2), and lists may show less of them than single reads. So only amounts decide whether
 * payments are new or were removed: how many of each amount an invoice has. Their other fields only decide which ones are new.
 *
 * The entry of an invoice is its ledger, as one short string: a mark of the totals in the list and, for each amount, a
 * fingerprint of every payment and the count of all payments so far. What that count exceeds the fingerprints by is the
 * number of removals.
 */
import { groupBy } from '../../helpers/GenericFunctions';
import { cents } from '../../records/money';
import { withoutTime } from '../../xml/dates';
import type { WatchedRecord } from './events';
import { hashOf } from './detector';

/** The known payments of one amount. */
interface Tally {
	/** The fingerprint of each payment that the invoice has. */
	prints: readonly string[];
	/** The number of the last payment counted, removed ones included. Numbers are never reused. */
	last: number;
}

export interface Ledger {
	/** The totals in the list record; '' if it shows none, so that the invoice has to be read. */
	mark: string;
	/** By amount, with two decimal places. The tally of no amount has the number from which all others begin. */
	tallies: ReadonlyMap<string, Tally>;
}

interface PaymentChange {
	/** Of a removed payment, only the amount: null if it was not readable. */
	payment: WatchedRecord;
	/** Unique among the invoice's payments: `<amount>:<number>`, counting those of this amount; or among its removals. */
	name: string;
	balanceLeft?: number;
}

export const EMPTY_LEDGER: Ledger = { mark: '', tallies: new Map() };

/** The tally of an amount that no payment has had. */
const newTally = (tallies: Ledger['tallies']): Tally => ({ prints: [], last: tallies.get('')?.last ?? 0 });

/** An amount that isn't a number never equals one that is. */
const amountOf = ({ amount }: WatchedRecord): string =>
	typeof amount === 'number' ? (cents(amount) / 100).toFixed(2) : `?${hashOf(amount ?? null, 6)}`;

// Lists and single reads may add a time to the date (§2.1).
const dayOf = ({ date }: WatchedRecord): string => withoutTime(date);

/** The fingerprint that distinguishes payments of one amount on one invoice. Ignores letter case and white space. */
function printOf(payment: WatchedRecord): string {
	const parts = [payment.method, payment.notes].map((part) =>
		typeof part === 'string' ? part.trim().replace(/\s+/g, ' ').toLowerCase() : '',
	);
	return hashOf([dayOf(payment), ...parts], 4);
}

/** A mark of a record's totals. Uses only those that `like`, the list record to compare it with, also shows. */
export function totalsMark(record: WatchedRecord, like: WatchedRecord = record): string {
	if (typeof like.total_paid === 'number' && typeof record.total_paid === 'number')
		return String(record.total_paid);
	if (typeof like.outstanding === 'number' && typeof record.outstanding === 'number') {
		const { outstanding, net_balance: total, invoice_status: status } = record;
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

/**
 * The ledger of an invoice all of whose payments are known.
 *
 * @param before the number that no payment of this invoice has had
 */
export function ledgerOf(mark: string, transactions: readonly WatchedRecord[], before = 0): Ledger {
	const tallies = [...groupBy(transactions, amountOf)].map(([amount, group]): [string, Tally] => [
		amount,
		{ prints: group.map(printOf), last: before + group.length },
	]);
	const base: Array<[string, Tally]> = before === 0 ? [] : [['', { prints: [], last: before }]];
	return { mark, tallies: new Map([...base, ...tallies]) };
}

/** Whether payments were added to those in the ledger, or removed. */
export function differs({ tallies }: Ledger, transactions: readonly WatchedRecord[]): boolean {
	const now = groupBy(transactions, amountOf);
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

const sumOf = (payments: readonly WatchedRecord[]): number =>
	payments.reduce((sum, { amount }) => sum + cents(amount), 0);

/** What the payments in a ledger add up to, as far as it knows them. */
const sumIn = ({ tallies }: Ledger): number =>
	[...tallies].reduce((sum, [amount, { prints }]) => sum + cents(readAmountOf(amount)) * prints.length, 0);

const readAmountOf = (amount: string): number | null => (amount.startsWith('?') ? null : Number(amount));

/**
 * Whether a record shows that the payments it lacks were removed, and not only left out: those that it has add up to its
 * total paid, or miss it by as much as those in the ledger did. An empty list is no sign of it if what it lacks adds up to
 * nothing.
 */
export function provesRemovals(
	known: Ledger,
	{ total_paid: total }: WatchedRecord,
	transactions: readonly WatchedRecord[],
): boolean {
	if (typeof total !== 'number') return false;
	const isEmpty = transactions.length === 0 && sumIn(known) === 0;
	// What was paid when the ledger was written, beyond the payments that it knows.
	const hidden = /^-?\d/.test(known.mark) ? cents(Number(known.mark)) - sumIn(known) : 0;
	return !isEmpty && [0, hidden].includes(cents(total) - sumOf(transactions));
}

/**
 * Compares the payments of an invoice with a ledger. New ones come oldest first; the balance after one is the outstanding
 * amount plus the later ones. What is removed is forgotten except for its number, and what is left out is not.
 *
 * @param canRemove whether payments that are missing were removed
 * @param forgets whether they are forgotten, so that what is paid again is new
 */
export function comparePayments(
	known: Ledger,
	record: WatchedRecord,
	transactions: readonly WatchedRecord[],
	mark: string,
	canRemove: boolean,
	forgets: boolean,
) {
	const oldestFirst = [...transactions].sort((a, b) => dayOf(a).localeCompare(dayOf(b)));
	const groups = groupBy(oldestFirst, amountOf);
	const tallies = new Map<string, Tally>();
	const names = new Map<WatchedRecord, string>();
	const removed: PaymentChange[] = [];
	for (const amount of new Set([...known.tallies.keys(), ...groups.keys()])) {
		const tally = known.tallies.get(amount) ?? newTally(known.tallies);
		const { prints, last } = tally;
		const group = groups.get(amount) ?? [];
		const added = newAmong(group, tally);
		for (const [index, payment] of added.entries()) names.set(payment, `${amount}:${last + 1 + index}`);
		const old = group.filter((payment) => !added.includes(payment)).map(printOf);
		// Those that were removed before are what the count exceeds the fingerprints by.
		for (let missing = old.length; missing < prints.length; missing++)
			removed.push({
				payment: { amount: readAmountOf(amount) },
				name: `${amount}:removed:${last + 1 - prints.length + missing - old.length}`,
			});
		const kept = forgets || old.length === prints.length ? old : prints;
		tallies.set(amount, { prints: [...kept, ...added.map(printOf)], last: last + added.length });
	}
	let balance = typeof record.outstanding === 'number' ? cents(record.outstanding) : Number.NaN;
	const recorded: PaymentChange[] = [];
	for (const payment of oldestFirst.reverse()) {
		const name = names.get(payment);
		if (name === undefined) continue;
		const balanceLeft = Number.isNaN(balance) ? undefined : balance / 100;
		recorded.unshift({ payment, name, balanceLeft });
		balance += cents(payment.amount);
	}
	// What was left out may be shown again, or be removed after all.
	const isClear = forgets || removed.length === 0;
	return {
		recorded,
		removed: canRemove ? removed : [],
		ledger: { mark: isClear ? mark : '', tallies },
	};
}

/**
 * The entry of a settled invoice, with the numbers of an earlier one where those are higher: two events share it, and one that
 * was chosen later counts from the beginning.
 */
export function withNumbersOf(entry: string, earlier = ''): string {
	const { mark, tallies } = readLedger(entry);
	const numbered = new Map(tallies);
	for (const [amount, { last }] of readLedger(earlier).tallies) {
		const { prints, last: own } = tallies.get(amount) ?? newTally(tallies);
		numbered.set(amount, { prints, last: Math.max(own, last) });
	}
	return writeLedger({ mark, tallies: numbered });
}

/** Writes a ledger with about 11 characters per payment: `150 100.00=x8fK 25.00=dPq_,0aZ1;3`. */
export function writeLedger({ mark, tallies }: Ledger): string {
	const parts = [...tallies].map(
		([amount, { prints, last }]) => `${amount}=${prints.join()}${last === prints.length ? '' : `;${last}`}`,
	);
	return [mark, ...parts].join(' ');
}

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
