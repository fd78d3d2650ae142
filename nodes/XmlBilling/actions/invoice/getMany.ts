import { readAllListed } from '../../transport/listed';
import { invoiceRecord } from '../../records';
import { isSameText, type BillingRecord } from '../../xml/shape';
import type { ItemContext } from '../../engine/itemContext';
import { filtersOf, inFull, limitOf, listRecords } from '../common/recordReads';
import { collection } from '../../engine/itemContext';

/** Lists invoices (§4.3). Unpaid ones are selected here, because the service has no such filter. */
export async function listInvoices(item: ItemContext): Promise<BillingRecord[]> {
	if (collection(item, 'filters')['unpaidOnly'] !== true) return await listRecords(invoiceRecord)(item);
	const limit = limitOf(item);
	const listed = await item.api.list(invoiceRecord, filtersOf(item), Infinity);
	const shown = await readAllListed(item.api, invoiceRecord, listed, NEEDED);
	return await inFull(item, invoiceRecord, shown.filter(isUnpaid).slice(0, limit));
}

const NEEDED = ['outstanding', 'invoice_status'];

const isUnpaid = ({ outstanding, invoice_status }: BillingRecord): boolean =>
	Number(outstanding) > 0 && !isSameText(invoice_status, 'Draft');
