import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { byId, containing, useBilling } from '../billing.mts';
import { useContext, withPrivateFields } from '../contexts.mts';
import { settledAt } from '../refusing.mts';

const billing = useBilling();

/** Services that accept requests and never end an answer. */
const UNENDING = {
	'never answers': () => undefined,
	'sends headers without an end': ({ socket }) => drip(socket, 'HTTP/1.1 200 OK\r\nServer: '),
	'stops in the middle of its answer': (response) => void response.write(BEGUN),
	'answers far too slowly': (response) => drip(response, BEGUN),
} satisfies Record<string, (response: ServerResponse) => void>;
const BEGUN = '<response status="200"><account><company>';
type Unending = keyof typeof UNENDING;
const WAYS = Object.keys(UNENDING) as Unending[]; // as declared

function drip(stream: Writable | null, begun: string): void {
	stream?.write(begun);
	const timer = setInterval(() => stream?.write('.'), 50);
	stream?.once('close', () => clearInterval(timer));
}

let server: Server;
/** The open connections, by what their service does. */
let open: Record<Unending, number>;

beforeEach(async () => {
	open = Object.fromEntries(WAYS.map((way) => [way, 0])) as typeof open; // one for each
	server = createServer((request, response) => {
		if (request.method === 'HEAD') return void response.end();
		const way = WAYS[Number(request.url?.split('/')[1])] ?? 'never answers';
		open[way] += 1;
		request.socket.once('close', () => (open[way] -= 1));
		UNENDING[way](response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close().closeAllConnections());

// A server that listens on a port has an address of this form.
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const credential = (way: Unending, settings: { timeout?: number; maxConcurrentRequests?: number } = {}) => ({
	...billing.credential(),
	baseUrl: `${url()}/${WAYS.indexOf(way)}`,
	...settings,
});
const until = async (condition: () => boolean) => {
	while (!condition()) await wait(5);
};
const create = { name: 'Ada', organization: 'Engine Ltd', options: { ifExists: 'create' } };

describe('a timeout', () => {
	beforeEach(() => {
		const afterMs = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => afterMs(ms / 20));
	});
	afterEach(() => jest.restoreAllMocks());

	it.each(WAYS)('ends a write, whose outcome is unknown then, where the service %s', async (way) => {
		const message = await billing.errorOf('client', 'create', create, {
			credential: credential(way, { timeout: 1 }),
		});
		expect(message).toContain('did not send a complete answer within 1 second.');
		expect(message).toContain('It is unknown whether the client was created.');
		expect(message).toContain('look for the client among the clients');
		await until(() => open[way] === 0);
	});

	it('closes the connections of polls, lists and credential tests as well', async () => {
		const parameters = { events: ['clientCreated'] };
		const users = (way: Unending) => [
			engine.trigger({ credential: credential(way), parameters }).poll({ budgetMs: 5000 }),
			engine.searchList({ credential: credential(way), method: 'searchClients' }),
			// Its connection is closed by n8n's helper, after the whole second.
			engine
				.testCredential(credential(way, { timeout: 1 }))
				.then(({ message }) => Promise.reject(new Error(message))),
		];
		const results = await Promise.allSettled(WAYS.flatMap(users));
		for (const result of results)
			expect(result).toMatchObject({
				reason: { message: containing('did not send a complete answer within') },
			});
		await until(() => WAYS.every((way) => open[way] === 0));
	});
});

describe('where the service is slow', () => {
	const slow = useBilling({ latencyMs: 100 });

	it('a timeout applies per request, not per run', async () => {
		const items = Array.from({ length: 12 }, (_, index) => ({ id: index + 1 }));
		const credential = { ...slow.credential(), timeout: 1, maxConcurrentRequests: 1 };
		const parameters = { invoiceId: byId('={{ $json.id }}') };
		const output = await slow.outputOf('invoice', 'get', parameters, { items, credential });
		expect(output).toHaveLength(12);
	});
});

describe('cancelling an execution', () => {
	it.each(WAYS)('cancels everything in flight and sends nothing more, where the service %s', async (way) => {
		const cancel = new AbortController();
		const items = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
		const parameters = { invoiceId: byId('={{ $json.id }}') };
		let sent = 0;
		server.on('request', ({ method }) => (sent += Number(method === 'POST')));
		const running = billing.run('invoice', 'get', parameters, {
			items,
			credential: credential(way, { maxConcurrentRequests: 4 }),
			signal: cancel.signal,
		});
		await until(() => open[way] === 4);
		cancel.abort();
		const { run } = await running;
		expect(run.status).toBe('canceled');
		await until(() => open[way] === 0);
		await settledAt(url());
		expect(sent).toBe(4);
	});

	it('ends the wait for a record that another execution has, also for the items after it', async () => {
		const cancel = new AbortController();
		const parameters = { clientId: byId(1), updateFields: { workPhone: '7' } };
		const run = async (signal: AbortSignal) =>
			await billing.run('client', 'update', parameters, {
				items: [{}, {}],
				credential: credential('never answers'),
				settings: { onError: 'continueRegularOutput' },
				signal,
			});
		const other = new AbortController();
		const holding = run(other.signal);
		await until(() => open['never answers'] === 1);
		const waiting = run(cancel.signal);
		// It reads nothing before it has the record.
		await settledAt(url());
		expect(open['never answers']).toBe(1);
		cancel.abort();
		await waiting;
		expect(open['never answers']).toBe(1);
		other.abort();
		await holding;
	});
});

describe('a context with private fields', () => {
	useContext(withPrivateFields);

	it('is all that the node needs', async () => {
		expect(await billing.outputOf('client', 'get', { clientId: byId(1) })).toMatchObject([{ client_id: 1 }]);
	});
});
