import { setTimeout as wait } from 'node:timers/promises';
import { byId, matching, some, useBilling } from './billing.ts';

const parameters = { events: ['invoiceCreated', 'paymentRecorded'], simplify: false };
const billing = useBilling({ latencyMs: 20 });

/** A trigger that has taken its baseline. */
async function started(more: object = {}) {
	const trigger = engine.trigger({ parameters, credential: billing.credential(), ...more });
	expect(await trigger.poll()).toBeNull();
	billing.sandbox.clearRequests();
	return trigger;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const createInvoice = (status = 'sent') =>
	billing.outputOf('invoice', 'create', {
		clientId: byId(1),
		linesFrom: 'json',
		linesJson: '[{ "name": "Design", "unit_cost": 100 }]',
		additionalFields: { status },
	});
const pay = (invoiceId: number, amount: string) =>
	billing.outputOf('invoice', 'recordPayment', { invoiceId: byId(invoiceId), paymentMethod: 'Cash', amount });

describe('the trigger in n8n', () => {
	it('takes a baseline first, then reports what is new, once', async () => {
		const trigger = await started();
		const [invoice] = await createInvoice();
		const id = Number(invoice?.['invoice_id']);
		expect(await trigger.poll()).toMatchObject([
			{
				json: {
					event: 'invoiceCreated',
					eventId: `invoice:${id}:created`,
					detectedAt: matching(/^\d{4}-\d{2}-\d{2}T/),
					invoice_id: id,
					net_balance: 100,
					items: [{ name: 'Design' }],
				},
			},
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('reports a payment with its invoice and what is left', async () => {
		const trigger = await started();
		await pay(4, '12.50');
		expect(await trigger.poll()).toMatchObject([
			{
				json: {
					event: 'paymentRecorded',
					eventId: some(String),
					invoice_id: 4,
					payment: { amount: 12.5, method: 'Cash' },
					balanceLeft: Number(billing.sandbox.records('invoice')[3]?.outstanding),
				},
			},
		]);
	});

	it('reports a draft when it is sent', async () => {
		const trigger = await started();
		const [invoice] = await createInvoice('draft');
		expect(await trigger.poll()).toBeNull();
		await billing.outputOf('invoice', 'send', { invoiceId: byId(Number(invoice?.['invoice_id'])) });
		expect(await trigger.poll()).toMatchObject([
			{ json: { event: 'invoiceCreated', invoice_status: 'Sent' } },
		]);
	});

	it('goes on where the stored state ends, in another process and by another workflow object', async () => {
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
		const trigger = await started();
		billing.sandbox.change('account', 1, { state: 'inactive' });
		await expect(trigger.poll()).rejects.toThrow('Account is not active.');
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll({ aheadMs: 60_000 })).rejects.toThrow('Account is not active.');
		billing.sandbox.change('account', 1, { state: 'active' });
		await createInvoice();
		expect(await trigger.poll()).toHaveLength(1);
		billing.sandbox.change('account', 1, { state: 'inactive' });
		await expect(trigger.poll()).rejects.toThrow('Account is not active.');
	});

	it('keeps its state when the token of the account is reset, and begins anew for another account', async () => {
		const { staticData } = await started();
		await createInvoice();
		const goOn = (token: string) =>
			engine.trigger({
				parameters,
				credential: { ...billing.credential(), token },
				staticData: plain(staticData) as Record<string, object>, // JSON, as n8n stores it
			});
		billing.sandbox.change('account', 1, { token: 'reset-token' });
		expect(await goOn('reset-token').poll()).toMatchObject([{ json: { event: 'invoiceCreated' } }]);
		expect(await goOn(billing.credential('second').token).poll()).toBeNull();
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
		// By then n8n has stored what it will: here it has lost the first.
		expect(await again().poll({ aheadMs: 60_000 })).toHaveLength(1);
	});

	it('gets by with any time that n8n gives it', async () => {
		const trigger = await started();
		await createInvoice();
		expect(await trigger.poll({ budgetMs: 35_999 })).toHaveLength(1);
	});

	it('leaves a poll that another one overtakes alone', async () => {
		const trigger = await started();
		await createInvoice();
		billing.sandbox.clearRequests();
		const first = trigger.poll();
		while (billing.methods().length === 0) await wait(5);
		expect(await trigger.poll()).toBeNull();
		expect(await first).toMatchObject([{ json: { event: 'invoiceCreated' } }]);
	});
});
