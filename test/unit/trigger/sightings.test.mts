import type { WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import { Bench, optionsFor } from './bench.mts';

it('A record that only one list showed is judged again when another list turns out to ignore its status', async () => {
	const bench = new Bench(optionsFor('invoiceCreated'), 'bare');
	const [draft, other] = [bench.service.create('Draft'), bench.service.create('Sent')];
	await bench.poll();
	const invoice = bench.service.create('Sent');
	const listed = (...records: WatchedRecord[]) => ({ records, totalPages: 1, total: records.length });
	const reader = bench.distorting((page, _, filter) => {
		if (filter.invoice_status === 'Draft')
			return listed({ invoice_id: invoice.id }, { invoice_id: draft.id });
		if (filter.invoice_status === 'Sent')
			return listed({ invoice_id: draft.id, invoice_status: 'Viewed' }, { invoice_id: other.id });
		return page;
	});
	// From the list of drafts alone, the invoice would pass for one and wait.
	expect(await bench.ids(reader)).toEqual([`invoice:${invoice.id}:created`]);
	expect(bench.log).toEqual([expect.stringContaining('listInvoice ignores the status filter')]);
});
