import { Bench, optionsFor } from './bench.mts';
import type { Order } from './quirks.mts';

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

it.each<Order>(['newest', 'oldest', 'number'])(
	'A list by date, for a backfill, ends although records join it between the polls that it takes: %s',
	async (order) => {
		const bench = new Bench({ ...optionsFor('invoiceCreated'), startFrom: '2026-01-01' }, 'full', order, 2);
		const ids = Array.from({ length: 120 }, () => bench.service.create().id);
		const reported: unknown[] = [];
		for (let count = 0; count < 100; count++) {
			const events = await bench.poll(bench.service.reader(undefined, () => true));
			reported.push(...events.map(({ record }) => record.invoice_id));
			// The lists before it are short enough to be read in one poll of more time.
			if (JSON.stringify(bench.saved).includes('"dated0"')) bench.service.create();
		}
		expect(reported).toEqual(expect.arrayContaining(ids));
		expect(new Set(reported).size).toBe(reported.length);
	},
);

it('A list by date that only seems to be oldest first hides no record that moves on when another joins it', async () => {
	const bench = new Bench({ ...optionsFor('invoiceCreated'), startFrom: '2026-01-01' }, 'full', 'oldest', 10);
	const ids = Array.from({ length: 40 }, () => bench.service.create().id);
	const isDated = () => JSON.stringify(bench.saved).includes('"dated0"');
	do await bench.poll(bench.service.reader(undefined, () => true));
	while (!isDated());
	let reads = 0;
	const join = () => {
		if (reads++ !== 1) return;
		const joining = bench.service.create().id;
		bench.service.rank = (id) => (id === joining ? 0 : id);
	};
	const events = await bench.poll(bench.service.reader(join));
	expect(events.map(({ record }) => record.invoice_id)).toEqual(expect.arrayContaining(ids));
});
