/** When invoices that are due soon or overdue are reported: for which of several numbers of days, and how often. */
import type { EventKind, TriggerOptions } from '../../../nodes/XmlBilling/trigger/events';
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
