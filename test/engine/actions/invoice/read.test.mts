import { byId, locator, some, useBilling } from '../../billing.mts';

const billing = useBilling();
const own = () => billing.sandbox.records('invoice').filter(({ account_id }) => account_id === 1);
const ids = (output: Array<Record<string, unknown>>) => output.map(({ invoice_id }) => invoice_id);
const active = () => own().filter(({ status }) => status === 'Active');

describe('Invoice > Get', () => {
	it('returns amounts as numbers, numbers of documents as text, and lists as arrays', async () => {
		billing.sandbox.change('invoice', 1, { number: '007', po_number: '0042' });
		const [invoice] = await billing.outputOf('invoice', 'get', { invoiceId: byId(1), simplify: false });
		expect(invoice).toMatchObject({
			invoice_id: 1,
			client_id: 1,
			number: '007',
			po_number: '0042',
			total: 1500,
			net_balance: 1500,
			total_tax: 250,
			items: [{ item_id: 1, name: 'Brand workshop', unit_cost: 1250, quantity: 1, tax1_percent: 20 }],
			additional_charges: [],
			transactions: [
				{ method: 'Bank Transfer', amount: 600, date: some(String) },
				{ method: 'Bank Transfer', amount: 900, notes: 'Remaining amount' },
			],
		});
		expect(billing.sent('getInvoice')).toEqual([{ invoice_id: '1' }]);
	});

	it('looks a number up once for all the items that name it', async () => {
		await billing.outputOf(
			'invoice',
			'get',
			{ invoiceId: locator('number', '00007') },
			{ items: [{}, {}, {}] },
		);
		expect(billing.sent('listInvoice')).toHaveLength(1);
	});

	describe('where the service is slow', () => {
		const slow = useBilling({ latencyMs: 100 });

		it('reads side by side, as many at once as the credential says, and answers in the order of the items', async () => {
			const items = Array.from({ length: 15 }, (_, index) => ({ id: 15 - index }));
			const parameters = { invoiceId: byId('={{ $json.id }}') };
			const credential = { ...slow.credential(), maxConcurrentRequests: 5 };
			const { outputs } = await slow.run('invoice', 'get', parameters, { items, credential });
			expect(outputs[0]?.map(({ json, pairedItem }) => [json['invoice_id'], pairedItem])).toEqual(
				items.map(({ id }, item) => [id, { item }]),
			);
			expect(Math.max(...slow.sandbox.requests.map(({ concurrent }) => concurrent))).toBe(5);
		});
	});
});

describe('Invoice > Get Many', () => {
	it('returns the newest active invoices, 50 at most by default', async () => {
		const output = await billing.outputOf('invoice', 'getAll');
		const newest = active().sort((one, other) => other.number_key.localeCompare(one.number_key));
		expect(ids(output)).toEqual(newest.slice(0, 50).map(({ id }) => id));
		expect(billing.sent('listInvoice')).toEqual([{ filter: { page: '1', per_page_record: '50' } }]);
	});

	it('returns all of several pages, each invoice once', async () => {
		const [first] = own();
		for (let index = 0; index < 250; index += 1) {
			const { id: _, ...invoice } = { ...first, number: `M-${index}`, number_key: `zz${1000 + index}` };
			billing.sandbox.store.insert('invoice', invoice);
		}
		const output = await billing.outputOf('invoice', 'getAll', { returnAll: true });
		expect(new Set(ids(output))).toEqual(new Set(active().map(({ id }) => id)));
		expect(output).toHaveLength(active().length);
		expect(billing.sent('listInvoice')).toHaveLength(Math.ceil(active().length / 100));
	});

	it('returns what the filters leave, in the order that was asked for', async () => {
		const parameters = {
			returnAll: true,
			filters: { invoiceStatus: 'Paid', dateFrom: '2025-06-01' },
			sort: { sortColumn: 'invoice_id', sortOrder: 'asc' },
		};
		const expected = active().filter(
			({ invoice_status, date }) => invoice_status === 'Paid' && date >= '2025-06-01',
		);
		expect(ids(await billing.outputOf('invoice', 'getAll', parameters))).toEqual(
			expected.map(({ id }) => id),
		);
		expect(expected).not.toEqual([]);
	});
});

describe.each(['summary', 'bare'] as const)('where lists show %s records', (listRecords) => {
	const sparse = useBilling({ listRecords });

	it('a number is still found', async () => {
		const parameters = { invoiceId: locator('number', '00007'), simplify: false };
		const [invoice] = await sparse.outputOf('invoice', 'get', parameters);
		expect(invoice).toMatchObject({ invoice_id: 7, items: some(Array) });
	});

	it('invoices are listed with their identifiers', async () => {
		const output = await sparse.outputOf('invoice', 'getAll', { limit: 3 });
		expect(output.map(({ invoice_id }) => typeof invoice_id)).toEqual(['number', 'number', 'number']);
	});

	it('invoices are read in full where that is asked for, each once, in the order of the list', async () => {
		const parameters = { limit: 3, simplify: false, options: { fullRecords: true } };
		const output = await sparse.outputOf('invoice', 'getAll', parameters);
		const listed = ids(await sparse.outputOf('invoice', 'getAll', { limit: 3 }));
		expect(ids(output)).toEqual(listed);
		expect(output).toMatchObject([{ items: some(Array) }, { items: some(Array) }, { items: some(Array) }]);
		expect(sparse.sent('getInvoice')).toEqual(listed.map((id) => ({ invoice_id: String(id) })));
	});
});

it('Simplify leaves the ten fields that most workflows need, of one invoice and of a list', async () => {
	const fields = [
		...['number', 'client_organization', 'total', 'outstanding', 'currency'],
		...['invoice_status', 'invoice_due_date', 'date', 'client_email', 'invoice_id'],
	];
	const [invoice = {}] = await billing.outputOf('invoice', 'get', { invoiceId: byId(1) });
	const [listed = {}] = await billing.outputOf('invoice', 'getAll', { limit: 1 });
	expect([Object.keys(invoice), Object.keys(listed)]).toEqual([fields, fields]);
});
