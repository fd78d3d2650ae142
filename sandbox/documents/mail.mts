import { type Call, countAgainstPlan } from '../call.mts';
import { type Method, type Methods, several, checked, date, decimal, field, text, word } from '../fields.mts';
import { findOwnRecord, labelOf, ownRecord } from '../ownership.mts';
import { forEachIdentifier } from '../records.mts';
import type { RecordRows } from '../tables.mts';
import { textOr } from '../values.mts';
import { answer, element, repeated, type Output } from '../xml.mts';
import { settleInvoice, addPayment } from './lines.mts';

/**
 * Puts an invoice or an estimate for its client into the outbox and marks it as sent, whatever its status (§3). Returns false,
 * and changes nothing, when the account has no such active document or its client has no address. Plans limit invoices only.
 */
function send(call: Call, kind: 'invoice' | 'estimate', identifier: string): boolean {
	const document = findOwnRecord(call, kind, identifier);
	if (document?.status !== 'Active' || recipientOf(call, document) === '') return false;
	if (kind === 'invoice') countAgainstPlan(call, 'sent invoices');
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

/** Puts a mail about a document into the outbox, when its client has an address. */
function mailClient(
	call: Call,
	document: RecordRows['invoice'] | RecordRows['estimate'],
	mail: Pick<RecordRows['mail'], 'kind' | 'subject' | 'attachment'>,
): void {
	const recipient = recipientOf(call, document);
	const about = { account_id: call.account.id, record_id: document.id, sent_at: call.clock.now() };
	if (recipient !== '') call.store.insert('mail', { ...about, recipient, ...mail });
}

function recipientOf({ store }: Call, { client_id }: RecordRows['invoice'] | RecordRows['estimate']): string {
	return store.row('client', client_id).email;
}

const NO_INVOICE = { message: 'Invoice id is required.' };

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
						'Barter',
						(found, { store, account }) => {
							const sql = 'SELECT 1 FROM payment_method WHERE account_id = ? AND name = ?';
							return store.one(sql, account.id, found) === undefined ? undefined : found;
						},
						{ message: 'Method is required.', required: {} },
					),
					decimal('amount', '0.01', { least: 1n, required: {} }),
					date('date', '2026-02-28'),
					text('notes', 'Thank <you> & goodbye'),
					word('client_notification', '1'),
				],
			},
		],
		answers: '',
		run: (call) => {
			const { store, clock, groups } = call;
			for (const { client_notification, ...payment } of groups['invoice'] ?? []) {
				const invoice = store.row('invoice', Number(payment['invoice_id']));
				addPayment(store, invoice.id, payment, clock.today());
				const subject = `Payment of ${textOr(payment['amount'])} for invoice ${invoice.number} received`;
				if (client_notification === '1')
					mailClient(call, invoice, { kind: 'payment', subject, attachment: '' });
			}
			return answer();
		},
	},
};
