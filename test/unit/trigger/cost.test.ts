import type { TriggerOptions } from '../../../nodes/XmlBilling/trigger/events';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import type { SavedState } from '../../../nodes/XmlBilling/trigger/state';
import { kept, SCOPE } from './history';
import { type Order, Service } from './model';
import type { Invoice, Shape } from './records';

const OPEN = [
	'Draft',
	'Sent',
	'Viewed',
	'Outstanding',
	'Unpaid',
	'Disputed',
	'Retry',
	'Failed',
	'Resolved',
	'Auto-Failed',
];

const OPTIONS: TriggerOptions = {
	events: ['invoiceCreated', 'paymentRecorded'],
	includeDrafts: false,
	maxEvents: 1000,
};

function serviceWith(count: number, open: number, shape: Shape, order: Order = 'newest'): Service {
	const service = new Service(shape, order, 100);
	for (let index = 0; index < count; index++) {
		const isOpen = index % (count / open) === 0;
		service.create(isOpen ? OPEN[(index / (count / open)) % OPEN.length] : 'Paid', 1000);
	}
	return service;
}

const sentOf = (service: Service): Invoice[] =>
	[...service.invoices.values()].filter(({ status }) => status !== 'Paid' && status !== 'Draft');

async function pollOnce(service: Service, saved?: SavedState) {
	service.requests = { page: 0, get: 0 };
	const request = { saved, scope: SCOPE, options: OPTIONS, now: '2026-03-01T10:00:00.000Z' };
	const { events, state, log } = await poll(service.reader(), request);
	return { events, state: kept(state), log };
}

describe('the cost of a poll', () => {
	const service = serviceWith(100_000, 2_000, 'summary');
	let state: SavedState;

	beforeAll(async () => {
		({ state } = await pollOnce(service));
	});

	it('is at most 40 list requests and no single read when nothing happened at 100,000 invoices, 2,000 open', async () => {
		const { events } = await pollOnce(service, state);
		expect(events).toEqual([]);
		expect(service.requests.get).toBe(0);
		expect(service.requests.page).toBeLessThanOrEqual(40);
	});

	it('is a state of less than 64 KB for 2,000 open invoices', () => {
		expect(JSON.stringify(state).length).toBeLessThan(64 * 1024);
	});

	it('is one single read for each of 500 invoices with a new payment', async () => {
		sentOf(service)
			.slice(0, 500)
			.forEach((invoice) => service.pay(invoice, 10));
		const { events } = await pollOnce(service, state);
		expect(events.length).toBe(500);
		expect(service.requests.get).toBe(500);
		const ids = events.map(({ record }) => Number(record.invoice_id));
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
	});

	it('is no single read at all where lists show full records', async () => {
		const full = serviceWith(5_000, 100, 'full');
		const { state: before } = await pollOnce(full);
		sentOf(full)
			.slice(0, 20)
			.forEach((invoice) => full.pay(invoice, 10));
		full.create();
		const { events } = await pollOnce(full, before);
		expect(events.length).toBe(21);
		expect(full.requests.get).toBe(0);
	});

	it('is a single read of every open invoice where lists show identifiers only', async () => {
		const bare = serviceWith(1_000, 50, 'bare');
		const { state: before } = await pollOnce(bare);
		await pollOnce(bare, before);
		expect(bare.requests.get).toBe(50);
	});

	it('is one request for each list of invoices on a small account', async () => {
		const small = serviceWith(50, 5, 'summary');
		const { state: before } = await pollOnce(small);
		await pollOnce(small, before);
		expect(small.requests).toEqual({ page: 3, get: 0 });
	});

	it.each<Order>(['newest', 'oldest', 'number'])(
		'is one request for each page where most invoices are open, and no single read: %s',
		async (order) => {
			const busy = serviceWith(1_000, 500, 'summary', order);
			const { state: before } = await pollOnce(busy);
			await pollOnce(busy, before);
			expect(busy.requests).toEqual({ page: 12, get: 0 });
		},
	);

	it.each<[Order, number]>([
		['newest', 1],
		['oldest', 2],
		['number', 30],
	])('is the newest page of a list, and its first, where an order is seen: %s', async (order, pages) => {
		const asked: number[] = [];
		const clients = new Service('full', order, 100);
		for (let index = 0; index < 3_000; index++) clients.createClient();
		const reader = clients.reader();
		const options: TriggerOptions = { ...OPTIONS, events: ['clientCreated'] };
		const request = { scope: SCOPE, options, now: '2026-03-01T10:00:00.000Z' };
		const { state: before } = await poll(reader, { ...request, saved: undefined });
		const counting: typeof reader = {
			...reader,
			page: (resource, filter, page) => {
				asked.push(page);
				return reader.page(resource, filter, page);
			},
		};
		await poll(counting, { ...request, saved: kept(before) });
		expect(asked.length).toBe(pages);
	});
});

describe('a list that changes while it is read', () => {
	it.each<Order>(['newest', 'oldest'])('leaves no open invoice out of the first poll: %s', async (order) => {
		const service = serviceWith(500, 500, 'full', order);
		let ids = [...service.invoices.keys()];
		if (order === 'newest') ids = ids.reverse();
		let reads = 0;
		const reader = service.reader(() => {
			const first = service.invoices.get(ids[0] ?? 0);
			// Between the fourth and the fifth reading of a page of the list, so that the first record of a page moves to the one before.
			if (++reads === 8 && first) service.set(first, { isDeleted: true });
		});
		const request = { scope: SCOPE, options: OPTIONS, now: '2026-03-01T10:00:00.000Z' };
		const { state } = await poll(reader, { ...request, saved: undefined });
		for (const page of [1, 2, 3, 4]) {
			const moved = service.invoices.get(ids[page * 100] ?? 0);
			if (moved) service.pay(moved, 10);
		}
		const { events } = await pollOnce(service, kept(state));
		// Some were drafts, which the payment makes sent ones.
		const payments = events.filter(({ event }) => event === 'paymentRecorded');
		expect(payments.map(({ payment }) => payment?.amount)).toEqual([10, 10, 10, 10]);
	});
});
