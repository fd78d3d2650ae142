/** Behavior of services that the interface does not mention or leaves open. */
import type { WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import type { RecordReader } from '../../../nodes/XmlBilling/trigger/scan';
import { Bench, optionsFor } from './bench.mts';
import { clientOf } from './records.mts';

/** The bench's service, with something else made of each record that its lists show. */
const distorting = (bench: Bench, distort: (record: WatchedRecord) => WatchedRecord): RecordReader =>
	bench.distorting((page) => ({ ...page, records: page.records.map(distort) }));

describe('a record that the service refuses', () => {
	it('keeps no other back, and is reported once when it can be read', async () => {
		const bench = new Bench(optionsFor('invoiceCreated', 'paymentRecorded'));
		await bench.poll();
		const invoices = [bench.service.create(), bench.service.create(), bench.service.create()];
		const refused = invoices[1]!;
		bench.service.pay(refused, 10);
		refused.isLocked = true;
		const others = invoices.filter((invoice) => invoice !== refused);
		expect(await bench.ids()).toEqual(others.map(({ id }) => `invoice:${id}:created`));
		expect(bench.log).toEqual([expect.stringContaining(`the invoice with ID ${refused.id} `)]);
		expect(await bench.poll()).toEqual([]);
		bench.service.unlock();
		expect((await bench.poll()).map(({ event, record }) => [event, record.invoice_id])).toEqual([
			['invoiceCreated', refused.id],
			['paymentRecorded', refused.id],
		]);
		expect(await bench.poll()).toEqual([]);
		expect(bench.log).toEqual([]);
	});

	it('is waited for as a draft that the list shows, also from the first poll on', async () => {
		const bench = new Bench(optionsFor('invoiceCreated', 'paymentRecorded'));
		const draft = bench.service.create('Draft');
		draft.isLocked = true;
		await bench.poll();
		bench.service.unlock();
		await bench.poll();
		bench.service.set(draft, { status: 'Sent' });
		expect(await bench.ids()).toEqual([`invoice:${draft.id}:created`]);
	});
});

it('An invoice whose record status is blank is in use', async () => {
	const bench = new Bench(optionsFor('paymentRecorded'), 'full');
	const blank = distorting(bench, (record) => ({ ...record, status: '' }));
	const invoice = bench.service.create();
	await bench.poll(blank);
	bench.service.pay(invoice, 10);
	expect(await bench.ids(blank)).toEqual([`payment:${invoice.id}:10.00:1`]);
});

it('The status of an estimate, which may be any word, is the same in other letters', async () => {
	const bench = new Bench(optionsFor('estimateStatusChanged'));
	const estimate = bench.service.add('estimate', 'On Hold');
	await bench.poll();
	const small = distorting(bench, (record) => ({ ...record, estimate_status: 'on hold ' }));
	expect(await bench.poll(small)).toEqual([]);
	expect(bench.service.requests.get).toBe(0);
	bench.service.setThing(estimate, { status: 'Won' });
	expect(await bench.ids()).toEqual([`estimate:${estimate.id}:status:1:Won`]);
});

it('A due date that lists showed once is remembered when they stop showing any', async () => {
	const bench = new Bench(optionsFor('invoiceOverdue'), 'full');
	const invoice = bench.service.create();
	bench.service.set(invoice, { due: '2026-03-20' });
	await bench.poll();
	bench.service.set(invoice, { due: '2026-03-10' });
	await bench.poll();
	bench.now = '2026-03-12T10:00:00.000+01:00';
	const hidden = distorting(bench, ({ invoice_due_date: _, ...record }) => record);
	expect((await bench.poll(hidden)).map(({ daysOverdue }) => daysOverdue)).toEqual([2]);
});

it.each([1, 2, 3, 4, 5])(
	'An invoice that is archived at request %i of the first poll was there before, so it is not reported',
	async (at) => {
		const bench = new Bench(optionsFor('invoiceCreated'));
		bench.service.create();
		const newest = bench.service.create();
		let requests = 0;
		const reader = bench.service.reader(() => {
			if (++requests === at) bench.service.set(newest, { recordStatus: 'Archived' });
		});
		const events = [...(await bench.poll(reader)), ...(await bench.poll()), ...(await bench.poll())];
		expect(events).toEqual([]);
	},
);

describe('summaries', () => {
	const partly = (bench: Bench): RecordReader =>
		distorting(bench, (record) => {
			const { total_paid: paid, transactions } = bench.service.record(
				bench.service.invoices.get(Number(record.invoice_id))!,
			);
			// A full invoice has its payments (§2.2).
			const payments = transactions as WatchedRecord[];
			const part = payments.map(({ amount, date }) => ({ amount, date }));
			return { ...record, total_paid: paid, transactions: part };
		});

	it('may tell a part of each payment, by which an equal one of an earlier day is told from it', async () => {
		const bench = new Bench(optionsFor('paymentRecorded'));
		const invoice = bench.service.create();
		const [late, early] = [2, 1];
		bench.service.pay(invoice, 10, late);
		await bench.poll(partly(bench));
		bench.service.pay(invoice, 10, early);
		const events = await bench.poll(partly(bench));
		expect(events.map(({ payment }) => payment?.method)).toEqual(['Cheque']);
		expect(await bench.poll(partly(bench))).toEqual([]);
	});

	it('may tell a part of a payment of nothing', async () => {
		const bench = new Bench(optionsFor('paymentRecorded'));
		await bench.poll(partly(bench));
		const invoice = bench.service.create();
		bench.service.pay(invoice, 0);
		const events = await bench.poll(partly(bench));
		expect(events.map(({ payment }) => payment)).toEqual(bench.service.record(invoice).transactions);
	});

	it('show a payment by the status where the total grew by as much', async () => {
		const bench = new Bench(optionsFor('paymentRecorded'));
		const invoice = bench.service.create('Sent', 100);
		const owing = distorting(bench, ({ total_paid: _paid, transactions: _payments, ...record }) => record);
		await bench.poll(owing);
		bench.service.set(invoice, { net: 110 });
		bench.service.pay(invoice, 10);
		expect((await bench.poll(owing)).map(({ payment }) => payment?.amount)).toEqual([10]);
	});
});

it('Full lists may name clients without their identifiers, and events are still narrowed to one', async () => {
	const bench = new Bench(optionsFor('invoiceCreated'), 'full');
	const nameless = distorting(bench, (record) => ({ ...record, client: { organization: 'Example Ltd' } }));
	await bench.poll(nameless);
	const invoice = bench.service.create();
	bench.options = { ...bench.options, filters: { clientId: clientOf(invoice.id) } };
	expect(await bench.ids(nameless)).toEqual([`invoice:${invoice.id}:created`]);
});

it.each([1, 2])(
	'Payments that lists show less of than single reads are reported once each, also by an invoice that leaves the lists with %i more',
	async (count) => {
		const bench = new Bench(optionsFor('paymentRecorded'), 'full');
		bench.service.quirks = { ...bench.service.quirks, blursPayments: true };
		const invoice = bench.service.create('Sent', 30 + 10 * count);
		await bench.poll();
		for (const variety of [0, 4, 5]) bench.service.pay(invoice, 10, variety);
		expect(await bench.ids()).toEqual([1, 2, 3].map((nth) => `payment:${invoice.id}:10.00:${nth}`));
		for (let paid = 0; paid < count; paid++) bench.service.pay(invoice, 10, 7);
		expect(await bench.ids()).toEqual(
			Array.from({ length: count }, (_, index) => `payment:${invoice.id}:10.00:${4 + index}`),
		);
		expect(await bench.poll()).toEqual([]);
	},
);
