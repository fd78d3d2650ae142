/** Which pages of a list are read, in which order, without losing anything in between. */
import type { RecordReader, ListPage } from '../../../nodes/XmlBilling/trigger/scan';
import { Bench, optionsFor } from './bench.mts';
import type { Order } from './quirks.mts';

/** Clients, and a trigger that polls them. Their identifiers are 101, 102 and so on. */
class Clients extends Bench {
	/** Those out of order. */
	readonly positions = new Map<number, number>();
	/** The changes before a page is read, by the number of reads before it in the poll. */
	meanwhile: Record<number, () => void> = {};
	/** Changes an answer. */
	distort: (answer: ListPage, page: number) => ListPage = (answer) => answer;
	isOutOfTime = false;

	constructor(order: Order, perPage: number, count: number) {
		super(optionsFor('clientCreated'), 'full', order, perPage);
		const { rank } = this.service;
		this.service.rank = (id) => this.positions.get(id) ?? rank(id);
		this.create(count);
	}

	create(count = 1): number[] {
		return Array.from({ length: count }, () => this.service.createClient());
	}

	delete(id: number): void {
		const client = this.service.things.get(id);
		if (client) this.service.setThing(client, { isDeleted: true });
	}

	/** Polls. Returns the pages that were asked for, and the clients that were reported. */
	async read(): Promise<{ pages: number[]; reported: number[] }> {
		const pages: number[] = [];
		const reader = this.service.reader(undefined, () => this.isOutOfTime);
		const page: RecordReader['page'] = async (resource, filter, number) => {
			this.meanwhile[pages.length]?.();
			pages.push(number);
			return this.distort(await reader.page(resource, filter, number), number);
		};
		const events = await this.poll({ ...reader, page });
		this.meanwhile = {};
		return { pages, reported: events.map(({ record }) => Number(record.client_id)) };
	}
}

/** Clients that have been polled once. */
async function polled(order: Order, perPage: number, count: number): Promise<Clients> {
	const clients = new Clients(order, perPage, count);
	await clients.read();
	return clients;
}

describe('a list that is oldest first', () => {
	it('is read backwards from its end until a page is wholly known', async () => {
		const clients = new Clients('oldest', 10, 1_000);
		expect(await clients.read()).toMatchObject({ pages: [1, 100, 99, 98] });
		expect(await clients.read()).toMatchObject({ pages: [1, 100, 99, 98] });
		const created = clients.create(45);
		expect(await clients.read()).toEqual({ pages: [1, 105, 104, 103, 102, 101, 100], reported: created });
	});

	it('costs one request where it has one page, and is in order when it grows to more', async () => {
		const clients = new Clients('oldest', 100, 90);
		expect(await clients.read()).toMatchObject({ pages: [1] });
		const created = clients.create(20);
		expect(await clients.read()).toEqual({ pages: [1, 2, 1], reported: created });
		expect(await clients.read()).toMatchObject({ pages: [1, 2, 1] });
		expect(await clients.read()).toMatchObject({ pages: [1, 2] });
	});

	it('is read through where it holds too few records to show its order', async () => {
		const clients = await polled('oldest', 3, 12);
		const created = clients.create(2);
		expect(await clients.read()).toEqual({ pages: [1, 5, 4, 3, 2, 1], reported: created });
	});

	it('hides no record that moves to page 1 after that was read, while another joins', async () => {
		const clients = await polled('oldest', 20, 5);
		const created = clients.create(55);
		const joining: number[] = [];
		clients.meanwhile[2] = () => {
			clients.delete(101);
			joining.push(...clients.create());
		};
		expect(await clients.read()).toEqual({ pages: [1, 3, 2, 1], reported: created });
		expect(await clients.read()).toMatchObject({ reported: joining });
	});

	it('is started over when its number of records changes, for example when its last page is empty', async () => {
		const clients = await polled('oldest', 50, 101);
		const [created] = clients.create();
		clients.meanwhile[1] = () => [101, 102].forEach((id) => clients.delete(id));
		expect(await clients.read()).toEqual({ pages: [1, 3, 1, 2, 1], reported: [created] });
	});

	it('is not when it has been started over', async () => {
		const clients = await polled('oldest', 50, 501);
		clients.meanwhile[1] = () => clients.delete(300);
		expect(await clients.read()).toMatchObject({ pages: [1, 11, 1, 10] });
	});

	it('is read completely when more records joined it than appear at its end', async () => {
		const clients = await polled('oldest', 50, 300);
		const created = clients.create(2);
		clients.positions.set(created[0] ?? 0, 180.5);
		expect(await clients.read()).toEqual({ pages: [1, 7, 6, 5, 4, 3, 2, 1], reported: created });
	});

	it('counts a record once that joined it and was read twice', async () => {
		const clients = await polled('oldest', 40, 120);
		const created = clients.create(41);
		clients.positions.set(created[0] ?? 0, 141.5);
		// Before the second last page is read, a record leaves the first: the end of the second last has moved there.
		clients.meanwhile[2] = () => {
			clients.delete(101);
			clients.create();
		};
		expect(await clients.read()).toMatchObject({ reported: created });
	});

	it('is taken up where it was when a poll was cut short in it', async () => {
		const clients = await polled('oldest', 40, 160);
		const created = clients.create(100);
		clients.isOutOfTime = true;
		const pages: number[] = [];
		for (let count = 0; count < 4; count++) pages.push(...(await clients.read()).pages);
		expect(pages).toEqual([1, 7, 6, 5]);
		clients.isOutOfTime = false;
		expect(await clients.read()).toEqual({ pages: [4, 1, 7, 6, 5, 4], reported: created });
	});

	it('continues past a page without records', async () => {
		const clients = new Clients('oldest', 50, 100);
		clients.distort = (answer) => ({ ...answer, totalPages: answer.totalPages + 1 });
		await clients.read();
		clients.delete(101);
		const created = clients.create();
		expect(await clients.read()).toEqual({ pages: [1, 3, 2, 1], reported: created });
	});
});

