/** What a poll asks for, and which pages of a list it reads, without losing anything in between. */
import { EVENT_KINDS, EVENTS } from '../../../nodes/XmlBilling/trigger/events/events';
import type { ListPage, RecordReader } from '../../../nodes/XmlBilling/trigger/scan';
import { Bench, optionsFor } from './bench.mts';
import { OPEN_STATUSES } from './history.mts';
import type { Order, Shape } from './model.mts';
import { endOf } from './rules.mts';

const OPEN = ['Draft', ...OPEN_STATUSES];

/** A trigger for new invoices and payments, and an account of so many invoices of which so many are open. */
function benchWith(count: number, open: number, shape: Shape = 'summary', order: Order = 'newest'): Bench {
	const bench = new Bench(optionsFor('invoiceCreated', 'paymentRecorded'), shape, order);
	for (let index = 0; index < count; index++) {
		const isOpen = index % (count / open) === 0;
		bench.service.create(isOpen ? OPEN[(index / (count / open)) % OPEN.length] : 'Paid', 1000);
	}
	return bench;
}

it.each<[number, number, { page: number; get: number }, Shape, Order]>([
	[50, 5, { page: 1, get: 0 }, 'summary', 'newest'],
	[100, 5, { page: 1, get: 0 }, 'summary', 'newest'],
	[1_000, 20, { page: 10, get: 0 }, 'summary', 'newest'],
	[10_000, 20, { page: 12, get: 0 }, 'summary', 'newest'],
	// Ten statuses with two pages each, and one with none.
	[10_000, 2_000, { page: 22, get: 0 }, 'summary', 'newest'],
	[1_000, 500, { page: 10, get: 0 }, 'summary', 'newest'],
	[1_000, 500, { page: 10, get: 0 }, 'summary', 'oldest'],
	[1_000, 500, { page: 10, get: 0 }, 'summary', 'number'],
	[1_000, 50, { page: 12, get: 50 }, 'bare', 'newest'],
])('a quiet poll of %i invoices, %i of them open, takes %j', async (count, open, requests, shape, order) => {
	const bench = benchWith(count, open, shape, order);
	await bench.poll();
	expect(await bench.poll()).toEqual([]);
	expect(bench.service.requests).toEqual(requests);
});

it('a quiet poll for new invoices alone reads no list of drafts', async () => {
	const bench = new Bench(optionsFor('invoiceCreated'), 'summary');
	for (let count = 0; count < 300; count++) bench.service.create();
	await bench.poll();
	await bench.poll();
	expect(bench.service.requests).toEqual({ page: 1, get: 0 });
});

it('the pages of a list that is read whole are asked for at once, also where something is new', async () => {
	const bench = benchWith(1_000, 500);
	await bench.poll();
	bench.service.create();
	const reader = bench.service.reader();
	let [running, most] = [0, 0];
	const page: RecordReader['page'] = async (...request) => {
		most = Math.max(most, ++running);
		await new Promise(setImmediate);
		running--;
		return await reader.page(...request);
	};
	expect(await bench.poll({ ...reader, page })).toHaveLength(1);
	expect(most).toBe(10);
});

it('a poll takes two more requests where anything is new, and after that', async () => {
	const bench = benchWith(50, 5);
	await bench.poll();
	const pages: number[] = [];
	bench.service.create();
	for (const events of [1, 0, 0]) {
		expect(await bench.poll()).toHaveLength(events);
		pages.push(bench.service.requests.page);
	}
	expect(pages).toEqual([3, 3, 1]);
});

it('a poll reads each invoice with a new payment once, and none where lists show full records', async () => {
	for (const [shape, reads] of [
		['summary', 100],
		['full', 0],
	] as const) {
		const bench = benchWith(5_000, 500, shape);
		await bench.poll();
		const sent = bench.service.of('invoice').filter((one) => !['Paid', 'Draft'].includes(one.is('status')));
		const some = sent.slice(0, 100);
		for (const invoice of some) bench.service.pay(invoice, 10);
		expect((await bench.poll()).map(({ record }) => record.invoice_id)).toEqual(some.map(({ id }) => id));
		expect(bench.service.requests.get).toBe(reads);
	}
});

it.each<Shape>(['full', 'summary', 'bare'])(
	'a poll from %s lists reads a canceled invoice once and a stopped profile once, and nothing before or after',
	async (shape) => {
		const bench = new Bench(optionsFor('invoiceCanceled', 'recurringStopped'), shape);
		const records = [bench.service.create(), bench.service.create('Draft'), bench.service.add('recurring')];
		const reads: number[] = [];
		const poll = async () => reads.push((await bench.poll()).length, bench.service.requests.get);
		for (let count = 0; count < 3; count++) await poll();
		for (const record of records.slice(1)) bench.service.set(record, { use: endOf(record) });
		for (let count = 0; count < 2; count++) await poll();
		expect(reads.slice(2)).toEqual([0, 0, 0, 0, 2, 2, 0, 0]);
	},
);

