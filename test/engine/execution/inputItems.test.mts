import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';

const billing = useBilling();

const items = [
	{ order: 'A', client: 1, name: 'Poster', price: 10, count: 2 },
	{ order: 'B', client: 2, name: 'Flyer', price: 5, count: 1 },
	{ order: 'A', client: 1, name: 'Frame', price: '7.50', count: 4 },
];
const LINE = {
	name: '={{ $json.name }}',
	unitCost: '={{ $json.price }}',
	quantity: '={{ $json.count }}',
	tax1: 1,
};
const parameters = (more: INodeParameters = {}): INodeParameters => ({
	clientId: byId('={{ $json.client }}'),
	linesFrom: 'items',
	groupBy: '={{ $json.order }}',
	lineItems: { line: [LINE] },
	...more,
});
const linesOf = (id: unknown) =>
	billing.linesOf('invoice', id).map(({ name, unit_cost, quantity }) => [name, unit_cost, quantity]);

describe('Input items as lines', () => {
	it('become one invoice per key, linked to all of its items, in the order of the first ones', async () => {
		const { outputs } = await billing.run('invoice', 'create', parameters({ simplify: false }), { items });
		expect(outputs[0]).toMatchObject([
			{ json: { result: 'created', client_id: 1 }, pairedItem: [{ item: 0 }, { item: 2 }] },
			{ json: { result: 'created', client_id: 2 }, pairedItem: { item: 1 } },
		]);
		expect(billing.sent('createInvoice')).toHaveLength(2);
		const [first, second] = outputs[0] ?? [];
		expect(linesOf(first?.json['invoice_id'])).toEqual([
			['Poster', '10.00', '2.00'],
			['Frame', '7.50', '4.00'],
		]);
		expect(linesOf(second?.json['invoice_id'])).toEqual([['Flyer', '5.00', '1.00']]);
		expect(first?.json).toMatchObject({ total: 60, total_tax: 10 });
	});

	it('are one invoice where a sheet has the key and the number as a number in one row and as text in the next', async () => {
		const rows = [
			{ ...items[0], order: 85 },
			{ ...items[2], order: '85\u00a0' },
		];
		const numbered = parameters({ number: '={{ $json.order }}' });
		const { outputs, error } = await billing.run('invoice', 'create', numbered, { items: rows });
		expect(error).toBeUndefined();
		expect(outputs[0]).toMatchObject([{ json: { number: '85', total: 60 } }]);
	});

	it('bring along as many lines as there are rows', async () => {
		const line = [LINE, { name: 'Shipping', unitCost: '3' }];
		const { outputs } = await billing.run('invoice', 'create', parameters({ lineItems: { line } }), {
			items,
		});
		const [first] = outputs[0] ?? [];
		expect(linesOf(first?.json['invoice_id']).map(([name]) => name)).toEqual([
			...['Poster', 'Shipping', 'Frame', 'Shipping'],
		]);
	});

	it('are all one invoice without a key', async () => {
		const one = parameters({ clientId: byId(1), groupBy: '' });
		const { outputs } = await billing.run('invoice', 'create', one, { items });
		expect(outputs[0]).toMatchObject([{ pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }] }]);
		expect(linesOf(outputs[0]?.[0]?.json['invoice_id'])).toHaveLength(3);
	});

	it.each<[string, INodeParameters]>([
		['Client differs between the input items 1 and 2', { groupBy: 'same' }],
		[
			'Additional Fields differs between the input items 1 and 3',
			{ additionalFields: { notes: '={{ $json.name }}' } },
		],
		['Lines › 1 (input item 1) › Name is required', { lineItems: {} }],
	])('are refused when they make no one invoice: %s', async (problem, more) => {
		expect(await billing.errorOf('invoice', 'create', parameters(more), { items })).toContain(problem);
		expect(billing.sent('createInvoice')).toEqual([]);
	});

	it('are refused without their key where others have one; the others are carried out', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const some = [...items, { order: ' ', client: 3, name: 'Lost', price: 1, count: 1 }];
		const { outputs } = await billing.run('invoice', 'create', parameters(), { items: some, settings });
		expect(outputs[0]?.map(({ json, pairedItem }) => [json['result'] ?? json['error'], pairedItem])).toEqual([
			['created', [{ item: 0 }, { item: 2 }]],
			['created', { item: 1 }],
			['Group By evaluated to nothing; correct its expression or remove it', { item: 3 }],
		]);
	});

	it('that are wrong in one line make no invoice, and each item of it gets the error, which names the wrong one', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const wrong = items.map((item, index) => (index === 2 ? { ...item, price: 'free' } : item));
		const { outputs } = await billing.run('invoice', 'create', parameters(), { items: wrong, settings });
		const error =
			"Lines › 2 (input item 3) › Unit Cost takes a plain number with a point for decimals, such as 1200.50, and without thousands separators, currency symbols or exponents, not 'free'";
		expect(outputs[0]).toMatchObject([
			{ json: { error }, pairedItem: { item: 0 } },
			{ json: { error }, pairedItem: { item: 2 } },
			{ json: { result: 'created' }, pairedItem: { item: 1 } },
		]);
		expect(billing.sent('createInvoice')).toHaveLength(1);
	});

	it('match the expected total of their invoice, or nothing is sent', async () => {
		const expecting = (total: string) =>
			parameters({ clientId: byId(1), groupBy: '', options: { expectedTotal: total } });
		const message = await billing.errorOf('invoice', 'create', expecting('66.05'), { items });
		expect(message).toContain('The total is 66.00, and 66.05 was expected.');
		expect(billing.sent('createInvoice')).toEqual([]);
		expect(await billing.outputOf('invoice', 'create', expecting('66'), { items })).toMatchObject([
			{ total: 66 },
		]);
	});

	it('can be added to an invoice that exists', async () => {
		const before = linesOf(2);
		const add = { ...parameters({ groupBy: '' }), invoiceId: byId(2) };
		await billing.outputOf('invoice', 'addItems', add, { items });
		expect(linesOf(2).slice(before.length)).toEqual([
			['Poster', '10.00', '2.00'],
			['Flyer', '5.00', '1.00'],
			['Frame', '7.50', '4.00'],
		]);
		expect(billing.sent('addInvoiceItem')).toHaveLength(1);
	});

	it('can be mixed with items that bring their own lines', async () => {
		const some = items.map((item, index) => ({ ...item, from: index === 1 ? 'json' : 'items' }));
		const mixed = parameters({
			linesFrom: '={{ $json.from }}',
			linesJson: '=[{ "name": "{{ $json.name }}", "unit_cost": 1 }]',
		});
		const { outputs, error } = await billing.run('invoice', 'create', mixed, { items: some });
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			{ item: 1 },
		]);
	});
});
