/** Situations that people meet: what changes between two polls, and what the second one reports. */
import { marksOf } from '../../../nodes/XmlBilling/trigger/events/changed';
import type { EventKind, TriggerEvent, WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import { Bench, optionsFor } from './bench.mts';
import { type Shape, showInvoice } from './model.mts';

/** How a service shows records otherwise than the model does. */
const LISTS: Readonly<Record<string, (record: WatchedRecord) => WatchedRecord>> = {
	usual: (record) => record,
	blank: (record) => ({ ...record, status: '' }),
	small: (record) => ({ ...record, estimate_status: 'on hold ' }),
	credited: (record) => ({ ...record, credits: [{ amount: 5 }] }),
	undated: ({ invoice_due_date: _, ...record }) => record,
	unmailed: ({ email: _, ...record }) => record,
	emptied: (record) => ({ ...record, address: '', work_phone: '', email: '' }),
	named: ({ client_id, name }) => ({ client_id, name }),
	uncounted: ({ total_paid: _, ...record }) => record,
	unreadable: (record) => ({ ...record, total_paid: '12,50' }),
	owing: ({ total_paid: _, transactions: _none, ...record }) => record,
	stopped: (record) => (record.recurring_id ? { ...record, recurring_status: 'Stop' } : record),
	nameless: (record) => ({ ...record, client: { organization: 'Example Ltd' } }),
};

/** Records are called A, B, C in the order in which they are made. */
const nameOf = ({ service }: Bench, id: number): string =>
	String.fromCharCode(65 + [...service.records.keys()].indexOf(id));

/** Does what a line says, such as `invoice Draft; pay A 10; wait 10`. */
function happen(bench: Bench, line: string): void {
	const { service } = bench;
	for (const command of line.split(';').map((part) => part.trim())) {
		const [verb = '', name = '', word = '', variety = '0'] = command.split(' ');
		const record = [...service.records.values()][name.charCodeAt(0) - 65];
		if (verb === 'invoice') service.create(name || 'Sent', Number(word || 100));
		if (verb === 'client' || verb === 'estimate' || verb === 'recurring')
			service.add(verb, name.replace('_', ' '));
		if (verb === 'wait') bench.now = new Date(Date.parse(bench.now) + Number(name) * 60_000).toISOString();
		if (verb === 'day') bench.now = `${name}T10:00:00.000Z`;
		if (verb === 'lists') bench.lists = LISTS[name] ?? bench.lists;
		if (verb === 'reads') bench.reads = LISTS[name] ?? bench.reads;
		if (verb === 'show') service.shape = name as Shape; // the lines below
		if (verb === 'option') Object.assign(bench.options, JSON.parse(command.slice('option '.length)));
		if (verb === 'unlock') service.unlock();
		if (record === undefined) continue;
		if (verb === 'lock') record.isLocked = true;
		if (verb === 'pay') service.pay(record, Number(word), Number(variety));
		const paid = record.present.find(({ amount }) => amount === Number(word));
		if (verb === 'unpay' && paid) service.unpay(record, paid);
		if (verb === 'set') service.set(record, Object.fromEntries([word.split('=')]) as Record<string, string>);
	}
}

/** An event in short: its identifier, with `#` for a number that begins at the minute, and what is special about it. */
function told(bench: Bench, event: TriggerEvent): string {
	const { eventId, previousStatus, balanceLeft, changedFields, daysUntilDue, daysOverdue } = event;
	const id = eventId
		.replace(/^(\w+):(\d+)/, (_, kind: string, number: string) => `${kind}:${nameOf(bench, Number(number))}`)
		.replace(/:\d{8}(?=:|$)/, ':#')
		.replace(/(:changed:[\d#]+):.*/, '$1');
	const facts = Object.entries({
		from: previousStatus,
		left: balanceLeft,
		in: daysUntilDue,
		late: daysOverdue,
	});
	const about = facts.flatMap(([word, value]) => (value === undefined ? [] : [`${word} ${value}`]));
	return [id, ...about, ...(changedFields ?? [])].join(' ');
}

/**
 * A line for what happens before each poll and, after an arrow, for what the poll reports. The first line of a situation names
 * its events and, if not all three, what the lists show.
 */
const TABLE = `
drafts that wait, and Include Drafts is turned on: invoiceCreated
	invoice Draft
	invoice Draft
	option {"includeDrafts":true}; invoice; invoice Draft => invoice:C:created, invoice:D:created
	set A status=Sent; set B status=Sent => invoice:A:created from Draft, invoice:B:created from Draft
a payment that was taken back from a canceled invoice before Payment Removed is added, and one after: paymentRecorded
	invoice
	pay A 10; set A use=Cancel => payment:A:10.00:1 left 90
	unpay A 10; option {"events":["paymentRecorded","paymentRemoved"]}
	set A use=Active
	pay A 20 => payment:A:20.00:1 left 80
	unpay A 20 => payment:A:20.00:removed:#
a payment that is taken back from a paid invoice, before and after Payment Recorded is added: paymentRemoved
	invoice Sent 50
	pay A 50
	unpay A 50 => payment:A:50.00:removed:1
	option {"events":["paymentRemoved","paymentRecorded"]}
	pay A 50 => payment:A:50.00:1 left 0
	unpay A 50 => payment:A:50.00:removed:2
	pay A 50 => payment:A:50.00:3 left 0
a removal that a total paid which says nothing does not prove: paymentRemoved
	invoice; pay A 60
	unpay A 60; lists unreadable; reads unreadable
	lists usual; reads usual => payment:A:60.00:removed:1
a refund as a negative payment, and a corrected amount: paymentRecorded paymentRemoved
	invoice; invoice
	pay A 100; pay B 60 => payment:A:100.00:1 left 0, payment:B:60.00:1 left 40
	pay A -100; set A status=Sent; unpay B 60; pay B 50 => payment:A:-100.00:1 left 100, payment:B:60.00:removed:1, payment:B:50.00:1 left 50
payments of invoices that are canceled, archived and deleted: paymentRecorded paymentRemoved
	invoice; invoice; invoice; pay A 60; pay B 5; pay C 5
	set A use=Cancel; unpay A 60; set B use=Archived; unpay B 5; set C use=Deleted
	set B use=Active => payment:B:5.00:removed:1
an invoice that was paid before the first poll, and is reopened: paymentRecorded paymentRemoved invoiceOverdue
	invoice; set A invoice_due_date=2026-02-01; pay A 100
	unpay A 100 => invoice:A:overdue:1:2026-02-01 late 28
	pay A 100 => payment:A:100.00:# left 0
an invoice that is overdue, paid, and overdue again: invoiceOverdue
	invoice
	invoice; set B invoice_due_date=2026-02-01 => invoice:B:overdue:1:2026-02-01 late 28
	pay B 100
	unpay B 100 => invoice:B:overdue:1:2026-02-01:1 late 28
	pay B 100
	unpay B 100 => invoice:B:overdue:1:2026-02-01:2 late 28
a payment that comes again where no total proves that the first was removed: paymentRecorded in full
	invoice; lists uncounted; reads uncounted
	pay A 50 => payment:A:50.00:1 left 50
	unpay A 50
	pay A 50 => payment:A:50.00:2 left 50
statuses that go back and forth: invoiceStatusChanged estimateStatusChanged
	invoice; estimate Sent
	set A status=Viewed; set B status=Accepted => invoice:A:status:1:Viewed from Sent, estimate:B:status:1:Accepted from Sent
	set A status=Sent => invoice:A:status:2:Sent from Viewed
	set A status=Paid => invoice:A:status:3:Paid from Sent
	set A status=Sent; set B use=Archived
	set B use=Active; wait 1
	wait 1; set A status=Paid; set B status=Won => invoice:A:status:#:Paid from Sent, estimate:B:status:#:Won from Accepted
an invoice, a draft and a profile that end, are opened again, and end again: invoiceCanceled recurringStopped
	invoice; invoice Draft; recurring
	set A use=Cancel; set B use=Cancel; set C use=Stop => invoice:A:canceled:1, invoice:B:canceled:1, recurring:C:stopped:1
	set A use=Active; set C use=Active
	wait 1
	set A use=Cancel; set C use=Stop => invoice:A:canceled:#, recurring:C:stopped:#
what is paid, archived, deleted or canceled before it was seen, and a profile that is no more: invoiceCanceled invoiceCreated recurringStopped
	invoice; invoice; invoice; recurring; recurring
	pay A 100; set B use=Archived; set C use=Deleted; set D use=Archived; set E use=Deleted; invoice; set F use=Cancel; invoice => invoice:F:created, invoice:G:created
	set A use=Cancel; set G status=Paid; set G use=Cancel
	unpay A 100
an invoice that is canceled before it was seen, and a stopped profile that is still listed: invoiceCanceled recurringStopped
	invoice; recurring
	invoice; set C use=Cancel; invoice
	lists stopped; reads stopped => recurring:B:stopped:1
an estimate whose status is written in other letters: estimateStatusChanged in full
	estimate On_Hold
	lists small
	lists usual; set A status=Won => estimate:A:status:1:Won from On Hold
an invoice whose record status is blank: paymentRecorded in full
	invoice; lists blank
	pay A 10 => payment:A:10.00:1 left 90
a payment where the total grows by as much and lists tell no totals paid: paymentRecorded in summary
	invoice Sent 100; invoice; invoice; lists owing
	set C total=110; pay C 10 => payment:C:10.00:1 left 100
other values, back and forth, and on an invoice that is paid at once: invoiceChanged clientChanged in full
	invoice; client
	set A total=120; set A client_id=9; set B email=new; set B name=Bea; pay A 10; set A status=Viewed; lists credited => invoice:A:changed:1 total client_id, client:B:changed:1 name email
	lists usual; set A total=100; set B name=Ann => invoice:A:changed:2 total, client:B:changed:2 name
	set A total=50; pay A 40; set B name=Cid; set B use=Archived => invoice:A:changed:3 total, client:B:changed:3 name
	set A use=Archived
	set A use=Active; set A status=Sent; set A total=90; set B use=Active; wait 1
	set A total=300; set B name=Dot => invoice:A:changed:# total, client:B:changed:# name
a draft that changes, and a sent invoice that changes as a draft: invoiceCreated invoiceChanged in full
	invoice Draft; invoice
	set A total=1; set B status=Draft; set B total=3
	set A total=2; set A status=Sent; set B status=Sent => invoice:A:created from Draft, invoice:B:changed:1 total
lists that stop showing a field, or show it as empty: clientChanged in full
	client
	lists unmailed
	lists emptied
	lists usual
	lists emptied; set A address=Street_2 => client:A:changed:1 address
	lists usual; set A address= => client:A:changed:2 address
lists that begin to show fields: clientChanged in bare
	client
	client; show full; lists named
	set A name=Bea; set B name=Bea; set B address=Street_2 => client:A:changed:1 name, client:B:changed:1 name
	set A name=Cid; set B name=Cid; set B address=Street_3 => client:A:changed:2 name, client:B:changed:2 name
	lists usual
a due date that lists show no more: invoiceOverdue in full
	invoice; set A invoice_due_date=2026-03-20
	set A invoice_due_date=2026-03-10
	lists undated; day 2026-03-12 => invoice:A:overdue:1:2026-03-10 late 2
clients that lists do not identify, and the filter Client: invoiceCreated in full
	lists nameless; option {"filters":{"clientId":1}}
	invoice; invoice; invoice => invoice:C:created
Full Payment Only and Minimum Amount: paymentRecorded paymentRemoved
	invoice; option {"filters":{"fullPaymentOnly":true,"minimumAmount":90}}
	pay A 10; pay A 90 => payment:A:90.00:1 left 0
	unpay A 10; unpay A 90 => payment:A:90.00:removed:1
a record that the service refuses among others: invoiceCreated paymentRecorded in bare
	invoice
	invoice; invoice; invoice; pay C 10; lock C => invoice:B:created, invoice:D:created
	
	unlock => invoice:C:created, payment:C:10.00:1 left 90
a draft, and an overdue invoice, that the service refuses at the first poll: invoiceCreated invoiceOverdue in bare
	invoice Draft; set A invoice_due_date=2026-04-01; lock A; invoice; lock B
	
	unlock
	set A status=Sent => invoice:A:created from Draft
an event that is added while a poll still has something to report: paymentRecorded in full
	invoice; invoice; option {"maxEvents":1}
	pay A 10; pay B 10 => payment:A:10.00:1 left 90
	option {"events":["paymentRecorded","invoiceStatusChanged"]} => payment:B:10.00:1 left 90
	set A status=Viewed => invoice:A:status:1:Viewed from Partial-Paid
a new invoice and a payment on an older one, where a poll may return one event: invoiceCreated paymentRecorded
	invoice; option {"maxEvents":1}
	pay A 10; invoice => invoice:B:created
	wait 1 => payment:A:10.00:1 left 90
a payment that is entered anew beside another one: paymentRecorded
	invoice; pay A 10
	unpay A 10; pay A 10 1; pay A 10 2 => payment:A:10.00:2 left 80
payments that are entered in another order than that of their days: paymentRecorded
	invoice
	pay A 10; pay A 20 2; pay A 30 => payment:A:10.00:1 left 90, payment:A:30.00:1 left 60, payment:A:20.00:1 left 40
`;

const rows = TABLE.trim()
	.split(/\n(?!\t)/)
	.flatMap((text): Array<[string, string, string, string[]]> => {
		const [head = '', ...lines] = text.split(/\n\t/);
		const [title = '', kinds = ''] = head.split(': ');
		const [events = '', ...shapes] = kinds.split(' in ');
		const all = shapes.length > 0 ? shapes : ['full', 'summary', 'bare'];
		return all.map((shape) => [title, shape, events, lines]);
	});

it.each(rows)('%s, from %s lists', async (_, shape, kinds, lines) => {
	const bench = new Bench(optionsFor(...(kinds.split(' ') as EventKind[])), shape as Shape); // the table's words
	bench.lists = LISTS.usual ?? bench.lists;
	const found: string[] = [];
	const ids: string[] = [];
	for (const [happens = ''] of lines.map((line) => line.split(' =>'))) {
		happen(bench, happens);
		const events = await bench.poll();
		const reported = events.map((event) => told(bench, event)).join(', ');
		found.push(reported === '' ? happens : `${happens} => ${reported}`);
		ids.push(...events.map(({ eventId }) => eventId));
		for (const { record } of events) {
			const invoice = bench.service.records.get(Number(record.invoice_id));
			if (invoice && LISTS.usual === bench.lists) expect(record).toEqual(showInvoice(invoice));
		}
		// A second poll at once has nothing new.
		if (bench.options.maxEvents > 1) expect(await bench.poll()).toEqual([]);
	}
	expect(found).toEqual(lines);
	expect(new Set(ids).size).toBe(ids.length);
});

// Days in March on which an invoice that is due on the 10th is polled for, what changes then, and the number that is reported.
it.each([
	['reaches each number', 'overdue 14,1,7', '10; 11: 1; 12; 17: 7; 24: 14; 31'],
	['reaches each number before its due date, and that', 'soon 7,3,0', '2; 3: 7; 7: 3; 10: 0; 11'],
	['passes two numbers in a pause', 'overdue 1,7,14', '10; 20: 7; 24: 14'],
	['passes its due date in a pause', 'soon 7,3', '2; 11'],
	['was past a number at the first poll', 'overdue 1,7', '15; 17: 7'],
	['was past a number that is added, and reaches others', 'overdue 7', '10; 15; 16 3,7,9; 17: 7; 19: 9'],
	['was reported, and reaches a number that is added', 'overdue 7', '10; 17: 7; 18 7,14; 24: 14'],
	['reaches a number on the day on which it is added', 'overdue 7', '10; 13; 14 4,7: 4'],
	['passes an old and an added number in a pause', 'overdue 7', '15; 25 7,14: 14'],
	['was reported for a number that is gone', 'overdue 1,7', '10; 17: 7; 18 1; 20 due19: 1; 21 1,7; 22 due10'],
	['is disputed for a time', 'overdue 1,7,14', '10; 11 Disputed; 18; 19 Resolved: 7'],
	['is disputed until its due date has passed', 'soon 3', '1; 8 Disputed; 11 Resolved'],
	['is disputed, with Include Disputed', 'overdue 1,7 disputed', '10; 11 Disputed: 1; 17: 7'],
	['is a draft that is sent late', 'overdue 1', '9 Draft; 20; 21 1,7; 22 Sent: 7'],
	['has another due date, and its old one', 'overdue 1,7', '10; 17: 7; 18 due17: 1; 19 due10; 24 due17: 7'],
])('an invoice %s: %s', async (_, wish, days) => {
	const [which, numbers = '', disputed] = wish.split(' ');
	const kind = which === 'soon' ? 'invoiceDueSoon' : 'invoiceOverdue';
	const chosen = (text: string) => ({
		[which === 'soon' ? 'daysBeforeDue' : 'daysOverdue']: text.split(',').map(Number),
	});
	const includeDisputed = disputed !== undefined;
	const bench = new Bench({ ...optionsFor(kind), ...chosen(numbers), includeDisputed }, 'full');
	const invoice = bench.service.create();
	bench.service.set(invoice, { invoice_due_date: '2026-03-10' });
	const found: string[] = [];
	for (const visit of days.split('; ')) {
		const [day = '', change = ''] = visit.replace(/:.*/, '').split(' ');
		if (/^\d/.test(change)) Object.assign(bench.options, chosen(change));
		else if (change.startsWith('due'))
			bench.service.set(invoice, { invoice_due_date: `2026-03-${change.slice(3)}` });
		else if (change !== '') bench.service.set(invoice, { status: change });
		bench.now = `2026-03-${day.padStart(2, '0')}T10:00:00.000Z`;
		const reported = (await bench.poll()).map(({ reminderDays }) => reminderDays);
		found.push(visit.replace(/:.*/, '') + reported.map((number) => `: ${number}`).join(''));
		expect(await bench.poll()).toEqual([]);
	}
	expect(found.join('; ')).toBe(days);
});

/** A trigger that starts from a day, with invoices of which some are dated since. */
function startedFrom(startFrom: string, maxEvents: number, ...kinds: EventKind[]) {
	const bench = new Bench({ ...optionsFor(...kinds), startFrom, maxEvents });
	const invoices = Array.from({ length: 20 }, () => bench.service.create());
	for (const [index, invoice] of invoices.entries()) bench.service.pay(invoice, index < 10 ? 10 : 60);
	return { bench, invoices, since: invoices.filter(({ date }) => date >= startFrom) };
}

describe('Start From', () => {
	it('begins with what is dated since a day, also if only one event may be returned at once', async () => {
		const { bench, since } = startedFrom('2026-01-15', 1, 'invoiceCreated', 'paymentRecorded');
		const reported: string[] = [];
		for (let count = 0; count < 50; count++) reported.push(...(await bench.ids()));
		expect([since.length > 0, since.length < 20]).toEqual([true, true]);
		const created = reported.filter((id) => id.endsWith(':created'));
		expect(created).toEqual(since.map(({ id }) => `invoice:${id}:created`));
		expect(reported.length).toBe(2 * since.length);
		const late = bench.service.create();
		expect(await bench.ids()).toEqual([`invoice:${late.id}:created`]);
	});

	it('begins with what is overdue, by what is outstanding', async () => {
		const { bench, since } = startedFrom('2026-01-15', 1000, 'invoiceOverdue');
		bench.options = { ...bench.options, filters: { minimumAmount: 50 } };
		const open = since.filter(({ payments }) => payments[0]?.amount === 10);
		expect((await bench.poll()).map(({ record }) => record.invoice_id)).toEqual(open.map(({ id }) => id));
		expect(await bench.poll()).toEqual([]);
	});

	it('reports nothing twice when events are added half-way, and no change of what it reports', async () => {
		const { bench, invoices } = startedFrom('2026-01-01', 7, 'invoiceCreated', 'invoiceChanged');
		const reported = await bench.ids();
		bench.options = { ...bench.options, events: ['invoiceCreated', 'invoiceChanged', 'clientCreated'] };
		for (let count = 0; count < 5; count++) reported.push(...(await bench.ids()));
		expect(reported).toEqual(invoices.map(({ id }) => `invoice:${id}:created`));
	});
});

it('a first poll says so, for each event once', async () => {
	const bench = new Bench({ ...optionsFor('invoiceCreated'), startFrom: '2026-01-15' });
	const expectTaken = async (labels: string, before = '') => {
		await bench.poll();
		expect(bench.log).toEqual([
			`A baseline is taken for ${labels}, as a new or renamed trigger or an added event does. What exists${before} is not reported.`,
		]);
	};
	await expectTaken('Invoice Created', ' before 2026-01-15');
	await bench.poll();
	expect(bench.log).toEqual([]);
	bench.options = optionsFor('invoiceCreated', 'paymentRecorded');
	await expectTaken('Payment Recorded');
	// n8n hands the memory over under the node's name.
	bench.saved = {};
	await expectTaken('Invoice Created, Payment Recorded');
});

it('a change is what the record shows when it is read for the event, and is seen again if it changes further', async () => {
	const bench = new Bench(optionsFor('invoiceChanged'));
	let invoice = bench.service.create();
	while (invoice.id % 4 !== 0) invoice = bench.service.create();
	await bench.poll();
	const found: string[][] = [];
	for (const [listed, read] of [
		[120, 100],
		[120, 130],
		[120, 120],
	] as const) {
		bench.service.set(invoice, { total: listed });
		let requests = 0;
		const reader = bench.service.reader(() => {
			if (++requests > 1) bench.service.set(invoice, { total: read });
		});
		found.push((await bench.ids(reader)).map((id) => id.replace(/:[\w-]+$/, '')));
		expect(await bench.poll()).toEqual([]);
	}
	expect(found).toEqual([[], [`invoice:${invoice.id}:changed:1`], [`invoice:${invoice.id}:changed:2`]]);
});

it('Marks are the same however texts, codes, dates and amounts are spelled, and others for other values', () => {
	const marks = [
		{ net_balance: 10, invoice_due_date: '2026-03-01', client: { client_id: 5 }, currency: 'EUR' },
		{ net_balance: 10.0, invoice_due_date: '2026-03-01 10:00:00', client_id: 5, currency: 'eur ' },
		{ net_balance: 10, invoice_due_date: '2026-03-01T00:00:00Z', client_id: '5', currency: 'Eur' },
	].map((record) => marksOf(record, 'invoice').join());
	expect(new Set(marks).size).toBe(1);
	const names = ['Café  Ltd', 'Café Ltd ', 'Cafe\u0301\nLtd', 'café Ltd'];
	expect(new Set(names.map((name) => marksOf({ name }, 'client').join())).size).toBe(2);
});
