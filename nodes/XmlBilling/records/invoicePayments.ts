import { decimalOf } from '../xml/values';
import Big from 'big.js';
import { compareReference, referenceIn } from './paymentReference';
import { textOf, type BillingRecord, type Value } from '../xml/shape';
import { readAmount, shownAmount, sumOf, ZERO } from './money';
import { dayIn } from '../xml/dates';

type Fields = Readonly<Record<string, unknown>>;

/** An invoice's transactions, or undefined if the record doesn't show them. */
export function transactionsOf({ transactions }: Fields): readonly Fields[] | undefined {
	// The array holds the decoded `transaction` elements (§2.2).
	return Array.isArray(transactions) ? (transactions as readonly Fields[]) : undefined;
}

// The fields of a payment that people need.
const REPORTED = ['method', 'notes', 'amount', 'date'];

/** The transactions of a list record if all are there, with all that people need. */
export function listedTransactions(record: Fields): readonly Fields[] | undefined {
	const transactions = transactionsOf(record);
	const isComplete = transactions?.every((one) => REPORTED.every((field) => one[field] !== undefined));
	return isComplete && showsAllPayments(record) ? transactions : undefined;
}

/** How much of a payment is tax, as much as of its invoice, in cents; undefined if that can't be told. */
export function taxIn(payment: unknown, { net_balance, total_tax }: Fields): Value | undefined {
	const [paid, total, tax] = [payment, net_balance, total_tax].map(decimalOf);
	if (paid === undefined || tax === undefined || total === undefined || total.eq(0)) return undefined;
	return shownAmount(paid.times(tax).div(total).round(2, Big.roundHalfUp));
}

/** A payment inside an invoice (§2.2). */
export interface InvoicePayment {
	/** Undefined if the amount can't be read as a number. */
	readonly amount: Big | undefined;
	/** The amount as outputs show it: a number, what the service shows instead, or null. */
	readonly shown: Value;
	/** `YYYY-MM-DD`; undefined if the date can't be read. */
	readonly day: string | undefined;
	readonly date: string;
	readonly method: string;
	/** The reference in the notes, or ''. */
	readonly reference: string;
	readonly notes: string;
}

/** The payments of an invoice, in the service's order; none if the record doesn't show them. */
export const paymentsIn = (invoice: Fields): InvoicePayment[] =>
	(transactionsOf(invoice) ?? []).map(({ amount, date, method, notes }) => ({
		...readAmount(amount),
		day: dayIn(date),
		date: textOf(date),
		method: textOf(method),
		reference: referenceIn(notes),
		notes: textOf(notes),
	}));

/**
 * Finds the payment with a reference, whatever its date and method, or else one whose reference looks the same; one of this amount
 * comes first.
 */
export function findByReference(
	invoice: Fields,
	reference: string,
	amount?: string,
): { readonly payment: InvoicePayment; readonly likeness: 'same' | 'alike' } | undefined {
	for (const likeness of ['same', 'alike'] as const) {
		const found = paymentsIn(invoice).filter(({ notes }) => compareReference(notes, reference) === likeness);
		const payment = found.find((one) => amount !== undefined && one.amount?.eq(amount)) ?? found[0];
		if (payment !== undefined) return { payment, likeness };
	}
	return undefined;
}

/** Whether an invoice can have payments, as far as the record shows it. */
export const mayHavePayments = (invoice: BillingRecord): boolean =>
	!decimalOf(invoice['total_paid'])?.eq(0) || paymentsIn(invoice).length > 0;

/** Whether a listed invoice shows all of its payments, or that it has none. */
export const showsPayments = (invoice: BillingRecord): boolean =>
	!mayHavePayments(invoice) ||
	(listedTransactions(invoice) !== undefined &&
		paymentsIn(invoice).every(({ day, method }) => day !== undefined && method !== ''));

/** Whether an invoice shows all of its payments: a summary may show none, so that they must add up to what is paid. */
export function showsAllPayments(invoice: Fields): boolean {
	const amounts = (transactionsOf(invoice) ?? []).map(({ amount }) => decimalOf(amount) ?? ZERO);
	return decimalOf(invoice['total_paid'])?.eq(sumOf(amounts)) ?? false;
}

/**
 * What an invoice bills, with its late fee. The interface doesn't say whether the net balance includes the fee (§2.2): it
 * does if what is paid and what is outstanding add up to it.
 */
export function billedIn(invoice: BillingRecord): Big | undefined {
	const net = decimalOf(invoice['net_balance']);
	const fee = decimalOf(invoice['late_fee']);
	const outstanding = decimalOf(invoice['outstanding']);
	const asked = outstanding && decimalOf(invoice['total_paid'])?.plus(outstanding);
	if (net === undefined) return asked;
	return fee === undefined || asked?.eq(net) ? net : net.plus(fee);
}