it('a poll reads neither what was there before nor an invoice whose summary says that nothing is paid', async () => {
	const bench = new Bench(optionsFor('clientCreated', 'paymentRecorded'), 'bare');
	for (let index = 0; index < 30; index++) bench.service.add('client');
	await bench.poll();
	expect(bench.service.requests.get).toBe(0);
	bench.service.shape = 'full';
	bench.lists = ({ invoice_id, client_id, invoice_status, status }) =>
		client_id === undefined ? { invoice_id, invoice_status, status, total_paid: 0 } : { client_id };
	bench.service.create();
	expect(await bench.poll()).toEqual([]);
	expect(bench.service.requests.get).toBe(0);
});

it('a poll reads twenty records at a time until its time is over', async () => {
	const bench = new Bench(optionsFor('clientCreated'), 'bare');
	await bench.poll();
	for (let index = 0; index < 30; index++) bench.service.add('client');
	const found: number[] = [];
	for (let count = 0; count < 3; count++) {
		found.push((await bench.poll(bench.service.reader(undefined, () => true))).length);
		found.push(bench.service.requests.get);
	}
	expect(found).toEqual([20, 20, 10, 10, 0, 0]);
});

it('a poll for all events reads all pages of estimates, clients and profiles, and one of each other kind', async () => {
	const bench = new Bench(optionsFor(...EVENT_KINDS), 'full');
	for (const { resource } of Object.values(EVENTS))
		if (resource !== 'invoice') for (let index = 0; index < 250; index++) bench.service.add(resource);
	bench.service.create();
	await bench.poll();
	await bench.poll();
	const pages: Record<string, number> = {};
	bench.distort = (page, resource) => {
		pages[resource] = (pages[resource] ?? 0) + 1;
		return page;
	};
	await bench.poll();
	const { estimate, client, recurring, ...others } = pages;
	expect([estimate, client, recurring, ...new Set(Object.values(others))]).toEqual([5, 5, 5, 1]);
	expect(bench.service.requests.get).toBe(0);
});

it('the memory of 10,000 invoices, 500 open, all events and 1,000 settled invoices is less than 100 KB', async () => {
	const bench = new Bench({ ...optionsFor(...EVENT_KINDS), maxEvents: 10_000 });
	for (let index = 0; index < 10_000; index++) bench.service.create(index % 20 === 0 ? 'Sent' : 'Paid', 1000);
	await bench.poll();
	const paid = Array.from({ length: 1_001 }, () => bench.service.create('Sent', 100));
	await bench.poll();
	const payments = paid.map((invoice) => bench.service.pay(invoice, 100));
	for (let count = 0; count < 3; count++) await bench.poll();
	expect(JSON.stringify(bench.saved).length).toBeLessThan(100 * 1000);
	expect(bench.saved).toMatchObject({ settled: { length: 1_000 } });
	// One of those that were settled last is known when it is reopened, and the first one is not.
	bench.options = optionsFor('paymentRemoved');
	for (const index of [0, 1_000]) bench.service.unpay(paid[index]!, payments[index]!);
	expect(await bench.ids()).toEqual([`payment:${paid[1_000]!.id}:100.00:removed:1`]);
});

/** A trigger that has polled so many clients. Their identifiers are 101, 102 and so on. */
async function clientsIn(order: Order, perPage: number, count: number) {
	const bench = new Bench(optionsFor('clientCreated'), 'full', order, perPage);
	const create = (more: number) => Array.from({ length: more }, () => bench.service.add('client').id);
	create(count);
	await bench.poll();
	/** Which pages are read, and which clients are reported. */
	const read = async (meanwhile: (reads: number) => void = () => {}) => {
		const { distort } = bench;
		const pages: number[] = [];
		bench.distort = (page, resource, filter, number) => {
			pages.push(number);
			return distort(page, resource, filter, number);
		};
		let reads = 0;
		const events = await bench.poll(bench.service.reader(() => meanwhile(reads++)));
		bench.distort = distort;
		return { pages, reported: events.map(({ record }) => Number(record.client_id)) };
	};
	return { bench, create, read };
}

