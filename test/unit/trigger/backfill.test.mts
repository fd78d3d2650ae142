import { Bench, optionsFor } from './bench.mts';

it('A backfill begins with the records dated since a day', async () => {
	const bench = new Bench({
		...optionsFor('invoiceCreated', 'paymentRecorded'),
		startFrom: '2026-01-15',
		maxEvents: 1,
	});
	const invoices = Array.from({ length: 20 }, () => bench.service.create());
	invoices.forEach((invoice) => bench.service.pay(invoice, 10));
	const reported: string[] = [];
	for (let count = 0; count < 50; count++) reported.push(...(await bench.ids()));
	const since = invoices.filter(({ date }) => date >= '2026-01-15');
	expect(since.length).toBeGreaterThan(0);
	expect(since.length).toBeLessThan(20);
	expect(reported.filter((id) => id.endsWith(':created'))).toEqual(
		since.map(({ id }) => `invoice:${id}:created`),
	);
	expect(reported.length).toBe(2 * since.length);
	const late = bench.service.create();
	expect(await bench.ids()).toEqual([`invoice:${late.id}:created`]);
});

it('A backfill begins with the invoices dated since a day that are overdue, by what is outstanding', async () => {
	const bench = new Bench({
		...optionsFor('invoiceOverdue'),
		startFrom: '2026-01-15',
		filters: { minimumAmount: 50 },
	});
	const invoices = Array.from({ length: 20 }, () => bench.service.create('Sent', 100));
	invoices.slice(10).forEach((invoice) => bench.service.pay(invoice, 60));
	const since = invoices.slice(0, 10).filter(({ date }) => date >= '2026-01-15');
	expect(since.length).toBeGreaterThan(0);
	expect((await bench.poll()).map(({ record }) => record.invoice_id)).toEqual(since.map(({ id }) => id));
	expect(await bench.poll()).toEqual([]);
});

it('A backfilled record is not reported again when the events chosen change half-way', async () => {
	const bench = new Bench({ ...optionsFor('invoiceCreated'), startFrom: '2026-01-01', maxEvents: 1 });
	const invoices = [bench.service.create(), bench.service.create(), bench.service.create()];
	const reported = await bench.ids();
	bench.options = { ...bench.options, events: ['invoiceCreated', 'clientCreated'] };
	for (let count = 0; count < 5; count++) reported.push(...(await bench.ids()));
	expect(reported).toEqual(invoices.map(({ id }) => `invoice:${id}:created`));
});
