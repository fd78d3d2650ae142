import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling, matching } from '../billing.mts';
import { useScriptedService, type Answer, type Arrived } from '../scripted.mts';

describe('What counts as done', () => {
	/** Success is what the document says: any 2xx status, whatever the HTTP status. */
	const billing = useBilling();
	const service = useScriptedService();

	describe.each([201])('The status %d of a document', (status) => {
		const client = '<client><client_id>7</client_id><name>Ada</name><organization>E</organization></client>';
		const saying = (body: string, http = 200) => ({
			http,
			body: `<response status="${status}">${body}</response>`,
		});

		it.each<[string, INodeParameters, object]>([
			['client/get', { clientId: byId(7) }, { name: 'Ada' }],
			['client/update', { clientId: byId(7), updateFields: { name: 'B' } }, { result: 'updated' }],
			['client/delete', { clientId: byId(7) }, { deleted: true }],
			['estimate/send', { estimateId: byId(7), options: { return: 'id' } }, { sent: true }],
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
	});

	it.each([199, 300])('The status %d of a document is no success', async (status) => {
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
	])(
		'The status 400 with "Data not found" is empty for lists only, not for %s > %s',
		async (...operation) => {
			service.answerWith(() => ({ status: 400, body: 'Data not found.' }));
			const { error } = await billing.run(...operation, { credential: service.credential() });
			expect(error?.message).toContain('Data not found.');
		},
	);
});

describe('Success without a document', () => {
	// The vendor documents that any 2xx is a success, often, but not always, with XML.

	const service = useScriptedService();
	const UNKNOWN = 'It is unknown whether';
	const SILENCES: ReadonlyArray<[string, Answer]> = [
		['HTTP 204', { http: 204, body: '' }],
		['HTTP 200 without a body', { http: 200, body: '' }],
	];

	const run = async (operation: string, parameters: INodeParameters, more: object = {}) => {
		const [resource = '', name = ''] = operation.split('/');
		const all = { resource, operation: name, ...parameters };
		return await engine.run({ credential: service.credential(), parameters: all, ...more });
	};
	const isWrite = ({ method }: Arrived) => !/^(get|list)/.test(method);
	const person = { name: 'Ada', organization: 'Engine Ltd' };
	const CLIENT = '<client><client_id>7</client_id><name>Ada</name><organization>Engine Ltd</organization>';

	/** Answers each method as scripted, and a write without a document; after that, the second script applies. */
	function answerSilently(
		silence: Answer,
		before: Record<string, Answer>,
		after: Record<string, Answer>,
	): void {
		service.answerWith((request) => {
			if (isWrite(request)) return silence;
			const isAfter = service.arrived().filter(isWrite).length > 0;
			return (isAfter ? after[request.method] : undefined) ?? before[request.method] ?? { status: 404 };
		});
	}

	describe.each(SILENCES)('A write that is answered by %s', (_, silence) => {
		it.each<[string, INodeParameters, string]>([
			['client/create', { ...person, options: { ifExists: 'create' } }, 'the client was created'],
			['invoice/send', { invoiceId: byId(7) }, 'the invoice with ID 7 was sent'],
			[
				'invoice/recordPayment',
				{ invoiceId: byId(7), paymentMethod: 'Cash', amount: '1', options: { allowOverpayment: true } },
				'the payment on the invoice with ID 7 was recorded',
			],
		])(
			'is in doubt if nothing shows by itself that it is done: %s %j',
			async (operation, parameters, done) => {
				const client = { body: `${CLIENT}</client>` };
				answerSilently(silence, { getClient: client, getInvoice: { body: '<invoice/>' } }, {});
				const { error } = await run(operation, parameters, {
					settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
				});
				expect(error?.message).toContain(UNKNOWN);
				expect(error?.message).toContain(done);
				expect(error?.description).toContain('Before you run this again');
				expect(service.arrived().filter(isWrite)).toHaveLength(1);
			},
		);

		it.each<[string, INodeParameters, object]>([
			[
				'client/update',
				{ clientId: byId(7), updateFields: { name: 'Eve' } },
				{ client_id: 7, result: 'updated' },
			],
			['client/delete', { clientId: byId(7) }, { client_id: 7, deleted: true }],
		])('is done for an update and a delete: %s %j', async (operation, parameters, told) => {
			answerSilently(silence, { getClient: { body: `${CLIENT}</client>` } }, {});
			const { outputs } = await run(operation, parameters);
			expect(outputs[0]?.[0]?.json).toMatchObject(told);
			expect(service.arrived().filter(isWrite)).toHaveLength(1);
		});
	});

	it.each([200, 404])(
		'A web page with HTTP %d never counts as done, and nothing is looked up',
		async (http) => {
			service.answerWith((request) =>
				isWrite(request) ? { http, body: '<html><body>Done</body></html>' } : { status: 404 },
			);
			const parameters = { ...person, additionalFields: { email: 'a@x.example' } };
			const { error } = await run('client/create', parameters);
			expect(error?.message).toEqual(
				http === 404
					? matching(/the error 404/)
					: matching(/It is unknown whether the client was created\.$/),
			);
			expect(service.arrived().filter((request) => !isWrite(request))).toHaveLength(1);
		},
	);
});

describe('Refusals without words', () => {
	// A service that explains a refusal only with an HTTP status, without a body.

	const service = useScriptedService();
	const BARE = { body: '' };

	const custom = (method: string, requestBody: object) =>
		engine.run({
			credential: service.credential(),
			parameters: {
				...{ resource: 'settings', operation: 'customRequest', requestMethod: method },
				requestBody: JSON.stringify(requestBody),
			},
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});

	it('A bad record refused without a reason does not stop the others from being deleted', async () => {
		service.answerWith(({ ids }) => (ids.includes('3') ? { ...BARE, http: 400 } : {}));
		const { outputs } = await engine.run({
			credential: service.credential(),
			parameters: { resource: 'client', operation: 'delete', clientId: byId('={{ $json.id }}') },
			items: [1, 2, 3, 4].map((id) => ({ id })),
			settings: { onError: 'continueRegularOutput' },
		});
		const error = 'The client with ID 3 was not deleted. The service gives no reason.';
		expect(outputs[0]?.map(({ json }) => json['error'] ?? json['client_id'])).toEqual([1, 2, error, 4]);
	});

	it.each([
		[
			'deleteClient',
			404,
			{ client_id: [4, 5] },
			'It is unknown whether the clients with the IDs 4 and 5 were deleted',
		],
		['sendInvoiceMail', 400, { invoice_id: [4] }, 'answered with the error 400 and gave no reason.'],
		['deleteClient', 500, { client_id: [4] }, 'It is unknown whether the client with ID 4 was deleted'],
	])('%s, refused by HTTP %d alone for %j, says: %s', async (method, http, body, said) => {
		service.answerWith(() => ({ ...BARE, http }));
		const { error } = await custom(method, body);
		expect(error?.message).toContain(said);
		// What may have been done is not sent again.
		expect(service.named(method)).toHaveLength(said.startsWith('It is unknown') ? 1 : 2);
	});

	it('A name that a service refuses without a reason is looked for', async () => {
		const list = `<products page="1" total_pages="1" total_records="1"><product><product_id>7</product_id><product_name>Desk</product_name><status>Active</status></product></products>`;
		service.answerWith(({ method }) => (method === 'listProduct' ? { body: list } : { ...BARE, http: 400 }));
		const { error } = await engine.run({
			credential: service.credential(),
			parameters: {
				resource: 'productOrService',
				operation: 'createProduct',
				name: 'Desk',
				unitCost: '10',
			},
		});
		expect(error?.message).toContain('A product with this name already exists: ID 7;');
	});
});

describe('Answers that leave doubt', () => {
	// A service whose answers, unlike the sandbox's, leave doubt, which must not cost money.
	const billing = useBilling();
	const service = useScriptedService();

	const TOKEN = 'marked-token-4711';

	const options = (more: object = {}) => ({
		credential: { ...service.credential(), token: TOKEN },
		settings: { onError: 'continueRegularOutput' as const },
		...more,
	});

	describe('A write that the service lists as failed is an error with any status:', () => {
		it.each([
			[
				'client',
				'create',
				'createClient',
				'client_id',
				{ name: 'A', organization: 'B', options: { ifExists: 'create' } },
				'The client was not created',
			],
			['client', 'update', 'updateClient', 'client_id', { clientId: byId(3) }, 'The client was not updated'],
		])('%s > %s', async (resource, operation, method, id, parameters, message) => {
			service.answer(method, `<failure><${id}>3</${id}></failure>`);
			const updated = operation === 'update' ? { updateFields: { name: 'A' } } : {};
			const kept = operation === 'update' ? { options: { keepUnchanged: false } } : {};
			const all = { ...parameters, ...updated, ...kept };
			const { outputs } = await billing.run(resource, operation, all, options());
			expect(outputs[0]?.[0]?.json['error']).toBe(message);
		});
	});

	it('A record with an identifier was created, whatever else the service lists as failed', async () => {
		service.answer('createClient', '<client_id>9</client_id><failure>The custom fields</failure>');
		service.answer('getClient', '<client><name>Ada</name></client>');
		const { outputs, hints } = await billing.run(
			'client',
			'create',
			{ name: 'Ada', organization: 'B', options: { ifExists: 'create' } },
			options(),
		);
		expect(outputs[0]?.[0]?.json).toMatchObject({ client_id: 9, result: 'created' });
		expect(hints).toEqual([
			'The client was created, but the service lists a part of it as failed. Check it.',
		]);
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
