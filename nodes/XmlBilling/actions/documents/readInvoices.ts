import { invoiceRecord } from '../../records';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import type { ItemContext } from '../../engine/itemContext';
import { completeWithProgress } from '../../engine/reads/completeWithProgress';

/** Which invoices a report reads. */
export interface InvoiceReading {
	/** Elements of the list's filter. The service may ignore them, so check the records. */
	readonly filter?: Body;
	/** The record statuses (§3). A list shows one at a time. */
	readonly statuses: ReadonlyArray<'Active' | 'Archived' | 'Cancel'>;
	/** Whether a listed invoice can matter, as far as the list shows it. Others are not read on their own. */
	readonly mayMatter: (listed: BillingRecord) => boolean;
	/** Whether a listed invoice shows enough. Others are read on their own (§2.2). */
	readonly isEnough: (listed: BillingRecord) => boolean;
	/** Says why single reads are needed: `lists do not show their payments`. */
	readonly because: string;
}

/**
 * Reads all invoices that can matter to a report, each once, side by side. An invoice that was deleted meanwhile is left
 * out.
 */
export async function readInvoices(
	item: ItemContext,
	{ filter = {}, statuses, mayMatter, isEnough, because }: InvoiceReading,
): Promise<BillingRecord[]> {
	const lists = await Promise.all(
		statuses.map(
			async (status) =>
				await item.api.list(invoiceRecord, { ...filter, invoice_record_status: status }, Infinity),
		),
	);
	// A service that ignores the filter shows each invoice in several lists.
	const byId = new Map(lists.flat().map((listed) => [listed[invoiceRecord.id], listed]));
	const listed = [...byId.values()].filter(mayMatter);
	const read = await completeWithProgress(
		item,
		invoiceRecord,
		listed,
		isEnough,
		because,
		// A report keeps little of each, and there may be many.
		async (...one) => await item.api.find(...one),
	);
	return read.filter(mayMatter);
}
