import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../../records';
import { briefName } from '../../../records/display';
import { textOf, type BillingRecord } from '../../../xml/shape';
import { option, type ItemContext } from '../../../engine/itemContext';
import { amountIn, readAmount } from '../../../records/amounts';
import { checkedValue, NOTHING_READ } from '../../../engine/checkedValue';
import { addClients, clientIdOf } from '../../documents/billedClients';
import { dayIn, today, withoutTime } from '../../../xml/days';
import { invoiceIdOf, isActive, isDraft, isMarkedPaid, shows } from '../../../records/states';
import { readInvoices } from '../../documents/readInvoices';
import { warnOf } from '../../../engine/warnOf';
import { filtersOf } from '../../../engine/reads/recordReads';
import { readLimits, receivablesOf } from './receivables';
import { without } from '../../../objects';

const NEEDED = ['outstanding', 'invoice_status', 'status', 'invoice_due_date', 'number', 'currency'];

/**
 * What each client owes in each currency, by age. Balances are those of now; only ages depend on the day. Open invoices
 * are active, no drafts, and show an amount other than zero (§2.2, §3). A paid one may be overpaid.
 */
export async function getReceivables(item: ItemContext): Promise<IDataObject[]> {
	const asOf = checkedValue(item, 'Options › As Of', option(item, 'asOf'), 'date') || today(item);
	const read = readLimits(option(item, 'bucketLimits'));
	if (!read.ok) throw item.problem(`Options › Bucket Limits ${read.problem}`, NOTHING_READ);
	const clientId = textOf(filtersOf(item)['client_id']);
	const found = await readInvoices(item, {
		filter: filtersOf(item),
		statuses: ['Active'],
		mayMatter: (invoice) => mayBeOpen(invoice, clientId),
		isEnough: (invoice) =>
			shows(invoice, NEEDED) &&
			amountIn(invoice['outstanding']) !== undefined &&
			clientIdOf(invoice) !== undefined,
		because: 'lists do not show when they are due',
	});
	const invoices = found.filter((invoice) => !isMarkedPaid(invoice) || shows(invoice, ['outstanding']));
	const billed = await addClients(
		item,
		invoices.map((invoice) => ({ invoice })),
	);
	const open = billed.map(({ invoice, client }) => ({ client, ...openInvoice(invoice) }));
	warnOfUnclear(item, invoices);
	const report = receivablesOf(open, asOf, read.limits);
	return option(item, 'includeInvoices') === true
		? report
		: report.map((debtor) => without(debtor, 'invoices'));
}

function mayBeOpen(invoice: BillingRecord, clientId: string): boolean {
	const client = clientIdOf(invoice);
	if (clientId !== '' && client !== undefined && String(client) !== clientId) return false;
	if (!isActive(invoice) || isDraft(invoice)) return false;
	return amountIn(invoice['outstanding'])?.eq(0) !== true;
}

function openInvoice(invoice: BillingRecord) {
	const { amount, shown } = readAmount(invoice['outstanding']);
	return {
		invoice_id: invoiceIdOf(invoice),
		number: textOf(invoice['number']),
		date: withoutTime(invoice['date']),
		invoice_due_date: dayIn(invoice['invoice_due_date']) ?? '',
		invoice_status: textOf(invoice['invoice_status']),
		amount,
		outstanding: shown,
	};
}

function warnOfUnclear(item: ItemContext, invoices: readonly BillingRecord[]): void {
	const namesWhere = (isSo: (invoice: BillingRecord) => boolean) =>
		invoices.filter(isSo).map((invoice) => briefName(invoiceRecord, invoice));
	warnOf(
		item,
		namesWhere(({ outstanding }) => amountIn(outstanding) === undefined),
		(names) =>
			`The outstanding amounts of these invoices cannot be read, so they are in not_counted: ${names}.`,
	);
	warnOf(
		item,
		namesWhere(({ invoice_due_date: due }) => textOf(due).trim() !== '' && dayIn(due) === undefined),
		(names) => `The due dates of these invoices cannot be read, so they count as not due: ${names}.`,
	);
}
