import { answer, element, repeated, type Output } from './answer.mts';
import { settleInvoice } from './documents/settlement.mts';
import { several } from './fields/kinds.mts';
import type { Call } from './call.mts';
import type { Method } from './method.mts';
import { findOwnRecord, labelOf } from './ownership.mts';
import { countAgainstPlan } from './planLimits.mts';
import { forEachIdentifier } from './records.mts';
import type { EstimateRow, InvoiceRow, MailRow } from './store/rows.mts';

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
