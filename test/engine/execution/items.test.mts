import { byId, containing, some, useBilling } from '../billing.mts';

const billing = useBilling();
const each = { invoiceId: byId('={{ $json.id }}') };
const mixed = [{ id: 5 }, { id: 'x' }, { id: 999_999 }, { id: 2 }];

describe('items that succeed and items that fail', () => {
	it('end the run at the first bad item by default, with its index', async () => {
		const { outputs, error, run } = await billing.run('invoice', 'get', each, { items: mixed });
		expect(outputs).toEqual([]);
		expect(run.status).toBe('error');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('all come out of the one output when it is set to continue, in the order of the input', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const { outputs, run } = await billing.run('invoice', 'get', each, { items: mixed, settings });
		expect(run.status).toBe('success');
		expect(outputs).toHaveLength(1);
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 5 }, pairedItem: { item: 0 } },
			{ json: { error: containing('Invoice takes an ID') }, pairedItem: { item: 1 } },
			{ json: { error: containing('Data not found.') }, pairedItem: { item: 2 } },
			{ json: { invoice_id: 2 }, pairedItem: { item: 3 } },
		]);
		for (const { json } of outputs[0]?.slice(1, 3) ?? []) {
			expect(Object.keys(json).sort()).toEqual(['error', 'message']);
		}
	});

	it('are split at the error output, where failed ones keep their input and the error', async () => {
		const settings = { onError: 'continueErrorOutput' as const };
		const { outputs } = await billing.run('invoice', 'get', each, { items: mixed, settings });
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 5 }, pairedItem: { item: 0 } },
			{ json: { invoice_id: 2 }, pairedItem: { item: 3 } },
		]);
		expect(outputs[1]).toMatchObject([
			{ json: { id: 'x', error: some(String) }, pairedItem: { item: 1 } },
			{ json: { id: 999_999, error: some(String) }, pairedItem: { item: 2 } },
		]);
		expect(outputs[0]).toHaveLength(2);
		expect(outputs[1]).toHaveLength(2);
	});

	it('part at the error output for writes as well, and for records that are acted on together', async () => {
		const settings = { onError: 'continueErrorOutput' as const };
		const update = { ...each, updateFields: { notes: 'N' } };
		for (const [operation, parameters] of [
			['update', update],
			['delete', each],
		] as const) {
			const { outputs } = await billing.run('invoice', operation, parameters, { items: mixed, settings });
			expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
			expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		}
	});

	it('write nothing after the bad one when the run must stop, and the error says how many were written', async () => {
		const update = { ...each, updateFields: { notes: 'N' } };
		const message = await billing.errorOf('invoice', 'update', update, { items: mixed });
		expect(message).toContain('One other item was carried out.');
		const changed = billing.sandbox.records('invoice').filter(({ notes }) => notes === 'N');
		expect(changed.map(({ id }) => id)).toEqual([5]);
	});

	it('say nothing of other items when only reads came before', async () => {
		expect(await billing.errorOf('invoice', 'get', each, { items: mixed })).not.toContain('carried out');
	});
});

describe('item linking', () => {
	it('links every record of a list to the item that asked for it', async () => {
		const parameters = { limit: '={{ $json.limit }}' };
		const { outputs } = await billing.run('client', 'getAll', parameters, {
			items: [{ limit: 2 }, { limit: 1 }],
		});
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
	});

	it('is kept when an item returns nothing', async () => {
		const parameters = { filters: { clientEmail: '={{ $json.email }}' } };
		const items = [{ email: 'no@one.example' }, { email: 'hana.fujimoto@sakura.example' }];
		const { outputs } = await billing.run('client', 'getAll', parameters, { items });
		expect(outputs[0]).toMatchObject([{ json: { client_id: 19 }, pairedItem: { item: 1 } }]);
	});
});

describe('nothing of one item reaches the next', () => {
	it('in the guard against duplicates and in what is returned', async () => {
		const parameters = {
			name: 'Ada',
			organization: 'Engine Ltd',
			email: 'eleanor.voss@harbour.example',
			options: { ifExists: '={{ $json.guard }}', return: '={{ $json.return }}' },
		};
		const items = [
			{ guard: 'create', return: 'id' },
			{ guard: 'existing', return: 'record' },
		];
		const output = await billing.outputOf('client', 'create', parameters, { items });
		expect(Object.keys(output[0] ?? {})).toEqual(['result', 'client_id']);
		expect(output[1]).toMatchObject({ result: 'existing', email: some(String) });
	});
});

describe('what an agent fills in', () => {
	const nothing = '={{ "" }}';
	// An expression that an agent could fill in, but did not.
	const unsaid = '={{ false ? $fromAI("value") : "" }}';

	it('counts empty text as not given', async () => {
		const additionalFields = {
			address: nothing,
			country: nothing,
			currency: nothing,
			email: nothing,
			language: nothing,
			username: nothing,
			workPhone: nothing,
		};
		await billing.outputOf('client', 'create', { name: 'Ada', organization: 'Engine Ltd', additionalFields });
		expect(billing.sent('createClient')).toEqual([{ name: 'Ada', organization: 'Engine Ltd' }]);
	});

	it('counts empty text as not given in options, limits and filters', async () => {
		const invoices = await billing.outputOf('invoice', 'getAll', {
			returnAll: nothing,
			limit: nothing,
			filters: { dateFrom: unsaid, invoiceNumber: unsaid, invoiceStatus: unsaid },
			sort: { sortColumn: nothing, sortOrder: nothing },
		});
		expect(invoices).toHaveLength(50);
		expect(billing.sent('listInvoice')).toEqual([{ filter: { page: '1', per_page_record: '50' } }]);
	});

	it('does not take a record that is missing for all records', async () => {
		const { error } = await billing.run('invoice', 'getAll', { filters: { clientId: byId(unsaid) } });
		expect(error?.message).toContain('Filters › Client came out empty');
		expect(billing.methods()).toEqual([]);
	});
});
