import { invoiceRecord } from '../../records';
import { capitalized, nameOf } from '../../records/display';
import { isSameText, type BillingRecord } from '../../xml/shape';
import { amountIn } from '../../records/amounts';
import { paymentsIn } from '../../records/invoicePayments';
import { isMarkedPaid } from '../../records/states';
import { idOf, option, type ItemContext } from '../../engine/item/itemContext';
import type { Write } from '../../engine/item/operation';
import { actOn } from '../../engine/writes/actOn';
import { findInLists } from '../../reads/findInLists';
import { optionsOfWrite, returnField } from '../../forms/options';

export const sendInvoiceOptions = optionsOfWrite(returnField, {
	displayName: 'Send Paid Invoices',
	name: 'sendPaid',
	type: 'boolean',
	default: false,
	description:
		'Whether to also send invoices that are paid, although the service then sets their status to Sent',
	element: false,
});

/**
 * Checks an invoice before it is sent, because the service sets its status to Sent (§3). Throws if it is paid, unless the
 * option allows that, or if it can't be read. Warns if it is sent although something is paid. A list may clear an invoice,
 * but only its own record may stop it.
 */
export async function sendInvoice(item: ItemContext, all: readonly ItemContext[]): Promise<Write> {
	await checkBeforeSending(item, all);
	return actOn(item, { type: invoiceRecord, done: 'sent' });
}

async function checkBeforeSending(item: ItemContext, all: readonly ItemContext[]): Promise<void> {
	const id = idOf(item, invoiceRecord);
	const isAllowed = option(item, 'sendPaid') === true;
	// Who also wants no record back wants no reads at all.
	if (isAllowed && option(item, 'return') === 'id') return;
	const open = await item.api.remember(invoiceRecord.name, 'before sending all', async () => {
		const ids = all.map((one) => idOf(one, invoiceRecord));
		return await findInLists(item.api, invoiceRecord, ids, isClearlyOpen);
	});
	if (open.has(id)) return;
	const read = item.api.find(invoiceRecord, id);
	const invoice = await (isAllowed ? read.catch(() => undefined) : read);
	// If there is no such invoice, the service says so when it is asked to send it.
	if (invoice === undefined) return;
	const paid = howPaid(invoice);
	if (paid === undefined) return;
	if (paid === 'paid' && !isAllowed)
		throw item.problem(
			`${capitalized(nameOf(invoiceRecord, invoice))} is paid, and sending it would set its status to Sent`,
			`Nothing was sent. To send it anyway, add the option Send Paid Invoices.`,
		);
	item.warn(`This invoice is ${paid}. Sending it sets its status to Sent.`);
}

// Lists may hide what was paid, or show other invoices than they were asked for.
const isClearlyOpen = (listed: BillingRecord): boolean => {
	const total = amountIn(listed['net_balance']);
	return (
		total?.gt(0) === true &&
		amountIn(listed['outstanding'])?.eq(total) === true &&
		howPaid(listed) === undefined &&
		isSameText(listed['status'], 'Active') &&
		['Draft', 'Sent', 'Viewed'].some((status) => isSameText(listed['invoice_status'], status))
	);
};

function howPaid(invoice: BillingRecord): 'paid' | 'partly paid' | undefined {
	if (isMarkedPaid(invoice)) return 'paid';
	const hasPayments = amountIn(invoice['total_paid'])?.gt(0) === true || paymentsIn(invoice).length > 0;
	if (hasPayments && amountIn(invoice['outstanding'])?.lte(0) === true) return 'paid';
	return hasPayments || isSameText(invoice['invoice_status'], 'Partial-Paid') ? 'partly paid' : undefined;
}