it('a list that is newest first is read to the first page without new records, one in another order whole', async () => {
	const { create, read } = await clientsIn('newest', 50, 1_000);
	expect(await read()).toEqual({ pages: [1], reported: [] });
	expect(await read()).toEqual({ pages: [1], reported: [] });
	const created = create(70);
	expect(await read()).toEqual({ pages: [1, 2, 3], reported: created });
	for (const order of ['oldest', 'number'] as const) {
		const other = await clientsIn(order, 50, 300);
		const reported = other.create(2);
		expect(await other.read()).toEqual({ pages: [1, 2, 3, 4, 5, 6, 7], reported });
	}
	// Few records in a row prove no order.
	expect((await (await clientsIn('newest', 8, 60)).read()).pages).toEqual([1, 2, 3, 4]);
});

it('a list that grew by more records than are at its newest end is read whole', async () => {
	const { bench, create, read } = await clientsIn('newest', 50, 300);
	const [hidden = 0] = create(1);
	const { rank } = bench.service;
	bench.service.rank = (id) => (id === hidden ? -180.5 : rank(id));
	expect(await read()).toEqual({ pages: [1, 2, 3, 4, 5, 6, 7], reported: [hidden] });
	expect((await read()).pages).toEqual([1]);
});

it('a list that gets shorter while it is read is read again, since a record moved to a page before', async () => {
	const { bench, create, read } = await clientsIn('number', 40, 200);
	const created = create(1);
	const first = bench.service.records.get(101);
	const { pages, reported } = await read((reads) => {
		if (reads === 2 && first && !first.isDeleted) bench.service.set(first, { use: 'Deleted' });
	});
	expect(reported).toEqual(created);
	expect(pages.filter((page) => page === 1)).toHaveLength(2);
});

it('a list is read on where a later page says that there are fewer, or one shows records twice', async () => {
	const { bench, create, read } = await clientsIn('newest', 40, 40);
	const created = create(100);
	const twice = ({ records, ...answer }: ListPage) => ({ ...answer, records: [...records, ...records] });
	bench.distort = (answer, _, _filter, page) => (page === 1 ? twice(answer) : { ...answer, totalPages: 1 });
	expect(await read()).toEqual({ pages: [1, 2, 3, 4], reported: created });
});

it('a list that contradicts itself is a problem, until it can be relied on again', async () => {
	const { bench, create, read } = await clientsIn('number', 20, 50);
	const created = create(1);
	bench.distort = (page) => ({ ...page, total: page.records.length });
	expect((await read()).reported).toEqual([]);
	expect(bench.trouble).toMatch(/^listClient kept changing while it was read/);
	expect(bench.log).toEqual([bench.trouble]);
	bench.distort = (page) => page;
	expect((await read()).reported).toEqual(created);
	expect(bench.trouble).toBeUndefined();
	for (const record of [{ name: 'Ann' }, { client_id: 7.5 }, { client_id: 0 }]) {
		bench.distort = () => ({ records: [record], totalPages: 1, total: 1 });
		expect((await read()).reported).toEqual([]);
		expect(bench.trouble).toBe('listClient returns records without client_id.');
	}
});

it.each<Order>(['newest', 'oldest'])(
	'a list that moves during the first poll leaves nothing out: %s',
	async (order) => {
		const bench = benchWith(500, 500, 'full', order);
		const { service } = bench;
		const ids = service.of('invoice').map(({ id }) => id);
		if (order === 'newest') ids.reverse();
		let reads = 0;
		const reader = service.reader(() => {
			const first = service.records.get(ids[0] ?? 0);
			// Between the fourth and the fifth page of the list, so that the first record of a page moves to the one before.
			if (++reads === 8 && first) service.set(first, { use: 'Deleted' });
		});
		await bench.poll(reader);
		for (const page of [1, 2, 3, 4]) service.pay(service.records.get(ids[page * 100] ?? 0)!, 10);
		const payments = (await bench.poll()).filter(({ event }) => event === 'paymentRecorded');
		expect(payments.map(({ payment }) => payment?.amount)).toEqual([10, 10, 10, 10]);
	},
);

it('lists that compete for the room in a poll get it in turns', async () => {
	const bench = new Bench({ ...optionsFor('clientCreated', 'projectCreated', 'taskCreated'), maxEvents: 1 });
	await bench.poll();
	for (const resource of ['client', 'project', 'task'] as const) bench.service.add(resource);
	const reported: string[] = [];
	for (let count = 0; count < 3; count++) {
		reported.push(...(await bench.poll()).map(({ event }) => event));
		bench.service.add('project');
	}
	expect(reported).toEqual(['clientCreated', 'projectCreated', 'taskCreated']);
});
