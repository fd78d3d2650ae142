import { Bench, NOW, optionsFor } from './bench.mts';
import type { Shape } from './records.mts';

const shapes: Shape[] = ['full', 'summary', 'bare'];

describe('invoice created', () => {
	it.each(shapes)('reports what appears after the first poll, in full, from %s lists', async (shape) => {
		const bench = new Bench(optionsFor('invoiceCreated'), shape);
		bench.service.create();
		expect(await bench.poll()).toEqual([]);
		const invoice = bench.service.create();
		expect(await bench.poll()).toEqual([
			{
				event: 'invoiceCreated',
				eventId: `invoice:${invoice.id}:created`,
				detectedAt: NOW,
				record: bench.service.record(invoice),
			},
		]);
		expect(await bench.poll()).toEqual([]);
	});

	it.each(shapes)('waits for a draft to be sent, from %s lists', async (shape) => {
		const bench = new Bench(optionsFor('invoiceCreated'), shape);
		const early = bench.service.create('Draft');
		await bench.poll();
		const late = bench.service.create('Draft');
		expect(await bench.poll()).toEqual([]);
		bench.service.set(early, { status: 'Sent' });
		bench.service.set(late, { status: 'Viewed' });
		const events = await bench.poll();
		expect(events.map(({ eventId, previousStatus }) => [eventId, previousStatus])).toEqual([
			[`invoice:${early.id}:created`, 'Draft'],
			[`invoice:${late.id}:created`, 'Draft'],
		]);
		bench.service.set(late, { status: 'Draft' });
		await bench.poll();
		bench.service.set(late, { status: 'Sent' });
		expect(await bench.poll()).toEqual([]);
	});

	it('does not wait for ever for a draft that is archived or deleted', async () => {
		const bench = new Bench(optionsFor('invoiceCreated'));
		const drafts = [bench.service.create('Draft'), bench.service.create('Draft')];
		await bench.poll();
		bench.service.set(drafts[0]!, { recordStatus: 'Archived' });
		bench.service.set(drafts[1]!, { isDeleted: true });
		expect(await bench.poll()).toEqual([]);
		await bench.poll();
		expect(bench.service.requests.get).toBe(0);
	});

	it.each([[{ number: '7' }], [{ invoice_id: 7.5 }], [{ invoice_id: 0 }]])(
		'says so, as a problem, when a list shows a record without an identifier: %j',
		async (record) => {
			const bench = new Bench(optionsFor('invoiceCreated'));
			const reader = bench.distorting(() => ({ records: [record], totalPages: 1, total: 1 }));
			expect(await bench.poll(reader)).toEqual([]);
			expect(bench.log.slice(1)).toEqual(['listInvoice returns records without invoice_id.']);
			expect(bench.trouble).toBe(bench.log[1]);
		},
	);
});

