/** The trigger at the node's edge: its form, manual tests, what n8n stores of it, and how n8n hears of failures. */
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { EVENT_KINDS, EVENTS } from '../../../nodes/XmlBilling/trigger/events/events';
import { byId, locator, matching, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';
import {
	billing,
	daysAgo,
	estimate,
	EVENT_CAUSES,
	idOf,
	invoice,
	pay,
	reported,
	samplesOf,
} from './eventCauses.mts';
import { sent, triggerOf } from './eventCauses.mts';

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, object>; // JSON, as n8n stores it

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
		const isFirst = names.map((name) => /^(Invoice|Payment)/.test(name));
		expect(isFirst.lastIndexOf(true)).toBeLessThan(isFirst.indexOf(false));
	});

	it('reports full records, or simple ones, and what changed where Simplify leaves it out', async () => {
		const full = await reported({ events: ['invoiceCreated'], simplify: false }, () => invoice(1, 10));
		expect(full).toMatchObject([{ client_id: 1, items: [{ name: 'Work' }], transactions: [] }]);
		const simple = await reported({ events: ['invoiceCreated'] }, () => invoice(1, 10));
		expect(simple).toMatchObject([{ client_organization: 'Harbour & Pine Ltd', total: 10 }]);
		expect(simple[0]).not.toHaveProperty('items');
		const edit = { client_id: 3, title: 'Another title' };
		const changed = await reported({ events: ['invoiceChanged'] }, () =>
			Promise.resolve(billing.sandbox.change('invoice', sent(), edit)),
		);
		const changes = { changed_fields: 'client_id, invoice_title, currency', client_id: 3 };
		expect(changed).toMatchObject([{ ...changes, invoice_title: 'Another title' }]);
	});

	/** Invoices that are due soon, paid in two parts, a draft, and overdue in a dispute or not; statuses of two documents. */
	async function happen(): Promise<void> {
		const { sandbox } = billing;
		await invoice(1, 20.49);
		sandbox.change('invoice', idOf('invoice'), { due_date: daysAgo(-2) });
		await invoice(2, 100);
		for (const amount of [30, 70]) await pay(idOf('invoice'), amount);
		await invoice(1, 50, '');
		await invoice(1, 7);
		sandbox.change('invoice', idOf('invoice'), { due_date: daysAgo(3), invoice_status: 'Disputed' });
		sandbox.change('invoice', sent(), { due_date: daysAgo(3), invoice_status: 'Viewed' });
		await EVENT_CAUSES.estimateStatusChanged.happen();
		await estimate(1);
		await EVENT_CAUSES.clientCreated.happen();
	}

	const quay = { clientId: { ...locator('list', 2), cachedResultName: 'Quay Books' } };
	it.each<[string, INodeParameters, string]>([
		['invoiceCreated', {}, 'Created 20.49, Created 100, Created 7'],
		[
			'invoiceCreated',
			{ filters: { includeDrafts: true } },
			'Created 20.49, Created 100, Created 50, Created 7',
		],
		['invoiceCreated estimateCreated clientCreated', { filters: quay }, 'Created 100, Created 26'],
		['invoiceCreated', { filters: { minimumAmount: '20.50' } }, 'Created 100'],
		['paymentRecorded', { filters: { fullPaymentOnly: true } }, 'Recorded 70'],
		['invoiceCreated', { options: { maxEvents: 2 } }, 'Created 20.49, Created 100'],
		['invoiceStatusChanged estimateStatusChanged', {}, 'Changed "Viewed", Changed "Won"'],
		[
			'invoiceStatusChanged',
			{ filters: { invoiceStatusFrom: ['Sent'], invoiceStatusTo: ['Viewed', 'Paid'] } },
			'Changed "Viewed"',
		],
		['invoiceStatusChanged', { filters: { invoiceStatusFrom: ['Draft'] } }, ''],
		['estimateStatusChanged', { filters: { estimateStatusTo: 'lost, won ' } }, 'Changed "Won"'],
		['estimateStatusChanged', { filters: { estimateStatusFrom: 'Nothing' } }, ''],
		['invoiceDueSoon', { daysBeforeDue: '7, 3, 0' }, 'Soon 3'],
		['invoiceOverdue', { daysOverdue: '30, 1,2' }, 'Overdue 2'],
		['invoiceOverdue', { daysOverdue: '={{ [2, "1", 30] }}' }, 'Overdue 2'],
		[
			'invoiceOverdue',
			{ daysOverdue: '={{ 2 }}', filters: { includeDisputed: true } },
			'Overdue 2, Overdue 2',
		],
	])('narrows what is reported: %s %j', async (events, parameters, expected) => {
		const found = await reported({ events: events.split(' '), simplify: false, ...parameters }, happen);
		const shown = found.map((item) => {
			const facts = ['reminder_days', 'new_status', 'payment_amount', 'total', 'client_id'];
			const [fact] = facts.map((name) => item[name]).filter((value) => value !== undefined);
			return `${JSON.stringify(item['event']).replace(/.*(?=[A-Z])|"$/g, '')} ${JSON.stringify(fact)}`;
		});
		expect(shown.join(', ')).toBe(expected);
	});

	it('reports what is dated since the day that it starts from, at its first start only', async () => {
		const options = { startFrom: '2026-03-01' };
		const trigger = triggerOf({ events: ['invoiceCreated'], options });
		const dated = billing.sandbox
			.records('invoice')
			.filter(({ account_id: account, date }) => account === 1 && date >= options.startFrom)
			.filter(({ invoice_status: status }) => status !== 'Draft');
		expect((await trigger.poll())?.map(({ json }) => json['invoice_id'])).toEqual(dated.map(({ id }) => id));
		expect(await trigger.poll()).toBeNull();
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

it.each([
	['productCreated', 'getProduct'],
	['serviceCreated', 'getService'],
] as const)('%s has no description, as in lists and samples, and takes no read', async (event, get) => {
	const parameters = { events: [event] };
	const events = await reported(parameters, EVENT_CAUSES[event].happen);
	expect(events).toMatchObject([EVENT_CAUSES[event].says()]);
	expect(events[0]).not.toHaveProperty('description');
	const samples = await samplesOf(parameters);
	expect(samples.length).toBeGreaterThan(0);
	for (const sample of samples) expect(Object.keys(sample)).toEqual(Object.keys(events[0] ?? {}));
	expect(billing.methods()).not.toContain(get);
});

const TEN_MINUTES_MS = 600_000;

const OTHER_LISTS = {
	listClient: 1,
	listEstimate: 1,
	listExpense: 1,
	listProduct: 1,
	listProject: 1,
	listRecurring: 1,
	listService: 1,
	listStaff: 1,
	listTask: 1,
	listTimeLog: 1,
};

/** How often a poll calls each method. */
async function countsOf(poll: () => Promise<unknown>): Promise<Record<string, number>> {
	billing.sandbox.clearRequests();
	expect(await poll()).toBeNull();
	const counts: Record<string, number> = {};
	for (const method of billing.methods()) counts[method] = (counts[method] ?? 0) + 1;
	return counts;
}

it.each<[string, readonly string[], Record<string, number>]>([
	['the two main events', ['invoiceCreated', 'paymentRecorded'], {}],
	['all events', EVENT_KINDS, OTHER_LISTS],
])('A poll that finds nothing asks only for what may have changed: %s', async (_, events, others) => {
	const trigger = triggerOf({ events: [...events] });
	expect(await countsOf(() => trigger.poll())).toEqual({ getAccountInfo: 1, listInvoice: 4, ...others });
	for (let count = 0; count < 2; count += 1)
		expect(await countsOf(() => trigger.poll())).toEqual({ listInvoice: 1, ...others });
	const later = await countsOf(() => trigger.poll({ aheadMs: TEN_MINUTES_MS }));
	expect(later).toEqual({ getAccountInfo: 1, listInvoice: 3, ...others });
});

it('A poll that failed, or another process, asks whose account it is', async () => {
	const parameters = { events: ['clientCreated'] };
	const trigger = triggerOf(parameters);
	await trigger.poll();
	billing.sandbox.change('account', 1, { state: 'inactive' });
	await expect(trigger.poll()).rejects.toThrow('Account is not active.');
	billing.sandbox.change('account', 1, { state: 'active' });
	expect(await countsOf(() => trigger.poll())).toEqual({ getAccountInfo: 1, listClient: 1 });
	expect(await countsOf(() => trigger.poll())).toEqual({ listClient: 1 });
	const other = engine.trigger({
		parameters,
		credential: billing.credential(),
		staticData: trigger.staticData,
	});
	expect(await countsOf(() => other.poll())).toEqual({ getAccountInfo: 1, listClient: 1 });
});

const parameters = { events: ['invoiceCreated', 'paymentRecorded'], simplify: false };
const NAMES = ['client_organization', 'client_email', 'client_name', 'late_fee_name'];

/** A trigger that has taken its baseline. */
async function started(more: object = {}, { sandbox, credential } = billing) {
	const trigger = engine.trigger({ parameters, credential: credential(), ...more });
	expect(await trigger.poll()).toBeNull();
	sandbox.clearRequests();
	return trigger;
}

const createInvoice = (status = 'sent', { outputOf } = billing) =>
	outputOf('invoice', 'create', {
		clientId: byId(1),
		linesFrom: 'json',
		linesJson: '[{ "name": "Design", "unit_cost": 100 }]',
		afterCreating: status,
	});

describe('the trigger in n8n', () => {
	it('shows the fields and names of other outputs, and reads no names without events or where they are off', async () => {
		const options = { includeNames: false };
		const [named, bare] = [await started(), await started({ parameters: { ...parameters, options } })];
		const asked = async (trigger: typeof named) => {
			billing.sandbox.clearRequests();
			const items = await trigger.poll();
			return { methods: billing.methods(), event: items?.[0]?.json ?? {} };
		};
		expect(await asked(named)).toEqual(await asked(bare));
		await createInvoice();
		const [{ methods, event }, other] = [await asked(named), await asked(bare)];
		expect(methods).toEqual([...other.methods, 'getClient']);
		expect(Object.keys(event).filter((field) => !(field in other.event))).toEqual(NAMES);
		const invoiceId = byId(Number(event['invoice_id']));
		const [invoice] = await billing.outputOf('invoice', 'get', { invoiceId, simplify: false });
		expect(event).toMatchObject({ ...invoice, client_email: matching(/@/) });
		const all = ['event', ...Object.keys(invoice ?? {}), 'event_id', 'detected_at'];
		expect(Object.keys(event)).toEqual(all);
	});

	it('shows samples in a manual test, and changes nothing', async () => {
		const trigger = await started();
		await createInvoice();
		const before = plain(trigger.staticData);
		const samples = await trigger.poll({ mode: 'manual', activation: 'manual' });
		expect(new Set(samples?.map(({ json }) => json['event']))).toEqual(new Set(parameters.events));
		expect(plain(trigger.staticData)).toEqual(before);
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('changes no state when a poll throws, and says why in the words that n8n paces its next polls by', async () => {
		const trigger = await started();
		await createInvoice();
		const before = plain(trigger.staticData);
		billing.sandbox.change('account', 1, { state: 'inactive' });
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'Account is not active.',
			failure: { cause: 'credential-invalid' },
		});
		expect(plain(trigger.staticData)).toEqual(before);
		billing.sandbox.change('account', 1, { state: 'active' });
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('stays alive when n8n tries a failed activation again at once, and reports it again if it lasts', async () => {
		const workflowId = 'activated';
		const trigger = await started({ workflowId });
		const staticData = plain(trigger.staticData);
		// n8n makes the context anew for each try.
		const activated = () =>
			engine.trigger({ parameters, credential: billing.credential(), workflowId, staticData });
		const refusal = 'Account is not active.';
		billing.sandbox.change('account', 1, { state: 'inactive' });
		await expect(activated().poll()).rejects.toThrow(refusal);
		const active = activated();
		expect(await active.poll()).toBeNull();
		// Later polls fail every time, however short the interval.
		for (let count = 0; count < 3; count++) await expect(active.poll()).rejects.toThrow(refusal);
		await expect(activated().poll({ budgetMs: 36_000 })).rejects.toThrow(refusal);
		await expect(activated().poll({ aheadMs: 60_000 })).rejects.toThrow(refusal);
		billing.sandbox.change('account', 1, { state: 'active' });
		await createInvoice();
		expect(await active.poll()).toHaveLength(1);
		billing.sandbox.change('account', 1, { state: 'inactive' });
		await expect(activated().poll()).rejects.toThrow(refusal);
	});

	it('keeps its state when the token of the account is reset, and starts over for another account', async () => {
		const { staticData } = await started();
		await createInvoice();
		const continueWith = (token: string) =>
			engine.trigger({
				parameters,
				credential: { ...billing.credential(), token },
				staticData: plain(staticData),
			});
		billing.sandbox.change('account', 1, { token: 'reset-token' });
		expect(await continueWith('reset-token').poll()).toMatchObject([{ json: { event: 'invoiceCreated' } }]);
		const other = continueWith(billing.credential('second').token);
		const isTaken = () => JSON.stringify(other.staticData).includes('otherAccount');
		expect([await other.poll(), isTaken()]).toEqual([null, true]);
		expect([await other.poll(), isTaken()]).toEqual([null, false]);
	});

	it('forgets nothing when the account has another name once or permanently', async () => {
		const trigger = await started();
		const counts: number[] = [];
		for (const company of ['Another Name', 'Northwind Studio Ltd', 'Other', 'Other', 'Other']) {
			await createInvoice();
			billing.sandbox.change('account', 1, { company });
			counts.push((await trigger.poll())?.length ?? 0);
		}
		expect(counts).toEqual([0, 2, 0, 2, 1]);
	});

	it('fails, and forgets nothing, when the service says nothing of the account', async () => {
		const trigger = await started();
		await createInvoice();
		const [{ company, owner } = { company: '', owner: '' }] = billing.sandbox.records('account');
		billing.sandbox.change('account', 1, { company: ' ', owner: '' });
		await expect(trigger.poll()).rejects.toThrow('does not say whose account');
		billing.sandbox.change('account', 1, { company, owner });
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('reports nothing twice when n8n polls from a state that it read before it stored the last one', async () => {
		const workflowId = 'overdue polls';
		const trigger = await started({ workflowId });
		const before = plain(trigger.staticData);
		await createInvoice();
		expect(await trigger.poll()).toHaveLength(1);
		const again = () =>
			engine.trigger({ parameters, credential: billing.credential(), workflowId, staticData: before });
		expect(await again().poll()).toBeNull();
		// By then n8n has stored everything; here it has lost the first state.
		expect(await again().poll({ aheadMs: 60_000 })).toHaveLength(1);
	});

	it('continues from a first poll that n8n has not stored, for more than a month', async () => {
		const DAY_MS = 86_400_000;
		const pollAfter = async (workflowId: string, days: number) => {
			const again = engine.trigger({ parameters, credential: billing.credential(), workflowId });
			return await again.poll({ aheadMs: days * DAY_MS });
		};
		for (const workflowId of ['monthly', 'gone']) await started({ workflowId });
		await createInvoice();
		expect(await pollAfter('monthly', 31)).toHaveLength(1);
		// Longer pauses drop the memory: this is a first poll again.
		expect(await pollAfter('gone', 41)).toBeNull();
	});

	it('keeps a first poll that n8n has not stored for its credential alone', async () => {
		const workflowId = 'another credential';
		await started({ workflowId });
		await createInvoice();
		const pollWith = async (id: string) => {
			const credentials = { xmlBillingApi: { id, name: 'Account' } };
			const options = { parameters, credential: billing.credential(), workflowId };
			return await engine.trigger({ ...options, settings: { credentials } }).poll();
		};
		expect(await pollWith('2')).toBeNull();
		expect(await pollWith('1')).toHaveLength(1);
	});

	it('gets by with any time that n8n gives it', async () => {
		const trigger = await started();
		await createInvoice();
		expect(await trigger.poll({ budgetMs: 35_999 })).toHaveLength(1);
	});
});

describe('the trigger, where the service is slow', () => {
	const slow = useBilling({ latencyMs: 20 });

	it('leaves a poll that another one overtakes alone', async () => {
		const trigger = await started({}, slow);
		await createInvoice('sent', slow);
		slow.sandbox.clearRequests();
		const first = trigger.poll();
		while (slow.methods().length === 0) await wait(5);
		expect(await trigger.poll()).toBeNull();
		expect(await first).toMatchObject([{ json: { event: 'invoiceCreated' } }]);
	});
});

const service = useScriptedService();
const ACCOUNT = '<account><company>Example Ltd</company><name>Ann</name></account>';
const RECORD = '<client><name>Ann</name></client>';

const list = (...ids: number[]) =>
	service.answer(
		'listClient',
		listed('clients', ids.map((id) => `<client><client_id>${id}</client_id></client>`).join('')),
	);

/** A trigger of a service whose lists show identifiers, and which has one client. */
async function startedWithOne() {
	service.answer('getAccountInfo', ACCOUNT);
	service.answer('getClient', RECORD);
	list(5);
	const trigger = engine.trigger({
		parameters: { events: ['clientCreated'] },
		credential: service.credential(),
	});
	expect(await trigger.poll()).toBeNull();
	return trigger;
}

describe('a service that refuses single records', () => {
	it.each([400, 403, 500])(
		'with %i keeps no other event from being reported, and reports them once it shows them',
		async (status) => {
			const trigger = await startedWithOne();
			list(7, 6, 5);
			service.answer('getClient', 'The request could not be completed.', status);
			expect(await trigger.poll()).toBeNull();
			service.answer('getClient', RECORD);
			const items = await trigger.poll();
			expect(items?.map(({ json }) => json['event_id'])).toEqual(['client:6:created', 'client:7:created']);
			expect(await trigger.poll()).toBeNull();
		},
	);

	it.each([
		['another one', '<client><client_id>99</client_id></client>'],
		['no record', '<clients/>'],
		['markup that is not closed', '<client><name>Ann</client>'],
	])('by answering with %s keeps no other event from being reported', async (_, answer) => {
		const trigger = await startedWithOne();
		list(7, 6, 5);
		service.answer('getClient', (document) => (document.includes('>6<') ? answer : RECORD));
		const ids = async () => (await trigger.poll())?.map(({ json }) => json['event_id']);
		expect(await ids()).toEqual(['client:7:created']);
		service.answer('getClient', RECORD);
		expect(await ids()).toEqual(['client:6:created']);
	});

	it('is reported as failing when it refuses many', async () => {
		const trigger = await startedWithOne();
		list(...Array.from({ length: 30 }, (_, index) => 40 - index), 5);
		service.answer('getClient', 'The request could not be completed.', 500);
		await expect(trigger.poll()).rejects.toThrow('The service answered with the status 500.');
	});
});

describe('a service that returns unreliable lists', () => {
	it('is reported when that lasts', async () => {
		const trigger = await startedWithOne();
		service.answer('listClient', listed('clients', '<client><name>Ann</name></client>'));
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow(
			'The service returns unreliable lists: listClient returns records without client_id.',
		);
		list(6, 5);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('a form that is wrong', () => {
	it('is reported, and does not keep the trigger from being polled again', async () => {
		const activated = () =>
			engine.trigger({
				parameters: { events: [] },
				credential: service.credential(),
				workflowId: 'a wrong form',
			});
		await expect(activated().poll()).rejects.toThrow('Choose at least one event under Events');
		const trigger = activated();
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow('Choose at least one event under Events');
	});
});
