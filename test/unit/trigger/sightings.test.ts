import type { Reader } from '../../../nodes/XmlBilling/trigger/run';
import { Bench, optionsFor } from './bench';

it('A record that only one list showed is judged again when another list turns out to ignore its status', async () => {
	const bench = new Bench(optionsFor('invoiceCreated'), 'bare');
	const [draft, other] = [bench.service.create('Draft'), bench.service.create('Sent')];
	await bench.poll();
	const invoice = bench.service.create('Sent');
	const reader = bench.service.reader();
	const page: Reader['page'] = async (resource, filter, number) => {
		const listed = (...records: object[]) => ({
			records: records.map((record) => ({ ...record })),
			totalPages: 1,
			total: records.length,
		});
		if (filter.invoice_status === 'Draft')
			return listed({ invoice_id: invoice.id }, { invoice_id: draft.id });
		if (filter.invoice_status === 'Sent')
			return listed({ invoice_id: draft.id, invoice_status: 'Viewed' }, { invoice_id: other.id });
		return await reader.page(resource, filter, number);
	};
	// From the list of drafts alone, the invoice would pass for one and wait.
	expect(await bench.ids({ ...reader, page })).toEqual([`invoice:${invoice.id}:created`]);
	expect(bench.log).toEqual([expect.stringContaining('listInvoice ignores the status filter')]);
});
