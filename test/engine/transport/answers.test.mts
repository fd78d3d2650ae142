import { byId, GOES_ON, RETRIED, useBilling } from '../billing.mts';
import { useScriptedService, type Answer, type Arrived } from '../scripted.mts';

const billing = useBilling();
const service = useScriptedService();
const more = () => ({ credential: service.credential() });
const options = () => ({ ...more(), settings: GOES_ON });

describe('What counts as done', () => {
	/** Success is what the document says: any 2xx status, whatever the HTTP status. */
	const CLIENT = { clientId: byId(7) };

	it('is said by any 2xx status of a document, whatever the HTTP status', async () => {
		const client = '<client><client_id>7</client_id><name>Ada</name><organization>E</organization></client>';
		const saying = (body: string, http: number) => ({
			...{ http, body: `<response status="201">${body}</response>` },
		});
		service.answerWith(({ method }) => {
			if (method === 'sendEstimateMail')
				return saying('<success><estimate_id>7</estimate_id></success>', 403);
			return saying(method === 'getClient' ? client : '', 500);
		});
		for (const [resource, operation, parameters, told] of [
			['client', 'get', CLIENT, { name: 'Ada' }],
			['client', 'update', { ...CLIENT, updateFields: { name: 'B' } }, { result: 'updated' }],
			['client', 'delete', CLIENT, { deleted: true }],
			['estimate', 'send', { estimateId: byId(7), options: { return: 'id' } }, { sent: true }],
		] as const)
			expect(await billing.outputOf(resource, operation, parameters, more())).toMatchObject([told]);
	});

	it('is open with another status, and none with 400 and "Data not found", unless it is a list', async () => {
		for (const status of [199, 300]) {
			service.answerWith(() => ({ status }));
			expect(await billing.errorOf('client', 'delete', CLIENT, more())).toContain(
				`the status ${status}. It is unknown whether the client with ID 7 was deleted`,
			);
		}
		service.answerWith(() => ({ status: 400, body: 'Data not found.' }));
		for (const operation of ['get', 'delete'])
			expect(await billing.errorOf('client', operation, CLIENT, more())).toContain('Data not found.');
	});
});

describe('Success without a document', () => {
	// The vendor documents that any 2xx is a success, often, but not always, with XML.

	const isWrite = ({ method }: Arrived) => !/^(get|list)/.test(method);
	const writes = () => service.arrived().filter(isWrite).length;
	const person = { name: 'Ada', organization: 'Engine Ltd' };
	const CLIENT =
		'<client><client_id>7</client_id><name>Ada</name><organization>Engine Ltd</organization></client>';
	const READS: Record<string, Answer> = { getClient: { body: CLIENT }, getInvoice: { body: '<invoice/>' } };

	it.each([204, 200])('HTTP %d leaves a write in doubt, but not an update or a delete', async (http) => {
		service.answerWith((request) =>
			isWrite(request) ? { http, body: '' } : (READS[request.method] ?? { status: 404 }),
		);
		const pay = { paymentMethod: 'Cash', amount: '1', options: { allowOverpayment: true } };
		for (const [resource, operation, parameters, done] of [
			['client', 'create', { ...person, options: { ifExists: 'create' } }, 'the client was created'],
			['invoice', 'send', { invoiceId: byId(7) }, 'the invoice with ID 7 was sent'],
			['invoice', 'recordPayment', { invoiceId: byId(7), ...pay }, 'the payment on the invoice with ID 7'],
		] as const) {
			const before = writes();
			const twice = { ...more(), settings: RETRIED };
			const said = await billing.errorOf(resource, operation, parameters, twice);
			expect(said).toContain(`It is unknown whether ${done}`);
			expect(writes()).toBe(before + 1);
		}
		const client = { clientId: byId(7) };
		for (const [operation, parameters, told] of [
			['update', { ...client, updateFields: { name: 'Eve' } }, { result: 'updated' }],
			['delete', client, { client_id: 7, deleted: true }],
		] as const)
			expect(await billing.outputOf('client', operation, parameters, more())).toMatchObject([told]);
	});

	it('A web page never counts as done, and nothing is looked up', async () => {
		for (const [http, says] of [
			[200, /It is unknown whether the client was created\.$/],
			[404, /the error 404/],
		] as const) {
			service.answerWith((request) =>
				isWrite(request) ? { http, body: '<html><body>Done</body></html>' } : { status: 404 },
			);
			const { error } = await billing.run('client', 'create', { ...person, email: 'a@x.example' }, more());
			expect(error?.message).toMatch(says);
		}
		expect(service.methods()).toEqual(['listClient', 'createClient', 'listClient', 'createClient']);
	});
});

