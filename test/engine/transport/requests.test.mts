import type { INodeParameters } from 'n8n-workflow';
import { getEventListeners } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { byId, EACH, GOES_ON, useBilling } from '../billing.mts';
import { settledAt, useScriptedService, type Answer, type Arrived } from '../scripted.mts';
import { EVENT_KINDS } from '../../../nodes/XmlBilling/trigger/events/events';
import { useContext, withPrivateFields } from '../contexts.mts';

describe('Requests at once', () => {
	const service = useScriptedService();
	const found = ({ ids }: Arrived): Answer => ({ body: `<client><client_id>${ids[0]}</client_id></client>` });
	/**
	 * Answers in waves: as soon as so many requests are there, all of them. Then all others at once.
	 *
	 * @returns the most requests that were in flight in each wave
	 */
	function inWaves(...sizes: number[]): number[] {
		const most: number[] = [];
		const waiting: Array<() => void> = [];
		service.answerWith(async (request) => {
			if (sizes[0] === undefined) return found(request);
			const released = new Promise<void>((resolve) => waiting.push(resolve));
			if (waiting.length === sizes[0]) {
				// One too many would be among them.
				await service.settled();
				most.push(service.inFlight());
				sizes.shift();
				for (const release of waiting.splice(0)) release();
			}
			await released;
			return found(request);
		});
		return most;
	}
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

	it.each([
		[3, 3],
		['7.9', 7],
		[0, 1],
	])('A limit of %j in the credential is %d requests in flight', async (limit, most) => {
		const inFlight = inWaves(most, 1);
		const { outputs } = await getClients(most + 1, limit);
		expect(outputs[0]).toHaveLength(most + 1);
		expect(inFlight).toEqual([most, 1]);
	});

	describe('Custom requests', () => {
		const custom = (requestMethod: string): INodeParameters => ({
			...{ resource: 'settings', operation: 'customRequest', requestMethod },
			requestBody: '={{ { client_id: $json.id } }}',
		});
		const ALL = ['1', '2', '3', '4', '5', '6'];

		it('of many items are in flight at once, and keep their order, where all are reads', async () => {
			const most = inWaves(4, 2);
			const method = "={{ $json.id === 2 ? 'listClient' : ' getClient ' }}";
			const { outputs } = await getClients(6, 4, custom(method));
			const shown = outputs[0]?.map(({ json }) => json['client']);
			expect(shown).toEqual(ALL.map((id) => ({ client_id: Number(id) })));
			expect(most).toEqual([4, 2]);
		});

		it.each([
			"={{ $json.id === 2 ? 'updateClient' : 'getClient' }}",
			"={{ $json.id === 6 ? 'GETCLIENT' : 'getClient' }}",
		])('go one after another where one may write: %s', async (method) => {
			const most = inWaves(1, 1, 1, 1, 1, 1);
			await getClients(6, 4, custom(method));
			expect(asked()).toEqual(ALL);
			expect(most).toEqual([1, 1, 1, 1, 1, 1]);
		});
	});

	it('Nothing more is sent once the run has ended with an error', async () => {
		service.answerWith((request) =>
			request.ids[0] === '1' ? { status: 404, body: 'There is no such client.' } : found(request),
		);
		const { error } = await getClients(40, 2);
		expect(error?.message).toContain('There is no such client.');
		await service.settled();
		// The failed one, and those in flight during it and after it.
		expect(asked().length).toBeLessThanOrEqual(3);
	});
});

