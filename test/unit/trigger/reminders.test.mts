/** When invoices that are due soon or overdue are reported: for which of several numbers of days, and how often. */
import type {
	EventKind,
	TriggerEvent,
	TriggerOptions,
} from '../../../nodes/XmlBilling/trigger/events/events';
import { Bench, optionsFor } from './bench.mts';
import { dueOf } from './rules.reminders.mts';

const DUE = '2026-03-10';

/** What a poll finds: the day, what has become of the invoice or the options since, and the numbers that are reported. */
type Visit = [
	day: string,
	numbers: number[],
	since?: { status?: string; due?: string; net?: number; options?: Partial<TriggerOptions> },
];

const soon = (...daysBeforeDue: number[]) => ({ ...optionsFor('invoiceDueSoon'), daysBeforeDue });
const late = (...daysOverdue: number[]) => ({ ...optionsFor('invoiceOverdue'), daysOverdue });

/** Lets a trigger visit an invoice that is due on `DUE`. */
async function visits(options: TriggerOptions, all: Visit[], status: string): Promise<void> {
	const bench = new Bench(options, 'full');
	const invoice = bench.service.create(status);
	bench.service.set(invoice, { due: DUE });
	const found: Array<[string, unknown[]]> = [];
	const ids: string[] = [];
	for (const [day, , { options: others, ...change } = {}] of all) {
		bench.options = { ...bench.options, ...others };
		bench.service.set(invoice, change);
		bench.now = `${day}T10:00:00.000Z`;
		const events = await bench.poll();
		found.push([day, events.map(({ reminderDays }) => reminderDays)]);
		ids.push(...events.map(({ eventId }) => eventId));
		// A second poll at once has nothing new.
		expect(await bench.poll()).toEqual([]);
	}
	expect(found).toEqual(all.map(([day, numbers]) => [day, numbers]));
	expect(new Set(ids).size).toBe(ids.length);
}

