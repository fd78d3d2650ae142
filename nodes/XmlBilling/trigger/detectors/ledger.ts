/**
 * Payments have no identifier (§2.2), and lists may show less of them than single reads do. Whether there are new ones is
 * therefore told by amounts alone: how many payments of each amount an invoice has. What else is shown of them only tells
 * which ones are new. The memory of an invoice is its ledger, written as one short string: a mark of the list's totals
 * and, for each amount, a print of every payment and how many there have ever been.
 */
import { createHash } from 'crypto';
import type { BillingRecord } from '../events';

/** The known payments of one amount. */
interface Tally {
	/** One for each payment that the invoice has. */
	prints: readonly string[];
	/** The number of the last one that was counted, deleted ones included: numbers are never used twice. */
	last: number;
}

export interface Ledger {
	/** What the list record said of the totals; '' when it said nothing, so that the invoice has to be read. */
	mark: string;
	/** By amount, with two places. */
	tallies: ReadonlyMap<string, Tally>;
}

export interface NewPayment {
	payment: BillingRecord;
	/** Unique among the invoice's payments: `<amount>:<number among those of this amount>`. */
	name: string;
	balanceLeft?: number;
	/** The ledger of an invoice of which the payments up to this one are known. */
	ledger: Ledger;
}

export const EMPTY_LEDGER: Ledger = { mark: '', tallies: new Map() };

const NO_TALLY: Tally = { prints: [], last: 0 };

const cents = (amount: unknown): number => (typeof amount === 'number' ? Math.round(amount * 100) : 0);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const hashOf = (value: unknown, length: number): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, length);

/** An amount that is no number stays apart from all others. */
const amountOf = ({ amount }: BillingRecord): string =>
	typeof amount === 'number' ? (cents(amount) / 100).toFixed(2) : `?${hashOf(amount ?? null, 6)}`;

// Lists and single reads may differ in whether a date has a time (§2.1).
const dayOf = ({ date }: BillingRecord): string => text(date).slice(0, 10);

/** What tells payments of one amount apart, whatever letters and blanks an answer writes it with. Only compared within one invoice. */
function printOf(payment: BillingRecord): string {
	const parts = [payment.method, payment.notes].map((part) =>
		text(part).trim().replace(/\s+/g, ' ').toLowerCase(),
	);
	return hashOf([dayOf(payment), ...parts], 4);
}

/** An invoice's transactions, or undefined where the record has none to show. */
export function transactionsOf(record: BillingRecord): readonly BillingRecord[] | undefined {
	// What the array holds are the decoded `transaction` elements (§2.2).
	return Array.isArray(record.transactions) ? (record.transactions as readonly BillingRecord[]) : undefined;
}

// What an event is to tell of a payment.
const TOLD = ['method', 'notes', 'amount', 'date'];

/**
 * The transactions of a list record, if they can be taken as all there are: a summary may be decoded with an empty
 * array, so they have to add up to what is said to be paid.
 */
export function listedTransactions(record: BillingRecord): readonly BillingRecord[] | undefined {
	const transactions = transactionsOf(record);
	if (transactions === undefined || typeof record.total_paid !== 'number') return undefined;
	const sum = transactions.reduce((total, payment) => total + cents(payment.amount), 0);
	const isTold = transactions.every((payment) => TOLD.every((field) => payment[field] !== undefined));
	return isTold && sum === cents(record.total_paid) ? transactions : undefined;
}

/** What a record says of its totals, in the terms of `like`, a record of the list that it is going to be compared with. */
export function totalsMark(record: BillingRecord, like: BillingRecord = record): string {
	if (typeof like.total_paid === 'number' && typeof record.total_paid === 'number') {
		return String(record.total_paid);
	}
	if (typeof like.outstanding === 'number' && typeof record.outstanding === 'number') {
		const { outstanding, net_balance: total, invoice_status: status = '' } = record;
		// A payment leaves as much outstanding as before where the total has risen by its amount.
		const told = [
			`o${outstanding}`,
			typeof like.net_balance === 'number' ? String(total) : '',
			typeof like.invoice_status === 'string' ? String(status).toLowerCase() : '',
		];
		return told.join('/').replace(/\s/g, '_');
	}
	return '';
}

/** Payments by their amount. */
function byAmount(payments: readonly BillingRecord[]): Map<string, BillingRecord[]> {
	const groups = new Map<string, BillingRecord[]>();
	for (const payment of payments) {
		const group = groups.get(amountOf(payment));
		if (group) group.push(payment);
		else groups.set(amountOf(payment), [payment]);
	}
	return groups;
}

/** The ledger of an invoice whose payments are all known. */
export function ledgerOf(mark: string, transactions: readonly BillingRecord[]): Ledger {
	const tallies = [...byAmount(transactions)].map(([amount, group]): [string, Tally] => [
		amount,
		{ prints: group.map(printOf), last: group.length },
	]);
	return { mark, tallies: new Map(tallies) };
}

/** Whether the transactions are other than the ledger's, in either direction. */
export function differs({ tallies }: Ledger, transactions: readonly BillingRecord[]): boolean {
	const now = byAmount(transactions);
	const amounts = new Set([...tallies.keys(), ...now.keys()]);
	return [...amounts].some(
		(amount) => (tallies.get(amount)?.prints.length ?? 0) !== (now.get(amount)?.length ?? 0),
	);
}

/** As many of the payments of one amount as are new: the latest of those that are not known by their print. */
function newAmong(payments: readonly BillingRecord[], { prints }: Tally): readonly BillingRecord[] {
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
 * What the transactions have that the ledger does not, oldest first, and the ledger once all of it is known. Payments
 * that are gone are forgotten, except for their numbers. A balance is what is outstanding now plus what came after.
 */
export function comparePayments(
	known: Ledger,
	record: BillingRecord,
	transactions: readonly BillingRecord[],
	mark: string,
): { payments: NewPayment[]; ledger: Ledger } {
	const oldestFirst = [...transactions].sort((a, b) =>
		dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0,
	);
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
			// Its mark is empty, so that an invoice left half reported is read again.
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

/** The ledger as a string of about 11 characters per payment: `150 100.00=x8fK 25.00=dPq_,0aZ1;3`. */
export const writeLedger = ({ mark, tallies }: Ledger): string =>
	[mark, ...[...tallies].map(writeTally)].join(' ');

/** The ledger that {@link writeLedger} wrote. */
export function readLedger(entry: string): Ledger {
	const [mark = '', ...parts] = entry.split(' ');
	const tallies = parts.map((part): [string, Tally] => {
		const [amount = '', told = ''] = part.split('=');
		const [list = '', last] = told.split(';');
		const prints = list === '' ? [] : list.split(',');
		return [amount, { prints, last: Number(last ?? prints.length) }];
	});
	return { mark, tallies: new Map(tallies) };
}
