import { EVENT_KINDS, EVENTS } from '../../../nodes/XmlBilling/trigger/events/events';
import { Bench, NOW, optionsFor } from './bench.mts';
import { OPEN_STATUSES } from './changes.mts';
import type { Order } from './quirks.mts';
import type { Invoice, Shape } from './records.mts';

const OPEN = ['Draft', ...OPEN_STATUSES];

type Distort = Parameters<Bench['distorting']>[0];

/** A trigger for new invoices and payments, and an account in which one of this many invoices is open. */
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

	it('is the newest page and those of the open invoices when nothing happened at 100,000 invoices, 2,000 open', async () => {
		expect(await large.poll()).toEqual([]);
		// Ten statuses with two pages each, and one with none.
		expect(large.service.requests).toEqual({ page: 1 + 10 * 2 + 1, get: 0 });
	});

	it('is two more requests every ten minutes, and where anything is new', async () => {
		const bench = benchWith(50, 5, 'summary');
		await bench.poll();
		const pages: number[] = [];
		for (const minute of ['09', '10', '19', '20', '00']) {
			bench.now = NOW.replace(':00:', `:${minute}:`);
			expect(await bench.poll()).toEqual([]);
			pages.push(bench.service.requests.page);
		}
		expect(pages).toEqual([1, 3, 1, 3, 3]);
		bench.service.create();
		for (const events of [1, 0, 0]) {
			expect(await bench.poll()).toHaveLength(events);
			pages.push(bench.service.requests.page);
		}
		expect(pages.slice(-3)).toEqual([3, 3, 1]);
	});

	it('is a state of less than 100 KB for 10,000 invoices, 500 of them open, all events and 1,000 settled invoices', async () => {
		const bench = new Bench(optionsFor(...EVENT_KINDS), 'summary');
		for (let index = 0; index < 10_000; index++)
			bench.service.create(index % 20 === 0 ? 'Sent' : 'Paid', 1000);
		await bench.poll();
		const paid = Array.from({ length: 1_000 }, () => bench.service.create('Sent', 100));
		await bench.poll();
		paid.forEach((invoice) => bench.service.pay(invoice, 100));
		for (let count = 0; count < 3; count++) await bench.poll();
		expect(JSON.stringify(bench.saved).length).toBeLessThan(100 * 1000);
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

	it('is no single read of what was there before, where only new records are told', async () => {
		const bench = new Bench(optionsFor('clientCreated'), 'bare');
		for (let index = 0; index < 30; index++) bench.service.createClient();
		await bench.poll();
		expect(bench.service.requests).toEqual({ page: 1, get: 0 });
	});

	it('is no single read of a new invoice whose summary says that nothing is paid', async () => {
		const bench = new Bench(optionsFor('paymentRecorded'));
		await bench.poll();
		const invoice = bench.service.create();
		const unpaid: Distort = (page) => ({
			...page,
			records: page.records.map(({ invoice_status, status }) => ({
				invoice_id: invoice.id,
				invoice_status,
				status,
				total_paid: 0,
			})),
		});
		expect(await bench.poll(bench.distorting(unpaid))).toEqual([]);
		expect(bench.service.requests.get).toBe(0);
	});

	it('is one round of 20 single reads when its time is over', async () => {
		const bench = new Bench(optionsFor('clientCreated'), 'bare');
		await bench.poll();
		for (let index = 0; index < 30; index++) bench.service.createClient();
		const late = bench.service.reader(undefined, () => true);
		const found = [(await bench.poll(late)).length, bench.service.requests.get];
		while (found[0] === 0) found.splice(0, 2, (await bench.poll(late)).length, bench.service.requests.get);
		expect(found).toEqual([20, 20]);
	});

	it('is a single read of every open invoice where lists show identifiers only', async () => {
		expect((await costOf(1_000, 50, 'bare')).get).toBe(50);
	});

	it('is all pages of estimates and clients where their changes are told, and one of each other kind', async () => {
		const bench = new Bench(optionsFor(...EVENT_KINDS), 'full');
		for (const resource of Object.values(EVENTS).map(({ resource }) => resource)) {
			if (resource !== 'invoice') for (let index = 0; index < 250; index++) bench.service.add(resource);
		}
		bench.service.create();
		await bench.poll();
		await bench.poll();
		const pages: Record<string, number> = {};
		const count: Distort = (page, resource) => {
			pages[resource] = (pages[resource] ?? 0) + 1;
			return page;
		};
		await bench.poll(bench.distorting(count));
		const { estimate, client, ...others } = pages;
		expect([estimate, client]).toEqual([5, 5]);
		expect([...new Set(Object.values(others))]).toEqual([1]);
		expect(bench.service.requests).toEqual({ page: 5 + 5 + 9, get: 0 });
	});

	it('is one request on a small account', async () => {
		expect(await costOf(50, 5, 'summary')).toEqual({ page: 1, get: 0 });
	});

	it.each<Order>(['newest', 'oldest', 'number'])(
		'is one request for each page where most invoices are open, and no single read: %s',
		async (order) => {
			expect(await costOf(1_000, 500, 'summary', order)).toEqual({ page: 10, get: 0 });
		},
	);

	it.each<[Order, number]>([
		['newest', 1],
		['oldest', 30],
		['number', 30],
	])('is the newest page of a list, or all of one in another order: %s', async (order, pages) => {
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
