import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();
const isActive = ({ status }: { status: string }) => status === 'Active';
const product = () => billing.sandbox.records('product').find(isActive);
const service = () => billing.sandbox.records('service').find(isActive);
const rows = (...line: INodeParameters[]) => ({ clientId: byId(1), lineItems: { line } });
const json = (lines: unknown) => ({ clientId: byId(1), linesFrom: 'json', linesJson: JSON.stringify(lines) });
const linesSent = (method = 'createInvoice') =>
	billing.sent(method).flatMap((sent) => [Object(Object(sent).items).item].flat() as unknown[]);

const ofProduct = () => ({
	...{ name: product()?.name, type: 'Product', description: product()?.description },
	unit_cost: String(Number(product()?.unit_cost)),
});
const ofService = () => ({
	...{ name: service()?.name, type: 'Service', description: service()?.description },
	unit_cost: String(Number(service()?.unit_cost)),
});

describe('A line from the catalog', () => {
	it('has the name, description, price and type of its product or service, which is read once', async () => {
		const from = [
			{ from: 'product', productId: byId(product()?.id ?? 0), quantity: '2' },
			{ from: 'product', productId: locator('productName', product()?.name ?? '') },
			{ from: 'service', serviceId: locator('serviceName', service()?.name ?? '') },
		];
		await billing.outputOf('invoice', 'create', rows(...from));
		const wanted = [{ ...ofProduct(), quantity: '2' }, ofProduct(), ofService()];
		expect(linesSent()).toMatchObject(wanted);
		expect(billing.methods().filter((method) => method === 'getProduct')).toHaveLength(1);
		const inJson = [
			{ product: product()?.id, quantity: 2 },
			{ product: product()?.name },
			{ service: String(service()?.id) },
		];
		await billing.outputOf('estimate', 'create', json(inJson));
		expect(linesSent('createEstimate')).toMatchObject(wanted);
	});

	it('is one per input item, too', async () => {
		const itemLine = { line: { from: 'service', serviceId: locator('serviceName', '={{ $json.name }}') } };
		const items = [{ name: service()?.name }, { name: service()?.name }];
		const parameters = { clientId: byId(1), linesFrom: 'items', itemLine };
		await billing.outputOf('invoice', 'create', parameters, { items });
		expect(linesSent()).toMatchObject([ofService(), ofService()]);
		const message = await billing.errorOf('invoice', 'create', parameters, { items: [{ name: 'Nothing' }] });
		expect(message).toContain('Service: there is no active service with this name');
	});

	it('has what the row says instead', async () => {
		const own = {
			additionalFields: { itemName: 'Own', description: 'D', discountAmount: '5' },
			unitCost: '9',
		};
		await billing.outputOf('invoice', 'create', rows({ from: 'product', productId: byId(1), ...own }));
		const sent = { name: 'Own', description: 'D', unit_cost: '9', type: 'Product' };
		expect(linesSent()).toMatchObject([{ ...sent, discount: '5', discount_type: 'Fixed' }]);
	});

	it('ignores what another choice hides', async () => {
		const hidden = {
			productId: byId('={{ $json.missing }}'),
			serviceId: byId(1),
			name: 'Typed',
			unitCost: '3',
		};
		const typed = { from: '={{ "custom" }}', ...hidden };
		await billing.outputOf('invoice', 'create', rows(typed, { ...typed, from: '={{ "service" }}' }));
		const { unit_cost: _, ...fromService } = ofService();
		expect(linesSent()).toMatchObject([{ name: 'Typed', type: 'Product' }, fromService]);
	});

	it.each([
		[rows({ from: 'product', productId: byId('={{ $json.missing }}') }), 'Line 1 › Product is required'],
		[rows({ from: 'product', productId: byId('={{ "x" }}') }), 'Line 1 › Product takes an identifier'],
		[rows({ from: 'product', productId: byId(999) }), 'Line 1 › Product: product 999 does not exist'],
		[
			rows({ from: 'service', serviceId: byId(1), unitCost: '={{ $json.missing }}' }),
			'Lines › 1 › Unit Cost was filled in and came out empty',
		],
		[rows({ from: '={{ $json.missing }}', name: 'A', unitCost: '1' }), 'Lines › 1 › Item was filled in'],
		[rows({ from: '={{ "thing" }}', name: 'A', unitCost: '1' }), 'Lines › 1 › Item must be one of custom'],
		[
			rows({ name: 'A', unitCost: '1', additionalFields: { itemName: 'B' } }),
			'Line 1 › Name Instead of the Catalog Name is only for a product or service',
		],
		[
			rows({ from: 'product', productId: byId(1), additionalFields: { itemType: 'Service' } }),
			'Line 1 › Type is only for free text',
		],
		[json([{ service: 'Nothing' }]), 'Line 1 › Service: there is no active service with this name'],
		[json([{ product: '' }]), 'Line 1 › Product is empty in Lines (JSON)'],
		[json([{ product: 1, unit_cost: '' }]), 'Line 1 › Unit Cost is empty in Lines (JSON)'],
		[json([{ product: 1, service: 1 }]), 'Line 1 has both a product and a service'],
		[json([{ product: 1, gadget: 1 }]), 'a line takes product, service, name'],
	])('is refused before anything is created: %j', async (parameters, problem) => {
		expect(await billing.errorOf('invoice', 'create', parameters)).toContain(problem);
		expect(billing.sent('createInvoice')).toEqual([]);
	});

	it('needs a price: one of 0 is not billed unless that is said', async () => {
		billing.sandbox.change('product', 1, { unit_cost: '0.00' });
		const message = await billing.errorOf('invoice', 'create', json([{ product: 1 }]));
		expect(message).toContain('Line 1 has no price: product 1 has none in the catalog');
		await billing.outputOf('invoice', 'create', json([{ product: 1, unit_cost: 0 }]));
		expect(linesSent()).toMatchObject([{ unit_cost: '0' }]);
	});
});

describe('A discount', () => {
	it.each([
		[
			'create',
			rows({ name: 'A', unitCost: '1', additionalFields: { discountAmount: 1, discountPercent: 1 } }),
		],
		[
			'updateItems',
			{
				invoiceId: byId(2),
				lineItems: {
					line: [{ invoiceItemId: '1', changes: { discountAmount: '1', discountPercent: '2' } }],
				},
			},
		],
	])('in %s is an amount or a percentage, not both', async (operation, parameters) => {
		const message = await billing.errorOf('invoice', operation, parameters);
		expect(message).toContain('Line 1 has both a Discount Amount and a Discount Percent');
		expect(billing.methods()).toEqual([]);
	});
});