describe('payment recorded', () => {
	it.each(shapes)(
		'reports equal payments each, with what was left after each, from %s lists',
		async (shape) => {
			const bench = new Bench(optionsFor('paymentRecorded'), shape);
			const invoice = bench.service.create('Sent', 100);
			bench.service.pay(invoice, 10);
			expect(await bench.poll()).toEqual([]);
			bench.service.pay(invoice, 30.1);
			bench.service.pay(invoice, 30.1);
			bench.service.pay(invoice, 29.8);
			const events = await bench.poll();
			const payments = events.map(({ payment, balanceLeft }) => [payment?.amount, balanceLeft]);
			expect(payments.at(-1)?.[1]).toBe(0);
			expect(payments.map(([amount]) => amount).sort()).toEqual([29.8, 30.1, 30.1]);
			expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3);
			expect(events[0]).toMatchObject({
				event: 'paymentRecorded',
				record: { invoice_id: invoice.id, total_paid: 100 },
			});
			expect(await bench.poll()).toEqual([]);
		},
	);

	it('reports the creation and then the payments of an invoice created and paid between two polls', async () => {
		const bench = new Bench(optionsFor('paymentRecorded', 'invoiceCreated'));
		await bench.poll();
		const first = bench.service.create('Sent', 50);
		bench.service.pay(bench.service.create('Sent', 10), 10);
		bench.service.pay(first, 50);
		const events = await bench.poll();
		expect(events.map(({ event, record }) => [event, Number(record.invoice_id) - first.id])).toEqual([
			['invoiceCreated', 0],
			['paymentRecorded', 0],
			['invoiceCreated', expect.any(Number)],
			['paymentRecorded', expect.any(Number)],
		]);
	});

	it('reads an invoice a last time when it was paid and archived at once', async () => {
		const bench = new Bench(optionsFor('paymentRecorded'));
		const invoice = bench.service.create();
		await bench.poll();
		bench.service.pay(invoice, 100);
		bench.service.set(invoice, { recordStatus: 'Archived' });
		expect((await bench.poll()).map(({ balanceLeft }) => balanceLeft)).toEqual([0]);
		await bench.poll();
		expect(bench.service.requests.get).toBe(0);
	});

	it('finds an invoice that was paid and archived before it was seen, at the latest ten minutes later', async () => {
		const bench = new Bench(optionsFor('invoiceCreated', 'paymentRecorded'));
		bench.service.create();
		await bench.poll();
		const invoice = bench.service.create();
		bench.service.pay(invoice, 100);
		bench.service.set(invoice, { recordStatus: 'Archived' });
		const found: string[][] = [];
		for (const minute of ['09', '10', '11', '12', '30']) {
			bench.now = NOW.replace(':00:', `:${minute}:`);
			found.push(await bench.ids());
		}
		const { id } = invoice;
		expect(found).toEqual([[], [`invoice:${id}:created`, `payment:${id}:100.00:1`], [], [], []]);
	});

	it('makes no event of a deleted payment, and numbers a new one equal to it separately', async () => {
		const bench = new Bench(optionsFor('paymentRecorded'));
		const invoice = bench.service.create();
		await bench.poll();
		const payment = bench.service.pay(invoice, 25);
		const [first] = await bench.ids();
		bench.service.unpay(invoice, payment);
		expect(await bench.poll()).toEqual([]);
		bench.service.pay(invoice, 25);
		const [second] = await bench.ids();
		expect([first?.slice(-2), second?.slice(-2)]).toEqual([':1', ':2']);
		expect(first?.slice(0, -2)).toBe(second?.slice(0, -2));
	});
});

