import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

// Numbers, references, emails and names that look alike, lack a part, or mean several records.
const billing = useBilling();
const LINES = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 10 }]' };
const billed = { clientId: byId(1), ...LINES };
const create = (number: string, more: INodeParameters = {}) => ({ ...billed, number, ...more });
const lineItems = { line: [{ name: 'A', unitCost: '1' }] };
const grouped = (groupBy: string) => ({ clientId: byId(1), linesFrom: 'items', groupBy, lineItems });
const CHOICES = [{}, { ifExists: 'fail' }, { ifExists: 'existing' }];

describe('A number that looks like another one', () => {
	it('stops an invoice, and names both spellings, also where lists show only their own case', async () => {
		await billing.outputOf('invoice', 'create', create('so-1001'));
		billing.sandbox.clearRequests();
		for (const options of CHOICES) {
			const message = await billing.errorOf('invoice', 'create', create('SO-1001', { options }));
			expect(message).toMatch(/^Another invoice has a number that looks the same: ID \d+ Nothing was /);
			expect(message).toContain("Its number is 'so-1001', and this one is 'SO-1001'.");
		}
		expect(billing.writes()).toEqual([]);
		await billing.outputOf('invoice', 'create', create('SO-1001', { options: { ifExists: 'create' } }));
		expect(await billing.errorOf('invoice', 'create', create('SO-1001'))).toContain('already exists');
	});

	it('costs one more request beside the others, and none for digits alone', async () => {
		const asked = async (number: string) => {
			billing.sandbox.clearRequests();
			await billing.outputOf('invoice', 'create', create(number));
			return billing.methods().filter((method) => method === 'listInvoice').length;
		};
		expect(await asked('20261001')).toBe(3);
		expect(await asked('SO-20261001')).toBe(4);
		expect(await asked('So-20261002')).toBe(5);
	});

	it('is not taken by a look-up, which names what is there', async () => {
		await billing.outputOf('invoice', 'create', create('so-1001'));
		const message = await billing.errorOf('invoice', 'get', { invoiceId: locator('number', 'SO-1001') });
		expect(message).toMatch(
			/^Invoice: there is no active invoice with this number Nothing was read\. The number is 'SO-1001'\. There is 'so-1001' \(ID \d+\): write it so if you mean it\./,
		);
	});

	it('stops an update to it, but not one of its own spelling', async () => {
		await billing.outputOf('invoice', 'create', create('so-1001'));
		const update = (invoiceId: INodeParameters, number: string) => ({ invoiceId, updateFields: { number } });
		const own = locator('number', 'so-1001');
		const another = update(byId(4), 'SO-1001');
		expect(await billing.errorOf('invoice', 'update', another)).toContain('looks the same');
		await billing.outputOf('invoice', 'update', update(own, 'SO-1001'));
	});

	it('stops lines of one document, and equal documents of one run', async () => {
		const items = [{ key: 'A-1' }, { key: 'a\u20131' }];
		expect(await billing.errorOf('invoice', 'create', grouped('={{ $json.key }}'), { items })).toContain(
			"Group By looks the same in the input items 1 and 2, but is not Nothing was created. It is 'A-1' and 'a\u20131'",
		);
		expect(await billing.errorOf('invoice', 'create', create('={{ $json.key }}'), { items })).toContain(
			"Number 'a\u20131' is also that of input item 1, as 'A-1'",
		);
		expect(billing.writes()).toEqual([]);
	});
});

it.each<[IDataObject, string, string]>([
	[{ store: 'EU' }, '={{ $json.store }}-{{ $json.order }}', "Number came out as 'EU-'"],
	[{ store: 'EU', order: 7 }, '={{ $json.store }} {{ $json.year }} {{ $json.order }}', 'Number came out as'],
	[{}, 'ORD--7', "Number came out as 'ORD--7', which is missing a part"],
	[{ b: 7 }, '={{ $json.a }}{{ $json.a }}-{{ $json.b }}', "Number came out as '-7', because"],
	[{}, '=2026{{ $json.a }}', "Number came out as '2026', because"],
	[{}, '=INV{{ $json.a }}{{ $json.b }}', "Number came out as 'INV', because"],
	[{}, '=INV-{{ $json.b ?? "none" }}', "Number came out as 'INV-none', because"],
])('A number of %j by %s identifies nothing', async (item, number, message) => {
	expect(await billing.errorOf('invoice', 'create', create(number), { items: [item] })).toContain(message);
	expect(billing.methods()).toEqual([]);
});

it('Keys that are no exact numbers, and what a sheet failed to say, group no lines', async () => {
	const items = [{ key: 7 }, { key: 8 }];
	const errorOf = async (groupBy: string) =>
		await billing.errorOf('invoice', 'create', grouped(groupBy), { items });
	expect(await errorOf('={{ $json.key + 820982911946154500 }}')).toContain('Group By takes text or a number');
	expect(await errorOf('={{ "#REF!" + $json.key }}')).toContain("Group By came out as '#REF!7'");
	expect(billing.methods()).toEqual([]);
	const exact = grouped('={{ BigInt($json.key) }}');
	expect(await billing.outputOf('invoice', 'create', exact, { items })).toHaveLength(2);
});

