/**
 * Payments have no identifier (§2.2), so an invoice's transactions are compared as a multiset of fingerprints. What is
 * remembered of an invoice is its ledger, written as one short string: a mark of the list's totals and, for each
 * different payment, how many there are and how many there have ever been.
 */
import { createHash } from 'crypto';
import type { BillingRecord } from './events';

interface Tally {
	/** How many such payments the invoice has. */
	count: number;
	/** The number of the last one that was counted, deleted ones included: numbers are never used twice. */
	last: number;
}

export interface Ledger {
	/** What the list record said of the totals; '' when it said nothing, so that the invoice has to be read. */
	mark: string;
	tallies: ReadonlyMap<string, Tally>;
}

export interface NewPayment {
	payment: BillingRecord;
	/** Unique among the invoice's payments: `<fingerprint>:<number among its equals>`. */
	name: string;
	balanceLeft?: number;
	/** The ledger of an invoice of which the payments up to this one are known. */
	ledger: Ledger;
}

export const EMPTY_LEDGER: Ledger = { mark: '', tallies: new Map() };

const cents = (amount: unknown): number => (typeof amount === 'number' ? Math.round(amount * 100) : 0);

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

// Lists and single reads may differ in whether a date has a time (§2.1).
const dayOf = (payment: BillingRecord): string => text(payment.date).slice(0, 10);

/** Equal payments have equal fingerprints: 8 characters, 48 bits, and only compared within one invoice. */
export function fingerprint(payment: BillingRecord): string {
	const parts = [text(payment.method), cents(payment.amount), dayOf(payment), text(payment.notes)];
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}

/** An invoice's transactions, or undefined where the record has none to show. */
export function transactionsOf(record: BillingRecord): readonly BillingRecord[] | undefined {
	// What the array holds are the decoded `transaction` elements (§2.2).
	return Array.isArray(record.transactions) ? (record.transactions as readonly BillingRecord[]) : undefined;
}

// What a fingerprint is made of. One of a part of it would differ from that of the same payment in a single read.
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
		const { outstanding, invoice_status: status = '' } = record;
		return `o${outstanding}${typeof like.invoice_status === 'string' ? String(status).toLowerCase() : ''}`;
	}
	return '';
}

/** The ledger of an invoice whose payments are all known. */
export function ledgerOf(mark: string, transactions: readonly BillingRecord[]): Ledger {
	const tallies = new Map<string, Tally>();
	for (const payment of transactions) {
		const key = fingerprint(payment);
		const count = (tallies.get(key)?.count ?? 0) + 1;
		tallies.set(key, { count, last: count });
	}
	return { mark, tallies };
}

/** Whether the transactions are other than the ledger's, in either direction. */
export function differs(ledger: Ledger, transactions: readonly BillingRecord[]): boolean {
	const now = ledgerOf('', transactions).tallies;
	const keys = new Set([...ledger.tallies.keys(), ...now.keys()]);
	return [...keys].some((key) => (ledger.tallies.get(key)?.count ?? 0) !== (now.get(key)?.count ?? 0));
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
	const now = ledgerOf('', transactions).tallies;
	let tallies: ReadonlyMap<string, Tally> = new Map(
		[...known.tallies].map(([key, { count, last }]) => [
			key,
			{ count: Math.min(count, now.get(key)?.count ?? 0), last },
		]),
	);
	const met = new Map<string, number>();
	const payments: NewPayment[] = [];
	const oldestFirst = [...transactions].sort((a, b) =>
		dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0,
	);
	for (const payment of oldestFirst) {
		const key = fingerprint(payment);
		const nth = (met.get(key) ?? 0) + 1;
		met.set(key, nth);
		const { count, last } = tallies.get(key) ?? { count: 0, last: 0 };
		if (nth <= count) continue;
		tallies = new Map(tallies).set(key, { count: nth, last: last + 1 });
		// Its mark is empty, so that an invoice left half reported is read again.
		payments.push({ payment, name: `${key}:${last + 1}`, ledger: { mark: '', tallies } });
	}
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

const writeTally = ([key, { count, last }]: [string, Tally]): string =>
	count !== last ? `${key}.${count}.${last}` : count === 1 ? key : `${key}.${count}`;

/** The ledger as a string of about 9 characters per payment: `150 x8fK2qLm 9dPq_0aZ.2`. */
export const writeLedger = ({ mark, tallies }: Ledger): string =>
	[mark, ...[...tallies].map(writeTally)].join(' ');

/** The ledger that {@link writeLedger} wrote. */
export function readLedger(entry: string): Ledger {
	const [mark = '', ...parts] = entry.split(' ');
	const tallies = parts.map((part): [string, Tally] => {
		const [key = '', count = '1', last = count] = part.split('.');
		return [key, { count: Number(count), last: Number(last) }];
	});
	return { mark, tallies: new Map(tallies) };
}
