import { byId, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const linesOf = (id: unknown) => billing.linesOf('invoice', id);

const design = { name: 'Design', unitCost: '120.50', quantity: '2' };
const simple = { clientId: byId(1), lineItems: { line: [design] } };

describe('Invoice > Create', () => {
	it('creates an invoice without lines where that is chosen', async () => {
		await billing.outputOf('invoice', 'create', { clientId: byId(1), linesFrom: 'none' });
		expect(billing.sent('createInvoice')).toMatchObject([{ client: { client_id: '1' } }]);
		expect(billing.sent('createInvoice')[0]).not.toHaveProperty('items');
	});

	it.each([
		['form', {}],
		['json', '[]'],
		['json', ''],
	])('refuses to create an empty invoice when lines were meant (%s: %j)', async (linesFrom, lines) => {
		const parameters = {
			clientId: byId(1),
			linesFrom,
			...(linesFrom === 'json' ? { linesJson: lines } : {}),
		};
		expect(await billing.errorOf('invoice', 'create', parameters)).toContain('no lines');
		expect(billing.methods()).toEqual([]);
	});

	it.each([
		[{ ...design, unitCost: '10.005' }, 'Lines › 1 › Unit Cost takes at most two decimal places'],
		[{ ...design, unitCost: '1,200.50' }, 'Lines › 1 › Unit Cost takes a plain number'],
		[{ ...design, quantity: '-1' }, 'Lines › 1 › Quantity must not be negative'],
		[{ ...design, name: '' }, 'Lines › 1 › Name is required'],
		[{ ...design, tax1: 'Moon tax' }, "Lines › 1 › Tax 'Moon tax' is not one of the account's taxes"],
	])('names the field of a line that is wrong: %j', async (line, problem) => {
		const parameters = { ...simple, lineItems: { line: [line] } };
		expect(await billing.errorOf('invoice', 'create', parameters)).toContain(problem);
		expect(billing.sent('createInvoice')).toEqual([]);
	});

	it('removes the noise of binary fractions from amounts, and nothing else', async () => {
		const line = [{ ...design, unitCost: '={{ 0.1 + 0.2 }}', quantity: '={{ 3 }}' }];
		await billing.outputOf('invoice', 'create', { ...simple, lineItems: { line } });
		expect(billing.sent('createInvoice')).toMatchObject([
			{ items: { item: { unit_cost: '0.3', quantity: '3' } } },
		]);
	});
});

describe('lines in one JSON field', () => {
	const json = (linesJson: unknown) => ({
		clientId: byId(1),
		linesFrom: 'json',
		linesJson: linesJson as string,
	});

	it.each([
		['text', JSON.stringify([{ name: 'Design', unit_cost: 120.5, quantity: 2 }])],
		['one object', '={{ ({ name: "Design", unit_cost: "120.50", quantity: "2" }) }}'],
		['an array', '={{ $json.lines }}'],
	])('come as %s, and are sent as those of the form are', async (_, linesJson) => {
		const items = [{ lines: [{ name: 'Design', unit_cost: '120.50', quantity: 2 }] }];
		await billing.outputOf('invoice', 'create', json(linesJson), { items });
		await billing.outputOf('invoice', 'create', simple);
		const [fromJson, fromForm] = billing.sent('createInvoice');
		expect(fromJson).toEqual(fromForm);
	});

	it('name their tax as the account does, or bring its percentage along', async () => {
		const lines = [
			{ name: 'A', unit_cost: 1, tax1: 'gst' },
			{ name: 'B', unit_cost: 1, tax1_name: 'Own', tax1_percent: 7 },
			{ name: 'C', unit_cost: 1, tax1_name: 'VAT reduced' },
		];
		const [invoice] = await billing.outputOf('invoice', 'create', json(JSON.stringify(lines)));
		expect(linesOf(invoice?.['invoice_id'])).toMatchObject([
			{ tax1_name: 'GST', tax1_percent: '18.00' },
			{ tax1_name: 'Own', tax1_percent: '7.00' },
			{ tax1_name: 'VAT reduced', tax1_percent: '5.50' },
		]);
	});

	it.each([
		['{oops', 'Lines (JSON) is not valid JSON'],
		['["Design"]', 'Lines › 1 is not an object'],
		[
			'[{ "name": "A", "unitCost": 1 }]',
			"Lines › 1 has no field 'unitCost'; it takes product, service, name, type, description, unit_cost, quantity, discount, discount_type, tax1, ",
		],
		[
			'[{ "name": "A", "unit_cost": 1, "tax1": "VAT", "tax1_percent": 7 }]',
			"Lines › 1 › Tax is both one of the account's taxes and a custom one",
		],
		[
			'[{ "name": "A", "unit_cost": 1, "type": "Gadget" }]',
			'Lines › 1 › Type must be one of Product, Service',
		],
	])('are refused with what is wrong with them: %s', async (linesJson, problem) => {
		expect(await billing.errorOf('invoice', 'create', json(linesJson))).toContain(problem);
		expect(billing.sent('createInvoice')).toEqual([]);
	});
});

describe('an invoice whose number exists', () => {
	const parameters = (number: string) => ({ ...simple, number });

	const toGoOn = ': ID 5; to go on with it, set Options › If Number Exists to return it';
	it.each([
		['Active', toGoOn],
		['Archived', toGoOn],
		['Cancel', ', but is canceled or deleted: ID 5'],
	])('is not created when that one is %s', async (status, told) => {
		billing.sandbox.change('invoice', 5, { status });
		const message = await billing.errorOf('invoice', 'create', parameters('00005'));
		expect(message).toContain(`Invoice 00005 already exists${told} Nothing was created.`);
		expect(billing.sent('createInvoice')).toEqual([]);
	});
});

describe('a service that answers its three lists of invoices together', () => {
	const service = useScriptedService();

	it('is asked for all of them at once before an invoice with a number is created', async () => {
		let answer = (): void => undefined;
		const haveCome = new Promise<void>((resolve) => (answer = resolve));
		service.answer('listInvoice', async () => {
			if (service.sent('listInvoice').length === 3) answer();
			await haveCome;
			return listed('invoices', '');
		});
		service.answer('createInvoice', '<invoice_id>7</invoice_id>');
		const parameters = {
			...simple,
			number: 'ORD-7',
			additionalFields: { address: 'Here' },
			options: { return: 'id' },
		};
		const more = { credential: service.credential() };
		expect(await billing.outputOf('invoice', 'create', parameters, more)).toMatchObject([{ invoice_id: 7 }]);
	});
});
