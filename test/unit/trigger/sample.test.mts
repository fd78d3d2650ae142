/** What a manual test shows. */
import { EVENT_KINDS, type EventKind, type Filter } from '../../../nodes/XmlBilling/trigger/events/events';
import { sample } from '../../../nodes/XmlBilling/trigger/sample';
import { NOW, optionsFor } from './bench.mts';
import { type Order, Service, type Shape, showInvoice } from './model.mts';

/** A service with invoices in these statuses. */
function serviceWith(statuses: readonly string[], shape: Shape = 'full', order: Order = 'newest') {
	const service = new Service(shape, order, 100);
	return { service, invoices: statuses.map((status) => service.create(status)) };
}

const sent = (count: number): string[] => Array<string>(count).fill('Sent');

it('samples are the newest real records of each chosen event', async () => {
	const { service, invoices } = serviceWith([...sent(5), 'Draft'], 'bare', 'number');
	const [first, second, third, fourth, fifth] = invoices;
	service.pay(first!, 100);
	service.pay(second!, 30);
	const options = optionsFor('invoiceCreated', 'paymentRecorded', 'invoiceStatusChanged', 'invoiceChanged');
	const { events, missing } = await sample(service.reader(), options, NOW);
	expect(missing).toEqual([]);
	// The newest one is a draft, which most often has never been anything else.
	const newest = [fifth?.id, fourth?.id, third?.id];
	const wanted = [...newest, second?.id, first?.id, ...newest, ...newest];
	expect(events.map(({ record }) => record.invoice_id)).toEqual(wanted);
	const record = showInvoice(second!);
	expect(events[3]).toEqual({
		...{ event: 'paymentRecorded', eventId: `payment:${second?.id}:30.00:1`, detectedAt: NOW, record },
		...{ payment: (record.transactions as unknown[])[0], balanceLeft: 70 },
	});
	const changedFields = ['total', 'invoice_due_date', 'client_id', 'number'];
	expect(events.at(-1)).toMatchObject({ eventId: `invoice:${third?.id}:changed:1:sample`, changedFields });
});

it('samples are of each number of days before a second one is of any', async () => {
	const { service, invoices } = serviceWith([...sent(7), 'Disputed']);
	for (const [index, day] of '02-01 03-03 03-01 03-30 02-20 03-02 02-05 02-22'.split(' ').entries())
		service.set(invoices[index]!, { invoice_due_date: `2026-${day}` });
	const days = { daysBeforeDue: [3, 0], daysOverdue: [7, 14] };
	const options = { ...optionsFor('invoiceDueSoon', 'invoiceOverdue'), ...days };
	const { events } = await sample(service.reader(), options, NOW);
	const told = events.map((one) => `${one.reminderDays}: ${one.daysUntilDue ?? ''}/${one.daysOverdue ?? ''}`);
	expect(told).toEqual(['3: 1/', '0: 0/', '3: 2/', '14: /28', '7: /9', '14: /24']);
});

it('a sample is overdue, however many invoices are not due yet', async () => {
	const { service, invoices } = serviceWith(sent(12));
	for (const invoice of invoices) service.set(invoice, { invoice_due_date: '2026-03-30' });
	service.set(invoices[6]!, { invoice_due_date: '2026-02-20' });
	const { events } = await sample(service.reader(), optionsFor('invoiceOverdue'), NOW);
	expect(events.map(({ record }) => record.invoice_id)).toEqual([invoices[6]?.id]);
});

it('samples leave out a record that the service refuses, and the events of which there is none are named', async () => {
	const { service, invoices } = serviceWith(sent(2), 'bare');
	invoices[1]!.isLocked = true;
	const { events } = await sample(service.reader(), optionsFor('invoiceCreated'), NOW);
	expect(events.map(({ record }) => record.invoice_id)).toEqual([invoices[0]?.id]);
	const nothing = await sample(serviceWith([]).service.reader(), optionsFor(...EVENT_KINDS), NOW);
	expect(nothing).toEqual({ events: [], missing: EVENT_KINDS });
});

it('samples are at most three, and at most ten records are read to find them', async () => {
	const { service, invoices } = serviceWith(sent(14), 'bare');
	service.set(invoices[5]!, { total: 900 });
	const read = async (minimumAmount: number) => {
		service.requests = { page: 0, get: 0 };
		const options = { ...optionsFor('invoiceCreated'), filters: { minimumAmount } };
		const { events } = await sample(service.reader(), options, NOW);
		return { ids: events.map(({ record }) => record.invoice_id), reads: service.requests.get };
	};
	expect(await read(100)).toEqual({ ids: [13, 12, 11].map((index) => invoices[index]?.id), reads: 3 });
	expect(await read(500)).toEqual({ ids: [invoices[5]?.id], reads: 10 });
});

it.each<[EventKind, number]>([
	['invoiceCreated', 1],
	['paymentRecorded', 3],
	['paymentRemoved', 3],
	['invoiceOverdue', 10],
	['clientCreated', 1],
])(
	'samples of %s come from the first pages of %i lists, of one client if the filter names one',
	async (kind, count) => {
		const lists: Filter[] = [];
		const reader = new Service('full', 'newest', 100).reader();
		const page: typeof reader.page = (resource, filter, number) => {
			lists.push(filter);
			return reader.page(resource, filter, number);
		};
		await sample({ ...reader, page }, { ...optionsFor(kind), filters: { clientId: 7 } }, NOW);
		expect(lists).toHaveLength(count);
		const client = kind === 'clientCreated' ? undefined : '7';
		expect(new Set(lists.map(({ client_id }) => client_id))).toEqual(new Set([client]));
		expect(lists.map(({ invoice_status }) => invoice_status)).not.toContain('Draft');
	},
);
