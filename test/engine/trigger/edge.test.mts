/** The trigger at the node's edge: its form, manual tests, what n8n stores of it, and how n8n hears of failures. */
import type { INodeParameters } from 'n8n-workflow';
import { EVENT_KINDS, EVENTS, WATCHED_RESOURCES } from '../../../nodes/XmlBilling/trigger/events/events';
import { byId, locator, matching } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';
import { billing, daysAgo, estimate, EVENT_CAUSES, idOf, invoice, pay } from './eventCauses.mts';
import { samplesOf, sent, triggerOf } from './eventCauses.mts';

type Trigger = ReturnType<typeof triggerOf>;

const MAIN = { events: ['invoiceCreated', 'paymentRecorded'], simplify: false };
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, object>; // JSON, as n8n stores it

/** A trigger that has taken its baseline. */
async function started(parameters: INodeParameters = MAIN, more: object = {}): Promise<Trigger> {
	const trigger = triggerOf(parameters, more);
	expect(await trigger.poll()).toBeNull();
	billing.sandbox.clearRequests();
	return trigger;
}

const jsonsOf = async (poll: ReturnType<Trigger['poll']>) => ((await poll) ?? []).map(({ json }) => json);
const idsOf = async (poll: ReturnType<Trigger['poll']>) =>
	(await jsonsOf(poll)).map(({ event_id: id }) => id);

/** While it is inactive, the service refuses everything. */
const setActive = (isActive: boolean) =>
	billing.sandbox.change('account', 1, { state: isActive ? 'active' : 'inactive' });
const REFUSAL = 'Account is not active.';

