import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, useBilling } from '../billing.mts';
import { useRefusingService } from '../refusing.mts';
import { useScriptedService } from '../scripted.mts';

/** Success is what the document says: any 2xx status, whatever the HTTP status. */
const billing = useBilling();
const service = useRefusingService();
const scripted = useScriptedService();

describe.each([200, 201, 202, 299])('The status %d of a document', (status) => {
	const client = '<client><client_id>7</client_id><name>Ada</name><organization>E</organization></client>';
	const saying = (body: string, http = 200) => ({
		http,
		body: `<response status="${status}">${body}</response>`,
	});

	it.each<[string, INodeParameters, object]>([
		['client/get', { clientId: byId(7) }, { name: 'Ada' }],
		['client/getAll', {}, { name: 'Ada' }],
		[
			'client/create',
			{ name: 'B', organization: 'B', email: 'b@x.example' },
			{ client_id: 7, result: 'created' },
		],
		['client/update', { clientId: byId(7), updateFields: { name: 'B' } }, { result: 'updated' }],
		['client/delete', { clientId: byId(7) }, { deleted: true }],
		['estimate/send', { estimateId: byId(7), options: { return: 'id' } }, { sent: true }],
		['settings/customRequest', { requestMethod: 'deleteTask', requestBody: '{ "task_id": 7 }' }, { status }],
	])('means that the call worked, whatever the HTTP status: %s', async (key, parameters, told) => {
		const list = `<clients total="1" total_pages="1">${client}</clients>`;
		service.answerWith(({ method }) => {
			if (method === 'listClient')
				return saying(key === 'client/create' ? '<clients total="0"/>' : list, 500);
			if (method === 'createClient') return saying('<client_id>7</client_id>', 404);
			if (method === 'sendEstimateMail')
				return saying('<success><estimate_id>7</estimate_id></success>', 403);
			return saying(method === 'getClient' ? client : '', 201);
		});
		const [resource = '', operation = ''] = key.split('/');
		const credential = service.credential();
		const [output] = await billing.outputOf(resource, operation, parameters, { credential });
		expect(output).toMatchObject(told);
	});

	it('is accepted by the test of a credential and by Check Service', async () => {
		service.answerWith(() =>
			saying(
				'<account><company>A</company><name>B</name><country_code>GBR</country_code><currency_code>GBP</currency_code></account>',
			),
		);
		const credential = service.credential();
		expect(await engine.testCredential(credential)).toMatchObject({ status: 'OK' });
		const output = await billing.outputOf('settings', 'checkService', {}, { credential });
		expect(output).toContainEqual(expect.objectContaining({ check: 'Account', found: 'complete' }));
	});
});

it.each([199, 300, 799])('The status %d of a document is no success', async (status) => {
	service.answerWith(() => ({ status }));
	const { error } = await billing.run(
		'client',
		'delete',
		{ clientId: byId(7) },
		{ credential: service.credential() },
	);
	expect(error?.message).toContain(
		`the status ${status}. It is unknown whether the client with ID 7 was deleted`,
	);
});

it.each<[string, string, INodeParameters]>([
	['client', 'get', { clientId: byId(7) }],
	['client', 'delete', { clientId: byId(7) }],
	['settings', 'customRequest', { requestMethod: 'getTask', requestBody: '{ "task_id": 7 }' }],
])('The status 400 with "Data not found" is empty for lists only, not for %s > %s', async (...operation) => {
	service.answerWith(() => ({ status: 400, body: 'Data not found.' }));
	const { error } = await billing.run(...operation, { credential: service.credential() });
	expect(error?.message).toContain('Data not found.');
});

