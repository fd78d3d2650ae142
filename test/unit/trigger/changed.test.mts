import type { WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import { marksOf } from '../../../nodes/XmlBilling/trigger/events/changed';
import { Bench, optionsFor } from './bench.mts';
import type { Shape } from './records.mts';

const shapes: Shape[] = ['full', 'summary', 'bare'];

/** A trigger for changes, and a client and an invoice that it has seen. Their summaries show some of their values. */
async function polled(shape: Shape = 'summary') {
	const bench = new Bench(optionsFor('invoiceChanged', 'clientChanged'), shape);
	let client = bench.service.add('client');
	while (client.id % 3 !== 0) client = bench.service.add('client');
	let invoice = bench.service.create();
	while (invoice.id % 21 !== 0) invoice = bench.service.create();
	expect(await bench.poll()).toEqual([]);
	const changes = async (reader?: Parameters<Bench['poll']>[0]) =>
		(await bench.poll(reader)).map(({ eventId, changedFields }) => [
			eventId.replace(/:[\w-]+$/, ''),
			changedFields,
		]);
	return { bench, client, invoice, changes };
}

/** The service, whose lists show clients differently. */
const listing = (bench: Bench, show: (record: WatchedRecord) => WatchedRecord) =>
	bench.distorting((page, resource) =>
		resource === 'client' ? { ...page, records: page.records.map(show) } : page,
	);

describe('a change', () => {
	it.each(shapes)('is reported once with the fields that changed, from %s lists', async (shape) => {
		const { bench, client, invoice, changes } = await polled(shape);
		bench.service.edit(client, 'email', 'other@example.com');
		bench.service.edit(client, 'name', 'Bea');
		bench.service.set(invoice, { net: 120, client: invoice.client + 1 });
		expect(await changes()).toEqual([
			[`invoice:${invoice.id}:changed:1`, ['total', 'client_id']],
			[`client:${client.id}:changed:1`, ['name', 'email']],
		]);
		expect(await bench.poll()).toEqual([]);
	});

	it('carries the full record, and has another identifier each time that it goes back and forth', async () => {
		const { bench, invoice } = await polled();
		const ids = new Set<string>();
		for (const due of ['2026-05-01', '2026-06-01', '2026-05-01', '2026-06-01']) {
			bench.service.set(invoice, { due });
			const [event] = await bench.poll();
			expect(event?.record).toEqual(bench.service.record(invoice));
			ids.add(event?.eventId ?? '');
		}
		expect(ids.size).toBe(4);
	});

	it('has the same identifier when the poll is repeated from the state before it', async () => {
		const { bench, invoice } = await polled();
		bench.service.set(invoice, { net: 120 });
		const { saved } = bench;
		const ids = await bench.ids();
		bench.saved = saved;
		bench.now = '2026-03-02T10:00:00.000Z';
		expect(await bench.ids()).toEqual(ids);
	});

	it('is what the record shows when it is read for the event, and is seen again if it changes further', async () => {
		const { bench, invoice, changes } = await polled();
		const between = (net: number) =>
			bench.distorting((page, resource) => {
				if (resource === 'invoice' && net !== invoice.net) bench.service.set(invoice, { net });
				return page;
			});
		bench.service.set(invoice, { net: 120 });
		expect(await changes(between(100))).toEqual([]);
		expect(await changes()).toEqual([]);
		bench.service.set(invoice, { net: 120 });
		expect(await changes(between(130))).toEqual([[`invoice:${invoice.id}:changed:1`, ['total']]]);
		expect(await changes()).toEqual([]);
		bench.service.set(invoice, { net: 120 });
		expect(await changes()).toEqual([[`invoice:${invoice.id}:changed:2`, ['total']]]);
	});
});

describe('no change', () => {
	it('is a payment, a status, or a credit', async () => {
		const { bench, client, invoice } = await polled('full');
		bench.service.pay(invoice, 10);
		bench.service.set(invoice, { status: 'Viewed' });
		const credited = listing(bench, (record) => ({ ...record, credits: [{ amount: 5 }] }));
		expect(client.isDeleted).toBe(false);
		expect(await bench.poll(credited)).toEqual([]);
	});

	it('is a field that lists stop showing, or show as empty, but a real change is reported', async () => {
		const { bench, client, changes } = await polled('full');
		const without = listing(bench, ({ email: _email, ...record }) => record);
		const emptied = listing(bench, (record) => ({ ...record, address: '', work_phone: '', email: '' }));
		expect([await changes(without), await changes(emptied), await changes()]).toEqual([[], [], []]);
		bench.service.edit(client, 'address', 'Street 2');
		expect(await changes(emptied)).toEqual([[`client:${client.id}:changed:1`, ['address']]]);
		bench.service.edit(client, 'address', '');
		expect(await changes()).toEqual([[`client:${client.id}:changed:2`, ['address']]]);
	});

	it('is a field that lists never show, or begin to show, but changes from then on are reported', async () => {
		const { bench, client, changes } = await polled('bare');
		const other = bench.service.add('client');
		bench.service.shape = 'full';
		const named = listing(bench, ({ client_id, name }) => ({ client_id, name }));
		const mailed = listing(bench, ({ client_id, name, email }) => ({ client_id, name, email }));
		expect(await changes(named)).toEqual([]);
		for (const name of ['Bea', 'Cid']) {
			for (const each of [client, other]) {
				bench.service.edit(each, 'name', name);
				bench.service.edit(each, 'address', `${name} Street`);
			}
			const count = name === 'Bea' ? 1 : 2;
			expect(await changes(named)).toEqual([
				[`client:${client.id}:changed:${count}`, ['name']],
				[`client:${other.id}:changed:${count}`, ['name']],
			]);
		}
		expect(await changes(mailed)).toEqual([]);
		bench.service.edit(other, 'email', 'new@example.com');
		expect(await changes(mailed)).toEqual([[`client:${other.id}:changed:3`, ['email']]]);
		expect(await changes()).toEqual([[`client:${client.id}:changed:3`, ['address']]]);
	});

	it('is a new record, or one that a backfill reports', async () => {
		const bench = new Bench({ ...optionsFor('invoiceCreated', 'invoiceChanged'), startFrom: '2026-01-01' });
		const kinds = async () => (await bench.poll()).map(({ event }) => event);
		bench.service.create();
		expect(await kinds()).toEqual(['invoiceCreated']);
		const invoice = bench.service.create();
		expect(await kinds()).toEqual(['invoiceCreated']);
		bench.service.set(invoice, { net: 1 });
		expect(await kinds()).toEqual(['invoiceChanged']);
	});

	it('is what was not seen while a record was away, and later changes have identifiers of their own', async () => {
		const { bench, client, invoice } = await polled();
		const ids: string[] = [];
		for (const minute of ['10:01', '10:11']) {
			bench.service.set(invoice, { net: 50 });
			bench.service.edit(client, 'name', 'Bea');
			ids.push(...(await bench.ids()));
			bench.service.set(invoice, { recordStatus: 'Archived' });
			bench.service.setThing(client, { isArchived: true });
			expect(await bench.poll()).toEqual([]);
			bench.service.set(invoice, { recordStatus: 'Active', net: 100 });
			bench.service.setThing(client, { isArchived: false });
			bench.service.edit(client, 'name', 'Ann');
			bench.now = `2026-03-01T${minute}:00.000Z`;
			expect(await bench.poll()).toEqual([]);
		}
		expect(new Set(ids).size).toBe(4);
	});

	it('is what an unsent draft changes, but what a sent invoice changes as a draft is told when it is sent', async () => {
		const { bench, invoice, changes } = await polled();
		const draft = bench.service.create('Draft');
		const unsent = async (net: number, is: typeof draft) => {
			bench.service.set(is, { net, status: 'Draft' });
			return await changes();
		};
		expect([await unsent(1, draft), await unsent(2, draft), await unsent(3, invoice)]).toEqual([[], [], []]);
		for (const each of [draft, invoice]) bench.service.set(each, { status: 'Sent' });
		expect(await changes()).toEqual([[`invoice:${invoice.id}:changed:1`, ['total']]]);
	});
});

it('A change of an invoice is told also when it is paid at once, and of a client that is archived', async () => {
	const { bench, client, invoice, changes } = await polled();
	bench.service.set(invoice, { net: 50 });
	bench.service.pay(invoice, 50);
	bench.service.edit(client, 'name', 'Bea');
	bench.service.setThing(client, { isArchived: true });
	expect(await changes()).toEqual([
		[`invoice:${invoice.id}:changed:1`, ['total']],
		[`client:${client.id}:changed:1`, ['name']],
	]);
	expect(await changes()).toEqual([]);
});

it('Marks are the same however texts, codes, dates and amounts are spelled, and others for other values', () => {
	const marks = [
		{ net_balance: 10, invoice_due_date: '2026-03-01', client: { client_id: 5 }, currency: 'EUR' },
		{ net_balance: 10.0, invoice_due_date: '2026-03-01 10:00:00', client_id: 5, currency: 'eur ' },
		{ net_balance: 10, invoice_due_date: '2026-03-01T00:00:00Z', client_id: '5', currency: 'Eur' },
	].map((record) => marksOf(record, 'invoice').join());
	expect(new Set(marks).size).toBe(1);
	const names = ['Café  Ltd', 'Café Ltd ', 'Cafe\u0301\nLtd', 'café Ltd'].map((name) =>
		marksOf({ name }, 'client').join(),
	);
	expect(new Set(names.slice(0, 3)).size).toBe(1);
	expect(new Set(names).size).toBe(2);
});
