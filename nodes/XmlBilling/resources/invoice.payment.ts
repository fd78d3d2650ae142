import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { isSameText } from '../fields/resolve';
import type { Body } from '../interface/document';
import { invoiceRecord } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import { check, decimalOf } from '../interface/values';
import type { Call } from '../fields/call';
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
	const date = typeof given['date'] === 'string' ? given['date'] : today(call);

	const guard = option(call, 'ifExists') ?? 'fail';
	const existing =
		guard === 'create' ? undefined : findPayment(invoice, { amount, method, date }, outstanding);
	if (existing !== undefined) {
		if (guard === 'existing') return await report(call, id, existing, 'existing');
		throw call.problem(
			`Invoice ${name} has a payment of ${existing.amount} by ${method} on ${date} already`,
			'Nothing was recorded. Under Options, If Payment Exists decides what happens then.',
		);
	}
	const payment = { amount: amount ?? defaultAmount(call, name, outstanding), method, date };
	refuseOverpayment(call, name, payment.amount, outstanding);
	const answer = await call.service.call(call.method, {
		invoice: [{ id: String(id), ...given, ...payment }] satisfies Body[],
	});
	refuseFailures(call, answer, `The payment of invoice ${name} was not recorded`);
	return await report(call, id, payment, 'created');
}

// People know an invoice by its number.
function nameOf({ number }: BillingRecord, id: number): string {
	return textOf(number) === '' ? String(id) : `${id} (number ${textOf(number)})`;
}

/** A payment has no identifier (§2.2): the same amount, method and day is taken to be the same payment. */
function findPayment(
	invoice: BillingRecord,
	wanted: { amount: string | undefined; method: string; date: string },
	outstanding: Big | undefined,
): Payment | undefined {
	// Without an amount, what is outstanding is meant: only when nothing is left can it have been paid before.
	if (wanted.amount === undefined && (outstanding === undefined || outstanding.gt(0))) return undefined;
	const transactions = Array.isArray(invoice['transactions']) ? invoice['transactions'] : [];
	for (const transaction of transactions) {
		const { amount, method, date } = Object.fromEntries(Object.entries(transaction ?? {}));
		const paid = decimalOf(amount);
		const isSameAmount = wanted.amount === undefined || paid?.eq(wanted.amount) === true;
		const isSameDay = String(date).slice(0, 10) === wanted.date;
		const isSame = isSameAmount && isSameDay && isSameText(method, wanted.method);
		if (isSame && paid !== undefined)
			return { amount: paid.toFixed(), method: wanted.method, date: wanted.date };
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
