/** What becomes overdue again under the same due date is another event. */
import type { TriggerEvent } from '../../../nodes/XmlBilling/trigger/events';
import { Bench, optionsFor } from './bench.mts';

const idsOf = (events: readonly TriggerEvent[]) => events.map(({ eventId }) => eventId);

/** An invoice that was reported as overdue, was paid, and is open again. */
async function reopened() {
	const bench = new Bench(optionsFor('invoiceOverdue'));
	await bench.poll();
	const { service } = bench;
	const invoice = service.create();
	service.set(invoice, { due: '2026-02-01' });
	const first = `invoice:${invoice.id}:overdue:1:2026-02-01`;
	expect(await bench.ids()).toEqual([first]);
	const reopen = async () => {
		const payment = service.pay(invoice, 100);
		expect(await bench.ids()).toEqual([]);
		service.unpay(invoice, payment);
	};
	await reopen();
	return { bench, service, invoice, first, reopen };
}

it('An invoice that is overdue again has a new event each time', async () => {
	const { bench, first, reopen } = await reopened();
	const ids = [first];
	for (let again = 0; again < 3; again++) {
		ids.push(...(await bench.ids()));
		expect(await bench.ids()).toEqual([]);
		await reopen();
	}
	expect(ids).toHaveLength(4);
	expect(new Set(ids).size).toBe(4);
	for (const id of ids.slice(1)) expect(id).toMatch(new RegExp(`^${first}:\\d+$`));
});

it('A repeated poll has the same identifiers, also on a later day and with other events', async () => {
	const { bench, service, invoice } = await reopened();
	const { saved } = bench;
	const once = await bench.ids();
	expect(once).toHaveLength(1);
	bench.saved = saved;
	bench.now = '2026-03-05T10:00:00.000Z';
	const others = [service.create(), service.create()];
	for (const other of others) service.set(other, { due: '2026-02-02' });
	// One event per poll.
	bench.options = { ...bench.options, maxEvents: 1 };
	const repeated = [await bench.poll(), await bench.poll(), await bench.poll()].flat();
	expect(repeated.map(({ record }) => record.invoice_id).sort()).toEqual(
		[invoice, ...others].map(({ id }) => id).sort(),
	);
	expect(idsOf(repeated)).toEqual(expect.arrayContaining(once));
});

it('An invoice that was paid before the first poll keeps the identifier that it always had', async () => {
	const bench = new Bench(optionsFor('invoiceOverdue'));
	const invoice = bench.service.create();
	bench.service.set(invoice, { due: '2026-02-01' });
	const payment = bench.service.pay(invoice, 100);
	await bench.poll();
	bench.service.unpay(invoice, payment);
	expect(await bench.ids()).toEqual([`invoice:${invoice.id}:overdue:1:2026-02-01`]);
});
