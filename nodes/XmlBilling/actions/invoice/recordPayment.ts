import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import type { Body } from '../../xml/request';
import { invoiceRecord } from '../../records';
import { isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { check, decimalOf, quote } from '../../xml/values';
import { adviseInDoubt } from '../../transport/failure';
import type { ItemContext } from '../../engine/itemContext';
import { rerunAdvice } from '../../guards/duplicates';
import { createdInRun, createInRun, keyOf, type Creation } from '../../guards/createdInRun';
import { idOf, option, refuseFailures, writtenRecord } from '../common/standard';

interface Payment {
	amount: string;
	method: string;
	date: string;
}

/**
 * Records a payment (§4.11). The amount defaults to what is outstanding. More than that, nothing, and a payment that is
 * among the invoice's transactions already are refused before anything is sent, unless the user allows them.
 */
export async function recordPayment(item: ItemContext): Promise<IDataObject[]> {
	const id = idOf(item, invoiceRecord);
	const { [invoiceRecord.id]: _, ...given } = item.body();
	const invoice = await item.api.get(invoiceRecord, id);
	const outstanding = decimalOf(invoice['outstanding']);
	const amount = typeof given['amount'] === 'string' ? given['amount'] : undefined;
	const method = textOf(given['method']);
	// The date is always sent, so that the same payment is found again when the workflow is run twice.
	const isDated = typeof given['date'] === 'string';
	const date = isDated ? textOf(given['date']) : today(item);

	const guard = option(item, 'ifExists') ?? 'fail';
	const wanted = { amount, method, days: isDated ? [date] : daysAround(date) };
	const isGuarded = guard !== 'create';
	const returnExisting = async (existing: Existing) => {
		if (guard !== 'existing') throw alreadyPaid(item, invoice, existing, isDated);
		if (!existing.isClear) item.warn(`${UNREADABLE} It was taken for this one, and nothing was recorded.`);
		return await report(item, id, existing.payment, 'existing');
	};
	const shown = isGuarded ? findPayment(invoice, wanted, outstanding) : undefined;
	if (shown !== undefined) return await returnExisting(shown);
	const payment = { amount: amount ?? defaultAmount(item, id, outstanding), method, date };
	const earlier = isGuarded ? findInRun(item, id, payment, wanted) : undefined;
	if (earlier !== undefined) return await returnExisting(earlier);
	refuseOverpayment(item, invoice, payment.amount, outstanding);
	const body: Body = { invoice: [{ id: String(id), ...given, ...payment }] };
	const record = async () => {
		const answer = await item.api.call(item.method, body);
		refuseFailures(item, answer, `The payment of invoice ${id} was not recorded`);
	};
	await createInRun(item, creationOf(item, id, payment), record, () => id).catch((error: unknown) => {
		adviseInDoubt(error, rerunAdvice(guard, GUARD));
		if (!isDated)
			adviseInDoubt(
				error,
				`Later than tomorrow, fill in the Date ${date} as well, by which the payment is recognized.`,
			);
		throw error;
	});
	return await report(item, id, payment, 'created');
}

const GUARD = 'If Payment Exists';
const UNDATED =
	'Without a Date, an equal payment of the day before or after counts as the same: fill in the Date of another one.';

const UNREADABLE =
	'The invoice has a payment whose amount, method or date cannot be read, and which may be the same.';

// People know an invoice by its number; n8n logs the message of an error, and nothing else of it.
const numberOf = ({ number }: BillingRecord): string =>
	textOf(number) === '' ? '' : ` The invoice has the number ${quote(textOf(number))}.`;

function alreadyPaid(
	item: ItemContext,
	invoice: BillingRecord,
	{ isClear, payment }: Existing,
	isDated: boolean,
): Error {
	const id = textOf(invoice[invoiceRecord.id]);
	const { amount, method, date } = payment;
	return item.problem(
		isClear
			? `Invoice ${id} has an equal payment already`
			: `Invoice ${id} may have an equal payment already`,
		[
			'Nothing was recorded.',
			isClear ? `There is a payment of ${amount} by ${method} on ${date}.${numberOf(invoice)}` : UNREADABLE,
			`Under Options, ${GUARD} decides what happens then.`,
			...(isDated ? [] : [UNDATED]),
		].join(' '),
	);
}

/** What makes two payments the same: a payment has no identifier (§2.2). Without an amount, all of the rest is meant. */
interface Wanted {
	readonly amount: string | undefined;
	readonly method: string;
	readonly days: readonly string[];
}

/** A payment that is the same, or one that cannot be told from it. */
interface Existing {
	readonly payment: Payment;
	readonly isClear: boolean;
}

function findPayment(
	invoice: BillingRecord,
	wanted: Wanted,
	outstanding: Big | undefined,
): Existing | undefined {
	// Without an amount, what is outstanding is meant: only when nothing is left can it have been paid before.
	if (wanted.amount === undefined && (outstanding === undefined || outstanding.gt(0))) return undefined;
	const transactions: unknown[] = Array.isArray(invoice['transactions']) ? invoice['transactions'] : [];
	const found = transactions.flatMap((transaction) => compare(transaction, wanted) ?? []);
	return found.find(({ isClear }) => isClear) ?? found[0];
}

const DAY = /^(?!0000)\d{4}-\d\d-\d\d(?!\d)/;

// What cannot be read differs in nothing: only what shows another amount, method or day is another payment.
function compare(transaction: unknown, wanted: Wanted): Existing | undefined {
	const { amount, method, date } = Object.fromEntries(Object.entries(transaction ?? {}));
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

// An invoice may be read before the service shows what an earlier item has paid of it.
function findInRun(item: ItemContext, id: number, payment: Payment, { days }: Wanted): Existing | undefined {
	const onDay = (date: string) => creationOf(item, id, { ...payment, date });
	const date = days.find((day) => createdInRun(item, onDay(day)) !== undefined);
	return date === undefined ? undefined : { payment: { ...payment, date }, isClear: true };
}

const creationOf = ({ method }: ItemContext, id: number, payment: Payment): Creation => ({
	keys: [keyOf('payment', id, payment.amount, payment.method, payment.date)],
	method,
	body: { invoice: [{ id: String(id), ...payment }] },
});

function defaultAmount(item: ItemContext, id: number, outstanding: Big | undefined): string {
	if (outstanding === undefined) throw item.problem(unsaid(id), 'Nothing was recorded. Fill in the Amount.');
	if (outstanding.lte(0))
		throw item.problem(`Nothing is outstanding on invoice ${id}`, 'There is nothing to record.');
	return outstanding.toFixed();
}

const unsaid = (id: number): string => `The service does not show the outstanding amount of invoice ${id}`;

// An amount that is not known may be any: also one that is paid already.
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
			'Nothing was recorded, because the payment may be more than that. Look at the invoice, or allow it under Options with Allow Overpayment.',
		);
	if (new Big(amount).lte(outstanding)) return;
	throw item.problem(
		`The payment exceeds the outstanding amount of invoice ${id}`,
		`Nothing was recorded. The payment is ${amount}, and ${outstanding.toFixed()} is outstanding.${numberOf(invoice)} Correct the Amount, or allow it under Options with Allow Overpayment.`,
	);
}

async function report(
	item: ItemContext,
	id: number,
	payment: Payment,
	result: 'created' | 'existing',
): Promise<IDataObject[]> {
	return [{ ...(await writtenRecord(item, invoiceRecord, id, result)), payment: { ...payment } }];
}

function today(item: ItemContext): string {
	const checked = check(new Date(), 'date', item.timeZone);
	return checked.ok ? (checked.text ?? '') : '';
}

const DAY_MS = 86_400_000;

// A workflow that runs again may do so after midnight, or in another time zone.
const daysAround = (date: string): string[] =>
	[0, -1, 1].map((days) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10));