describe('The answer to an update that names another record', () => {
	const person = '<client><client_id>3</client_id><name>A</name><organization>B</organization></client>';
	const run = async (key: string, parameters: INodeParameters, more: object = {}) => {
		const [resource = '', operation = ''] = key.split('/');
		return await billing.run(resource, operation, parameters, { credential: scripted.credential(), ...more });
	};
	const client = { clientId: byId(3), updateFields: { name: 'C' } };
	const goods = { updateFields: { description: 'C' }, options: { keepUnchanged: false } };

	it.each<[string, INodeParameters, string, string, string]>([
		[
			'client/update',
			client,
			'updateClient',
			'9',
			"The client with ID 3 was to be changed, but the service's answer names the client with ID 9",
		],
		['client/update', client, 'updateClient', '<client_id>9</client_id>', 'names the client with ID 9'],
		[
			'productOrService/updateProduct',
			{ productId: byId(3), ...goods },
			'updateProduct',
			'<product_id>9</product_id>',
			'The product with ID 3 was to be changed',
		],
		[
			'productOrService/updateService',
			{ serviceId: byId(3), ...goods },
			'updateService',
			'9',
			'names the service with ID 9',
		],
		[
			'client/upsert',
			{ email: 'a@x.example', name: 'A', organization: 'C' },
			'updateClient',
			'9',
			'names the client with ID 9',
		],
		[
			'invoice/addItems',
			{ invoiceId: byId(3), linesFrom: 'json', linesJson: '[{ "name": "Design", "unitCost": 1 }]' },
			'addInvoiceItem',
			'<invoice_id>9</invoice_id>',
			'names the invoice with ID 9',
		],
		[
			'settings/customRequest',
			{ requestMethod: 'updateClient', requestBody: '{ "client_id": 3 }' },
			'updateClient',
			'9',
			'names the client with ID 9',
		],
	])('is an error, and nothing is repeated: %s (%#)', async (key, parameters, method, body, text) => {
		scripted.answer('getClient', person);
		scripted.answer(
			'listClient',
			`<clients total="1" total_pages="1">${person.replace('</name>', '</name><email>a@x.example</email>')}</clients>`,
		);
		scripted.answer(method, body);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await run(key, parameters, { settings });
		expect(error?.message).toContain(text);
		expect(error?.message).toContain('another record may have been changed');
		expect(error?.description).toContain('Compare both records');
		expect(scripted.sent(method)).toHaveLength(1);
	});

	it.each([
		'',
		'3',
		' 3 ',
		'<client_id>3</client_id>',
		'<client_id></client_id>',
		'<client_id>0</client_id>',
		'Updated.',
	])('is none if it names the same one or none: %j', async (body) => {
		scripted.answer('getClient', person);
		scripted.answer('updateClient', body);
		const { outputs } = await run('client/update', client);
		expect(outputs[0]?.[0]?.json).toMatchObject({ client_id: 3, result: 'updated' });
	});

	it.each(['7', '<invoice_item_id>7</invoice_item_id>', '<invoice_id>3</invoice_id>'])(
		'is none if a change to lines is answered with %j',
		async (body) => {
			scripted.answer('getInvoice', '<invoice/>');
			scripted.answer('addInvoiceItem', body);
			const linesJson = '[{ "name": "Design", "unitCost": 1 }]';
			const { outputs } = await run('invoice/addItems', { invoiceId: byId(3), linesFrom: 'json', linesJson });
			expect(outputs[0]?.[0]?.json).toMatchObject({ invoice_id: 3, result: 'updated' });
		},
	);

	it('is an error for its item alone, where the node continues on errors', async () => {
		scripted.answer('getClient', (document) =>
			person.replace('3', /<client_id>(\d+)/.exec(document)?.[1] ?? ''),
		);
		scripted.answer('updateClient', (document) => (document.includes('<client_id>3<') ? '9' : ''));
		const { outputs } = await run(
			'client/update',
			{ ...client, clientId: byId('={{ $json.id }}') },
			{ items: [{ id: 3 }, { id: 4 }], settings: { onError: 'continueRegularOutput' } },
		);
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
			{ error: containing('another record may have been changed') },
			{ client_id: 4, result: 'updated' },
		]);
	});
});
