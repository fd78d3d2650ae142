import type { INodeParameters } from 'n8n-workflow';
import { useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';
import { own } from '../tables.mts';

const billing = useBilling();
const scripted = useScriptedService();
const get = async (operation: string, more: Parameters<typeof billing.run>[3] = {}) =>
	await billing.outputOf('settings', operation, {}, more);

describe('Settings', () => {
	it('are read once from the tables of the account, however many items there are', async () => {
		expect(await get('getInfo')).toEqual([
			{ company: 'Northwind Studio Ltd', name: 'Morgan Hale', country_code: 'GBR', currency_code: 'GBP' },
		]);
		const inUse = <Row extends { account_id: number }>(rows: Row[]) =>
			own(rows).filter((row) => !('active' in row && row.active === 0));
		const [fees, methods] = [billing.sandbox.records('lateFee'), billing.sandbox.records('paymentMethod')];
		expect(await get('getLateFees')).toEqual(inUse(fees).map(({ id, name }) => ({ id, name })));
		expect(await get('getPaymentMethods')).toEqual(inUse(methods).map(({ name }) => ({ name })));
		const taxes = inUse(billing.sandbox.records('tax')).map(({ id, name, type, value }) => ({
			...{ id, name, type, value: value === '' ? null : Number(value) },
		}));
		billing.sandbox.clearRequests();
		const items = [{}, {}, {}];
		expect(await get('getTaxes', { items })).toEqual([...taxes, ...taxes, ...taxes]);
		expect(billing.methods()).toEqual(['listTax']);
	});

	it('of an account without any give no item, and its details are an error', async () => {
		const empty = { credential: billing.credential('empty') };
		for (const operation of ['getLateFees', 'getPaymentMethods', 'getTaxes'])
			expect(await get(operation, empty)).toEqual([]);
		const error = await billing.errorOf('settings', 'getInfo', {}, empty);
		expect(error).toContain('Data not found.');
		expect(error).toContain('The account shows no company and no owner.');
	});
});

const request = (requestMethod: string, requestBody: unknown): INodeParameters => ({
	requestMethod,
	requestBody: typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody),
});
const run = async (method: string, body: unknown) =>
	await billing.outputOf('settings', 'customRequest', request(method, body));
const refusalOf = async (method: string, body: unknown) =>
	await billing.errorOf('settings', 'customRequest', request(method, body));
/** The request of the scripted service, which n8n would try again. */
const call = async (method: string, limits: object = {}, body: object = { id: 4 }) =>
	await billing.run('settings', 'customRequest', request(method, body), {
		credential: { ...scripted.credential(), ...limits },
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});

