import { settleInvoice } from './documents/settlement.ts';
import type { Call } from './method.ts';
import { findOwnRecord } from './ownership.ts';
import { countAgainstPlan } from './planLimits.ts';
import type { EstimateRow, InvoiceRow, MailRow } from './store/rows.ts';

/**
 * Puts an invoice for its client into the outbox and marks it as sent, whatever its status (§3). Returns false, and
 * changes nothing, when the account has no such active invoice or its client has no address to send to.
 */
export function sendInvoice(call: Call, identifier: string): boolean {
	const invoice = findOwnRecord(call, 'invoice', identifier);
	if (invoice?.status !== 'Active' || recipientOf(call, invoice) === '') return false;
	countAgainstPlan(call, 'mails');
	const subject = `Invoice ${invoice.number} from ${call.account.company}`;
	mailClient(call, invoice, { kind: 'invoice', subject, attachment: `invoice-${invoice.number}.pdf` });
	call.store.update('invoice', invoice.id, { invoice_status: 'Sent' });
	settleInvoice(call.store, invoice.id, call.clock.today());
	return true;
}

/** Puts an estimate for its client into the outbox and marks it as sent (§3). Works like sendInvoice, but no plan limits it. */
export function sendEstimate(call: Call, identifier: string): boolean {
	const estimate = findOwnRecord(call, 'estimate', identifier);
	if (estimate?.status !== 'Active' || recipientOf(call, estimate) === '') return false;
	const subject = `Estimate ${estimate.number} from ${call.account.company}`;
	mailClient(call, estimate, { kind: 'estimate', subject, attachment: `estimate-${estimate.number}.pdf` });
	call.store.update('estimate', estimate.id, { estimate_status: 'Sent' });
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
