import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.mts';

const billing = useBilling();
const rows = (...line: INodeParameters[]) => ({ clientId: byId(1), lineItems: { line } });
const json = (...lines: object[]) => ({
	clientId: byId(1),
	linesFrom: 'json',
	linesJson: JSON.stringify(lines),
});
const newLines = (count: number) => billing.sandbox.records('line').slice(-count);

/** The first active product or service, and what a line takes from it. */
function first(kind: 'product' | 'service') {
	const { id, name, description, unit_cost } = billing.sandbox
		.records(kind)
		.find(({ status }) => status === 'Active') ?? { id: 0, name: '', description: '', unit_cost: '' };
	return {
		id,
		name,
		line: { name, description, unit_cost, type: kind === 'product' ? 'Product' : 'Service' },
	};
}

describe('A line from the catalog', () => {
	it('has what its product or service says, which is read once, also as JSON and per input item', async () => {
		const [product, service] = [first('product'), first('service')];
		const from = [
			{ from: 'product', productId: byId(product.id) },
			{ from: 'product', productId: locator('productName', product.name), quantity: '2' },
			{ from: 'service', serviceId: locator('serviceName', service.name) },
		];
		const wanted = [product.line, { ...product.line, quantity: '2.00' }, service.line];
		await billing.outputOf('invoice', 'create', rows(...from));
		expect(newLines(3)).toMatchObject(wanted);
		expect(billing.methods().filter((method) => method === 'getProduct')).toHaveLength(1);
		const inJson = [{ product: product.id }, { product: product.name, quantity: 2 }];
		await billing.outputOf('estimate', 'create', json(...inJson, { service: String(service.id) }));
		expect(newLines(3)).toMatchObject(wanted);
		const perItem = {
			...rows({ from: 'service', serviceId: locator('serviceName', '={{ $json.name }}') }),
			linesFrom: 'items',
		};
		await billing.outputOf('invoice', 'create', perItem, { items: [service, service] });
		expect(newLines(2)).toMatchObject([service.line, service.line]);
		const message = await billing.errorOf('invoice', 'create', perItem, { items: [{ name: 'Nothing' }] });
		expect(message).toContain('Service: there is no active service with this name');
	});

	it('has what the row says instead, and nothing of another choice', async () => {
		const additionalFields = { discountAmount: '5' };
		const hidden = { name: 'Own', serviceId: byId('={{ $json.missing }}'), productId: byId(1) };
		const typed = { ...hidden, from: '={{ "custom" }}', unitCost: '7' };
		await billing.outputOf('invoice', 'create', rows({ ...typed, from: 'product', additionalFields }, typed));
		const own = { name: 'Own', unit_cost: '7.00', discount: '5.00', discount_type: 'Fixed' };
		expect(newLines(2)).toMatchObject([own, { name: 'Own', description: '', discount: '0.00' }]);
	});

	it('shows where its name and price come from when they are left empty', () => {
		const { properties } = engine.nodeType('xmlBilling').description;
		const fields = JSON.stringify(properties.filter(({ name }) => name === 'lineItems'));
		for (const name of ['name', 'unitCost'])
			expect(fields).toMatch(
				new RegExp(
					`"name":"${name}"[^{}]*"From the product or service"[^{}]*{"show":{"from":\\["product","service"\\]}}`,
				),
			);
	});

	const product = { from: 'product', productId: byId(1) };
	const typed = { name: 'A', unitCost: '1' };
	const missing = '={{ $json.missing }}';
	it.each([
		[rows({ ...product, productId: byId(missing) }), 'Lines › 1 › Product is required'],
		[rows({ ...product, productId: byId('={{ "x" }}') }), 'Lines › 1 › Product takes an ID'],
		[
			rows({ ...product, productId: byId(999) }),
			'Lines › 1 › Product: the product with ID 999 does not exist',
		],
		[rows({ ...product, unitCost: missing }), 'Lines › 1 › Unit Cost evaluated to nothing'],
		[rows({ ...typed, from: missing }), 'Lines › 1 › What to Bill evaluated to nothing'],
		[rows({ ...typed, from: '={{ "thing" }}' }), 'Lines › 1 › What to Bill must be one of custom'],
		[
			rows({ ...typed, tax1: 1, additionalFields: { customTax: { tax: { tax1Name: 'Own' } } } }),
			"Lines › 1 › Tax is both one of the account's taxes and a custom one",
		],
		[
			rows({ ...typed, additionalFields: { customTax: { tax: { tax1Percent: '7' } } } }),
			'Lines › 1 › Tax is custom and has no name',
		],
		[
			rows({ ...typed, additionalFields: { customTax: { tax: { tax1Name: missing } } } }),
			'Custom Tax Name evaluated to nothing',
		],
		[
			rows({ ...typed, additionalFields: { discountAmount: 1, discountPercent: 2 } }),
			'both a Discount Amount and a Discount Percent',
		],
		[json({ service: 'Nothing' }), 'Lines › 1 › Service: there is no active service with this name'],
		[json({ product: '' }), 'Lines › 1 › Product is empty in Lines (JSON)'],
		[json({ product: 1, unit_cost: '' }), 'Lines › 1 › Unit Cost is empty in Lines (JSON)'],
		[json({ product: 1, service: 1 }), 'Lines › 1 has both a product and a service'],
		[json({ product: 1, gadget: 1 }), "has no field 'gadget'; it takes product, service, name"],
	])('is refused before anything is created: %j', async (parameters, problem) => {
		expect(await billing.errorOf('invoice', 'create', parameters)).toContain(problem);
		expect(billing.sent('createInvoice')).toEqual([]);
	});

	it('needs a price: one of 0 is not billed unless that is said', async () => {
		billing.sandbox.change('product', 1, { unit_cost: '0.00' });
		const message = await billing.errorOf('invoice', 'create', json({ product: 1 }));
		expect(message).toContain('Lines › 1 has no price: the product with ID 1 has none in the catalog');
		await billing.outputOf('invoice', 'create', json({ product: 1, unit_cost: 0 }));
		expect(newLines(1)).toMatchObject([{ unit_cost: '0.00' }]);
	});
});

it.each(['form', 'items'])('A custom tax is charged with Lines From set to %s', async (linesFrom) => {
	const customTax = { tax: { tax1Name: 'Local', tax1Percent: '7' } };
	const taxed = { name: 'A', unitCost: '10', additionalFields: { customTax } };
	const untouched = { name: 'B', unitCost: '10', tax1: 1, additionalFields: { customTax: { tax: {} } } };
	await billing.outputOf('invoice', 'create', { ...rows(taxed, untouched), linesFrom });
	expect(newLines(2)).toMatchObject([
		{ name: 'A', tax1_name: 'Local', tax1_percent: '7.00' },
		{ name: 'B', tax1_name: 'VAT' },
	]);
});

it('A custom tax that is left empty is an error where no other tax is chosen', async () => {
	const line = { name: 'A', unitCost: '10', additionalFields: { customTax: { tax: {} } } };
	expect(await billing.errorOf('invoice', 'create', rows(line))).toContain(
		'Lines › 1 › Tax is custom and has no name',
	);
	expect(billing.writes()).toEqual([]);
});