it('A look-up by what stands for nothing finds nothing, whatever there is', async () => {
	billing.sandbox.change('invoice', 4, { number: 'N/A' });
	const invoiceId = locator('number', '={{ "N/A" }}');
	expect(await billing.errorOf('invoice', 'get', { invoiceId })).toContain("came out as 'N/A'");
});

it('Two numbers of one run that look the same are one, also where what exists is returned', async () => {
	const items = [{ key: 'INV-0042' }, { key: 'INV-42' }];
	const form = create('={{ $json.key }}', { options: { ifExists: 'existing' } });
	const message = await billing.errorOf('invoice', 'create', form, { items });
	expect(message).toContain('An earlier item of this run has already done this');
});

it('A number may have separators, parts that are all there, and others that no separator asks for', async () => {
	const items = [{ store: 'EU', order: 'A\u20131/7' }];
	for (const [expression, number] of [
		['={{ $json.isTest ? "TEST-" : "" }}INV-{{ $json.store }}', 'INV-EU'],
		['={{ $json.store }}-{{ $json.order }}', 'EU-A\u20131/7'],
	] as const) {
		const output = await billing.outputOf('invoice', 'create', create(expression), { items });
		expect(output).toMatchObject([{ number }]);
	}
});

it('A record that exists is compared field by field with the one that was asked for', async () => {
	const europe = { name: 'Ada', organization: 'Acme Europe', email: 'office@acme.example' };
	const inCurrency = (currency: string) => ({ currency: locator('code', currency) });
	const options = { ifExists: 'existing' };
	await billing.outputOf('client', 'create', { ...europe, ...inCurrency('EUR') });
	const asia = { ...europe, organization: 'Acme Asia', ...inCurrency('USD'), options };
	expect(await billing.outputOf('client', 'create', asia)).toMatchObject([{ organization: 'Acme Europe' }]);
	expect(billing.warnings()).toMatch(
		/^The client with ID \d+ exists with the organization 'Acme Europe' instead of 'Acme Asia' and the currency 'EUR' instead of 'USD', and is not changed\./,
	);
	const priced = async (more: INodeParameters) =>
		await billing.outputOf('productOrService', 'createProduct', { name: 'Poster', ...more });
	await priced({ unitCost: '10' });
	await priced({ unitCost: '25', options });
	expect(billing.warnings()).toMatch(
		/^The product with ID \d+ exists with the unit cost '10' instead of '25', and is not changed\./,
	);
	await billing.outputOf('client', 'create', { ...europe, options: { ifExists: 'create' } });
	for (const choice of CHOICES)
		expect(await billing.errorOf('client', 'create', { ...europe, options: choice })).toMatch(
			/^There is more than one client with this email: IDs \d+, \d+ Nothing was created\./,
		);
});

it('Digits that are the ID of one record and the name of another are refused, and name both', async () => {
	const [first, second] = billing.sandbox.records('product').filter(({ status }) => status === 'Active');
	billing.sandbox.change('product', first?.id ?? 0, { name: String(second?.id) });
	const json = (line: object) => ({ ...billed, linesJson: JSON.stringify([line]) });
	const message = await billing.errorOf('invoice', 'create', json({ product: String(second?.id) }));
	expect(message).toContain(
		`Product: ${second?.id} is the name of the product with ID ${first?.id}, but may be meant as an ID Nothing was created. The product with ID ${second?.id} is another one.`,
	);
	const [tax, other] = billing.sandbox.records('tax');
	billing.sandbox.change('tax', tax?.id ?? 0, { name: String(other?.id), value: '1.00' });
	const taxed = json({ name: 'A', unit_cost: 1, tax1: String(other?.id) });
	expect(await billing.errorOf('invoice', 'create', taxed)).toContain(
		`Tax '${other?.id}' is the ID of one tax and the name of another`,
	);
	expect(billing.writes()).toEqual([]);
});

it('A reference that begins like another one is another payment', async () => {
	const cash = { invoiceId: byId(4), paymentMethod: 'Cash', amount: '10', date: '2026-03-09' };
	const payment = { ...cash, reference: '={{ $json.reference }}' };
	for (const reference of ['INST-1', 'INST-10', 'INST-1-2']) {
		const output = await billing.outputOf('invoice', 'recordPayment', payment, { items: [{ reference }] });
		expect(output).toMatchObject([{ result: 'created' }]);
	}
});

it('Two payments of one run with one reference are not divided as one', async () => {
	const currency = locator('code', 'EUR');
	const each = { clientId: byId(1), amount: '={{ $json.amount }}', reference: 'TX-1', currency };
	const parameters = { ...each, allocateTo: 'oldest' };
	const items = [{ amount: 5 }, { amount: 8 }];
	const message = await billing.errorOf('invoice', 'proposeAllocation', parameters, { items });
	expect(message).toContain("Reference 'TX-1' is also that of input item 1 Nothing was allocated.");
});