describe('Refusals without words', () => {
	// A service that explains a refusal only with an HTTP status, without a body.

	const BARE = { body: '' };

	it('A bad record refused without a reason does not stop the others from being deleted', async () => {
		service.answerWith(({ ids }) => (ids.includes('3') ? { ...BARE, http: 400 } : {}));
		const items = [1, 2, 3, 4].map((id) => ({ id }));
		const clientId = byId('={{ $json.id }}');
		const output = await billing.outputOf('client', 'delete', { clientId }, { items, ...options() });
		const error = 'The client with ID 3 was not deleted. The service gives no reason.';
		expect(output.map((shown) => shown['error'] ?? shown['client_id'])).toEqual([1, 2, error, 4]);
	});

	it.each([
		['deleteClient', 404, { client_id: [4, 5] }, 'It is unknown whether the clients with the IDs 4 and 5'],
		['sendInvoiceMail', 400, { invoice_id: [4] }, 'answered with the error 400 and gave no reason.'],
	])('%s, refused by HTTP %d alone for %j, says: %s', async (method, http, body, said) => {
		service.answerWith(() => ({ ...BARE, http }));
		const request = { requestMethod: method, requestBody: JSON.stringify(body) };
		const settings = { ...RETRIED, maxTries: 2 };
		const told = await billing.errorOf('settings', 'customRequest', request, { ...more(), settings });
		expect(told).toContain(said);
		// What may have been done is not sent again.
		expect(service.named(method)).toHaveLength(said.startsWith('It is unknown') ? 1 : 2);
	});

	it('A name that a service refuses without a reason is looked for', async () => {
		const list = `<products page="1" total_pages="1" total_records="1"><product><product_id>7</product_id><product_name>Desk</product_name><status>Active</status></product></products>`;
		service.answerWith(({ method }) => (method === 'listProduct' ? { body: list } : { ...BARE, http: 400 }));
		const desk = { name: 'Desk', unitCost: '10' };
		const said = await billing.errorOf('productOrService', 'createProduct', desk, more());
		expect(said).toContain('A product with this name already exists: ID 7;');
	});
});

describe('Answers that leave doubt', () => {
	// A service whose answers, unlike the sandbox's, leave doubt, which must not cost money.
	const create = { name: 'Ada', organization: 'B', options: { ifExists: 'create' } };

	it('A write that the service lists as failed is an error with any status', async () => {
		const update = { clientId: byId(3), updateFields: { name: 'A' }, options: { keepUnchanged: false } };
		const lines = { invoiceId: byId(3), lineItems: { line: [{ name: 'Work', unitCost: '1' }] } };
		for (const [resource, operation, parameters, method, error] of [
			['client', 'create', create, 'createClient', 'The client was not created'],
			['client', 'update', update, 'updateClient', 'The client was not updated'],
			['invoice', 'addItems', lines, 'addInvoiceItem', 'Lines were not added'],
		] as const) {
			service.answer(method, '<failure><id>3</id></failure>');
			expect(await billing.outputOf(resource, operation, parameters, options())).toMatchObject([{ error }]);
		}
	});

	it('A list that twice lacks a page that it announces is an error, and not short', async () => {
		const first =
			'<clients page="1" total_pages="2" total_records="2"><client><client_id>1</client_id></client></clients>';
		service.answer('listClient', (document) =>
			document.includes('<page>1<') ? first : '<clients page="2" total_records="0"/>',
		);
		expect(await billing.outputOf('client', 'getAll', { returnAll: true }, options())).toMatchObject([
			{ error: 'The service answered with the status 404.' },
		]);
		expect(service.sent('listClient')).toHaveLength(4);
	});

	it('A record with an identifier was created, whatever else the service lists as failed', async () => {
		service.answer('createClient', '<client_id>9</client_id><failure>The custom fields</failure>');
		service.answer('getClient', '<client><name>Ada</name></client>');
		expect(await billing.outputOf('client', 'create', create, options())).toMatchObject([
			{ client_id: 9, result: 'created' },
		]);
		expect(billing.warnings()).toBe(
			'The client was created, but the service lists a part of it as failed. Check it.',
		);
	});

	it('Another record than the one that was asked for is an error, and nothing is written with it', async () => {
		const other = '<client><client_id>9</client_id><name>A</name><organization>B</organization></client>';
		service.answer('getClient', other);
		const parameters = { clientId: byId(3), updateFields: { name: 'C' } };
		const { outputs } = await billing.run('client', 'update', parameters, options());
		expect(outputs[0]?.[0]?.json['error']).toContain('not an answer of this interface');
		expect(service.methods()).toEqual(['getClient']);
	});
});
