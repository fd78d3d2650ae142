import { byId, containing, useBilling } from '../billing.ts';

const billing = useBilling();
const get = async (parameters: object, isTool = true) => {
	const all = { invoiceId: byId(1), ...parameters };
	const [invoice = {}] = await billing.outputOf('invoice', 'get', all, { isTool });
	return invoice;
};
const select = (outputFields: string | string[]) => get({ output: 'selectedFields', outputFields });

it('An agent gets what the node returns, simplified or raw, whatever Simplify and Output say elsewhere', async () => {
	const [simplified, raw] = [await get({}, false), await get({ simplify: false }, false)];
	expect([await get({}), await get({ simplify: false })]).toEqual([simplified, simplified]);
	expect([await get({ output: 'raw' }), await get({ output: 'raw' }, false)]).toEqual([raw, simplified]);
});

it('An agent gets the fields that are selected, of those that exist, and no names are read for others', async () => {
	expect(await select(['number', 'constructor', 'no_such_field'])).toEqual({ number: '00001' });
	expect(billing.methods()).toEqual(['getInvoice']);
	for (const fields of [['number', 'client_email'], 'number, client_email'])
		expect(await select(fields)).toEqual({ number: '00001', client_email: containing('@') });
});

it('The editor offers the fields of the output', async () => {
	const [parameters, credential] = [{ resource: 'invoice', operation: 'get' }, billing.credential()];
	const options = await engine.loadOptions({ method: 'getOutputFields', parameters, credential });
	const shown = Object.keys(await get({ output: 'raw' }));
	expect(options.map(({ value }) => value)).toEqual(expect.arrayContaining(shown));
});
