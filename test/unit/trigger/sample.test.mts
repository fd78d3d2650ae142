import { EVENT_KINDS, type EventKind, type Filter } from '../../../nodes/XmlBilling/trigger/events/events';
import { sample } from '../../../nodes/XmlBilling/trigger/sample';
import { NOW, optionsFor } from './bench.mts';
import { Service, showInvoice } from './model.mts';

describe('sample', () => {
	it('shows the newest real records of each chosen event', async () => {
		const service = new Service('bare', 'number', 100);
		const invoices = Array.from({ length: 6 }, () => service.create('Sent', 100));
		service.set(invoices[5]!, { status: 'Draft' });
		service.pay(invoices[0]!, 100);
		service.pay(invoices[1]!, 30);
		const options = optionsFor('invoiceCreated', 'paymentRecorded', 'invoiceStatusChanged');
		const { events, missing } = await sample(service.reader(), options, NOW);
		expect(missing).toEqual([]);
		expect(events.map(({ event, record }) => [event, record.invoice_id])).toEqual([
			['invoiceCreated', invoices[4]?.id],
			['invoiceCreated', invoices[3]?.id],
			['invoiceCreated', invoices[2]?.id],
			['paymentRecorded', invoices[1]?.id],
			['paymentRecorded', invoices[0]?.id],
			// The newest one is a draft, which most often has never been anything else.
			['invoiceStatusChanged', invoices[4]?.id],
			['invoiceStatusChanged', invoices[3]?.id],
			['invoiceStatusChanged', invoices[2]?.id],
		]);
		const { eventId, ...payment } = events[3]!;
		expect(eventId).toBe(`payment:${invoices[1]?.id}:30.00:1`);
		const record = showInvoice(invoices[1]!);
		expect(payment).toEqual({
			event: 'paymentRecorded',
			detectedAt: NOW,
			record,
			payment: (record.transactions as unknown[])[0],
			balanceLeft: 70,
		});
	});

	it('shows reminders for each number of days before it shows a second one for any', async () => {
		const service = new Service('full', 'newest', 100);
		const dues = [
			'2026-02-01',
			'2026-03-03',
			'2026-03-01',
			'2026-03-30',
			'2026-02-20',
			'2026-03-02',
			'2026-02-05',
		];
		for (const due of dues) service.set(service.create(), { due });
		service.set(service.create('Disputed'), { due: '2026-02-22' });
		const options = {
			...optionsFor('invoiceDueSoon', 'invoiceOverdue'),
			daysBeforeDue: [3, 0],
			daysOverdue: [7, 14],
		};
		const { events } = await sample(service.reader(), options, NOW);
		const shown = events.map(({ event, reminderDays, daysUntilDue, daysOverdue }) => [
			event,
			reminderDays,
			daysUntilDue ?? daysOverdue,
		]);
		expect(shown).toEqual([
			['invoiceDueSoon', 3, 1],
			['invoiceDueSoon', 0, 0],
			['invoiceDueSoon', 3, 2],
			['invoiceOverdue', 14, 28],
			['invoiceOverdue', 7, 9],
			['invoiceOverdue', 14, 24],
		]);
	});

	it('shows as overdue what is, however many are not due yet', async () => {
		const service = new Service('full', 'newest', 100);
		const invoices = Array.from({ length: 12 }, () => service.create());
		for (const invoice of invoices) service.set(invoice, { due: '2026-03-30' });
		service.set(invoices[6]!, { due: '2026-02-20' });
		const { events } = await sample(service.reader(), optionsFor('invoiceOverdue'), NOW);
		expect(events.map(({ record }) => record.invoice_id)).toEqual([invoices[6]?.id]);
	});

	it('reports every field of a changed record', async () => {
		const service = new Service('full', 'newest', 100);
		const { id } = service.create();
		const { events } = await sample(service.reader(), optionsFor('invoiceChanged'), NOW);
		expect(events.map(({ eventId, changedFields }) => [eventId, changedFields])).toEqual([
			[`invoice:${id}:changed:1:sample`, ['total', 'invoice_due_date', 'client_id', 'number']],
		]);
	});

	it('skips a record that the service refuses', async () => {
		const service = new Service('bare', 'newest', 100);
		const [older, refused] = [service.create(), service.create()];
		refused.isLocked = true;
		const { events } = await sample(service.reader(), optionsFor('invoiceCreated'), NOW);
		expect(events.map(({ record }) => record.invoice_id)).toEqual([older.id]);
	});

	it('names the events of which there is nothing to show', async () => {
		const service = new Service('full', 'newest', 100);
		const { events, missing } = await sample(service.reader(), optionsFor(...EVENT_KINDS), NOW);
		expect(events).toEqual([]);
		expect(missing).toEqual(EVENT_KINDS);
	});
});

it('samples are at most three, and at most ten records are read to find them', async () => {
	const service = new Service('bare', 'newest', 100);
	const invoices = Array.from({ length: 14 }, (_, index) => service.create('Sent', index === 5 ? 900 : 100));
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
	'samples of %s come from the first pages of the %i lists that can have some, of one client if the filter names one',
	async (kind, count) => {
		const lists: Filter[] = [];
		const reader = new Service('full', 'newest', 100).reader();
		const noting: typeof reader = {
			...reader,
			page: (resource, filter, page) => {
				lists.push(filter);
				return reader.page(resource, filter, page);
			},
		};
		await sample(noting, { ...optionsFor(kind), filters: { clientId: 7 } }, NOW);
		expect(lists).toHaveLength(count);
		expect(lists.every(({ client_id }) => client_id === (kind === 'clientCreated' ? undefined : '7'))).toBe(
			true,
		);
		expect(lists.some(({ invoice_status }) => invoice_status === 'Draft')).toBe(false);
	},
);
