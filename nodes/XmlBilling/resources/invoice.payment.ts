import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { isSameText } from '../fields/resolve';
import type { Body } from '../interface/document';
import { invoiceRecord } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import { check, decimalOf } from '../interface/values';
import { adviseInDoubt } from '../transport/failure';
import type { Call } from '../fields/call';
import { rerunAdvice } from './ifExists';
import { idOf, option, refuseFailures, writtenRecord } from './standard';

interface Payment {
	amount: string;
	method: string;
	date: string;
}

/**
 * Records a payment (§4.11). The amount defaults to what is outstanding. More than that, nothing, and a payment that is
 * among the invoice's transactions already are refused before anything is sent, unless the user allows them.
 */
export async function recordPayment(call: Call): Promise<IDataObject[]> {
	const id = idOf(call, invoiceRecord);
	const { [invoiceRecord.id]: _, ...given } = call.body();
	const invoice = await call.service.get(invoiceRecord, id);
	const outstanding = decimalOf(invoice['outstanding']);
	const name = nameOf(invoice, id);
	const amount = typeof given['amount'] === 'string' ? given['amount'] : undefined;
	const method = textOf(given['method']);
	// The date is always sent, so that the same payment is found again when the workflow is run twice.
	const isDated = typeof given['date'] === 'string';
	const date = isDated ? textOf(given['date']) : today(call);

	const guard = option(call, 'ifExists') ?? 'fail';
	const wanted = { amount, method, days: isDated ? [date] : daysAround(date) };
	const existing = guard === 'create' ? undefined : findPayment(invoice, wanted, outstanding);
	if (existing !== undefined) {
		if (guard === 'existing') return await report(call, id, existing, 'existing');
		throw call.problem(
			`Invoice ${name} has a payment of ${existing.amount} by ${method} on ${existing.date} already`,
			`Nothing was recorded. Under Options, ${GUARD} decides what happens then.${isDated ? '' : ` ${UNDATED}`}`,
		);
	}
	const payment = { amount: amount ?? defaultAmount(call, name, outstanding), method, date };
	refuseOverpayment(call, name, payment.amount, outstanding);
	const body: Body = { invoice: [{ id: String(id), ...given, ...payment }] };
	const answer = await call.service.call(call.method, body).catch((error: unknown) => {
		adviseInDoubt(error, rerunAdvice(guard, GUARD));
		if (!isDated)
			adviseInDoubt(
				error,
				`Later than tomorrow, fill in the Date ${date} as well, by which the payment is recognized.`,
			);
		throw error;
	});
	refuseFailures(call, answer, `The payment of invoice ${name} was not recorded`);
	return await report(call, id, payment, 'created');
}

const GUARD = 'If Payment Exists';
const UNDATED =
	'Without a Date, an equal payment of the day before or after counts as the same: fill in the Date of another one.';

// People know an invoice by its number.
function nameOf({ number }: BillingRecord, id: number): string {
	return textOf(number) === '' ? String(id) : `${id} (number ${textOf(number)})`;
}

/** What makes two payments the same: a payment has no identifier (§2.2). Without an amount, all of the rest is meant. */
interface Wanted {
	readonly amount: string | undefined;
	readonly method: string;
	readonly days: readonly string[];
}

function findPayment(
	invoice: BillingRecord,
	wanted: Wanted,
	outstanding: Big | undefined,
): Payment | undefined {
	// Without an amount, what is outstanding is meant: only when nothing is left can it have been paid before.
	if (wanted.amount === undefined && (outstanding === undefined || outstanding.gt(0))) return undefined;
	const transactions = Array.isArray(invoice['transactions']) ? invoice['transactions'] : [];
	for (const transaction of transactions) {
		const { amount, method, date } = Object.fromEntries(Object.entries(transaction ?? {}));
		const paid = decimalOf(amount);
		const isSameAmount = wanted.amount === undefined || paid?.eq(wanted.amount) === true;
		const day = textOf(date).slice(0, 10);
		const isSame = isSameAmount && wanted.days.includes(day) && isSameText(method, wanted.method);
		if (isSame && paid !== undefined) return { amount: paid.toFixed(), method: wanted.method, date: day };
	}
	return undefined;
}

function defaultAmount(call: Call, name: string, outstanding: Big | undefined): string {
	if (outstanding === undefined) {
		throw call.problem(
			`The service does not say what is outstanding on invoice ${name}`,
			'Fill in the Amount.',
		);
	}
	if (outstanding.lte(0))
		throw call.problem(`Nothing is outstanding on invoice ${name}`, 'There is nothing to record.');
	return outstanding.toFixed();
}

function refuseOverpayment(call: Call, name: string, amount: string, outstanding: Big | undefined): void {
	if (
		outstanding === undefined ||
		new Big(amount).lte(outstanding) ||
		option(call, 'allowOverpayment') === true
	)
		return;
	throw call.problem(
		`A payment of ${amount} is more than the ${outstanding.toFixed()} that is outstanding on invoice ${name}`,
		'Nothing was recorded. Correct the Amount, or allow it under Options with Allow Overpayment.',
	);
}

async function report(
	call: Call,
	id: number,
	payment: Payment,
	result: 'created' | 'existing',
): Promise<IDataObject[]> {
	return [{ ...(await writtenRecord(call, invoiceRecord, id, result)), payment: { ...payment } }];
}

function today(call: Call): string {
	const checked = check(new Date(), 'date', call.timeZone);
	return checked.ok ? (checked.text ?? '') : '';
}

const DAY_MS = 86_400_000;

// A workflow that runs again may do so after midnight, or in another time zone.
const daysAround = (date: string): string[] =>
	[0, -1, 1].map((days) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10));
