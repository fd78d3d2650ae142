/** Which of a client's invoices a payment pays. Pure. */
import Big from 'big.js';
import { compareReference, withReference } from '../../records/paymentReference';
import { money } from '../../records/money';
import { indexNumbers, numbersIn, returnIn } from './numbersInText';

/** A client's invoice, as far as it matters to a payment. */
export interface Payable {
	readonly id: number;
	/** Empty if it has none. */
	readonly number: string;
	/** `YYYY-MM-DD`, or empty. */
	readonly dueDate: string;
	readonly currency: string;
	/** What it can be paid; zero if it must not be paid: a draft, or disputed, settled, or not active. */
	readonly open: Big;
	readonly payments: ReadonlyArray<{ readonly amount: Big | undefined; readonly notes: string }>;
	/** Whether it shows all of its payments. */
	readonly isComplete: boolean;
}

/** A payment to allocate. */
export interface Incoming {
	readonly amount: Big;
	readonly currency: string;
	readonly reference: string;
	readonly allocateTo: 'named' | 'oldest';
	/** Names the invoices, or says that the payment was taken back. */
	readonly text: string;
}

/** What each invoice gets, what is left over, and why. */
export interface Allocation {
	readonly shares: ReadonlyArray<{ readonly payable: Payable; readonly amount: Big }>;
	readonly rest: Big;
	readonly reason: string;
}

const EARLIER = 'An earlier run may have recorded a part of this payment there.';

/**
 * Divides what payments with the same reference leave of an amount. An invoice that has a payment with the reference gets
 * no more of it, because Record Payment would take it for the same one. Refuses if an earlier payment can't be recognized.
 *
 * @param showsNotes whether the service is known to show notes of payments, so that one without notes has no reference
 */
export function allocate(
	incoming: Incoming,
	payables: readonly Payable[],
	showsNotes: boolean,
): Allocation | { readonly message: string; readonly advice: string } {
	const { currency, reference } = incoming;
	const paidBefore = new Set<Payable>();
	let paid = new Big(0);
	for (const payable of payables) {
		const { id, number } = payable;
		const refuse = (what: string, advice: string) => ({
			message: `${number === '' ? `The invoice with ID ${id}` : `Invoice ${number}`} ${what}`,
			advice: `${EARLIER} ${advice}`,
		});
		if (mayHide(payable, incoming.amount, showsNotes))
			return refuse(
				'has payments that the service does not fully show',
				'Without its reference, it would be paid twice. Record what is missing with Record Payment.',
			);
		for (const { amount, notes } of payable.payments) {
			const likeness = compareReference(notes, reference);
			if (likeness === 'other' || likeness === 'none') continue;
			if (likeness !== 'same' || amount === undefined || payable.currency !== currency)
				return refuse(
					'has a payment that may be a part of this one',
					'Compare its amount, currency and reference. If it is another payment, change the Reference of this one.',
				);
			paidBefore.add(payable);
			paid = paid.plus(amount);
		}
	}
	// A payment that was taken back makes no more available than came in.
	let rest = paid.lt(0) ? incoming.amount : incoming.amount.minus(paid);
	if (rest.lt(0))
		return {
			message: 'Payments with this reference come to more than the Amount',
			advice: `They come to ${money(paid, currency)}. Correct the Amount or the Reference.`,
		};
	const { targets, reason } = targetsOf(incoming, payables);
	const shares = [];
	for (const payable of targets) {
		const amount = payable.open.lt(rest) ? payable.open : rest;
		if (payable.currency !== currency || paidBefore.has(payable) || !amount.gt(0)) continue;
		rest = rest.minus(amount);
		shares.push({ payable, amount });
	}
	return { shares, rest, reason };
}

/** An invoice once its share is recorded. */
export const withShare = (payable: Payable, amount: Big, reference: string): Payable => ({
	...payable,
	open: payable.open.minus(amount),
	payments: [...payable.payments, { amount, notes: withReference('', reference) }],
});

/** Whether an invoice may have a part of a payment that is not shown as such. */
function mayHide({ open, payments, isComplete }: Payable, amount: Big, showsNotes: boolean): boolean {
	// Some services take an invoice for paid in full without any payment, but none in part.
	if (!isComplete && (payments.length > 0 || open.gt(0) || !showsNotes)) return true;
	return !showsNotes && payments.some((one) => one.notes.trim() === '' && !one.amount?.gt(amount));
}

/** The invoices to pay, in order, and why the rest is left over. None if the text leaves them open. */
function targetsOf(
	{ amount, currency, allocateTo, text }: Incoming,
	payables: readonly Payable[],
): { readonly targets: readonly Payable[]; readonly reason: string } {
	const returned = returnIn(text);
	if (returned !== undefined) return { targets: [], reason: returned };
	if (allocateTo === 'oldest')
		return { targets: [...payables].sort(oldestFirst), reason: `No more is open in ${currency}.` };
	const { records, doubt } = numbersIn(text, indexNumbers(payables), amount);
	if (records.length === 0)
		return { targets: [], reason: 'The text has no number of an invoice of this client.' };
	const numbers = records.map(({ number }) => number).join(', ');
	if (doubt === undefined) return { targets: records, reason: `No more is open for ${numbers}.` };
	const s = records.length === 1 ? '' : 's';
	return { targets: [], reason: `The text has the number${s} ${numbers}, ${doubt}.` };
}

const oldestFirst = (one: Payable, other: Payable): number =>
	(one.dueDate || '9999').localeCompare(other.dueDate || '9999') || one.id - other.id;
