import { byId, containing, including } from '../billing.mts';
import { useRefusingService } from '../refusing.mts';

// A service that explains a refusal only with an HTTP status, without a body.

const service = useRefusingService();
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
		'sendInvoiceMail',
		400,
		{ invoice_id: [4, 5] },
		'It is unknown whether the invoices with the IDs 4 and 5 were sent',
	],
	[
		'deleteClient',
		404,
		{ client_id: [4, 5] },
		'It is unknown whether the clients with the IDs 4 and 5 were deleted',
	],
	['sendInvoiceMail', 400, { invoice_id: [4] }, 'answered with the error 400 and gave no reason.'],
	['deleteClient', 403, { client_id: [4, 5] }, 'answered with the error 403 and gave no reason.'],
	['deleteClient', 500, { client_id: [4] }, 'It is unknown whether the client with ID 4 was deleted'],
])('%s, refused by HTTP %d alone for %j, says: %s', async (method, http, body, said) => {
	service.answerWith(() => ({ ...BARE, http }));
	const { error } = await custom(method, body);
	expect(error?.message).toContain(said);
	// What may have been done is not sent again.
	expect(service.sent(method)).toHaveLength(said.startsWith('It is unknown') ? 1 : 2);
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

it('A listed record that is not found, without a reason, is neither forgotten nor in the way of the others', async () => {
	let [ids, isFound] = [[1], true];
	const client = (id: unknown) => `<client><client_id>${String(id)}</client_id><name>Ann</name></client>`;
	service.answerWith(({ method, ids: [id] }) => {
		if (method === 'getAccountInfo') return { body: '<account><company>Studio</company></account>' };
		if (method === 'getClient') return isFound || id !== '2' ? { body: client(id) } : { ...BARE, http: 404 };
		const bare = ids.map((one) => `<client><client_id>${one}</client_id></client>`).join('');
		return { body: `<clients page="1" total_pages="1" total="${ids.length}">${bare}</clients>` };
	});
	const trigger = engine.trigger({
		credential: service.credential(),
		parameters: { events: ['clientCreated'] },
	});
	const told = async () => (await trigger.poll())?.map(({ json }) => json['event_id']) ?? [];
	expect(await told()).toEqual([]);
	[ids, isFound] = [[1, 2, 3], false];
	expect(await told()).toEqual(['client:3:created']);
	isFound = true;
	expect(await told()).toEqual(['client:2:created']);
});

it.each([
	[401, 'activate the account'],
	[404, 'Check the identifier'],
	[426, 'plan does not allow more'],
])('A read that HTTP %d alone refuses says what may be wrong, the address among it', async (http, advice) => {
	service.answerWith(() => ({ ...BARE, http }));
	const { error } = await engine.run({
		credential: service.credential(),
		parameters: { resource: 'client', operation: 'get', clientId: byId(1) },
	});
	expect(error).toMatchObject({ message: containing(`the error ${http}`), description: containing(advice) });
	expect(error).toEqual(including({ description: containing('Check the Base URL') }));
});
