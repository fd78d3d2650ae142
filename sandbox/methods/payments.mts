import { answer } from '../answer.mts';
import { addPayment } from '../documents/settlement.mts';
import { checked, date, decimal, field, text, word } from '../fields/kinds.mts';
import { notifyOfPayment } from '../mail.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { ownRecord } from '../ownership.mts';
import type { Values } from '../store/store.mts';
import { textOr } from '../values/text.mts';

const NO_INVOICE = { message: 'Invoice id is required.' };
const NO_AMOUNT = 'Amount is invalid.';
const NO_METHOD = 'Method is required.';

/** Payments that were made elsewhere (§4.11). */
export const payments: Methods = {
	invoiceOfflinePayment: {
		section: '4.11',
		elements: [
			{
				group: 'invoice',
				required: NO_INVOICE,
				fields: [
					field('id', '{invoice}', (found, call) => ownRecord(call, 'invoice', found).id, {
						key: 'invoice_id',
						required: NO_INVOICE,
					}),
					// The interface has one message for the method; a name that the account does not have gets it too.
					checked(
						'method',
						'Bank Transfer',
						{ message: NO_METHOD, wrong: 'Barter' },
						(found, { store, account }) => {
							const sql = 'SELECT 1 FROM payment_method WHERE account_id = ? AND name = ?';
							return store.one(sql, account.id, found) === undefined ? undefined : found;
						},
						{ required: { message: NO_METHOD } },
					),
					decimal('amount', '0.01', NO_AMOUNT, { least: 1n, required: { message: NO_AMOUNT } }),
					date('date', '2026-02-28', 'Date is invalid.'),
					text('notes', 'Thank <you> & goodbye'),
					word('client_notification', '1'),
				],
			},
		],
		answers: '',
		run: (call) => {
			for (const payment of call.groups['invoice'] ?? []) recordPayment(call, payment);
			return answer();
		},
	},
};

/** Adds a payment to an invoice's transactions. */
function recordPayment(call: Call, { client_notification, ...payment }: Values): void {
	const { store, clock } = call;
	const invoice = store.row('invoice', Number(payment['invoice_id']));
	addPayment(store, invoice.id, payment, clock.today());
	if (client_notification === '1') notifyOfPayment(call, invoice, textOr(payment['amount']));
}
