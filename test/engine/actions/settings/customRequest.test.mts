import type { INodeParameters } from 'n8n-workflow';
import { UNSUPPORTED_METHODS } from '../../../../nodes/XmlBilling/records/methods';
import { useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const request = (requestMethod: string, requestBody: unknown) => ({
	requestMethod,
	requestBody: typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody),
});
const run = async (method: string, body: unknown) =>
	await billing.outputOf('settings', 'customRequest', request(method, body));
const refusalOf = async (method: string, body: unknown) =>
	await billing.errorOf('settings', 'customRequest', request(method, body));

const scripted = useScriptedService();
const call = async (requestMethod: string, more: object = {}, options: INodeParameters = {}) =>
	await engine.run({
		credential: { ...scripted.credential(), ...more },
		parameters: {
			resource: 'settings',
			operation: 'customRequest',
			...request(requestMethod, { id: 4 }),
			options,
		},
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});

describe('A custom request', () => {
	it('sends elements, nested ones and those that repeat', async () => {
		await run('deleteInvoice', { invoice_id: [1, '2'] });
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['1', '2'] }]);
		await run('createInvoice', {
			client: { client_id: 1 },
			notes: 'A < B & C',
			items: {
				item: [
					{ name: 'One', type: '' },
					{ name: 'Two', type: 'Service', quantity: 0.5 },
				],
			},
		});
		expect(billing.sent('createInvoice')).toEqual([
			{
				client: { client_id: '1' },
				notes: 'A < B & C',
				items: {
					item: [
						{ name: 'One', type: '' },
						{ name: 'Two', type: 'Service', quantity: '0.5' },
					],
				},
			},
		]);
	});

	it('returns records in their own shape, with the status', async () => {
		const [output] = await run('getInvoice', { invoice_id: 1 });
		expect(output).toMatchObject({
			status: 200,
			invoice: { client: { client_id: 1 }, net_balance: 1500, items: [{ unit_cost: 1250 }] },
		});
	});

	it('returns lists as arrays, also with one record', async () => {
		const [output] = await run('listClient', { filter: { client_id: 3 } });
		expect(output).toMatchObject({ status: 200, clients: [{ client_id: 3 }] });
	});

	it('takes an object from an expression, and no body at all', async () => {
		const parameters = { requestMethod: 'getClient', requestBody: '={{ $json }}' };
		const [output] = await billing.outputOf('settings', 'customRequest', parameters, {
			items: [{ client_id: 3 }],
		});
		expect(output).toMatchObject({ client: { client_id: 3 } });
		expect(await run('getAccountInfo', '')).toMatchObject([{ account: { currency_code: 'GBP' } }]);
	});

	it('returns an empty list for a list that finds nothing, and an error for a record that is not there', async () => {
		const filter = { client_id: 99_999 };
		for (const [method, wrapper] of [
			['listInvoice', 'invoices'],
			['listProject', 'projects'],
		] as const)
			expect(await run(method, { filter })).toEqual([
				{ status: 404, message: 'Data not found. Kindly check the request.', [wrapper]: [] },
			]);
		expect(await refusalOf('getEstimate', { estimate_id: 99_999 })).toContain('Data not found');
	});

	it("keeps the service's own words", async () => {
		expect(await refusalOf('createClient', {})).toContain('Please provide mandatory data.');
		expect(await refusalOf('makeCoffee', {})).toContain('The method is not recognised.');
	});

	it.each([
		['list invoice', {}, 'Method Name must be the name of a method'],
		['getInvoice', '{ "invoice_id": 1', 'Body (JSON) is not valid JSON'],
		['getInvoice', '[1]', 'Body (JSON) is not an object'],
		['getInvoice', { 'invoice id': 1 }, "'invoice id' in Body (JSON) cannot be the name of an element"],
		['getInvoice', { invoice_id: [[1]] }, 'a list within a list'],
		['getInvoice', { invoice_id: 1e300 }, 'invoice_id in Body (JSON) holds a number too large'],
	])('%j with %j is refused before anything is sent', async (method, body, message) => {
		expect(await refusalOf(method, body)).toContain(message);
		expect(billing.methods()).toEqual([]);
	});
});

