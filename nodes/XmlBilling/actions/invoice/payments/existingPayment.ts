import type Big from 'big.js';
import { compareReference } from '../../../records/payments';
import { isSameText, textOf, type BillingRecord } from '../../../xml/shape';
import { decimalOf } from '../../../xml/values';
import { paymentsIn, type InvoicePayment } from '../../../records/invoicePayments';

/** A payment on an invoice. The reference is the one in its notes. */
export interface Payment {
	readonly amount: string;
	readonly method: string;
	readonly date: string;
	readonly reference?: string | undefined;
}

/** Identifies a payment, which has no identifier (§2.2). Without an amount, it is the outstanding balance. */
export interface WantedPayment {
	readonly amount: string | undefined;
	readonly method: string;
	readonly days: readonly string[];
	/** If given, equal payments with another reference are other payments. */
	readonly reference: string | undefined;
}

/** A matching payment, or one that may be. */
export interface Existing {
	readonly payment: Payment;
	readonly isClear: boolean;
}

/** The payment with the wanted reference or a similar one, and whether its amount may be the wanted one. */
export interface Referenced extends Existing {
	readonly isSame: boolean;
	readonly mayAgree: boolean;
}

/**
 * Finds the payment with the wanted reference, whatever its date and method, or else one with a similar reference; one with
 * the wanted amount comes first.
 */
export function findByReference(
	invoice: BillingRecord,
	amount: string | undefined,
	reference: string,
): Referenced | undefined {
	const found = paymentsIn(invoice).flatMap((shown) => {
		const likeness = compareReference(shown.notes, reference);
		const isReferenced = likeness === 'same' || likeness === 'similar';
		return isReferenced ? [referenced(toPayment(shown), amount, likeness === 'same')] : [];
	});
	const weight = ({ isSame, mayAgree, isClear }: Referenced) =>
		(isSame ? 4 : 0) + (mayAgree ? 2 : 0) + (isClear ? 1 : 0);
	return found.sort((one, other) => weight(other) - weight(one))[0];
}

/** A payment with the wanted reference or a similar one, compared with the wanted amount. */
export function referenced(payment: Payment, amount: string | undefined, isSame: boolean): Referenced {
	const paid = decimalOf(payment.amount);
	const mayAgree = paid === undefined || amount === undefined || paid.eq(amount);
	return { payment, isClear: paid !== undefined, isSame, mayAgree };
}

/** Finds an equal payment, or one that may be equal. */
export function findEqual(
	invoice: BillingRecord,
	wanted: WantedPayment,
	outstanding: Big | undefined,
): Existing | undefined {
	// Without an amount, the payment is the outstanding balance. If there is one, it can't have been paid yet.
	if (wanted.amount === undefined && (outstanding === undefined || outstanding.gt(0))) return undefined;
	const found = paymentsIn(invoice).flatMap((shown) => compare(shown, wanted) ?? []);
	return found.find(({ isClear }) => isClear) ?? found[0];
}

// Only a different amount, method or day proves that it is another payment. One that can't be read may be the same.
function compare(shown: InvoicePayment, wanted: WantedPayment): Existing | undefined {
	const { amount, method, day, notes } = shown;
	const isMethodShown = method.trim() !== '';
	const isOther =
		(wanted.amount !== undefined && amount?.eq(wanted.amount) === false) ||
		(isMethodShown && !isSameText(method, wanted.method)) ||
		(day !== undefined && !wanted.days.includes(day)) ||
		(wanted.reference !== undefined && compareReference(notes, wanted.reference) === 'other');
	if (isOther) return undefined;
	const payment = { ...toPayment(shown), method: wanted.method };
	return { payment, isClear: amount !== undefined && isMethodShown && day !== undefined };
}

const toPayment = ({ amount, shown, method, day, date, reference }: InvoicePayment): Payment => ({
	amount: amount?.toFixed() ?? textOf(shown),
	method,
	date: day ?? date,
	...(reference === '' ? {} : { reference }),
});