describe('Once an error is reported', () => {
	const service = useScriptedService();
	const PAGES = 40;
	const AT_ONCE = 4;
	/** A page in the middle of a poll, which reads from the last page backwards. */
	const LATE = PAGES - 2;
	let answerLater: () => void;

	/** The service refuses a page, and holds later answers until the test releases them. */
	const refuse = (refused: number) => {
		const later = new Promise<void>((resolve) => (answerLater = resolve));
		let isRefused = false;
		service.answerWith(async ({ method, page }: Arrived) => {
			if (method === 'getAccountInfo') return { body: '<account><company>A</company></account>' };
			if (isRefused) await later;
			if (page === refused) {
				isRefused = true;
				return { status: 403, body: 'Token is not recognised.' };
			}
			// Unordered, so that a poll reads all pages.
			const ids = [1, 0, 2].map((row) => ((3 * page + row) * 50) % 127);
			const clients = ids.map((id) => `<client><client_id>${id}</client_id><name>${id}</name></client>`);
			return {
				body: `<clients page="${page}" total_pages="${PAGES}" total_records="${3 * PAGES}">${clients.join('')}</clients>`,
			};
		});
	};

	const credential = () => ({ ...service.credential(), maxConcurrentRequests: AT_ONCE });
	/** How many pages have been asked for by the time that the service has answered a few others. */
	const pagesAsked = async () => {
		answerLater();
		for (let count = 0; count < 5; count += 1) await engine.testCredential(credential());
		return service.arrived().filter(({ page }) => page > 0).length;
	};
	const poll = async (workflowId: string, mode?: 'manual') => {
		const events = mode === undefined ? ['clientChanged'] : EVENT_KINDS;
		const node = { credential: credential(), parameters: { events: [...events] }, workflowId };
		return await engine.trigger(node).poll({ mode });
	};

	it.each<[string, number, () => Promise<unknown>]>([
		['a poll', LATE, () => poll('closing')],
		['a dropdown', 3, () => engine.loadOptions({ method: 'getClients', credential: credential() })],
	])('%s sends nothing more', async (_, page, call) => {
		refuse(page);
		await expect(call()).rejects.toThrow('Token is not recognised.');
		const asked = service.arrived().length;
		// One may be in flight.
		expect(await pagesAsked()).toBeLessThanOrEqual(asked + AT_ONCE);
	});
});

describe('The signal that cancels an execution', () => {
	const billing = useBilling();
	const counts: number[] = [];
	useContext((context) => {
		const signal = context.getExecutionCancelSignal();
		if (signal !== undefined) counts.push(getEventListeners(signal, 'abort').length);
		return context;
	});

	it('keeps nothing of a run that has ended, in a loop of them', async () => {
		const items = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
		await billing.outputOf('invoice', 'get', EACH, { items, runs: 6 });
		const [first] = counts;
		expect(counts).toEqual(Array.from({ length: 6 }, () => first));
	});
});

describe('Stopping', () => {
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
	const credential = (
		way: Unending,
		settings: { timeout?: number; maxConcurrentRequests?: number } = {},
	) => ({ ...billing.credential(), baseUrl: `${url()}/${WAYS.indexOf(way)}`, ...settings });
	const until = async (condition: () => boolean) => {
		while (!condition()) await wait(5);
	};
	describe('a timeout', () => {
		beforeEach(() => {
			const afterMs = AbortSignal.timeout.bind(AbortSignal);
			jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => afterMs(ms / 20));
		});
		afterEach(() => jest.restoreAllMocks());

		it('closes the connections of whatever is not answered in time, and leaves a write in doubt', async () => {
			const create = { name: 'Ada', organization: 'Engine Ltd', options: { ifExists: 'create' } };
			const parameters = { events: ['clientCreated'] };
			const said = ({ message }: { message: string }) => message;
			const users = (way: Unending) => [
				billing.errorOf('client', 'create', create, { credential: credential(way, { timeout: 1 }) }),
				engine
					.trigger({ credential: credential(way), parameters })
					.poll({ budgetMs: 5000 })
					.catch(said),
				engine.searchList({ credential: credential(way), method: 'searchClients' }).catch(said),
				// Its connection is closed by n8n's helper, after the whole second.
				engine.testCredential(credential(way, { timeout: 1 })).then(said),
			];
			const told = (await Promise.all(WAYS.flatMap(users))).map(String);
			for (const text of told) expect(text).toContain('did not send a complete answer within');
			const doubt =
				/1 second\..*It is unknown whether the client was created\..*look for the client among the clients/;
			expect(told.filter((text) => doubt.test(text))).toHaveLength(WAYS.length);
			await until(() => WAYS.every((way) => open[way] === 0));
		});
	});

	describe('cancelling an execution', () => {
		it.each(WAYS)('ends all in flight and sends nothing more, where the service %s', async (way) => {
			const cancel = new AbortController();
			const items = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
			let sent = 0;
			server.on('request', ({ method }) => (sent += Number(method === 'POST')));
			const running = billing.run('invoice', 'get', EACH, {
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
					...{ items: [{}, {}], credential: credential('never answers'), settings: GOES_ON, signal },
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
			expect(await billing.outputOf('client', 'get', { clientId: byId(1) })).toHaveLength(1);
		});
	});
});