describe('A custom request that is done in part', () => {
	const DONE_TOO = 'Records that are not listed may have been done as well.';

	it('says what is done and what is not, and is not sent again', async () => {
		const before = billing.sandbox.outbox.length;
		const parameters = request('sendInvoiceMail', { invoice_id: [4, 99999] });
		const { error } = await billing.run('settings', 'customRequest', parameters, {
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(error?.message).toMatch(/The service lists as done: ID 4\. It lists as not done: ID 99999\.$/);
		expect(error?.description).toContain(DONE_TOO);
		expect(`${error?.message} ${error?.description}`).not.toMatch(
			/Nothing was|was not (sent|done)|run the node again/,
		);
		expect(billing.sandbox.outbox).toHaveLength(before + 1);
		expect(billing.sent('sendInvoiceMail')).toHaveLength(1);
	});

	const scripted = useScriptedService();
	it.each([
		['<success>1, 2</success><invalid>3</invalid>', 400, 'done: IDs 1, 2. It lists as not done: ID 3.'],
		['<failure><client_id>3</client_id></failure>', 400, 'done: nothing. It lists as not done: ID 3.'],
		[
			'<client_id>1</client_id><message>Some failed</message>',
			426,
			'done: ID 1. It lists as not done: nothing.',
		],
	])('tells the lists of %s with the status %s', async (body, status, told) => {
		scripted.answer('deleteClient', body, status);
		const { error } = await engine.run({
			credential: scripted.credential(),
			parameters: {
				resource: 'settings',
				operation: 'customRequest',
				...request('deleteClient', { client_id: [1, 2, 3] }),
			},
		});
		expect(error?.message).toContain(told);
		expect(error?.description).toContain(DONE_TOO);
	});

	it('is one that was turned away where nothing is listed', async () => {
		scripted.answer('deleteClient', 'Client is invalid.', 400);
		const { error } = await engine.run({
			credential: scripted.credential(),
			parameters: {
				resource: 'settings',
				operation: 'customRequest',
				...request('deleteClient', { client_id: 1 }),
			},
		});
		expect(error?.message).toBe('Client is invalid.');
	});
});

describe('A name that the interface does not have', () => {
	it.each(['getAndDeleteInvoice', 'getinvoice', ' DELETEINVOICE\n'])(
		'is not sent where the credential is read-only: %s',
		async (name) => {
			const { error } = await call(name, { readOnly: true });
			expect(error?.message).toBe('The credential is read-only.');
			expect(error?.description).toMatch(/^Nothing was sent\. Spell the name of the method/);
			expect(scripted.methods()).toEqual([]);
		},
	);

	it('is not sent where the credential has another limit', async () => {
		for (const limit of [{ allowDeleting: 'nothing' }, { maximumAmount: '1' }]) {
			const { error } = await call('listEverything', limit);
			expect(error?.message).toBe('The credential has limits, and the interface has no such method.');
		}
		expect(scripted.methods()).toEqual([]);
	});

	it('may write, so it is not repeated', async () => {
		const name = 'listEverything';
		scripted.answer(name, 'Busy.', 503);
		const { error } = await call(name);
		expect(error?.message).toContain(`It is unknown whether the request '${name}' was carried out`);
		expect(scripted.methods()).toEqual([name]);
	});

	it('is not one with blanks around it, which are left out', async () => {
		scripted.answer('getInvoice', '<invoice><invoice_id>4</invoice_id></invoice>');
		const { outputs } = await call(' getInvoice ', { readOnly: true });
		expect(outputs[0]).toMatchObject([{ json: { status: 200, invoice: { invoice_id: 4 } } }]);
		expect(scripted.methods()).toEqual(['getInvoice']);
	});
});

describe('A method that the interface names but does not support', () => {
	it.each(UNSUPPORTED_METHODS)('is sent with a warning: %s', async (method) => {
		scripted.answer(method, '<log>Seen</log>');
		const { outputs, hints } = await call(method);
		expect(outputs[0]?.map(({ json }) => json)).toEqual([{ status: 200, log: 'Seen' }]);
		expect(hints).toEqual([expect.stringContaining(`The interface does not support ${method}`)]);
		expect(scripted.sent(method)).toEqual(['<id>4</id>']);
	});

	it('can be previewed', async () => {
		const { outputs } = await call('getInvoiceLog', {}, { preview: true });
		const [warning] = [outputs[0]?.[0]?.json['warnings']].flat();
		expect(warning).toContain('does not support getInvoiceLog');
		expect(scripted.methods()).toEqual([]);
	});
});

it('asks for no card data, which n8n would store', () => {
	const { properties } = engine.nodeType('xmlBilling').description;
	const help = properties.find(({ name }) => name === 'requestBody')?.description;
	expect(help).toMatch(/Never send card data: n8n would store it\.$/);
});