describe('the form of the trigger', () => {
	it('offers every event by its label, those of invoices and payments first', () => {
		const { properties } = engine.nodeType('xmlBillingTrigger').description;
		const { options = [] } = properties.find(({ name }) => name === 'events') ?? {};
		const names = options.map(({ name }) => name);
		const labels = Object.values(EVENTS).map(({ label }) => label);
		expect(names.toSorted()).toEqual(labels.sort());
		const isFirst = names.map((name) => /^(Invoice|Payment)/.test(name));
		expect(isFirst.lastIndexOf(true)).toBeLessThan(isFirst.indexOf(false));
	});

	it('narrows what is reported', async () => {
		const quay = { clientId: { ...locator('list', 2), cachedResultName: 'Quay Books' } };
		const isFrom = (...invoiceStatusFrom: string[]) => ({
			filters: { invoiceStatusFrom, invoiceStatusTo: ['Viewed', 'Paid'] },
		});
		const rows: Array<[string, INodeParameters, string]> = [
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
			['invoiceStatusChanged', isFrom('Sent'), 'Changed "Viewed"'],
			['invoiceStatusChanged', isFrom('Draft'), ''],
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
		];
		const triggers: Trigger[] = [];
		for (const [events, parameters] of rows)
			triggers.push(await started({ events: events.split(' '), simplify: false, ...parameters }));
		// Due soon, paid in two parts, a draft, overdue in a dispute and without one; and statuses of two documents.
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
		const found: typeof rows = [];
		for (const [index, [events, parameters]] of rows.entries()) {
			const shown = (await jsonsOf(triggers[index]!.poll())).map((item) => {
				const facts = ['reminder_days', 'new_status', 'payment_amount', 'total', 'client_id'];
				const [fact] = facts.map((name) => item[name]).filter((value) => value !== undefined);
				return `${JSON.stringify(item['event']).replace(/.*(?=[A-Z])|"$/g, '')} ${JSON.stringify(fact)}`;
			});
			found.push([events, parameters, shown.join(', ')]);
		}
		expect(found).toEqual(rows);
	});

	it('reports what is dated since the day that it starts from, at its first start only', async () => {
		const options = { startFrom: '2026-03-01' };
		const trigger = triggerOf({ events: ['invoiceCreated'], options });
		const dated = billing.sandbox
			.records('invoice')
			.filter(({ account_id: account, date }) => account === 1 && date >= options.startFrom)
			.filter(({ invoice_status: status }) => status !== 'Draft');
		expect(await idsOf(trigger.poll())).toEqual(dated.map(({ id }) => `invoice:${id}:created`));
		expect(await trigger.poll()).toBeNull();
	});

	it.each<[event: string, field: string, value: unknown, message: string]>([
		['invoiceDeleted', 'simplify', true, "not 'invoiceDeleted'"],
		['invoiceOverdue', 'daysOverdue', '1, 0', 'Days Overdue takes whole numbers from 1 to 365, separated by'],
		['invoiceOverdue', 'daysOverdue', '7; 14', "separated by commas, not '7; 14'"],
		['invoiceOverdue', 'daysOverdue', '={{ [1.5] }}', "not '1.5'"],
		['invoiceOverdue', 'daysOverdue', ' , ', 'Enter at least one number under Days Overdue'],
		['invoiceDueSoon', 'daysBeforeDue', '366', 'Days Before Due takes whole numbers from 0 to 365'],
		['invoiceDueSoon', 'daysBeforeDue', '-3', "not '-3'"],
		['invoiceCreated', 'options', { maxEvents: 0 }, 'Max Events per Poll takes a whole number of 1 or more'],
		['invoiceCreated', 'options', { startFrom: '2026-02-30' }, 'Start From takes a date'],
		['invoiceCreated', 'filters', { clientId: locator('id', '={{ "" }}') }, 'Client evaluated to nothing'],
		['invoiceCreated', 'filters', { clientId: locator('id', 'ACME') }, 'Client takes an ID'],
		['invoiceCreated', 'filters', { minimumAmount: '1,200.50' }, 'Minimum Amount takes a plain number'],
		['invoiceCreated', 'filters', { includeDrafts: '={{ "perhaps" }}' }, 'Include Drafts must be on or off'],
		['invoiceStatusChanged', 'filters', { invoiceStatusTo: '={{ [] }}' }, 'Invoice Status To evaluated to'],
		['invoiceStatusChanged', 'filters', { invoiceStatusTo: ['Payed'] }, "not 'Payed'"],
	])('says which field is wrong: %s, %s %j', async (event, field, value, message) => {
		const trigger = triggerOf({ events: [event], [field]: value as INodeParameters }); // the table's values
		await expect(trigger.poll()).rejects.toThrow(message);
		expect(billing.methods()).toEqual([]);
	});

	it('does not keep the trigger from being polled again if it is wrong', async () => {
		const activated = () => triggerOf({ events: [] }, { workflowId: 'a wrong form' });
		const problem = 'Choose at least one event under Events';
		await expect(activated().poll()).rejects.toThrow(problem);
		const trigger = activated();
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow(problem);
	});
});

describe('a manual test', () => {
	it('says for which events there is nothing to show', async () => {
		billing.sandbox.store.run('DELETE FROM estimate');
		const lines: string[] = [];
		const stop = engine.listenToLogs((line) => lines.push(line));
		const samples = await samplesOf({ events: ['invoiceCreated', 'estimateCreated'] });
		stop();
		expect(new Set(samples.map(({ event }) => event))).toEqual(new Set(['invoiceCreated']));
		expect(samples.filter((shown) => 'note' in shown || 'warning' in shown)).toEqual([]);
		const message = 'No recent record to show for: Estimate Created';
		expect(lines.join()).toContain(`XML Billing: ${message}`);
		const description: unknown = matching(/The connection works/);
		await expect(samplesOf({ events: ['estimateCreated'] })).rejects.toMatchObject({ message, description });
	});

	it('shows what passes the filters, names what the records link to, and changes nothing', async () => {
		const trigger = await started();
		await invoice(1, 10);
		const before = plain(trigger.staticData);
		const samples = await jsonsOf(trigger.poll({ mode: 'manual', activation: 'manual' }));
		expect(new Set(samples.map(({ event }) => event))).toEqual(new Set(MAIN.events));
		expect(plain(trigger.staticData)).toEqual(before);
		expect(await trigger.poll()).toHaveLength(1);
		const filters = { clientId: locator('id', '3') };
		const ofOne = await samplesOf({ events: ['invoiceCreated'], filters, simplify: false });
		expect(ofOne.map(({ client_id: client }) => client)).toEqual([3, 3, 3]);
		const expenses = await samplesOf({ events: ['expenseCreated'] });
		const name: unknown = matching(/\w/);
		expect(expenses.map(({ expense_category_name: shown }) => shown)).toEqual([name, name, name]);
	});
});