describe('A custom request', () => {
	it('sends elements, nested ones and those that repeat, from text, from an expression, or none', async () => {
		await run('deleteInvoice', { invoice_id: [1, '2'] });
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['1', '2'] }]);
		const two = { name: 'Two', type: 'Service', quantity: 0.5 };
		const items = { item: [{ name: 'One', type: '' }, ...[two]] };
		const body = { client: { client_id: 1 }, notes: 'A < B & C', items };
		await run('createInvoice', body);
		const sent = JSON.parse(JSON.stringify(body), (_, value: unknown) =>
			typeof value === 'number' ? String(value) : value,
		) as object;
		expect(billing.sent('createInvoice')).toEqual([sent]);
		const parameters = { requestMethod: 'getClient', requestBody: '={{ $json }}' };
		const more = { items: [{ client_id: 3 }] };
		const [read] = await billing.outputOf('settings', 'customRequest', parameters, more);
		expect(read).toMatchObject({ client: { client_id: 3 } });
		expect(await run('getAccountInfo', '')).toMatchObject([{ account: { currency_code: 'GBP' } }]);
	});

	it("returns records and lists in their own shape, with the status and the service's own words", async () => {
		const invoice = { client: { client_id: 1 }, net_balance: 1500, items: [{ unit_cost: 1250 }] };
		expect(await run('getInvoice', { invoice_id: 1 })).toMatchObject([{ status: 200, invoice }]);
		const one = await run('listClient', { filter: { client_id: 3 } });
		expect(one).toMatchObject([{ status: 200, clients: [{ client_id: 3 }] }]);
		expect(await run('listInvoice', { filter: { client_id: 99_999 } })).toEqual([
			{ status: 404, message: 'Data not found. Kindly check the request.', invoices: [] },
		]);
		for (const [method, body, words] of [
			['getEstimate', { estimate_id: 99_999 }, 'Data not found'],
			['createClient', {}, 'Please provide mandatory data.'],
			['makeCoffee', {}, 'The method is not recognised.'],
		] as const)
			expect(await refusalOf(method, body)).toContain(words);
	});

	it('is refused where its method or body is none, before anything is sent', async () => {
		for (const [method, body, message] of [
			['list invoice', {}, 'Method Name must be the name of a method'],
			['getInvoice', '{ "invoice_id": 1', 'Body (JSON) is not valid JSON'],
			['getInvoice', '[1]', 'Body (JSON) is not an object'],
			['getInvoice', { invoice_id: [[1]] }, 'a list within a list'],
			['getInvoice', { 'invoice id': 1 }, "'invoice id' in Body (JSON) cannot be the name of an element"],
			['getInvoice', { invoice_id: 1e300 }, 'invoice_id in Body (JSON) holds a number too large'],
		] as const)
			expect(await refusalOf(method, body)).toContain(message);
		expect(billing.methods()).toEqual([]);
		const { properties } = engine.nodeType('xmlBilling').description;
		const help = properties.find(({ name }) => name === 'requestBody')?.description;
		expect(help).toMatch(/Never send card data: n8n would store it\.$/);
	});

	it('that is done in part says what is done and what is not, and is not sent again', async () => {
		const before = billing.sandbox.outbox.length;
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const sending = request('sendInvoiceMail', { invoice_id: [4, 99_999] });
		const message = await billing.errorOf('settings', 'customRequest', sending, { settings });
		expect(message).toContain('The service lists as done: ID 4. It lists as not done: ID 99999. ');
		expect(message).toContain('Records that are not listed may have been done as well.');
		expect(message).not.toMatch(/Nothing was|was not (sent|done)|run the node again/);
		expect([billing.sandbox.outbox.length, billing.sent('sendInvoiceMail').length]).toEqual([before + 1, 1]);
		for (const [body, status, told] of [
			['<success>1</success><invalid>3</invalid>', 400, 'done: ID 1. It lists as not done: ID 3.'],
			['<failure><client_id>3</client_id></failure>', 400, 'done: nothing. It lists as not done: ID 3.'],
			['<client_id>1</client_id>', 426, 'done: ID 1. It lists as not done: nothing.'],
		] as const) {
			scripted.answer('deleteClient', body, status);
			const refused = await call('deleteClient', {}, { client_id: [1, 3] });
			expect(refused.error?.message).toContain(told);
		}
		const failed = 'Client is invalid.<failure><client_id>1</client_id></failure>';
		for (const [body, told] of [
			['Client is invalid.', /^Client is invalid\.$/],
			[failed, /^Client is invalid\.$/],
			[`${failed}<client_id>1</client_id>`, /done: ID 1\. It lists as not done: ID 1\.$/],
			['<failure>3</failure>', /done: nothing\. It lists as not done: ID 3\.$/],
		] as const) {
			scripted.answer('deleteClient', body, 400);
			expect((await call('deleteClient', {}, { client_id: 1 })).error?.message).toMatch(told);
		}
	});
});

describe('A method that the interface does not have', () => {
	it('may write: it is not sent where the credential has a limit, and not repeated', async () => {
		const names = { getAndDeleteInvoice: 'changed', getinvoice: 'changed', ' DELETEINVOICE\n': 'deleted' };
		for (const [name, done] of Object.entries(names)) {
			const { error } = await call(name, { readOnly: true });
			expect(error?.message).toBe('The credential is read-only.');
			expect(error?.description).toContain(`Nothing was ${done}. Spell the name of the method`);
		}
		for (const limit of [{ allowDeleting: 'nothing' }, { maximumAmount: '1' }])
			expect((await call('listEverything', limit)).error?.message).toBe(
				'The credential has limits, and the interface has no such method.',
			);
		expect(scripted.methods()).toEqual([]);
		scripted.answer('listEverything', 'Busy.', 503);
		expect((await call('listEverything')).error?.message).toContain(
			"It is unknown whether the request 'listEverything' was carried out",
		);
		scripted.answer('getInvoice', '<invoice><invoice_id>4</invoice_id></invoice>');
		const { outputs } = await call(' getInvoice ', { readOnly: true });
		expect(outputs[0]).toMatchObject([{ json: { status: 200, invoice: { invoice_id: 4 } } }]);
		expect(scripted.methods()).toEqual(['listEverything', 'getInvoice']);
	});
});
