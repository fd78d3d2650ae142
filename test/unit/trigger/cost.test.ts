import { Bench, optionsFor } from './bench';
import { OPEN_STATUSES } from './changes';
import type { Order } from './manners';
import type { Invoice, Shape } from './records';

const OPEN = ['Draft', ...OPEN_STATUSES];

/** A trigger for new invoices and payments, and an account of which every so many invoices are open. */
function benchWith(count: number, open: number, shape: Shape, order: Order = 'newest'): Bench {
	const bench = new Bench(optionsFor('invoiceCreated', 'paymentRecorded'), shape, order);
	for (let index = 0; index < count; index++) {
		const isOpen = index % (count / open) === 0;
		bench.service.create(isOpen ? OPEN[(index / (count / open)) % OPEN.length] : 'Paid', 1000);
	}
	return bench;
}

/** The requests of a second poll. */
async function costOf(...account: Parameters<typeof benchWith>): Promise<Bench['service']['requests']> {
	const bench = benchWith(...account);
	await bench.poll();
	await bench.poll();
	return bench.service.requests;
}

const sentOf = ({ service }: Bench): Invoice[] =>
	[...service.invoices.values()].filter(({ status }) => status !== 'Paid' && status !== 'Draft');

describe('the cost of a poll', () => {
	const large = benchWith(100_000, 2_000, 'summary');

	beforeAll(async () => {
		await large.poll();
	});

	it('is at most 40 list requests and no single read when nothing happened at 100,000 invoices, 2,000 open', async () => {
		expect(await large.poll()).toEqual([]);
		expect(large.service.requests.get).toBe(0);
		expect(large.service.requests.page).toBeLessThanOrEqual(40);
	});

	it('is a state of less than 64 KB for 2,000 open invoices', () => {
		expect(JSON.stringify(large.saved).length).toBeLessThan(64 * 1024);
	});

	it('is one single read for each of 500 invoices with a new payment', async () => {
		const some = sentOf(large).slice(0, 500);
		some.forEach((invoice) => large.service.pay(invoice, 10));
		const events = await large.poll();
		expect(large.service.requests.get).toBe(500);
		expect(events.map(({ record }) => record.invoice_id)).toEqual(some.map(({ id }) => id));
	});

	it('is no single read at all where lists show full records', async () => {
		const full = benchWith(5_000, 100, 'full');
		await full.poll();
		sentOf(full)
			.slice(0, 20)
			.forEach((invoice) => full.service.pay(invoice, 10));
		full.service.create();
		expect(await full.poll()).toHaveLength(21);
		expect(full.service.requests.get).toBe(0);
	});

	it('is a single read of every open invoice where lists show identifiers only', async () => {
		expect((await costOf(1_000, 50, 'bare')).get).toBe(50);
	});

	it('is one request for each list of invoices on a small account', async () => {
		expect(await costOf(50, 5, 'summary')).toEqual({ page: 3, get: 0 });
	});

	it.each<Order>(['newest', 'oldest', 'number'])(
		'is one request for each page where most invoices are open, and no single read: %s',
		async (order) => {
			expect(await costOf(1_000, 500, 'summary', order)).toEqual({ page: 12, get: 0 });
		},
	);

	it.each<[Order, number]>([
		['newest', 1],
		['oldest', 2],
		['number', 30],
	])('is the newest page of a list, and its first, where an order is seen: %s', async (order, pages) => {
		const bench = new Bench(optionsFor('clientCreated'), 'full', order);
		for (let index = 0; index < 3_000; index++) bench.service.createClient();
		await bench.poll();
		await bench.poll();
		expect(bench.service.requests.page).toBe(pages);
	});
});

describe('a list that changes while it is read', () => {
	it.each<Order>(['newest', 'oldest'])('leaves no open invoice out of the first poll: %s', async (order) => {
		const bench = benchWith(500, 500, 'full', order);
		const { service } = bench;
		let ids = [...service.invoices.keys()];
		if (order === 'newest') ids = ids.reverse();
		let reads = 0;
		const reader = service.reader(() => {
			const first = service.invoices.get(ids[0] ?? 0);
			// Between the fourth and the fifth page of the list, so that the first record of a page moves to the one before.
			if (++reads === 8 && first) service.set(first, { isDeleted: true });
		});
		await bench.poll(reader);
		for (const page of [1, 2, 3, 4]) {
			const moved = service.invoices.get(ids[page * 100] ?? 0);
			if (moved) service.pay(moved, 10);
		}
		// The payment makes some drafts sent ones.
		const payments = (await bench.poll()).filter(({ event }) => event === 'paymentRecorded');
		expect(payments.map(({ payment }) => payment?.amount)).toEqual([10, 10, 10, 10]);
	});
});
