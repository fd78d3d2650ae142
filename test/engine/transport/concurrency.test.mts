import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../billing.mts';
import { answerInWaves, useRefusingService, type Answer, type Arrived } from '../refusing.mts';

const service = useRefusingService();
const found = ({ ids }: Arrived): Answer => ({ body: `<client><client_id>${ids[0]}</client_id></client>` });
const inWaves = (...sizes: readonly number[]) =>
	answerInWaves(
		service,
		sizes.map((size) => ({ size, answer: found })),
		found,
	);
const asked = () => service.arrived().map(({ ids: [id] }) => id);

const GET = { resource: 'client', operation: 'get', clientId: byId('={{ $json.id }}') };

const getClients = (
	count: number,
	maxConcurrentRequests: number | string,
	parameters: INodeParameters = GET,
) =>
	engine.run({
		credential: { ...service.credential(), maxConcurrentRequests },
		parameters,
		items: Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
	});

it('A request that waits to be sent again keeps its slot, so that nothing else hurries a busy service', async () => {
	answerInWaves(service, [{ size: 1, answer: () => ({ http: 503, retryAfter: '0' }) }], found);
	const { outputs } = await getClients(4, 1);
	expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3, 4]);
	expect(asked()).toEqual(['1', '1', '2', '3', '4']);
});

it.each([
	[3, 3],
	[51, 50],
	['7.9', 7],
	[0, 1],
	['', 10],
])('A limit of %j in the credential is %d requests in flight', async (limit, most) => {
	const inFlight = inWaves(most, 1);
	const { outputs } = await getClients(most + 1, limit);
	expect(outputs[0]).toHaveLength(most + 1);
	expect(inFlight).toEqual([most, 1]);
});

describe('Custom requests', () => {
	const custom = (requestMethod: string): INodeParameters => ({
		resource: 'settings',
		operation: 'customRequest',
		requestMethod,
		requestBody: '={{ { client_id: $json.id } }}',
	});
	const ALL = ['1', '2', '3', '4', '5', '6'];

	it.each(['getClient', "={{ $json.id === 2 ? 'listClient' : ' getClient ' }}"])(
		'of many items are in flight at once, and keep their order, where all are reads: %s',
		async (method) => {
			const most = inWaves(4, 2);
			const { outputs } = await getClients(6, 4, custom(method));
			const shown = outputs[0]?.map(({ json }) => json['client']);
			expect(shown).toEqual(ALL.map((id) => ({ client_id: Number(id) })));
			expect(most).toEqual([4, 2]);
		},
	);

	it.each([
		'updateClient',
		'getInvoiceLog',
		"={{ $json.id === 2 ? 'updateClient' : 'getClient' }}",
		"={{ $json.id === 6 ? 'GETCLIENT' : 'getClient' }}",
	])('go one after another where one writes: %s', async (method) => {
		const most = inWaves(1, 1, 1, 1, 1, 1);
		await getClients(6, 4, custom(method));
		expect(asked()).toEqual(ALL);
		expect(most).toEqual([1, 1, 1, 1, 1, 1]);
	});
});

it('Nothing more is sent once the run has ended with an error', async () => {
	service.answerWith(({ ids, ...rest }) =>
		ids[0] === '1' ? { status: 404, body: 'There is no such client.' } : found({ ids, ...rest }),
	);
	const { error } = await getClients(40, 2);
	expect(error?.message).toContain('There is no such client.');
	await service.settled();
	// The failed one, and those in flight during it and after it.
	expect(asked().length).toBeLessThanOrEqual(3);
});
