import { byId, containing, locator, useBilling } from './billing.ts';

const billing = useBilling();
const invoiceIds = () => billing.sandbox.records('invoice').map(({ id }) => id);
const each = { invoiceId: byId('={{ $json.id }}') };
const toItems = (ids: Array<number | string>) => ids.map((id) => ({ id }));
const settings = { onError: 'continueRegularOutput' as const };
const foreign = () => billing.sandbox.records('invoice').find(({ account_id }) => account_id === 2)?.id ?? 0;

describe('Invoice > Delete', () => {
	it('deletes one invoice', async () => {
		expect(await billing.outputOf('invoice', 'delete', { invoiceId: byId(3) })).toEqual([
			{ invoice_id: 3, deleted: true },
		]);
		expect(invoiceIds()).not.toContain(3);
	});

	it('finds the invoice by its number', async () => {
		const output = await billing.outputOf('invoice', 'delete', { invoiceId: locator('number', '00007') });
		expect(output).toEqual([{ invoice_id: 7, deleted: true }]);
	});

	it('deletes many with one request, and gives each item its own result', async () => {
		const items = toItems([3, 1, 2]);
		const { outputs } = await billing.run('invoice', 'delete', each, { items });
		expect(outputs[0]).toEqual(
			[3, 1, 2].map((id, item) => ({ json: { invoice_id: id, deleted: true }, pairedItem: { item } })),
		);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['3', '1', '2'] }]);
	});

	it('puts no more records into a request than the option says', async () => {
		const items = toItems([1, 2, 3, 4, 5]);
		await billing.outputOf('invoice', 'delete', { ...each, options: { batchSize: 2 } }, { items });
		expect(billing.sent('deleteInvoice')).toEqual([
			{ invoice_id: ['1', '2'] },
			{ invoice_id: ['3', '4'] },
			{ invoice_id: '5' },
		]);
		expect(invoiceIds()).not.toEqual(expect.arrayContaining([1]));
	});

	it('asks for a record once, and answers every item that names it', async () => {
		const output = await billing.outputOf('invoice', 'delete', each, { items: toItems([4, 5, 4]) });
		expect(output.map(({ invoice_id, deleted }) => [invoice_id, deleted])).toEqual([
			[4, true],
			[5, true],
			[4, true],
		]);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['4', '5'] }]);
	});

	it('says which records could not be deleted, and deletes the others', async () => {
		const items = toItems([1, 999_999, 2]);
		const { outputs } = await billing.run('invoice', 'delete', each, { items, settings });
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 1, deleted: true }, pairedItem: { item: 0 } },
			{ json: { error: containing('999999') }, pairedItem: { item: 1 } },
			{ json: { invoice_id: 2, deleted: true }, pairedItem: { item: 2 } },
		]);
		expect(invoiceIds()).not.toContain(2);
	});

	it("splits a batch that the service turns away for another account's record", async () => {
		const items = toItems([1, 2, foreign(), 3]);
		const { outputs } = await billing.run('invoice', 'delete', each, { items, settings });
		expect(outputs[0]?.map(({ json }) => 'error' in json)).toEqual([false, false, true, false]);
		expect(invoiceIds()).toContain(foreign());
		expect(invoiceIds()).toEqual(expect.not.arrayContaining([1, 2, 3]));
	});

	it('refuses a bad identifier without asking for it, and deletes the others', async () => {
		const { outputs } = await billing.run('invoice', 'delete', each, {
			items: toItems([1, '', 2]),
			settings,
		});
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 1 } },
			{ json: { error: containing('Invoice is required') } },
			{ json: { invoice_id: 2 } },
		]);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['1', '2'] }]);
	});

	it.each([[['']], [['1', '']], [['x', '2']]])(
		'deletes nothing at all when an identifier is wrong and the run is to stop: %j',
		async (ids) => {
			const before = invoiceIds();
			expect(await billing.errorOf('invoice', 'delete', each, { items: toItems(ids) })).toContain('Invoice');
			expect(invoiceIds()).toEqual(before);
			expect(billing.methods()).toEqual([]);
		},
	);
});

describe('Invoice > Send', () => {
	it('sends many with one request, and marks them as sent', async () => {
		const outbox = billing.sandbox.outbox.length;
		const output = await billing.outputOf('invoice', 'send', each, { items: toItems([100, 4]) });
		expect(output).toEqual([
			{ invoice_id: 100, sent: true },
			{ invoice_id: 4, sent: true },
		]);
		expect(billing.sent('sendInvoiceMail')).toEqual([{ invoice_id: ['100', '4'] }]);
		expect(billing.sandbox.outbox.slice(outbox)).toMatchObject([{ record_id: 100 }, { record_id: 4 }]);
		const sent = billing.sandbox.records('invoice').filter(({ id }) => id === 100 || id === 4);
		expect(sent.map(({ invoice_status }) => invoice_status)).toEqual(['Sent', 'Sent']);
	});

	it('says which invoices could not be sent, and sends each of the others once', async () => {
		const outbox = billing.sandbox.outbox.length;
		const items = toItems([2, 999_999, 4]);
		const { outputs } = await billing.run('invoice', 'send', each, { items, settings });
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 2, sent: true } },
			{ json: { error: containing('999999') } },
			{ json: { invoice_id: 4, sent: true } },
		]);
		expect(billing.sandbox.outbox.slice(outbox).map(({ record_id }) => record_id)).toEqual([2, 4]);
	});

	it('reports the error when one of many could not be sent and the run is to stop', async () => {
		const message = await billing.errorOf('invoice', 'send', each, { items: toItems([2, 999_999, 4]) });
		expect(message).toContain('999999');
		expect(message).toContain('2 other items were carried out.');
	});

	it('refuses an empty identifier before anything is sent', async () => {
		const message = await billing.errorOf('invoice', 'send', { invoiceId: byId('={{ $json.missing }}') });
		expect(message).toContain('Invoice is required');
		expect(billing.methods()).toEqual([]);
	});
});

describe('Client > Delete', () => {
	it('gives each item its own result', async () => {
		const parameters = { clientId: byId('={{ $json.id }}') };
		const items = toItems([20, 999_999, 19]);
		const { outputs } = await billing.run('client', 'delete', parameters, { items, settings });
		expect(outputs[0]).toMatchObject([
			{ json: { client_id: 20, deleted: true } },
			{ json: { error: containing('999999') } },
			{ json: { client_id: 19, deleted: true } },
		]);
		const left = billing.sandbox.records('client').filter(({ status }) => status === 'Active');
		expect(left.map(({ id }) => id)).toEqual(expect.not.arrayContaining([19]));
		expect(billing.sent('deleteClient')).toEqual([{ client_id: ['20', '999999', '19'] }]);
	});
});