describe('a list that only seems to be oldest first', () => {
	it('is read whole from the page on that is an exception, and again until no page is one', async () => {
		const clients = await polled('oldest', 50, 300);
		const [hidden] = clients.create();
		clients.delete(101);
		clients.positions.set(hidden ?? 0, 180.5);
		clients.positions.set(399, 400.5);
		expect(await clients.read()).toEqual({ pages: [1, 6, 5, 4, 3, 2, 1], reported: [hidden] });
		clients.positions.clear();
		expect(await clients.read()).toMatchObject({ pages: [1, 6, 5, 4, 3, 2, 1] });
		expect(await clients.read()).toMatchObject({ pages: [1, 6] });
	});

	it.each([
		['its last page stands below its first', (id: number) => (id > 292 ? id - 1000 : id)],
		['one of its last pages stands above the last', (id: number) => (id > 292 ? 284 + id / 1000 : id)],
	])('is read whole where %s', async (_, rank) => {
		const clients = new Clients('oldest', 8, 200);
		clients.service.rank = (id) => clients.positions.get(id) ?? rank(id);
		await clients.read();
		clients.delete(120);
		const [hidden] = clients.create();
		clients.positions.set(hidden ?? 0, 130.5);
		const { pages, reported } = await clients.read();
		expect(new Set(pages)).toEqual(new Set(Array.from({ length: 25 }, (_page, index) => index + 1)));
		expect(reported).toEqual([hidden]);
	});
});

describe('a list that is newest first', () => {
	it('is read from page 1 on until a page is wholly known', async () => {
		const clients = new Clients('newest', 10, 1_000);
		expect(await clients.read()).toMatchObject({ pages: [1, 2, 3, 4] });
		const created = clients.create(45);
		expect(await clients.read()).toEqual({ pages: [1, 2, 3, 4, 5, 6], reported: created });
	});

	it('counts a record once that joined it and was read twice', async () => {
		const clients = await polled('newest', 40, 100);
		const created = clients.create(41);
		clients.positions.set(created[0] ?? 0, -101.5);
		const joining: number[] = [];
		clients.meanwhile[1] = () => {
			clients.delete(101);
			joining.push(...clients.create());
		};
		expect(await clients.read()).toEqual({ pages: [1, 2, 3, 4], reported: created });
		expect(await clients.read()).toMatchObject({ reported: joining });
	});

	it('is read on where a later page says that there are fewer pages', async () => {
		const clients = await polled('newest', 40, 40);
		const created = clients.create(100);
		clients.distort = (answer, page) => (page === 1 ? answer : { ...answer, totalPages: 1 });
		expect(await clients.read()).toEqual({ pages: [1, 2, 3, 4], reported: created });
	});
});

it.each<Order>(['newest', 'oldest'])(
	'A list in which standing is all that shows a record to be open hides no record that moves to a page read before: %s',
	async (order) => {
		const bench = new Bench(optionsFor('estimateStatusChanged'), 'summary', order);
		const estimates = Array.from({ length: 500 }, () => bench.service.add('estimate', 'Sent'));
		const first = order === 'newest' ? estimates.at(-1) : estimates[0];
		await bench.poll();
		let reads = 0;
		const betweenPages = () => {
			if (reads++ === 2 && first) bench.service.setThing(first, { isDeleted: true });
		};
		await bench.poll(bench.service.reader(betweenPages));
		expect(first?.isDeleted).toBe(true);
		for (const estimate of estimates) bench.service.setThing(estimate, { status: 'Accepted' });
		expect(await bench.poll()).toHaveLength(499);
	},
);

it('A list that gives another number of records on each page is a problem, until it can be relied on again', async () => {
	const bench = new Bench(optionsFor('clientCreated'), 'full', 'number', 20);
	for (let count = 0; count < 50; count++) bench.service.createClient();
	await bench.poll();
	expect(bench.trouble).toBeUndefined();
	const client = bench.service.createClient();
	const reader = bench.distorting((page) => ({ ...page, total: page.records.length }));
	expect(await bench.poll(reader)).toEqual([]);
	expect(bench.trouble).toMatch(/^listClient kept changing while it was read/);
	expect(bench.log).toEqual([bench.trouble]);
	expect(await bench.ids()).toEqual([`client:${client}:created`]);
	expect(bench.trouble).toBeUndefined();
});

it.each<Order>(['newest', 'oldest'])(
	'A page that shows a record twice loses and doubles nothing: %s',
	async (order) => {
		const clients = new Clients(order, 40, 200);
		clients.distort = (answer, page) =>
			page === 1 ? { ...answer, records: answer.records.flatMap((record) => [record, record]) } : answer;
		await clients.read();
		const created = clients.create(60);
		expect(await clients.read()).toMatchObject({ reported: created });
	},
);
