import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/XmlBilling/trigger/events/events';
import { locator, matching, some } from '../billing.mts';
import {
	ask,
	billing,
	daysAgo,
	estimate,
	EVENT_CAUSES,
	idOf,
	invoice,
	pay,
	reported,
	samplesOf,
	sent,
	triggerOf,
	unpay,
} from './eventCauses.mts';

const setStatus = (status: string) =>
	ask(
		'updateInvoice',
		`<invoice_id>${idOf('invoice')}</invoice_id>
	<client><client_id>1</client_id></client><number>X-1</number><date>2026-03-01</date><status>${status}</status>`,
	);

describe('the form of the trigger', () => {
	it('offers every event by its label, those of invoices and payments first', () => {
		const { properties } = engine.nodeType('xmlBillingTrigger').description;
		const { options = [] } = properties.find(({ name }) => name === 'events') ?? {};
		const names = options.map(({ name }) => name);
		expect(names.toSorted()).toEqual(
			Object.values(EVENTS)
				.map(({ label }) => label)
				.sort(),
		);
		expect(names.map((name) => /^(Invoice|Payment)/.test(name)).lastIndexOf(true)).toBe(
			names.filter((name) => /^(Invoice|Payment)/.test(name)).length - 1,
		);
	});

	it('reports full records, or simple ones', async () => {
		const full = await reported({ events: ['invoiceCreated'], simplify: false }, () => invoice(1, 10));
		expect(full).toMatchObject([{ client_id: 1, items: [{ name: 'Work' }], transactions: [] }]);
		const simple = await reported({ events: ['invoiceCreated'] }, () => invoice(1, 10));
		expect(simple).toMatchObject([{ client_organization: 'Harbour & Pine Ltd', total: 10 }]);
		expect(simple[0]).not.toHaveProperty('items');
	});

	it('narrows to a client what belongs to clients', async () => {
		const filters = { clientId: { ...locator('list', 2), cachedResultName: 'Quay Books' } };
		const events = await reported(
			{ events: ['invoiceCreated', 'estimateCreated', 'clientCreated'], filters, simplify: false },
			async () => {
				await invoice(1, 10);
				await invoice(2, 20);
				await estimate(1);
				await estimate(2);
				await EVENT_CAUSES.clientCreated.happen();
			},
		);
		expect(events.map(({ event, client_id: client }) => [event, client])).toEqual([
			['invoiceCreated', 2],
			['estimateCreated', 2],
			['clientCreated', idOf('client')],
		]);
	});

	it('shows what changed, also where Simplify leaves it out', async () => {
		const events = await reported({ events: ['invoiceChanged'] }, () =>
			Promise.resolve(billing.sandbox.change('invoice', sent(), { client_id: 3, title: 'Another title' })),
		);
		expect(events).toMatchObject([
			{
				changed_fields: ['client_id', 'invoice_title', 'currency'],
				client_id: 3,
				invoice_title: 'Another title',
			},
		]);
		expect(events[0]).not.toHaveProperty('items');
	});

	it('Minimum Amount narrows the events to amounts', async () => {
		const events = await reported(
			{ events: ['invoiceCreated', 'paymentRecorded'], filters: { minimumAmount: '20.50' } },
			async () => {
				await invoice(1, 20.49);
				await invoice(1, 20.5);
				await pay(idOf('invoice'), 20.49);
				await invoice(1, 100);
				await pay(idOf('invoice'), 30);
			},
		);
		expect(events.map(({ event, total }) => [event, total])).toEqual([
			['invoiceCreated', 20.5],
			['invoiceCreated', 100],
			['paymentRecorded', 100],
		]);
	});

	it('narrows to payments that leave nothing to pay', async () => {
		const events = await reported(
			{ events: ['paymentRecorded'], filters: { fullPaymentOnly: true } },
			async () => {
				await invoice(1, 50);
				await pay(idOf('invoice'), 20);
				await pay(idOf('invoice'), 30);
			},
		);
		expect(events).toMatchObject([{ payment_amount: 30, balance_left: 0 }]);
	});

	it('reports a payment that is taken back from a paid invoice, and each later one by an identifier of its own', async () => {
		await invoice(1, 100);
		const trigger = triggerOf({ events: ['paymentRecorded', 'paymentRemoved'] });
		expect(await trigger.poll()).toBeNull();
		const id = idOf('invoice');
		const found: unknown[] = [];
		const changes = [() => pay(id, 100), () => Promise.resolve(unpay(id)), () => pay(id, 100)];
		for (const change of changes) {
			await change();
			for (const { json } of (await trigger.poll()) ?? []) {
				const { event, event_id: eventId, outstanding, ...fields } = json;
				const payment = Object.entries(fields).filter(([name]) => name.startsWith('payment_'));
				found.push([event, eventId, outstanding, Object.fromEntries(payment)]);
			}
		}
		const payment = {
			payment_amount: 100,
			payment_date: some(String),
			payment_method: 'Cash',
			payment_notes: '',
		};
		expect(found).toEqual([
			['paymentRecorded', `payment:${id}:100.00:1`, 0, payment],
			['paymentRemoved', `payment:${id}:100.00:removed:1`, 100, { payment_amount: 100 }],
			['paymentRecorded', `payment:${id}:100.00:2`, 0, payment],
		]);
	});

	it('narrows to estimates that are accepted, rejected or expired', async () => {
		const open = billing.sandbox
			.records('estimate')
			.filter(({ account_id: account, status }) => account === 1 && status === 'Active');
		const filters = { estimateStatusTo: ['Accepted', 'Rejected', 'Expired'] };
		const events = await reported({ events: ['estimateStatusChanged'], filters }, async () => {
			for (const [index, status] of ['Accepted', 'On hold', 'Expired', 'Rejected'].entries())
				billing.sandbox.change('estimate', open[index]?.id ?? 0, { estimate_status: status });
			await Promise.resolve();
		});
		expect(events.map(({ new_status: status }) => status)).toEqual(['Accepted', 'Expired', 'Rejected']);
	});

	it.each<[INodeParameters, string[]]>([
		[{}, ['Viewed', 'Won']],
		[{ invoiceStatusTo: ['Viewed'] }, ['Viewed', 'Won']],
		[{ invoiceStatusFrom: ['Sent'], invoiceStatusTo: ['Viewed', 'Paid'] }, ['Viewed', 'Won']],
		[{ invoiceStatusTo: ['Paid'] }, ['Won']],
		[{ invoiceStatusFrom: ['Draft'] }, ['Won']],
		[{ estimateStatusTo: 'lost, won ' }, ['Viewed', 'Won']],
		[{ estimateStatusTo: ['lost', 'WON'] }, ['Viewed', 'Won']],
		[{ estimateStatusFrom: 'Nothing' }, ['Viewed']],
	])('narrows to changes of status: %j', async (filters, statuses) => {
		const events = await reported(
			{ events: ['invoiceStatusChanged', 'estimateStatusChanged'], filters },
			async () => {
				await EVENT_CAUSES.invoiceStatusChanged.happen();
				await EVENT_CAUSES.estimateStatusChanged.happen();
			},
		);
		expect(events.map(({ new_status: status }) => status)).toEqual(statuses);
	});

	it('reports a draft when it is sent, or at once', async () => {
		const draft = () => invoice(1, 10, '');
		expect(await reported({ events: ['invoiceCreated'] }, draft)).toEqual([]);
		const early = await reported({ events: ['invoiceCreated'], filters: { includeDrafts: true } }, draft);
		expect(early).toMatchObject([{ invoice_status: 'Draft' }]);
		const late = await reported({ events: ['invoiceCreated'] }, async () => await setStatus('sent'));
		expect(late).toMatchObject([{ invoice_status: 'Sent', previous_status: 'Draft' }]);
	});

	it('reports as overdue what is late by as many days as are asked for', async () => {
		const late = () => EVENT_CAUSES.invoiceOverdue.happen();
		expect(await reported({ events: ['invoiceOverdue'], daysOverdue: '4, 30' }, late)).toEqual([]);
		billing.sandbox.change('invoice', sent(), { due_date: '2099-01-01' });
		const some = [{ days_overdue: 3, reminder_days: 2 }];
		for (const daysOverdue of ['30, 1,2', '={{ [2, "1", 30] }}', '={{ 2 }}']) {
			billing.sandbox.change('invoice', sent(), { due_date: '2099-01-01' });
			expect(await reported({ events: ['invoiceOverdue'], daysOverdue }, late)).toMatchObject(some);
		}
	});

	it('reports before the due date what is due in as many days as are asked for', async () => {
		const dueIn = (days: number) => () =>
			Promise.resolve(billing.sandbox.change('invoice', sent(), { due_date: daysAgo(-days) }));
		const soon = { events: ['invoiceDueSoon'], daysBeforeDue: '7, 3, 0' };
		expect(await reported(soon, dueIn(8))).toEqual([]);
		expect(await reported(soon, dueIn(2))).toMatchObject([
			{ invoice_id: sent(), reminder_days: 3, days_until_due: 2 },
		]);
		const samples = await samplesOf(soon);
		expect(samples).toContainEqual(
			expect.objectContaining({ event: 'invoiceDueSoon', reminder_days: 3, days_until_due: 2 }),
		);
	});

	it('reports what is dated since the day that it starts from, at its first start only', async () => {
		const parameters = { events: ['invoiceCreated'], options: { startFrom: '2026-03-01' } };
		const trigger = triggerOf(parameters);
		const events = (await trigger.poll()) ?? [];
		const dated = billing.sandbox
			.records('invoice')
			.filter(
				({ account_id: account, date, invoice_status: status }) =>
					account === 1 && date >= '2026-03-01' && status !== 'Draft',
			);
		expect(dated.length).toBeGreaterThan(0);
		expect(events.map(({ json }) => json['invoice_id'])).toEqual(dated.map(({ id }) => id));
		const later = engine.trigger({
			parameters: {
				...parameters,
				events: ['invoiceCreated', 'paymentRecorded', 'estimateCreated'],
				filters: { includeDrafts: true },
			},
			credential: billing.credential(),
			staticData: JSON.parse(JSON.stringify(trigger.staticData)) as IDataObject, // JSON, as n8n stores it
		});
		expect(await later.poll()).toBeNull();
	});

	it('reports what is overdue when it starts, if that is dated since the day that it starts from', async () => {
		const overdue = async (options: INodeParameters) =>
			((await triggerOf({ events: ['invoiceOverdue'], options }).poll()) ?? []).map(({ json }) => json);
		expect(await overdue({})).toEqual([]);
		const events = await overdue({ startFrom: '2026-03-01' });
		expect(events.length).toBeGreaterThan(0);
		expect(events.filter(({ date }) => (date as string) < '2026-03-01')).toEqual([]); // dates are text
	});

	it('returns at most the allowed number of events in a poll, and the rest in order with the next', async () => {
		const trigger = triggerOf({ events: ['invoiceCreated'], options: { maxEvents: 2 } });
		await trigger.poll();
		for (const cost of [1, 2, 3, 4, 5]) await invoice(1, cost);
		const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(polls.map((items) => items?.map(({ json }) => json['total']) ?? null)).toEqual([
			[1, 2],
			[3, 4],
			[5],
			null,
		]);
	});

	it('reports what is disputed as overdue only if that is asked for', async () => {
		const disputed = async () => {
			billing.sandbox.change('invoice', sent(), { invoice_status: 'Disputed' });
			await EVENT_CAUSES.invoiceOverdue.happen();
		};
		expect(await reported({ events: ['invoiceOverdue'] }, disputed)).toEqual([]);
		billing.sandbox.change('invoice', sent(), { due_date: '2099-01-01' });
		const filters = { includeDisputed: true };
		expect(await reported({ events: ['invoiceOverdue'], filters }, disputed)).toHaveLength(1);
	});

	it.each<[INodeParameters, string]>([
		[{ events: [] }, 'Choose at least one event under Events'],
		[{ events: ['invoiceDeleted'] }, "not 'invoiceDeleted'"],
		[
			{ events: ['invoiceOverdue'], daysOverdue: '1, 0' },
			"Days Overdue takes whole numbers from 1 to 365, separated by commas, not '0'",
		],
		[{ events: ['invoiceOverdue'], daysOverdue: '7; 14' }, "separated by commas, not '7; 14'"],
		[{ events: ['invoiceOverdue'], daysOverdue: '={{ [1.5] }}' }, "not '1.5'"],
		[{ events: ['invoiceOverdue'], daysOverdue: ' , ' }, 'Enter at least one number under Days Overdue'],
		[
			{ events: ['invoiceDueSoon'], daysBeforeDue: '366' },
			"Days Before Due takes whole numbers from 0 to 365, separated by commas, not '366'",
		],
		[{ events: ['invoiceDueSoon'], daysBeforeDue: '-3' }, "not '-3'"],
		[{ options: { maxEvents: 0 } }, 'Max Events per Poll takes a whole number of 1 or more'],
		[{ options: { startFrom: '2026-02-30' } }, 'Start From takes a date'],
		[{ filters: { clientId: locator('id', '={{ "" }}') } }, 'Client evaluated to nothing'],
		[{ filters: { clientId: locator('id', 'ACME') } }, 'Client takes an ID'],
		[{ filters: { minimumAmount: '1,200.50' } }, 'Minimum Amount takes a plain number'],
		[{ filters: { includeDrafts: '={{ "perhaps" }}' } }, 'Include Drafts must be on or off'],
		[
			{ events: ['invoiceStatusChanged'], filters: { invoiceStatusTo: '={{ [] }}' } },
			'Invoice Status To evaluated to nothing',
		],
		[{ filters: { clientId: locator('list', 2) } }, 'Client is From List, but 2 was not chosen there'],
		[{ events: ['invoiceStatusChanged'], filters: { invoiceStatusTo: ['Payed'] } }, "not 'payed'"],
	])('says which field is wrong: %j', async (parameters, message) => {
		const trigger = triggerOf({ events: ['invoiceCreated'], ...parameters });
		await expect(trigger.poll()).rejects.toThrow(message);
		expect(billing.methods()).toEqual([]);
	});
});