describe('the other events', () => {
	it('reports status changes with both statuses, and counts them', async () => {
		const bench = new Bench(optionsFor('invoiceStatusChanged'));
		const invoice = bench.service.create();
		await bench.poll();
		const seen: unknown[] = [];
		for (const status of ['Viewed', 'Sent', 'Viewed', 'Paid']) {
			bench.service.set(invoice, { status });
			for (const event of await bench.poll()) seen.push([event.previousStatus, event.status, event.eventId]);
		}
		expect(seen).toEqual([
			['Sent', 'Viewed', `invoice:${invoice.id}:status:1:Viewed`],
			['Viewed', 'Sent', `invoice:${invoice.id}:status:2:Sent`],
			['Sent', 'Viewed', `invoice:${invoice.id}:status:3:Viewed`],
			['Viewed', 'Paid', `invoice:${invoice.id}:status:4:Paid`],
		]);
	});

	it('numbers the changes of an invoice that was reopened, or of an estimate that came back, from the start', async () => {
		const bench = new Bench(optionsFor('invoiceStatusChanged', 'estimateStatusChanged'));
		const invoice = bench.service.create('Sent', 100);
		const estimate = bench.service.add('estimate', 'Sent');
		await bench.poll();
		const ids: string[] = [];
		for (const minute of ['10:01', '10:11']) {
			const payment = bench.service.pay(invoice, 100);
			bench.service.setThing(estimate, { status: 'Accepted' });
			ids.push(...(await bench.ids()));
			bench.service.setThing(estimate, { isArchived: true });
			await bench.poll();
			bench.service.unpay(invoice, payment);
			bench.service.setThing(estimate, { isArchived: false, status: 'Sent' });
			bench.now = `2026-03-01T${minute}:30.000Z`;
			expect(await bench.poll()).toEqual([]);
		}
		const first = Date.parse('2026-03-01T10:01:00Z') / 60_000 + 1;
		expect(ids).toEqual([
			`invoice:${invoice.id}:status:1:Paid`,
			`estimate:${estimate.id}:status:1:Accepted`,
			`invoice:${invoice.id}:status:${first}:Paid`,
			`estimate:${estimate.id}:status:${first}:Accepted`,
		]);
	});

	it.each(shapes)(
		'reports an invoice once when it has been overdue for the days chosen, from %s lists',
		async (shape) => {
			const bench = new Bench({ ...optionsFor('invoiceOverdue'), daysOverdue: [5] }, shape);
			const old = bench.service.create();
			bench.service.set(old, { due: '2026-02-01' });
			const invoice = bench.service.create();
			bench.service.set(invoice, { due: '2026-02-25' });
			const draft = bench.service.create('Draft');
			bench.service.set(draft, { due: '2026-02-25' });
			expect(await bench.poll()).toEqual([]);
			bench.now = '2026-03-02T00:00:00.000-05:00';
			const events = await bench.poll();
			expect(events.map(({ eventId, daysOverdue }) => [eventId, daysOverdue])).toEqual([
				[`invoice:${invoice.id}:overdue:5:2026-02-25`, 5],
			]);
			expect(await bench.poll()).toEqual([]);
		},
	);

	it.each(shapes)(
		'reports an invoice once for each due date so many days before it, from %s lists',
		async (shape) => {
			const bench = new Bench({ ...optionsFor('invoiceDueSoon'), daysBeforeDue: [3] }, shape);
			const invoice = bench.service.create();
			const [paid, draft] = [bench.service.create('Sent', 10), bench.service.create('Draft')];
			for (const each of [invoice, paid, draft]) bench.service.set(each, { due: '2026-03-05' });
			bench.service.pay(paid, 10);
			const found: unknown[] = [];
			const poll = async (day: string) => {
				bench.now = `${day}T10:00:00.000Z`;
				for (const { eventId, daysUntilDue } of await bench.poll()) found.push([day, eventId, daysUntilDue]);
			};
			for (const day of ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05', '2026-03-09'])
				await poll(day);
			bench.service.set(invoice, { due: '2026-03-20' });
			for (const day of ['2026-03-16', '2026-03-17', '2026-03-30']) await poll(day);
			const id = `invoice:${invoice.id}:dueSoon:3`;
			const seen = [
				['2026-03-02', `${id}:2026-03-05`, 3],
				['2026-03-17', `${id}:2026-03-20`, 3],
			];
			expect(found).toEqual(seen);
		},
	);
});

it('A trigger keeps waiting drafts waiting when drafts are included, and misses nothing', async () => {
	const bench = new Bench(optionsFor('invoiceCreated'));
	const early = bench.service.create('Draft');
	await bench.poll();
	const late = bench.service.create('Draft');
	expect(await bench.poll()).toEqual([]);
	bench.options = { ...bench.options, includeDrafts: true };
	const invoice = bench.service.create();
	const draft = bench.service.create('Draft');
	expect(await bench.ids()).toEqual([`invoice:${invoice.id}:created`, `invoice:${draft.id}:created`]);
	for (const waiting of [early, late]) bench.service.set(waiting, { status: 'Sent' });
	expect(await bench.ids()).toEqual([`invoice:${early.id}:created`, `invoice:${late.id}:created`]);
	expect(await bench.poll()).toEqual([]);
});

it('A poll that takes a baseline says so, for each event once', async () => {
	const bench = new Bench({ ...optionsFor('invoiceCreated'), startFrom: '2026-01-15' });
	await bench.poll();
	expect(bench.log).toEqual([
		'A baseline is taken for Invoice Created, as a new or renamed trigger or an added event does. What exists before 2026-01-15 is not reported.',
	]);
	await bench.poll();
	expect(bench.log).toEqual([]);
	bench.options = optionsFor('invoiceCreated', 'paymentRecorded');
	await bench.poll();
	expect(bench.log).toEqual([
		'A baseline is taken for Payment Recorded, as a new or renamed trigger or an added event does. What exists is not reported.',
	]);
	// n8n hands the memory over under the node's name.
	bench.saved = {};
	bench.service.create();
	expect(await bench.poll()).toEqual([]);
	expect(bench.log[0]).toContain('A baseline is taken for Invoice Created, Payment Recorded');
});
