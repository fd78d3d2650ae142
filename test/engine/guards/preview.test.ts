import { byId, containing, useBilling } from '../billing.ts';

const billing = useBilling();
const design = { name: 'Design', unitCost: '120.50', quantity: '2', tax1: '1' };
const simple = { clientId: byId(1), lineItems: { line: [design] } };
const preview = { options: { preview: true } };
const rows = () =>
	(['invoice', 'client', 'line', 'payment'] as const).map((kind) => billing.sandbox.records(kind));
describe('A preview', () => {
	it('returns the request, its totals per line and tax, and the document, and sends nothing', async () => {
		const additionalCharge = [{ name: 'Shipping', type: 'Percent', amount: '10' }];
		const before = rows();
		const output = await billing.outputOf('invoice', 'create', {
			...simple,
			additionalFields: { notes: 'A & B', additionalCharges: { additionalCharge } },
			...preview,
		});
		expect(output).toEqual([
			{
				preview: true,
				method: 'createInvoice',
				request: expect.objectContaining({
					client: { client_id: '1', address: '12 Quay Street\nBristol BS1 4RN' },
					notes: 'A & B',
				}) as unknown,
				totals: {
					lines: [
						{
							name: 'Design',
							cost: 241,
							discount: 0,
							tax1: 48.2,
							tax2: 0,
							total: 289.2,
						},
					],
					discount: 0,
					taxes: [{ name: 'VAT 20 %', amount: 48.2 }],
					charges: 24.1,
					total: 313.3,
				},
				warnings: [],
				document: containing('<notes>A &amp; B</notes>'),
			},
		]);
		expect(rows()).toEqual(before);
		expect(billing.writes()).toEqual([]);
	});

	it('shows what the service then comes to', async () => {
		const [shown] = await billing.outputOf('invoice', 'create', { ...simple, ...preview });
		const [invoice] = await billing.outputOf('invoice', 'create', simple);
		expect(shown?.['totals']).toMatchObject({ total: invoice?.['net_balance'] });
	});

	it.each([
		['client', 'create', { name: 'Ada', organization: 'Engine Ltd' }],
		['client', 'upsert', { name: 'Ada', organization: 'Engine Ltd', email: 'ada@engine.example' }],
		['client', 'update', { clientId: byId(1), updateFields: { workPhone: '7' } }],
		['invoice', 'addItems', { invoiceId: byId(2), lineItems: { line: [design] } }],
		['invoice', 'createFromEstimate', { estimateId: byId(2), tax1: 1 }],
		['invoice', 'createFromTimeTracking', { clientId: byId(1), entriesFrom: 'all' }],
		['invoice', 'deleteItems', { invoiceId: byId(2), invoiceItemId: '3' }],
		['invoice', 'recordPayment', { invoiceId: byId(4), paymentMethod: 'Cash' }],
		['invoice', 'update', { invoiceId: byId(2), updateFields: { notes: 'N' } }],
		['account', 'customRequest', { requestMethod: 'deleteInvoice', requestBody: '{ "invoice_id": 1 }' }],
	])('of %s > %s writes nothing', async (resource, operation, parameters) => {
		const before = rows();
		const [shown] = await billing.outputOf(resource, operation, { ...parameters, ...preview });
		expect(shown).toMatchObject({ preview: true, document: containing('<request method=') });
		expect(billing.writes()).toEqual([]);
		expect(rows()).toEqual(before);
	});

	it('of many deletes shows each item its own record', async () => {
		const parameters = { invoiceId: byId('={{ $json.id }}'), ...preview };
		const items = [{ id: 3 }, { id: 5 }];
		const { outputs } = await billing.run('invoice', 'delete', parameters, { items });
		expect(outputs[0]).toMatchObject([
			{ json: { preview: true, request: { invoice_id: ['3'] } }, pairedItem: { item: 0 } },
			{ json: { preview: true, request: { invoice_id: ['5'] } }, pairedItem: { item: 1 } },
		]);
		expect(billing.writes()).toEqual([]);
	});

	it('of one delete leaves the others of the same run to be carried out', async () => {
		const items = [
			{ id: 3, preview: false },
			{ id: 5, preview: true },
			{ id: 7, preview: false },
		];
		const parameters = { invoiceId: byId('={{ $json.id }}'), options: { preview: '={{ $json.preview }}' } };
		const output = await billing.outputOf('invoice', 'delete', parameters, { items });
		expect(output).toMatchObject([
			{ invoice_id: 3, deleted: true },
			{ preview: true, request: { invoice_id: ['5'] } },
			{ invoice_id: 7, deleted: true },
		]);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['3', '7'] }]);
	});

	it('still refuses what is wrong, and what a guard refuses', async () => {
		const additionalFields = { number: billing.sandbox.records('invoice')[0]?.number ?? '' };
		const message = await billing.errorOf('invoice', 'create', { ...simple, additionalFields, ...preview });
		expect(message).toContain('already exists: ID 1');
	});

	it('warns of what the write would do beside', async () => {
		billing.sandbox.change('invoice', 2, { invoice_status: 'Disputed' });
		const parameters = { invoiceId: byId(2), linesFrom: 'form', lineItems: { line: [design] }, ...preview };
		const [shown] = await billing.outputOf('invoice', 'update', parameters);
		expect(shown).toMatchObject({ warnings: [containing('into a draft')] });
	});
});

describe('An expected total', () => {
	const expecting = (expectedTotal: string | number) => ({ ...simple, options: { expectedTotal } });

	it.each(['289.20', 289.2, ' 289.2 '])('of %j lets an invoice of that amount pass', async (expected) => {
		const [invoice] = await billing.outputOf('invoice', 'create', expecting(expected));
		expect(invoice).toMatchObject({ result: 'created', net_balance: 289.2 });
	});

	it.each(['1,200', 'abc', '1.005'])('of %j is refused by its name', async (expected) => {
		expect(await billing.errorOf('invoice', 'create', expecting(expected))).toContain('Expected Total');
		expect(billing.writes()).toEqual([]);
	});

	it('that is left empty is none', async () => {
		const [invoice] = await billing.outputOf('invoice', 'create', expecting(''));
		expect(invoice).toMatchObject({ result: 'created' });
	});
});
