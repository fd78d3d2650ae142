import type { INode } from 'n8n-workflow';
import { byId, containing, EACH, GOES_ON, locator, matching, RETRIED, useBilling } from '../billing.mts';
import { cloning, useContext } from '../contexts.mts';
import { GUARDED, type Guarded } from '../guarded.mts';

const UNKNOWN = matching(/It is unknown whether .+ was (created|recorded)\.$/);

describe('The memory of a run', () => {
	useContext(cloning);

	/** A workflow that runs again after its writes may have been carried out, with its operation's guard on. */
	const billing = useBilling();
	/** The same without any error. */
	const calm = useBilling();

	const run = (guarded: Guarded, settings: Partial<INode>, on = billing) => {
		const { resource, operation, parameters, items } = guarded;
		const form = { ...parameters, options: { ifExists: 'existing' } };
		return on.outputOf(resource, operation, form, { items, settings });
	};

	/** The records of a service, without the times of day at which they were written. */
	function stored({ kinds }: Guarded, { sandbox } = billing): unknown {
		const rows = kinds.map((kind) => sandbox.records(kind));
		return JSON.parse(JSON.stringify(rows).replaceAll(/ \d\d:\d\d:\d\d"/g, '"'));
	}

	it.each(GUARDED)('$name creates nothing twice when n8n runs the node again', async (guarded) => {
		const { method, items } = guarded;
		const created = await run(guarded, {}, calm);
		expect(created).toMatchObject(items.map(() => ({ result: 'created' })));
		// The first attempt of each item's write is carried out, but its answer never arrives.
		const calls = items.map((_, index) => index + 1);
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method, calls }]);
		const again = { retryOnFail: true, maxTries: items.length + 1, waitBetweenTries: 1 };
		expect(await run(guarded, again)).toMatchObject(items.map(() => ({ result: 'existing' })));
		expect(stored(guarded)).toEqual(stored(guarded, calm));
		expect(billing.sent(method)).toHaveLength(items.length);
	});

	it('A payment without a date is recognized later by the date that the error names', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'invoiceOfflinePayment' }]);
		const payment = { invoiceId: byId(4), amount: '10', paymentMethod: 'Cash' };
		const message = await billing.errorOf('invoice', 'recordPayment', payment);
		const { date } = billing.sandbox.records('payment').at(-1) ?? {};
		expect(message).toContain(`again after tomorrow, fill in ${date} as the Date`);
		const dated = await billing.errorOf('invoice', 'recordPayment', {
			...payment,
			amount: '11',
			date: '2026-03-01',
		});
		expect(dated).not.toContain('after tomorrow');
	});
});

