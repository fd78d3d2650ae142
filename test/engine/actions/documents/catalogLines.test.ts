import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();
const rows = (...line: INodeParameters[]) => ({ clientId: byId(1), lineItems: { line } });
const json = (...lines: object[]) => ({
	clientId: byId(1),
	linesFrom: 'json',
	linesJson: JSON.stringify(lines),
});
const newLines = (count: number) => billing.sandbox.records('line').slice(-count);

/** The first product or service in use, and what a line takes from it. */
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
		const itemLine = { line: { from: 'service', serviceId: locator('serviceName', '={{ $json.name }}') } };
		const perItem = { clientId: byId(1), linesFrom: 'items', itemLine };
		await billing.outputOf('invoice', 'create', perItem, { items: [service, service] });
		expect(newLines(2)).toMatchObject([service.line, service.line]);
		const message = await billing.errorOf('invoice', 'create', perItem, { items: [{ name: 'Nothing' }] });
		expect(message).toContain('Service: there is no active service with this name');
	});

	it('has what the row says instead, and nothing of another choice', async () => {
		const additionalFields = { itemName: 'Own', discountAmount: '5' };
		const hidden = { name: 'Typed', serviceId: byId('={{ $json.missing }}'), productId: byId(1) };
		const typed = { ...hidden, from: '={{ "custom" }}', unitCost: '7' };
		await billing.outputOf('invoice', 'create', rows({ ...typed, from: 'product', additionalFields }, typed));
		const own = { name: 'Own', unit_cost: '7.00', discount: '5.00', discount_type: 'Fixed' };
		expect(newLines(2)).toMatchObject([own, { name: 'Typed', description: '', discount: '0.00' }]);
	});

	const product = { from: 'product', productId: byId(1) };
	const typed = { name: 'A', unitCost: '1' };
	const missing = '={{ $json.missing }}';
	it.each([
		[rows({ ...product, productId: byId(missing) }), 'Line 1 › Product is required'],
		[rows({ ...product, productId: byId('={{ "x" }}') }), 'Line 1 › Product takes an identifier'],
		[rows({ ...product, productId: byId(999) }), 'Line 1 › Product: product 999 does not exist'],
		[rows({ ...product, unitCost: missing }), 'Lines › 1 › Unit Cost evaluated to nothing'],
		[rows({ ...product, additionalFields: { itemType: 'Service' } }), 'Line 1 › Type is only for free text'],
		[rows({ ...typed, from: missing }), 'Lines › 1 › Item evaluated to nothing'],
		[rows({ ...typed, from: '={{ "thing" }}' }), 'Lines › 1 › Item must be one of custom'],
		[
			rows({ ...typed, additionalFields: { itemName: 'B' } }),
			'Catalog Name is only for a product or service',
		],
		[
			json({ ...typed, discountAmount: 1, discountPercent: 2 }),
			'both a Discount Amount and a Discount Percent',
		],
		[json({ service: 'Nothing' }), 'Line 1 › Service: there is no active service with this name'],
		[json({ product: '' }), 'Line 1 › Product is empty in Lines (JSON)'],
		[json({ product: 1, unit_cost: '' }), 'Line 1 › Unit Cost is empty in Lines (JSON)'],
		[json({ product: 1, service: 1 }), 'Line 1 has both a product and a service'],
		[json({ product: 1, gadget: 1 }), 'a line takes product, service, name'],
	])('is refused before anything is created: %j', async (parameters, problem) => {
		expect(await billing.errorOf('invoice', 'create', parameters)).toContain(problem);
		expect(billing.sent('createInvoice')).toEqual([]);
	});

	it('needs a price: one of 0 is not billed unless that is said', async () => {
		billing.sandbox.change('product', 1, { unit_cost: '0.00' });
		const message = await billing.errorOf('invoice', 'create', json({ product: 1 }));
		expect(message).toContain('Line 1 has no price: product 1 has none in the catalog');
		await billing.outputOf('invoice', 'create', json({ product: 1, unit_cost: 0 }));
		expect(newLines(1)).toMatchObject([{ unit_cost: '0.00' }]);
	});
});
