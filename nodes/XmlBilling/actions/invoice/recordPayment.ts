import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../records';
import { money } from '../../records/display';
import { decodeNumber, isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { fieldsOf } from '../../xml/unknown';
import { decimalOf, quote } from '../../xml/values';
import type { ItemContext } from '../../engine/itemContext';
import type { Prepared } from '../../engine/operation';
import { rerunAdvice } from '../../guards/duplicates';
import { createdInRun, keyOf } from '../../guards/createdInRun';
import { refuseFailures, writtenRecord } from '../../engine/recordWrites';
import { idOf, option } from '../../engine/itemContext';
import { today } from '../common/days';

interface Payment {
	amount: string;
	method: string;
	date: string;
}

/**
 * Records a payment (§4.11). The amount defaults to the outstanding balance. A payment that exceeds it, or that the
 * invoice already shows, is rejected before anything is sent, unless the options allow it.
 */
export async function recordPayment(item: ItemContext): Promise<Prepared> {
	const id = idOf(item, invoiceRecord);
	const { [invoiceRecord.id]: _, ...given } = item.body;
	const invoice = await item.api.get(invoiceRecord, id);
	const outstanding = decimalOf(invoice['outstanding']);
	const amount = typeof given['amount'] === 'string' ? given['amount'] : undefined;
	const method = textOf(given['method']);
	// The date is always sent, so that a second run of the workflow recognizes the payment.
	const isDated = typeof given['date'] === 'string';
	const date = isDated ? textOf(given['date']) : today(item);

	const guard = option(item, 'ifExists') ?? 'fail';
	const wanted = { amount, method, days: isDated ? [date] : daysAround(date) };
	const isGuarded = guard !== 'create';
	const returnExisting = async (existing: Existing) => {
		if (guard !== 'existing')
			throw amount === undefined && isSettled(outstanding)
				? paidInFull(item, invoice, existing)
				: alreadyPaid(item, invoice, existing, isDated);
		if (!existing.isClear) item.warn(`${UNREADABLE} It was treated as the same, so nothing was recorded.`);
		return await report(item, id, existing.payment, 'existing');
	};
	const shown = isGuarded ? findPayment(invoice, wanted, outstanding) : undefined;
	if (shown !== undefined) return await returnExisting(shown);
	const payment = { amount: amount ?? defaultAmount(item, invoice, outstanding), method, date };
	const earlier = isGuarded ? findInRun(item, id, payment, wanted) : undefined;
	if (earlier !== undefined) return await returnExisting(earlier);
	refuseOverpayment(item, invoice, payment.amount, outstanding);
	const undatedAdvice = `If you run it again after tomorrow, fill in ${date} as the Date, so that the payment is recognized.`;
	return {
		body: { invoice: [{ id: String(id), ...given, ...payment }] },
		async finish(answer) {
			refuseFailures(item, answer, `The payment for invoice ${id} was not recorded`);
			return await report(item, id, payment, 'created');
		},
		creates: { keys: [keyOfPayment(id, payment)], id: invoiceRecord.id },
		adviceInDoubt: [rerunAdvice(guard, GUARD), ...(isDated ? [] : [undatedAdvice])].join(' '),
	};
}

const GUARD = 'If Payment Exists';
const UNDATED =
	'Without a Date, a matching payment from the day before or after counts as the same one. If yours is a different payment, fill in its Date.';

const UNREADABLE =
	'The invoice has a payment whose amount, method or date cannot be read. It may be the same payment.';

// People know an invoice by its number. It goes into the description, because n8n logs messages.
const numberOf = ({ number }: BillingRecord): string =>
	textOf(number) === '' ? '' : ` The invoice number is ${quote(textOf(number))}.`;

const isSettled = (outstanding: Big | undefined): boolean => outstanding?.lte(0) === true;

/** Describes a payment, if all of it can be read. */
const shownAs = (invoice: BillingRecord, { isClear, payment: { amount, method, date } }: Existing): string =>
	isClear
		? `There is a payment of ${money(amount, invoice['currency'])} by ${method} on ${date}.`
		: UNREADABLE;

/** The error of a payment of the outstanding amount, if there is none. */
function paidInFull(item: ItemContext, invoice: BillingRecord, existing?: Existing): Error {
	return item.problem(
		`Invoice ${textOf(invoice[invoiceRecord.id])} is paid in full; nothing is outstanding.`,
		[
			`Nothing was recorded.${numberOf(invoice)}`,
			...(existing === undefined
				? []
				: [shownAs(invoice, existing), `To return it instead of failing, set Options › ${GUARD}.`]),
		].join(' '),
	);
}

function alreadyPaid(item: ItemContext, invoice: BillingRecord, existing: Existing, isDated: boolean): Error {
	const id = textOf(invoice[invoiceRecord.id]);
	return item.problem(
		existing.isClear
			? `Invoice ${id} already has a matching payment`
			: `Invoice ${id} may already have a matching payment`,
		[
			'Nothing was recorded.',
			`${shownAs(invoice, existing)}${existing.isClear ? numberOf(invoice) : ''}`,
			`To record it anyway or return the existing payment, set Options › ${GUARD}.`,
			...(isDated ? [] : [UNDATED]),
		].join(' '),
	);
}

/** Identifies a payment, which has no identifier (§2.2). Without an amount, it is the outstanding balance. */
interface Wanted {
	readonly amount: string | undefined;
	readonly method: string;
	readonly days: readonly string[];
}

/** A matching payment, or one that may be. */
interface Existing {
	readonly payment: Payment;
	readonly isClear: boolean;
}

function findPayment(
	invoice: BillingRecord,
	wanted: Wanted,
	outstanding: Big | undefined,
): Existing | undefined {
	// Without an amount, the payment is the outstanding balance. If there is one, it can't have been paid yet.
	if (wanted.amount === undefined && (outstanding === undefined || outstanding.gt(0))) return undefined;
	const transactions: unknown[] = Array.isArray(invoice['transactions']) ? invoice['transactions'] : [];
	const found = transactions.flatMap((transaction) => compare(transaction, wanted) ?? []);
	return found.find(({ isClear }) => isClear) ?? found[0];
}

const DAY = /^(?!0000)\d{4}-\d\d-\d\d(?!\d)/;

// Only a different amount, method or day proves that it is another payment. One that can't be read may be the same.
function compare(transaction: unknown, wanted: Wanted): Existing | undefined {
	const { amount, method, date } = fieldsOf(transaction);
	const paid = decimalOf(amount);
	const day = DAY.exec(textOf(date))?.[0];
	const isMethodShown = textOf(method).trim() !== '';
	const isOther =
		(wanted.amount !== undefined && paid?.eq(wanted.amount) === false) ||
		(isMethodShown && !isSameText(method, wanted.method)) ||
		(day !== undefined && !wanted.days.includes(day));
	if (isOther) return undefined;
	const payment = {
		amount: paid?.toFixed() ?? textOf(amount),
		method: wanted.method,
		date: day ?? textOf(date),
	};
	return { payment, isClear: paid !== undefined && isMethodShown && day !== undefined };
}

// The service may not show an earlier item's payment yet.
function findInRun(item: ItemContext, id: number, payment: Payment, { days }: Wanted): Existing | undefined {
	const date = days.find((day) => {
		const equal = { ...payment, date: day };
		const body = { invoice: [{ id: String(id), ...equal }] };
		return createdInRun(item, [keyOfPayment(id, equal)], { body }) !== undefined;
	});
	return date === undefined ? undefined : { payment: { ...payment, date }, isClear: true };
}

const keyOfPayment = (id: number, { amount, method, date }: Payment): string =>
	keyOf('payment', id, amount, method, date);

function defaultAmount(item: ItemContext, invoice: BillingRecord, outstanding: Big | undefined): string {
	if (outstanding === undefined)
		throw item.problem(
			unsaid(Number(invoice[invoiceRecord.id])),
			'Nothing was recorded. Fill in the Amount.',
		);
	if (isSettled(outstanding)) throw paidInFull(item, invoice);
	return outstanding.toFixed();
}

const unsaid = (id: number): string => `The service does not show the outstanding amount of invoice ${id}`;

// An outstanding amount that is not shown may be 0.
function refuseOverpayment(
	item: ItemContext,
	invoice: BillingRecord,
	amount: string,
	outstanding: Big | undefined,
): void {
	if (option(item, 'allowOverpayment') === true) return;
	const id = Number(invoice[invoiceRecord.id]);
	if (outstanding === undefined)
		throw item.problem(
			unsaid(id),
			'Nothing was recorded, because the payment may exceed it. Check the invoice, or add the option Allow Overpayment.',
		);
	if (new Big(amount).lte(outstanding)) return;
	throw item.problem(
		`The payment exceeds the outstanding amount of invoice ${id}`,
		`Nothing was recorded. The payment is ${money(amount, invoice['currency'])}, and ${money(outstanding, invoice['currency'])} is outstanding.${numberOf(invoice)} Correct the Amount, or add the option Allow Overpayment.`,
	);
}

async function report(
	item: ItemContext,
	id: number,
	payment: Payment,
	result: 'created' | 'existing',
): Promise<IDataObject[]> {
	return [
		{
			...(await writtenRecord(item, invoiceRecord, id, result)),
			payment: { ...payment, amount: decodeNumber(payment.amount) },
		},
	];
}

const DAY_MS = 86_400_000;

// A workflow may run again after midnight, or in another time zone.
const daysAround = (date: string): string[] =>
	[0, -1, 1].map((days) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10));