describe('a manual test', () => {
	it('says for which events there is nothing to show', async () => {
		billing.sandbox.store.run('DELETE FROM estimate');
		const lines: string[] = [];
		const stop = engine.listenToLogs((line) => lines.push(line));
		const samples = await samplesOf({ events: ['invoiceCreated', 'estimateCreated'] });
		stop();
		expect(samples.length).toBeGreaterThan(0);
		expect(samples.map(({ event }) => event)).toEqual(samples.map(() => 'invoiceCreated'));
		expect(samples.filter((shown) => 'note' in shown || 'warning' in shown)).toEqual([]);
		expect(lines.join()).toContain('XML Billing: No recent record to show for: Estimate Created');
		await expect(samplesOf({ events: ['estimateCreated'] })).rejects.toMatchObject({
			message: 'No recent record to show for: Estimate Created',
			description: matching(/The connection works/),
		});
	});

	it('names what the records link to', async () => {
		const samples = await samplesOf({ events: ['expenseCreated'] });
		expect(samples.map(({ expense_category_name: name }) => name)).toEqual([
			matching(/\w/),
			matching(/\w/),
			matching(/\w/),
		]);
	});

	it('shows what passes the filters', async () => {
		const filters = { clientId: locator('id', '3') };
		const samples = await samplesOf({ events: ['invoiceCreated'], filters, simplify: false });
		expect(samples.map(({ client_id: client }) => client)).toEqual([3, 3, 3]);
	});
});
