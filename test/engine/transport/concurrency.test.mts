import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../billing.mts';

/** The fate of the first request; all others are answered. */
type Reaction = 'busy' | 'fine' | 'unknown';

let server: Server;
let reaction: Reaction;
/** The requested identifiers, in request order. */
let asked: string[];
let inFlight: number;
let mostInFlight: number;

beforeEach(async () => {
	[asked, inFlight, mostInFlight] = [[], 0, 0];
	server = createServer((request, response) => {
		let form = '';
		inFlight += 1;
		mostInFlight = Math.max(mostInFlight, inFlight);
		request.on('data', (chunk: Buffer) => (form += chunk.toString()));
		request.on('end', () => {
			const document = new URLSearchParams(form).get('xml_request') ?? '';
			const id = /<client_id>(\d+)</.exec(document)?.[1] ?? '';
			asked.push(id);
			response.once('finish', () => (inFlight -= 1));
			if (asked.length > 1 || reaction === 'fine') {
				const answer = `<response status="200"><client><client_id>${id}</client_id></client></response>`;
				setTimeout(() => response.end(answer), 250);
			} else if (reaction === 'busy') response.writeHead(503, { 'Retry-After': '1' }).end();
			else response.end('<response status="404">There is no such client.</response>');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close().closeAllConnections());

const GET = { resource: 'client', operation: 'get', clientId: byId('={{ $json.id }}') };

const getClients = (
	count: number,
	maxConcurrentRequests: number | string,
	parameters: INodeParameters = GET,
) =>
	engine.run({
		credential: {
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
			token: 'scripted',
			maxConcurrentRequests,
		},
		parameters,
		items: Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
	});

it('A request that waits to be sent again lets others take its slot', async () => {
	reaction = 'busy';
	const { outputs } = await getClients(4, 1);
	expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3, 4]);
	expect(asked).toEqual(['1', '2', '3', '4', '1']);
	expect(mostInFlight).toBe(1);
});

it.each([
	[3, 3],
	[51, 50],
	['7.9', 7],
	[0, 1],
	['', 10],
])('A limit of %j in the credential is %d requests in flight', async (limit, most) => {
	reaction = 'fine';
	const { outputs } = await getClients(most + 3, limit);
	expect(outputs[0]).toHaveLength(most + 3);
	expect(mostInFlight).toBe(most);
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
			reaction = 'fine';
			const { outputs } = await getClients(6, 4, custom(method));
			const shown = outputs[0]?.map(({ json }) => json['client']);
			expect(shown).toEqual(ALL.map((id) => ({ client_id: Number(id) })));
			expect(mostInFlight).toBe(4);
		},
	);

	it.each([
		'updateClient',
		'getInvoiceLog',
		"={{ $json.id === 2 ? 'updateClient' : 'getClient' }}",
		"={{ $json.id === 6 ? 'GETCLIENT' : 'getClient' }}",
	])('go one after another where one writes: %s', async (method) => {
		reaction = 'fine';
		await getClients(6, 4, custom(method));
		expect(asked).toEqual(ALL);
		expect(mostInFlight).toBe(1);
	});
});

it('Nothing more is sent once the run has ended with an error', async () => {
	reaction = 'unknown';
	const { error } = await getClients(40, 2);
	expect(error?.message).toContain('There is no such client.');
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	// The failed one, and those in flight during it and after it.
	expect(asked.length).toBeLessThanOrEqual(3);
});
