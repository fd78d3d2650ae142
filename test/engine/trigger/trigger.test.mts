import { setTimeout as wait } from 'node:timers/promises';
import { byId, matching, useBilling } from '../billing.mts';

const parameters = { events: ['invoiceCreated', 'paymentRecorded'], simplify: false };
const NAMES = ['client_organization', 'client_email', 'client_name', 'late_fee_name'];
const billing = useBilling();

/** A trigger that has taken its baseline. */
async function started(more: object = {}, { sandbox, credential } = billing) {
	const trigger = engine.trigger({ parameters, credential: credential(), ...more });
	expect(await trigger.poll()).toBeNull();
	sandbox.clearRequests();
	return trigger;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
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

	it('continues from the stored state, in another process and with another workflow object', async () => {
		const { staticData } = await started();
		await createInvoice();
		const later = engine.trigger({
			parameters,
			credential: billing.credential(),
			staticData: plain(staticData) as Record<string, object>, // JSON, as n8n stores it
		});
		expect(await later.poll()).toMatchObject([{ json: { event: 'invoiceCreated' } }]);
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
		const staticData = plain(trigger.staticData) as Record<string, object>; // JSON, as n8n stores it
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
				staticData: plain(staticData) as Record<string, object>, // JSON, as n8n stores it
			});
		billing.sandbox.change('account', 1, { token: 'reset-token' });
		expect(await continueWith('reset-token').poll()).toMatchObject([{ json: { event: 'invoiceCreated' } }]);
		const other = continueWith(billing.credential('second').token);
		const isTaken = () => JSON.stringify(other.staticData).includes('otherAccount');
		expect([await other.poll(), isTaken()]).toEqual([null, true]);
		expect([await other.poll(), isTaken()]).toEqual([null, false]);
	});

	it.each<['company' | 'owner', string, boolean]>([
		['company', ' ', true],
		['company', 'Another Name', true],
		['company', '  northwind   STUDIO ltd\n', false],
	])(
		'forgets nothing when the account shows its %s as %j once or permanently',
		async (column, odd, isOther) => {
			const trigger = await started();
			const usual = billing.sandbox.records('account')[0]?.[column] ?? '';
			const counts: number[] = [];
			for (const shown of [odd, usual, odd, odd, odd]) {
				await createInvoice();
				billing.sandbox.change('account', 1, { [column]: shown });
				counts.push((await trigger.poll())?.length ?? 0);
				billing.sandbox.change('account', 1, { [column]: usual });
			}
			expect(counts).toEqual(isOther ? [0, 2, 0, 2, 1] : [1, 1, 1, 1, 1]);
		},
	);

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
		const before = plain(trigger.staticData) as Record<string, object>; // JSON, as n8n stores it
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
