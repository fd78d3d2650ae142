import Big from 'big.js';
import { invoiceRecord } from '../../../records';
import { capitalized, money, nameOf } from '../../../records/display';
import type { BillingRecord } from '../../../xml/shape';
import { decimalOf, quote } from '../../../xml/values';
import { option, type ItemContext } from '../../../engine/item/itemContext';
import type { Existing, WantedPayment } from './existingPayment';

/** The label of the option that decides about a payment that exists. */
export const GUARD = 'If Payment Exists';

const UNDATED =
	'Without a Date, a matching payment from the day before or after counts as the same one. If yours is a different payment, fill in its Date.';

export const UNREFERENCED = 'It shows no reference, or only a part of it, so it may be the same payment.';

export const UNREADABLE_PAYMENT =
	'The invoice has a payment whose amount, method or date cannot be read. It may be the same payment.';

const named = (invoice: BillingRecord): string => capitalized(nameOf(invoiceRecord, invoice));

export const hasNothingLeft = (outstanding: Big | undefined): boolean => outstanding?.lte(0) === true;

/** Describes a payment, if all of it can be read. */
const shownAs = (invoice: BillingRecord, { isClear, payment: { amount, method, date } }: Existing): string =>
	isClear
		? `There is a payment of ${money(amount, invoice['currency'])} by ${method} on ${date}.`
		: UNREADABLE_PAYMENT;

/** The error of a payment on an invoice that is canceled. */
export const canceledInvoice = (item: ItemContext, invoice: BillingRecord): Error =>
	item.problem(
		`${named(invoice)} is canceled or deleted`,
		"Nothing was recorded. The service may keep deleted invoices as canceled. Choose the invoice that replaces it, or set this one to Active on the service's website.",
	);

/** The error of a payment of the outstanding amount, if there is none. A credit note or an overpaid invoice is below zero. */
export function paidInFull(item: ItemContext, invoice: BillingRecord, existing?: Existing): Error {
	const outstanding = decimalOf(invoice['outstanding']);
	if (outstanding?.lt(0))
		return item.problem(
			`${named(invoice)} shows a credit: its outstanding amount is below zero`,
			`Nothing was recorded. Its outstanding amount is ${money(outstanding, invoice['currency'])}. Refund or set off the credit on the service's website. If a payment came in nevertheless, fill in the Amount and add the option Allow Overpayment.`,
		);
	return item.problem(
		`${named(invoice)} is paid in full; nothing is outstanding.`,
		[
			'Nothing was recorded.',
			...(existing === undefined
				? []
				: [shownAs(invoice, existing), `To return it instead of failing, set Options › ${GUARD}.`]),
		].join(' '),
	);
}

/** The error of a payment that the invoice has, or may have. */
export function alreadyPaid(
	item: ItemContext,
	invoice: BillingRecord,
	existing: Existing,
	{ reference }: WantedPayment,
	isDated: boolean,
): Error {
	return item.problem(
		existing.isClear && reference === undefined
			? `${named(invoice)} already has a matching payment`
			: `${named(invoice)} may already have a matching payment`,
		[
			'Nothing was recorded.',
			shownAs(invoice, existing),
			...(reference === undefined ? [] : [UNREFERENCED]),
			`To record it anyway or return the existing payment, set Options › ${GUARD}.`,
			...(isDated ? [] : [UNDATED]),
		].join(' '),
	);
}

/** The error of a payment whose reference is on a payment of another amount. */
export function otherAmount(
	item: ItemContext,
	invoice: BillingRecord,
	known: Existing,
	amount: string | undefined,
): Error {
	return item.problem(
		`${named(invoice)} already has a payment with this reference, but its amount is different`,
		`Nothing was recorded. ${referencedAs(invoice, known)} This payment is ${money(amount ?? '', invoice['currency'])}. Correct the Amount or the Reference. To record it anyway, set Options › ${GUARD}.`,
	);
}

/** The error of a payment whose reference is on the invoice, if the option says to fail. */
export const referenceExists = (item: ItemContext, invoice: BillingRecord, known: Existing): Error =>
	item.problem(
		`${named(invoice)} already has a payment with this reference`,
		`Nothing was recorded. ${referencedAs(invoice, known)} To record it anyway or return the existing payment, set Options › ${GUARD}.`,
	);

/** The error of a payment whose reference may be that of a payment on the invoice, or another one. */
export const similarReference = (item: ItemContext, invoice: BillingRecord, known: Existing): Error =>
	item.problem(
		`${named(invoice)} already has a payment with a similar reference`,
		`Nothing was recorded. ${referencedAs(invoice, known)} Its reference is ${quote(known.payment.reference ?? '')}. The two differ only in capitals, blanks or the form of characters, or in the lines below the first. If it is the same payment, leave this one out. If not, record it with Options › ${GUARD} › Record Anyway.`,
	);

const referencedAs = (invoice: BillingRecord, known: Existing): string =>
	known.isClear ? shownAs(invoice, known) : 'Its amount cannot be read.';

/** The outstanding amount, as it is shown. Throws if it is not shown, or if nothing is outstanding. */
export function defaultAmount(
	item: ItemContext,
	invoice: BillingRecord,
	outstanding: Big | undefined,
): string {
	if (outstanding === undefined)
		throw item.problem(unsaid(invoice), 'Nothing was recorded. Fill in the Amount.');
	if (hasNothingLeft(outstanding)) throw paidInFull(item, invoice);
	const amount = outstanding.toFixed();
	// More places than a request takes (§2.1).
	if (!outstanding.round(2).eq(outstanding))
		item.warn(
			`The payment is ${amount}, as the service itself shows it, but the interface takes at most two decimal places.`,
		);
	return amount;
}

const unsaid = (invoice: BillingRecord): string =>
	`The service does not show the outstanding amount of ${nameOf(invoiceRecord, invoice)}`;

/** Throws if a payment exceeds the outstanding amount, which may be 0 if it is not shown. */
export function refuseOverpayment(
	item: ItemContext,
	invoice: BillingRecord,
	amount: string,
	outstanding: Big | undefined,
): void {
	if (option(item, 'allowOverpayment') === true) return;
	if (outstanding === undefined)
		throw item.problem(
			unsaid(invoice),
			'Nothing was recorded, because the payment may exceed it. Check the invoice, or add the option Allow Overpayment.',
		);
	if (new Big(amount).lte(outstanding)) return;
	throw item.problem(
		`The payment exceeds the outstanding amount of ${nameOf(invoiceRecord, invoice)}`,
		`Nothing was recorded. The payment is ${money(amount, invoice['currency'])}, and ${money(outstanding, invoice['currency'])} is outstanding. Correct the Amount, or add the option Allow Overpayment.`,
	);
}