describe('an item', () => {
	it('is the full record or a simple one, with what changed where Simplify leaves it out', async () => {
		const [full, simple, changed] = [
			await started(),
			await started({ events: ['invoiceCreated'] }),
			await started({ events: ['invoiceChanged'] }),
		];
		await invoice(1, 10);
		billing.sandbox.change('invoice', sent(), { client_id: 3, title: 'Another title' });
		const shown = { client_id: 1, items: [{ name: 'Work' }], transactions: [] };
		expect(await jsonsOf(full.poll())).toMatchObject([shown]);
		const [item] = await jsonsOf(simple.poll());
		expect(item).toMatchObject({ client_organization: 'Harbour & Pine Ltd', total: 10 });
		expect(item).not.toHaveProperty('items');
		const changes = { changed_fields: 'client_id, invoice_title, currency', client_id: 3 };
		expect(await jsonsOf(changed.poll())).toMatchObject([{ ...changes, invoice_title: 'Another title' }]);
	});

	it.each([
		['productCreated', 'getProduct'],
		['serviceCreated', 'getService'],
	] as const)('of %s has no description, as in lists and samples, and takes no read', async (event, get) => {
		const trigger = await started({ events: [event] });
		await EVENT_CAUSES[event].happen();
		const [item = {}] = await jsonsOf(trigger.poll());
		expect(item).not.toHaveProperty('description');
		const samples = await samplesOf({ events: [event] });
		expect(samples.length).toBeGreaterThan(0);
		for (const sample of samples) expect(Object.keys(sample)).toEqual(Object.keys(item));
		expect(billing.methods()).not.toContain(get);
	});

	it('has the fields and names of other outputs, and no names are read without events or where they are off', async () => {
		const [named, bare] = [await started(), await started({ ...MAIN, options: { includeNames: false } })];
		const asked = async (trigger: Trigger) => {
			billing.sandbox.clearRequests();
			const [event = {}] = await jsonsOf(trigger.poll());
			return { methods: billing.methods(), event };
		};
		expect(await asked(named)).toEqual(await asked(bare));
		await invoice(1, 10);
		const [{ methods, event }, other] = [await asked(named), await asked(bare)];
		expect(methods).toEqual([...other.methods, 'getClient']);
		const names = ['client_organization', 'client_email', 'client_name', 'late_fee_name'];
		expect(Object.keys(event).filter((field) => !(field in other.event))).toEqual(names);
		const invoiceId = byId(Number(event['invoice_id']));
		const [shown] = await billing.outputOf('invoice', 'get', { invoiceId, simplify: false });
		expect(event).toMatchObject({ ...shown, client_email: matching(/@/) });
		const all = ['event', ...Object.keys(shown ?? {}), 'event_id', 'detected_at'];
		expect(Object.keys(event)).toEqual(all);
	});

	it('has empty names where their record cannot be read, and the log says which', async () => {
		const trigger = await started();
		await invoice(1, 10);
		await billing.sandbox.setFaults([{ fault: 'http500', method: 'getClient' }]);
		const lines: string[] = [];
		const stop = engine.listenToLogs((line) => lines.push(line));
		expect(await jsonsOf(trigger.poll())).toMatchObject([{ client_id: 1, client_email: '' }]);
		stop();
		expect(lines.filter((line) => line.includes('could not be read'))).toEqual([
			matching(/some names are empty, because these linked records could not be read: client\."/),
		]);
	});
});

/** How often a poll without events calls each method. */
async function countsOf(poll: () => Promise<unknown>): Promise<Record<string, number>> {
	billing.sandbox.clearRequests();
	expect(await poll()).toBeNull();
	const counts: Record<string, number> = {};
	for (const method of billing.methods()) counts[method] = (counts[method] ?? 0) + 1;
	return counts;
}

describe('a poll', () => {
	const others = Object.values(WATCHED_RESOURCES).filter(({ name }) => name !== 'invoice');
	it.each<[string, readonly string[], Record<string, number>]>([
		['the two main events', MAIN.events, {}],
		['all events', EVENT_KINDS, Object.fromEntries(others.map(({ type }) => [type.list, 1]))],
	])('that finds nothing asks only for what may have changed: %s', async (_, events, lists) => {
		const trigger = triggerOf({ events: [...events] });
		expect(await countsOf(() => trigger.poll())).toEqual({ getAccountInfo: 1, listInvoice: 4, ...lists });
		for (let count = 0; count < 2; count += 1)
			expect(await countsOf(() => trigger.poll())).toEqual({ listInvoice: 1, ...lists });
	});

	it('that fails changes no state, and says why in the words that n8n paces its next polls by', async () => {
		const trigger = await started();
		await invoice(1, 10);
		const before = plain(trigger.staticData);
		setActive(false);
		const failure = { cause: 'credential-invalid' };
		await expect(trigger.poll()).rejects.toMatchObject({ message: REFUSAL, failure });
		expect(plain(trigger.staticData)).toEqual(before);
		setActive(true);
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('stays alive when n8n tries a failed activation again at once, and reports it again if it lasts', async () => {
		const workflowId = 'activated';
		const staticData = plain((await started(MAIN, { workflowId })).staticData);
		// n8n makes the context anew for each try.
		const activated = () => triggerOf(MAIN, { workflowId, staticData });
		setActive(false);
		await expect(activated().poll()).rejects.toThrow(REFUSAL);
		const active = activated();
		expect(await active.poll()).toBeNull();
		// Later polls fail every time, however short the interval.
		for (let count = 0; count < 3; count++) await expect(active.poll()).rejects.toThrow(REFUSAL);
		await expect(activated().poll({ budgetMs: 36_000 })).rejects.toThrow(REFUSAL);
		await expect(activated().poll({ aheadMs: 60_000 })).rejects.toThrow(REFUSAL);
		setActive(true);
		await invoice(1, 10);
		expect(await active.poll()).toHaveLength(1);
		setActive(false);
		await expect(activated().poll()).rejects.toThrow(REFUSAL);
	});

	it('keeps its state when the token of the account is reset, and starts over for another account', async () => {
		const { staticData } = await started();
		await invoice(1, 10);
		const continueWith = (token: string) =>
			triggerOf(MAIN, { credential: { ...billing.credential(), token }, staticData: plain(staticData) });
		billing.sandbox.change('account', 1, { token: 'reset-token' });
		expect(await continueWith('reset-token').poll()).toHaveLength(1);
		const other = continueWith(billing.credential('second').token);
		const isTaken = () => JSON.stringify(other.staticData).includes('otherAccount');
		expect([await other.poll(), isTaken()]).toEqual([null, true]);
		expect([await other.poll(), isTaken()]).toEqual([null, false]);
	});

	it('reports on when the account has another name, and fails at first while it has none', async () => {
		const trigger = await started();
		await invoice(1, 10);
		billing.sandbox.change('account', 1, { company: 'Another Name' });
		expect(await trigger.poll()).toHaveLength(1);
		billing.sandbox.change('account', 1, { company: ' ', owner: '' });
		await invoice(1, 10);
		expect(await trigger.poll()).toHaveLength(1);
		await expect(triggerOf(MAIN).poll()).rejects.toThrow('does not say whose account');
	});

	it('finds a new record that is listed among the old ones, because the list counts one more', async () => {
		const { sandbox } = billing;
		const [first] = sandbox.records('estimate');
		for (let count = 1; count <= 250; count++) {
			const { id: _id, ...copy } = { ...first!, number: `N${1000 + count}`, number_key: `n${1000 + count}` };
			sandbox.store.insert('estimate', copy);
		}
		const trigger = await started({ events: ['estimateCreated'] });
		await estimate(1);
		const id = idOf('estimate');
		sandbox.change('estimate', id, { number: '0-7', number_key: '0-7' });
		expect(await idsOf(trigger.poll())).toEqual([`estimate:${id}:created`]);
	});

	it('reports nothing twice when n8n polls from a state that it read before it stored the last one', async () => {
		const workflowId = 'overdue polls';
		const trigger = await started(MAIN, { workflowId });
		const staticData = plain(trigger.staticData);
		await invoice(1, 10);
		// Nor does one that begins while another one runs; and any time that n8n gives it is enough.
		const polls = [trigger.poll({ budgetMs: 35_999 }), trigger.poll({ budgetMs: 35_999 })];
		expect((await Promise.all(polls)).map((items) => items?.length)).toEqual([1, undefined]);
		const again = () => triggerOf(MAIN, { workflowId, staticData });
		expect(await again().poll()).toBeNull();
		// By then n8n has stored everything; here it has lost the first state.
		expect(await again().poll({ aheadMs: 60_000 })).toHaveLength(1);
	});

	it('of a copied trigger that kept its node ID is one of its own', async () => {
		const named = (name: string) => ({ workflowId: 'copied', settings: { name } });
		const triggers = [await started(MAIN, named('Original')), await started(MAIN, named('Copy'))];
		await invoice(1, 10);
		const polls = await Promise.all(triggers.map(({ poll }) => poll()));
		expect(polls.map((items) => items?.length)).toEqual([1, 1]);
	});

	it('continues from a first poll that n8n has not stored, months later and for its credential alone', async () => {
		const pollAs = async (days: number, id = '1') => {
			const settings = { credentials: { xmlBillingApi: { id, name: 'Account' } } };
			const again = triggerOf(MAIN, { workflowId: 'quarterly', settings });
			return (await idsOf(again.poll({ aheadMs: days * 86_400_000 }))).length;
		};
		await started(MAIN, { workflowId: 'quarterly' });
		await invoice(1, 10);
		expect([await pollAs(0, '2'), await pollAs(92)]).toEqual([0, 1]);
	});
});

const service = useScriptedService();
const RECORD = '<client><name>Ann</name></client>';
const FAULT = 'The request could not be completed.';

const list = (...ids: number[]) =>
	service.answer(
		'listClient',
		listed('clients', ids.map((id) => `<client><client_id>${id}</client_id></client>`).join('')),
	);

/** A trigger of a service whose lists show identifiers, and which has one client. */
async function startedWithOne() {
	service.answer('getAccountInfo', '<account><company>Example Ltd</company><name>Ann</name></account>');
	service.answer('getClient', RECORD);
	list(5);
	return await started({ events: ['clientCreated'] }, { credential: service.credential() });
}

describe('a service', () => {
	it.each([
		[400, FAULT],
		[403, FAULT],
		[500, FAULT],
		[200, '<client><client_id>99</client_id></client>'],
		[200, '<clients/>'],
		[200, '<client><name>Ann</client>'],
	])('that answers with %i %s for single records is asked for them again', async (status, answer) => {
		const trigger = await startedWithOne();
		list(7, 6, 5);
		service.answer('getClient', answer, status);
		expect(await trigger.poll()).toBeNull();
		service.answer('getClient', (document) => (document.includes('>6<') ? answer : RECORD));
		expect(await idsOf(trigger.poll())).toEqual(['client:7:created']);
		service.answer('getClient', RECORD);
		expect(await idsOf(trigger.poll())).toEqual(['client:6:created']);
		expect(await trigger.poll()).toBeNull();
	});

	it('that fails for another reason than a record is reported at once, and the record later', async () => {
		const trigger = await startedWithOne();
		list(6, 5);
		service.answer('getClient', 'Account is not active.', 401);
		await expect(trigger.poll()).rejects.toThrow('Account is not active.');
		service.answer('getClient', RECORD);
		expect(await idsOf(trigger.poll())).toEqual(['client:6:created']);
	});

	it('that refuses many records is reported as failing', async () => {
		const trigger = await startedWithOne();
		list(...Array.from({ length: 30 }, (_, index) => 40 - index), 5);
		service.answer('getClient', FAULT, 500);
		await expect(trigger.poll()).rejects.toThrow('The service answered with the status 500.');
	});

	it('whose lists are unreliable is reported when that lasts', async () => {
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
