import { answer } from '../answer.ts';
import { settleInvoice } from '../documents/settlement.ts';
import { elementsAt, textAt, wordAt, type Element } from '../element.ts';
import { notifyOfPayment } from '../mail.ts';
import type { Call, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { InvoiceRow } from '../store/rows.ts';
import { dateOr } from '../values/date.ts';
import { formatDecimal, parseDecimal } from '../values/decimal.ts';

/** Payments that were made elsewhere (§4.11). */
export const payments: Methods = {
	invoiceOfflinePayment: {
		elements: ['id', 'amount', 'method', 'date', 'notes', 'client_notification'].map(
			(name) => `invoice/${name}`,
		),
		answer: (call) => {
			const asked = elementsAt(call.request, 'invoice');
			if (asked.length === 0) reject('Invoice id is required.');
			for (const payment of asked) recordPayment(call, payment);
			return answer();
		},
	},
};

/** Adds a payment to an invoice's transactions; by the amount that is left the invoice becomes Paid or Partial-Paid. */
function recordPayment(call: Call, payment: Element): void {
	const { store, clock } = call;
	if (wordAt(payment, 'id') === '') reject('Invoice id is required.');
	const invoice = ownRecord<InvoiceRow>(call, 'invoice', wordAt(payment, 'id'));
	const method = methodAt(call, payment);
	const amount = amountAt(payment);
	const date = dateOr(wordAt(payment, 'date'), clock.today(), 'Date is invalid.');
	store.insert('payment', { invoice_id: invoice.id, method, notes: textAt(payment, 'notes'), amount, date });
	store.update('invoice', invoice.id, { invoice_status: 'Partial-Paid' });
	const outstanding = settleInvoice(store, invoice.id, clock.today());
	if (outstanding <= 0n) store.update('invoice', invoice.id, { invoice_status: 'Paid' });
	if (wordAt(payment, 'client_notification') === '1') notifyOfPayment(call, invoice, amount);
}

/** The interface has one message for the method; a name that the account does not have gets it too. */
function methodAt({ store, account }: Call, payment: Element): string {
	const name = wordAt(payment, 'method');
	const sql = 'SELECT 1 FROM payment_method WHERE account_id = ? AND name = ?';
	return store.one(sql, account.id, name) === undefined ? reject('Method is required.') : name;
}

function amountAt(payment: Element): string {
	const amount = parseDecimal(wordAt(payment, 'amount')) ?? 0n;
	return amount > 0n ? formatDecimal(amount) : reject('Amount is invalid.');
}
