import { type Call, countAgainstPlan } from '../call.mts';
import { type Method, type Methods, several, checked, date, decimal, field, text, word } from '../fields.mts';
import { findOwnRecord, labelOf, ownRecord } from '../ownership.mts';
import { forEachIdentifier } from '../records.mts';
import type { Values } from '../store.mts';
import type { EstimateRow, InvoiceRow, MailRow } from '../tables.mts';
import { textOr } from '../values.mts';
import { answer, element, repeated, type Output } from '../xml.mts';
import { settleInvoice, addPayment } from './settlement.mts';

/**
 * Puts an invoice or an estimate for its client into the outbox and marks it as sent, whatever its status (§3). Returns false,
 * and changes nothing, when the account has no such active document or its client has no address. Plans limit invoices only.
 */
function send(call: Call, kind: 'invoice' | 'estimate', identifier: string): boolean {
	const document = findOwnRecord(call, kind, identifier);
	if (document?.status !== 'Active' || recipientOf(call, document) === '') return false;
	if (kind === 'invoice') countAgainstPlan(call, 'mails');
	const subject = `${labelOf(kind)} ${document.number} from ${call.account.company}`;
	mailClient(call, document, { kind, subject, attachment: `${kind}-${document.number}.pdf` });
	call.store.update(kind, document.id, { [`${kind}_status`]: 'Sent' });
	if (kind === 'invoice') settleInvoice(call.store, document.id, call.clock.today());
	return true;
}

/** The method that mails documents. Those that cannot be sent are listed beside those that were (§4.3, §4.4). */
export function sendMethod(
	section: string,
	kind: 'invoice' | 'estimate',
	answers: string,
	success: (sent: Output[]) => Output[],
): Method {
	const name = `${kind}_id`;
	return {
		section,
		elements: [several(name, `{${kind}}`, 'Invalid data.')],
		answers,
		run: (call) => {
			const { done, failed } = forEachIdentifier(call, name, (text) => send(call, kind, text));
			if (failed.length === 0) return answer(...success(repeated(name, done)));
			const elements = [element('invalid', repeated(name, failed)), element('success', repeated(name, done))];
			return { status: 400, text: `Some ${kind}s could not be sent.`, elements };
		},
	};
}

/** Puts the notice of a payment for an invoice into the outbox, when its client has an address. */
function notifyOfPayment(call: Call, invoice: InvoiceRow, amount: string): void {
	if (recipientOf(call, invoice) === '') return;
	const subject = `Payment of ${amount} for invoice ${invoice.number} received`;
	mailClient(call, invoice, { kind: 'payment', subject, attachment: '' });
}

function mailClient(
	call: Call,
	document: InvoiceRow | EstimateRow,
	mail: Pick<MailRow, 'kind' | 'subject' | 'attachment'>,
): void {
	call.store.insert('mail', {
		account_id: call.account.id,
		record_id: document.id,
		recipient: recipientOf(call, document),
		sent_at: call.clock.now(),
		...mail,
	});
}

function recipientOf({ store }: Call, { client_id }: InvoiceRow | EstimateRow): string {
	return store.row('client', client_id).email;
}

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