it.each<[string, TriggerOptions, Visit[], status?: string]>([
	[
		'is overdue at each number of days, in whatever order these are',
		late(14, 1, 7),
		[
			['2026-03-10', []],
			['2026-03-11', [1]],
			['2026-03-12', []],
			['2026-03-17', [7]],
			['2026-03-24', [14]],
			['2026-06-24', []],
		],
	],
	[
		'is due soon at each number of days, the due date included, and not after it',
		soon(7, 3, 0),
		[
			['2026-03-02', []],
			['2026-03-03', [7]],
			['2026-03-07', [3]],
			['2026-03-10', [0]],
			['2026-03-11', []],
		],
	],
	[
		'is reported for the latest number after a pause, and the others are done',
		late(1, 7, 14),
		[
			['2026-03-10', []],
			['2026-03-20', [7]],
			['2026-03-24', [14]],
		],
	],
	[
		'is not due soon any more after a pause in which its due date passed',
		soon(7, 3),
		[
			['2026-03-02', []],
			['2026-03-11', []],
		],
	],
	[
		'was past a number at the first poll',
		late(1, 7),
		[
			['2026-03-15', []],
			['2026-03-17', [7]],
		],
	],
	[
		'was past a number that is added, and comes to another one that is added',
		late(7),
		[
			['2026-03-10', []],
			['2026-03-15', []],
			['2026-03-16', [], { options: { daysOverdue: [3, 7, 9] } }],
			['2026-03-17', [7]],
			['2026-03-19', [9]],
		],
	],
	[
		'comes to a number that is added after it was reported for another one',
		late(7),
		[
			['2026-03-10', []],
			['2026-03-17', [7]],
			['2026-03-18', [], { options: { daysOverdue: [7, 14] } }],
			['2026-03-24', [14]],
		],
	],
	[
		'reaches a number on the very day on which it is added, one day after the last poll',
		late(7),
		[
			['2026-03-10', []],
			['2026-03-13', []],
			['2026-03-14', [4], { options: { daysOverdue: [4, 7] } }],
		],
	],
	[
		'passes an old and an added number while the trigger is off',
		late(7),
		[
			['2026-03-15', []],
			['2026-03-25', [14], { options: { daysOverdue: [7, 14] } }],
		],
	],
	[
		'was reported for a number that is removed, and for which it is not reported again',
		late(1, 7),
		[
			['2026-03-10', []],
			['2026-03-17', [7]],
			['2026-03-18', [], { options: { daysOverdue: [1] } }],
			['2026-03-20', [1], { due: '2026-03-19' }],
			['2026-03-21', [], { options: { daysOverdue: [1, 7] } }],
			['2026-03-22', [], { due: DUE }],
		],
	],
	[
		'is disputed, and reported when that is over for the latest number then',
		late(1, 7, 14),
		[
			['2026-03-10', []],
			['2026-03-11', [], { status: 'Disputed' }],
			['2026-03-18', []],
			['2026-03-19', [7], { status: 'Resolved' }],
		],
	],
	[
		'is disputed and due soon, and not reported once it is overdue',
		soon(3),
		[
			['2026-03-01', []],
			['2026-03-08', [], { status: 'Disputed' }],
			['2026-03-11', [], { status: 'Resolved' }],
		],
	],
	[
		'is disputed, and reported if that is asked for',
		{ ...late(1, 7), includeDisputed: true },
		[
			['2026-03-10', []],
			['2026-03-11', [1], { status: 'Disputed' }],
			['2026-03-17', [7]],
		],
	],
	[
		'is a draft that is sent late, and comes to an added number',
		late(1),
		[
			['2026-03-10', []],
			['2026-03-20', []],
			['2026-03-21', [], { options: { daysOverdue: [1, 7] } }],
			['2026-03-22', [7], { status: 'Sent' }],
		],
		'Draft',
	],
	[
		'is reported anew for another due date, and not when it has its old one again',
		late(1, 7),
		[
			['2026-03-10', []],
			['2026-03-17', [7]],
			['2026-03-18', [1], { due: '2026-03-17' }],
			['2026-03-19', [], { due: DUE }],
			['2026-03-24', [7], { due: '2026-03-17' }],
		],
	],
])('An invoice %s', async (_, options, all, status = 'Sent') => {
	await visits(options, all, status);
});

it('Both reminders of one trigger share their requests, and each invoice has one of them', async () => {
	const both: EventKind[] = ['invoiceDueSoon', 'invoiceOverdue'];
	const pollAll = async (...kinds: EventKind[]) => {
		const bench = new Bench({ ...optionsFor(...kinds), daysBeforeDue: [3], daysOverdue: [1, 7] }, 'full');
		bench.service.create();
		await bench.poll();
		for (const due of ['2026-03-03', '2026-02-26', '2026-02-10', '2026-03-09'])
			bench.service.set(bench.service.create(), { due });
		const events = await bench.poll();
		return { requests: bench.service.requests, events };
	};
	const [{ requests, events }, alone] = [await pollAll(...both), await pollAll('invoiceOverdue')];
	expect(events.map((event) => [event.event, dueOf(event), event.reminderDays])).toEqual([
		['invoiceDueSoon', '2026-03-03', 3],
		['invoiceOverdue', '2026-02-26', 1],
		['invoiceOverdue', '2026-02-10', 7],
	]);
	expect(requests).toEqual(alone.requests);
	expect(events.map(({ daysUntilDue, daysOverdue }) => [daysUntilDue, daysOverdue])).toEqual([
		[2, undefined],
		[undefined, 3],
		[undefined, 19],
	]);
});

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
	const repeated: TriggerEvent[] = [];
	for (let count = 0; count < 5; count++) repeated.push(...(await bench.poll()));
	expect(repeated.map(({ record }) => record.invoice_id).sort()).toEqual(
		[invoice, ...others].map(({ id }) => id).sort(),
	);
	expect(repeated.map(({ eventId }) => eventId)).toEqual(expect.arrayContaining(once));
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
