import { settleInvoice } from './documents/settlement.ts';
import type { Call } from './method.ts';
import { findOwnRecord } from './ownership.ts';
import { countAgainstPlan } from './planLimits.ts';
import type { ClientRow, InvoiceRow, MailRow } from './store/rows.ts';

/**
 * Puts an invoice for its client into the outbox and marks it as sent, whatever its status was (§3). Returns false, and
 * changes nothing, when the account has no such active invoice or its client has no address to send to.
 */
export function sendInvoice(call: Call, identifier: string): boolean {
	const invoice = findOwnRecord<InvoiceRow>(call, 'invoice', identifier);
	if (invoice?.status !== 'Active' || recipientOf(call, invoice) === '') return false;
	countAgainstPlan(call, 'mails');
	const subject = `Invoice ${invoice.number} from ${call.account.company}`;
	mailClient(call, invoice, { kind: 'invoice', subject, attachment: `invoice-${invoice.number}.pdf` });
	call.store.update('invoice', invoice.id, { invoice_status: 'Sent' });
	settleInvoice(call.store, invoice.id, call.clock.today());
	return true;
}

/** Puts the notice of a payment for an invoice into the outbox, when its client has an address. */
export function notifyOfPayment(call: Call, invoice: InvoiceRow, amount: string): void {
	if (recipientOf(call, invoice) === '') return;
	const subject = `Payment of ${amount} for invoice ${invoice.number} received`;
	mailClient(call, invoice, { kind: 'payment', subject, attachment: '' });
}

function mailClient(
	call: Call,
	invoice: InvoiceRow,
	mail: Pick<MailRow, 'kind' | 'subject' | 'attachment'>,
): void {
	call.store.insert('mail', {
		account_id: call.account.id,
		record_id: invoice.id,
		recipient: recipientOf(call, invoice),
		sent_at: call.clock.now(),
		...mail,
	});
}

function recipientOf({ store }: Call, { client_id }: InvoiceRow): string {
	return store.one<ClientRow>('SELECT * FROM client WHERE id = ?', client_id)?.email ?? '';
}