describe("n8n's Retry On Fail, with no guard on", () => {
	useContext(cloning);
	const billing = useBilling();

	const settings = RETRIED;
	const continuesOnFail = { ...RETRIED, ...GOES_ON };
	const absent = { id: 99999 };
	const line = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 120.5 }]' };
	const requests = (wanted: string) =>
		billing.sandbox.requests.filter(({ method }) => method === wanted).length;
	const mails = () => billing.sandbox.outbox.length;

	it('mails nobody twice, when another record cannot be sent', async () => {
		const before = mails();
		const first = await billing.run('invoice', 'send', EACH, {
			items: [absent, { id: 4 }, { id: 6 }],
			settings: continuesOnFail,
		});
		expect(first.outputs[0]?.map(({ json }) => json['sent'] ?? json['error'])).toEqual([
			containing('The invoice with ID 99999 was not sent'),
			true,
			true,
		]);
		expect(mails()).toBe(before + 2);
		const second = await billing.run('invoice', 'send', EACH, {
			items: [{ id: 4 }, { id: 6 }, absent],
			settings,
		});
		expect(second.error?.description).toContain('2 other items were carried out.');
		expect(mails()).toBe(before + 4);
	});

	it('looks up no record again that an earlier try has deleted', async () => {
		const { outputs } = await billing.run(
			'invoice',
			'delete',
			{ invoiceId: locator('={{ $json.mode }}', '={{ $json.id }}') },
			{
				items: [
					{ mode: 'id', id: absent.id },
					{ mode: 'number', id: '00007' },
				],
				settings: continuesOnFail,
			},
		);
		expect(outputs[0]?.[1]?.json).toMatchObject({ invoice_id: 7, deleted: true });
	});

	it('creates, pays and adds nothing twice, and keeps what the first try has returned', async () => {
		const expense = { categoryId: byId(2), amount: '={{ $json.amount }}', date: '2026-03-02' };
		const items = [{ amount: 5 }, { amount: 6 }, { amount: 7 }];
		await billing.sandbox.setFaults([{ fault: 'http404', method: 'createExpense', calls: [3, 4, 5] }]);
		const before = billing.sandbox.records('expense').length;
		const { error } = await billing.run('expense', 'create', expense, { items, settings });
		expect(error?.description).toContain('2 other items were carried out.');
		expect(billing.sandbox.records('expense')).toHaveLength(before + 2);

		const more = { items: [absent, { id: 4 }], settings: continuesOnFail };
		const payment = { ...EACH, amount: '10', paymentMethod: 'Cash' };
		const paid = await billing.run('invoice', 'recordPayment', payment, more);
		expect(paid.outputs[0]?.[1]?.json).toMatchObject({ invoice_id: 4, result: 'created' });
		const added = await billing.run('invoice', 'addItems', { ...EACH, ...line }, more);
		expect(added.outputs[0]?.[1]?.json).toMatchObject({ invoice_id: 4, result: 'updated' });
		expect(requests('addInvoiceItem')).toBe(4);
	});

	it('does not repeat what is in doubt, also where nothing shows it', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetBefore', method: 'invoiceOfflinePayment' }]);
		const payment = { ...EACH, amount: '10', paymentMethod: 'Cash' };
		const items = [{ id: 4 }, { id: 6 }];
		const { error } = await billing.run('invoice', 'recordPayment', payment, { items, settings });
		expect(error?.message).toEqual(UNKNOWN);
		expect(error?.description?.match(/not tried/g)).toHaveLength(1);
		expect(requests('invoiceOfflinePayment')).toBe(1);

		await billing.sandbox.setFaults([{ fault: 'resetBefore', method: 'sendInvoiceMail' }]);
		for (const on of [settings, continuesOnFail])
			await billing.run('invoice', 'send', EACH, { items, settings: on });
		expect(requests('sendInvoiceMail')).toBe(1 + 2);
	});

	it('says that the first attempt is in doubt, also where a guard finds what it has written', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'createClient' }]);
		const client = { name: 'Ada', organization: 'B', email: 'a@rerun.example' };
		const { error } = await billing.run('client', 'create', client, { settings });
		expect(error?.message).toEqual(UNKNOWN);
		expect(error?.description).toMatch(
			/A later attempt found: A client with this email already exists: ID \d+; [^.]+\.$/,
		);
	});

	it.each([
		['another execution', 1],
		['another run of the same execution', 2],
	])('keeps nothing from %s with equal items', async (_, runs) => {
		const before = mails();
		const more = { items: [absent, { id: 4 }], settings: continuesOnFail, runs };
		for (let count = 0; count < 2; count += runs) {
			const { run } = await billing.run('invoice', 'send', EACH, more);
			expect(run.data.resultData.runData['XML Billing']).toHaveLength(runs);
		}
		expect(mails()).toBe(before + 2);
	});

	it('retries what was not carried out', async () => {
		await billing.sandbox.setFaults([{ fault: 'http404', method: 'createClient', calls: [2, 3] }]);
		const client = { name: 'Ada', organization: '={{ $json.name }}' };
		const items = [{ name: 'One' }, { name: 'Two' }];
		const before = billing.sandbox.records('client').length;
		const { outputs, error } = await billing.run('client', 'create', client, { items, settings });
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json['organization'])).toEqual(['One', 'Two']);
		expect(billing.sandbox.records('client')).toHaveLength(before + 2);
	});
});
