import { invoiceRecord } from '../../records';
import { collection, type ItemContext } from '../../engine/itemContext';
import { isUnpaid } from '../../records/invoiceStates';
import type { Narrowing } from '../../engine/reads/narrowing';
import { documentPeriod } from '../../engine/reads/period';
import { listRecords } from '../../engine/reads/recordReads';

const unpaidOnly: Narrowing = {
	needed: ['outstanding', 'invoice_status'],
	includes: isUnpaid,
};

const narrowings = (item: ItemContext): Narrowing[] => [
	...documentPeriod(item),
	...(collection(item, 'filters')['unpaidOnly'] === true ? [unpaidOnly] : []),
];

/** Lists invoices (§4.3). Unpaid ones are selected here, because the service has no such filter. */
export const listInvoices = listRecords(invoiceRecord, narrowings);
