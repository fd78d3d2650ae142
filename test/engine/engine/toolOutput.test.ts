import { byId, containing, useBilling } from '../billing.ts';

const billing = useBilling();
const get = async (parameters: object, isTool = true) => {
	const [invoice = {}] = await billing.outputOf(
		'invoice',
		'get',
		{ invoiceId: byId(1), ...parameters },
		{ isTool },
	);
	return invoice;
};

it('An agent gets what the node returns, simplified or raw, and Simplify decides nothing', async () => {
	const [simplified, raw] = [await get({}, false), await get({ simplify: false }, false)];
	expect(await get({})).toEqual(simplified);
	expect(await get({ simplify: false })).toEqual(simplified);
	expect(await get({ output: 'raw' })).toEqual(raw);
	expect(await get({ output: 'raw' }, false)).toEqual(simplified);
});

it.each([[['number', 'client_email']], ['number, client_email'], ['={{ ["number", "client_email"] }}']])(
	'An agent gets the fields that are selected: %j',
	async (outputFields) => {
		const invoice = await get({ output: 'selectedFields', outputFields });
		expect(invoice).toEqual({ number: '00001', client_email: containing('@') });
	},
);

it('Fields that need no names are read without them, and those that do not exist are left out', async () => {
	const outputFields = ['number', 'constructor', 'no_such_field'];
	expect(await get({ output: 'selectedFields', outputFields })).toEqual({ number: '00001' });
	expect(billing.methods()).toEqual(['getInvoice']);
});

it('The editor offers the fields of the output', async () => {
	const parameters = { resource: 'invoice', operation: 'get' };
	const options = await engine.loadOptions({
		method: 'getOutputFields',
		parameters,
		credential: billing.credential(),
	});
	expect(options.map(({ value }) => value)).toEqual(
		expect.arrayContaining(Object.keys(await get({ output: 'raw' }))),
	);
});
