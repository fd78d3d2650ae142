import { decimalOf } from '../../xml/values';
import { switchField } from '../../descriptions/fields';
import { isSameText } from '../../xml/identity';
import { invoiceRecord } from '../../records';
import { capitalized, nameOf } from '../../records/display';
import { isMarkedPaid } from '../../records/states';
import { idOf, option, type ItemContext } from '../../execution/item';
import type { Write } from '../../execution/operation';
import { actOn } from '../common/actOn';
import { optionsOfWrite, returnField } from '../../descriptions/options';

export const sendInvoiceOptions = optionsOfWrite(
	returnField,
	switchField('Send Paid Invoices', {
		name: 'sendPaid',
		description:
			'Whether to also send invoices that are paid, although the service then sets their status to Sent',
		element: false,
	}),
);

/**
 * Sends an invoice. One that is paid is refused, unless the option allows it, because the service sets its status to Sent (§3).
 */
export async function sendInvoice(item: ItemContext): Promise<Write> {
	if (!option(item, 'sendPaid')) await refusePaid(item);
	return await actOn(item, { type: invoiceRecord, done: 'sent' });
}

async function refusePaid(item: ItemContext): Promise<void> {
	// If there is no such invoice, the service says so when it is asked to send it.
	const invoice = (await item.api.find(invoiceRecord, idOf(item, invoiceRecord))) ?? {};
	const hasPayments = decimalOf(invoice['total_paid'])?.gt(0) ?? false;
	if (isMarkedPaid(invoice) || (hasPayments && decimalOf(invoice['outstanding'])?.lte(0)))
		throw item.problem(
			`${capitalized(nameOf(invoiceRecord, invoice))} is paid, and sending it would set its status to Sent`,
			'To send it anyway, add the option Send Paid Invoices.',
		);
	if (hasPayments || isSameText(invoice['invoice_status'], 'Partial-Paid'))
		item.warn('This invoice is partly paid. Sending it sets its status to Sent.');
}
