/** A payment that disappears, and what becomes of an invoice that was paid. */
import type { RecordReader } from '../../../nodes/XmlBilling/trigger/scan';
import type { WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import { Bench, optionsFor } from './bench.mts';
import type { Shape } from './records.mts';

const SHAPES: Shape[] = ['full', 'summary', 'bare'];
const BOTH = optionsFor('paymentRemoved', 'paymentRecorded');

/** An invoice of 100.00 with payments, after the first poll. */
async function paid(amounts: number[], options = BOTH, shape: Shape = 'summary') {
	const bench = new Bench(options, shape);
	const invoice = bench.service.create('Sent', 100);
	await bench.poll();
	const payments = amounts.map((amount) => bench.service.pay(invoice, amount));
	const ids = await bench.ids();
	const { service } = bench;
	return { bench, service, invoice, payments, ids, name: `payment:${invoice.id}` };
}

/** The service, with something else made of what single reads return. */
function rereading(
	bench: Bench,
	change: (record: WatchedRecord) => WatchedRecord,
	reader = bench.service.reader(),
): RecordReader {
	return {
		...reader,
		get: async (...request) => {
			const found = await reader.get(...request);
			return typeof found === 'string' ? found : change(found);
		},
	};
}

/** The same of lists. */
const showing = (bench: Bench, change: (record: WatchedRecord) => WatchedRecord): RecordReader =>
	rereading(
		bench,
		change,
		bench.distorting((page) => ({ ...page, records: page.records.map(change) })),
	);

describe.each(SHAPES)('from %s lists', (shape) => {
	it('reports one of two equal payments that was removed, with its amount and what is outstanding now', async () => {
		const { bench, service, invoice, payments, name } = await paid([30, 30], BOTH, shape);
		service.unpay(invoice, payments[0]!);
		expect(await bench.poll()).toEqual([
			{
				event: 'paymentRemoved',
				eventId: `${name}:30.00:removed:1`,
				detectedAt: bench.now,
				record: service.record(invoice),
				payment: { amount: 30 },
			},
		]);
		expect(service.record(invoice)).toMatchObject({ outstanding: 70 });
		expect(await bench.poll()).toEqual([]);
	});

	it('reports the payment that is taken back from a paid invoice, and each later one by another identifier', async () => {
		const { bench, service, invoice, payments, ids, name } = await paid([100], BOTH, shape);
		const [first] = payments;
		expect(ids).toEqual([`${name}:100.00:1`]);
		service.unpay(invoice, first!);
		expect(await bench.ids()).toEqual([`${name}:100.00:removed:1`]);
		const second = service.pay(invoice, 100);
		expect(await bench.ids()).toEqual([`${name}:100.00:2`]);
		service.unpay(invoice, second);
		expect(await bench.ids()).toEqual([`${name}:100.00:removed:2`]);
		service.pay(invoice, 100);
		expect(await bench.ids()).toEqual([`${name}:100.00:3`]);
		expect(await bench.ids()).toEqual([]);
	});

	it('reports a negative payment on a paid invoice as recorded, since nothing disappeared', async () => {
		const { bench, service, invoice, name } = await paid([100], BOTH, shape);
		service.pay(invoice, -100);
		service.set(invoice, { status: 'Sent' });
		const events = await bench.poll();
		expect(
			events.map(({ eventId, payment, balanceLeft }) => [eventId, payment?.amount, balanceLeft]),
		).toEqual([[`${name}:-100.00:1`, -100, 100]]);
	});

	it('reports a corrected amount as removed, and then as recorded', async () => {
		const { bench, service, invoice, payments, name } = await paid([60], BOTH, shape);
		service.unpay(invoice, payments[0]!);
		service.pay(invoice, 50);
		expect(await bench.ids()).toEqual([`${name}:60.00:removed:1`, `${name}:50.00:1`]);
	});

	it.each(['list', 'entries'] as const)('takes no hidden payment for a removed one: %s', async (veil) => {
		const { bench, service, invoice, payments, name } = await paid([60, 20], BOTH, shape);
		invoice.veil = veil;
		// A change that makes every list read it.
		service.set(invoice, { net: 120, status: 'Viewed' });
		expect(await bench.ids()).toEqual([]);
		service.unpay(invoice, payments[1]!);
		expect(await bench.ids()).toEqual([]);
		service.unlock();
		expect(await bench.ids()).toEqual([`${name}:20.00:removed:1`]);
	});

	it('takes no payment for removed when its invoice is canceled, archived or deleted', async () => {
		const { bench, service, invoice, payments } = await paid([60, 20], BOTH, shape);
		const others = [service.create(), service.create()];
		const theirs = others.map((other) => service.pay(other, 5));
		await bench.poll();
		service.set(invoice, { recordStatus: 'Cancel' });
		for (const payment of payments) service.unpay(invoice, payment);
		service.set(others[0]!, { recordStatus: 'Archived' });
		service.unpay(others[0]!, theirs[0]!);
		service.set(others[1]!, { isDeleted: true });
		expect(await bench.ids()).toEqual([]);
		// What was missed then is told when it is in use again.
		service.set(others[0]!, { recordStatus: 'Active' });
		expect(await bench.ids()).toEqual([`payment:${others[0]!.id}:5.00:removed:1`]);
	});
});

it('A payment that comes again is reported where no total proves that the first was removed', async () => {
	const { bench, service, invoice, payments, name } = await paid([50], optionsFor('paymentRecorded'));
	const withoutTotal = showing(bench, ({ total_paid: _, ...record }) => record);
	service.unpay(invoice, payments[0]!);
	expect(await bench.poll(withoutTotal)).toEqual([]);
	service.pay(invoice, 50);
	expect((await bench.poll(withoutTotal)).map(({ eventId }) => eventId)).toEqual([`${name}:50.00:2`]);
});

it('A payment that is removed and recorded again between two polls is the same one', async () => {
	const { bench, service, invoice, payments } = await paid([60]);
	service.unpay(invoice, payments[0]!);
	service.pay(invoice, 60);
	expect(await bench.ids()).toEqual([]);
});

it.each([['12,50'], [undefined], [null]])(
	'A total paid that says nothing proves no removal: %j',
	async (total) => {
		const { bench, service, invoice, payments, name } = await paid([60]);
		service.unpay(invoice, payments[0]!);
		const reader = rereading(bench, (record) => ({ ...record, total_paid: total }));
		expect(await bench.ids(reader)).toEqual([]);
		expect(await bench.ids()).toEqual([`${name}:60.00:removed:1`]);
	},
);

it('Where the total paid has always been more than the payments, it still proves a removal', async () => {
	const bench = new Bench(BOTH, 'full');
	const invoice = bench.service.create('Sent', 100);
	const crediting = showing(bench, (record) => ({ ...record, total_paid: Number(record.total_paid) + 5 }));
	await bench.poll(crediting);
	const ids: string[][] = [];
	for (let turn = 0; turn < 2; turn++) {
		const payment = bench.service.pay(invoice, 60);
		ids.push(await bench.ids(crediting));
		bench.service.unpay(invoice, payment);
		ids.push(await bench.ids(crediting));
	}
	const name = `payment:${invoice.id}:60.00`;
	expect(ids).toEqual([[`${name}:1`], [`${name}:removed:1`], [`${name}:2`], [`${name}:removed:2`]]);
});

it('An amount that could not be read is removed as one that nobody knows', async () => {
	const bench = new Bench(BOTH, 'full');
	const invoice = bench.service.create('Sent', 100);
	const known = { amount: 40, method: 'Cash', date: '2026-01-16', notes: '' };
	const read = (...transactions: WatchedRecord[]) =>
		showing(bench, (record) => ({ ...record, transactions, total_paid: 0 }));
	await bench.poll(read({ ...known, amount: 'ten' }));
	bench.service.set(invoice, { status: 'Viewed' });
	const events = await bench.poll(read(known, { ...known, amount: -40 }));
	expect(events.filter(({ event }) => event === 'paymentRemoved')).toMatchObject([
		{ payment: { amount: null } },
	]);
});

it('Several removals come one by one if a poll may return one event, and none is lost or doubled', async () => {
	const { bench, service, invoice, payments, name } = await paid([10, 10, 25], optionsFor('paymentRemoved'));
	for (const payment of payments) service.unpay(invoice, payment);
	bench.options = { ...bench.options, maxEvents: 1 };
	const ids: string[] = [];
	for (let count = 0; count < 5; count++) ids.push(...(await bench.ids()));
	expect(ids).toEqual([`${name}:10.00:removed:1`, `${name}:10.00:removed:2`, `${name}:25.00:removed:1`]);
});

it('Filters apply to the amount of a removed payment, and Full Payment Only does not', async () => {
	const options = { ...BOTH, filters: { fullPaymentOnly: true, minimumAmount: 20 } };
	const { bench, service, invoice, payments, ids, name } = await paid([10, 30], options);
	expect(ids).toEqual([]);
	for (const payment of payments) service.unpay(invoice, payment);
	expect(await bench.ids()).toEqual([`${name}:30.00:removed:1`]);
});

it('An invoice that was paid before the first poll begins with the payments that it has when it is reopened', async () => {
	const bench = new Bench(BOTH);
	const invoice = bench.service.create('Sent', 100);
	const payment = bench.service.pay(invoice, 100);
	await bench.poll();
	bench.service.unpay(invoice, payment);
	expect(await bench.ids()).toEqual([]);
	bench.service.pay(invoice, 100);
	const [id] = await bench.ids();
	expect(id).toBe(`payment:${invoice.id}:100.00:${Date.parse(bench.now) / 60_000 + 1}`);
});

it('The payments of the last thousand settled invoices are remembered, and no identifier is used twice after that', async () => {
	const { bench, service, invoice, payments, ids } = await paid([100]);
	expect(ids).toHaveLength(1);
	const others = Array.from({ length: 1000 }, () => service.create('Sent', 100));
	await bench.poll();
	const theirs = others.map((other) => service.pay(other, 100));
	await bench.poll();
	const settled = () => (bench.saved as { settled: unknown[] }).settled;
	expect(settled()).toHaveLength(1000);
	const last = others.at(-1)!;
	service.unpay(last, theirs.at(-1)!);
	service.unpay(invoice, payments[0]!);
	expect(await bench.ids()).toEqual([`payment:${last.id}:100.00:removed:1`]);
	service.pay(invoice, 100);
	const [again] = await bench.ids();
	expect(again).not.toBe(ids[0]);
});
