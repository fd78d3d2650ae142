/** Which pages of a list are read, without losing anything in between. */
import type { ListPage, RecordReader } from '../../../nodes/XmlBilling/trigger/scan';
import { Bench, optionsFor } from './bench.mts';
import type { Order } from './quirks.mts';

/** Clients, and a trigger that has polled them. Their identifiers are 101, 102 and so on. */
class Clients extends Bench {
	/** The change before a page is read, by the number of reads before it in the poll. */
	meanwhile: Record<number, () => void> = {};
	/** Changes an answer. */
	distort: (answer: ListPage, page: number) => ListPage = (answer) => answer;

	constructor(order: Order, perPage: number, count: number) {
		super(optionsFor('clientCreated'), 'full', order, perPage);
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
		const reader = this.service.reader();
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

async function polled(order: Order, perPage: number, count: number): Promise<Clients> {
	const clients = new Clients(order, perPage, count);
	await clients.read();
	return clients;
}

it('A list that is newest first is read to the first page without new records', async () => {
	const clients = await polled('newest', 50, 1_000);
	expect(await clients.read()).toMatchObject({ pages: [1] });
	const created = clients.create(70);
	expect(await clients.read()).toEqual({ pages: [1, 2, 3], reported: created });
});

it.each<Order>(['oldest', 'number'])('A list in another order is read whole: %s', async (order) => {
	const clients = await polled(order, 50, 300);
	const created = clients.create(2);
	const { pages, reported } = await clients.read();
	expect([pages, reported]).toEqual([[1, 2, 3, 4, 5, 6, 7], created]);
});

it('A list of few records in a row proves no order, so it is read through', async () => {
	const clients = await polled('newest', 8, 60);
	expect((await clients.read()).pages).toEqual([1, 2, 3, 4]);
});

it('A list that grew by more records than are at its newest end is read whole', async () => {
	const clients = await polled('newest', 50, 300);
	const [hidden = 0] = clients.create();
	const { rank } = clients.service;
	clients.service.rank = (id) => (id === hidden ? -180.5 : rank(id));
	expect(await clients.read()).toEqual({ pages: [1, 2, 3, 4, 5, 6, 7], reported: [hidden] });
	expect((await clients.read()).pages).toEqual([1]);
});

it('A list that gets shorter while it is read is read again, since a record moved to a page before', async () => {
	const clients = await polled('number', 40, 200);
	const created = clients.create(1);
	clients.meanwhile[2] = () => clients.delete(101);
	const { pages, reported } = await clients.read();
	expect(reported).toEqual(created);
	expect(pages.filter((page) => page === 1)).toHaveLength(2);
});

it('A list is read on where a later page says that there are fewer pages', async () => {
	const clients = await polled('newest', 40, 40);
	const created = clients.create(100);
	clients.distort = (answer, page) => (page === 1 ? answer : { ...answer, totalPages: 1 });
	expect(await clients.read()).toEqual({ pages: [1, 2, 3, 4], reported: created });
});

it('A list that gives another number of records on each page is a problem, until it can be relied on again', async () => {
	const clients = await polled('number', 20, 50);
	const created = clients.create();
	clients.distort = (page) => ({ ...page, total: page.records.length });
	expect((await clients.read()).reported).toEqual([]);
	expect(clients.trouble).toMatch(/^listClient kept changing while it was read/);
	expect(clients.log).toEqual([clients.trouble]);
	clients.distort = (page) => page;
	expect((await clients.read()).reported).toEqual(created);
	expect(clients.trouble).toBeUndefined();
});

it('A page that shows a record twice loses and doubles nothing', async () => {
	const clients = new Clients('newest', 40, 200);
	clients.distort = (answer, page) =>
		page === 1 ? { ...answer, records: answer.records.flatMap((record) => [record, record]) } : answer;
	await clients.read();
	const created = clients.create(60);
	expect(await clients.read()).toMatchObject({ reported: created });
});

it('Lists that compete for the room in a poll get it in turns', async () => {
	const bench = new Bench({ ...optionsFor('clientCreated', 'projectCreated', 'taskCreated'), maxEvents: 1 });
	await bench.poll();
	const resources = ['client', 'project', 'task'] as const;
	for (const resource of resources) bench.service.add(resource);
	const reported: string[] = [];
	for (let count = 0; count < 3; count++) {
		reported.push(...(await bench.poll()).map(({ event }) => event));
		bench.service.add('project');
	}
	expect(reported).toEqual(['clientCreated', 'projectCreated', 'taskCreated']);
});
