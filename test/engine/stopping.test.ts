import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { byId, useBilling } from './billing.ts';

const billing = useBilling();

/** A service that takes requests and never answers. */
let silent: Server;
let baseUrl: string;
let open: number;

beforeEach(async () => {
	open = 0;
	silent = createServer((request) => {
		open += 1;
		request.socket.once('close', () => (open -= 1));
	});
	await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
	// A server that listens on a port has an address of this form.
	baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterEach(() => silent.close().closeAllConnections());

const until = async (condition: () => boolean) => {
	while (!condition()) await wait(5);
};
const credential = () => ({ ...billing.credential(), baseUrl });
const create = { name: 'Ada', organization: 'Engine Ltd', options: { timeLimit: 1 } };

describe('a time limit', () => {
	it('ends a write, whose outcome is unknown then, and says how to check it', async () => {
		const message = await billing.errorOf('client', 'create', create, { credential: credential() });
		expect(message).toContain('did not answer completely within 1 seconds');
		expect(message).toContain('It is unknown whether the client was created.');
		expect(message).toContain("look for the client named 'Ada' among the clients");
		await until(() => open === 0);
	});

	describe('where the service is slow', () => {
		const slow = useBilling({ latencyMs: 300 });

		it('is that of one request, not of the run', async () => {
			const items = Array.from({ length: 5 }, (_, index) => ({ id: index + 1 }));
			const options = { timeLimit: 1, requestsAtOnce: 1 };
			const output = await slow.outputOf(
				'invoice',
				'get',
				{ invoiceId: byId('={{ $json.id }}'), options },
				{ items },
			);
			expect(output).toHaveLength(5);
		});
	});
});

describe('cancelling an execution', () => {
	it('ends what is under way and sends nothing more', async () => {
		const cancel = new AbortController();
		const items = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
		const parameters = { invoiceId: byId('={{ $json.id }}'), options: { requestsAtOnce: 4 } };
		let connections = 0;
		silent.on('request', () => (connections += 1));
		const running = billing.run('invoice', 'get', parameters, {
			items,
			credential: credential(),
			signal: cancel.signal,
		});
		await until(() => open === 4);
		cancel.abort();
		const { run } = await running;
		expect(run.status).toBe('canceled');
		await until(() => open === 0);
		expect(connections).toBe(4);
	});

	it('ends the wait before a read is tried again', async () => {
		silent.removeAllListeners('request');
		let connections = 0;
		const cancel = new AbortController();
		silent.on('request', (_, response) => {
			connections += 1;
			response.writeHead(503, { 'Retry-After': '5' }).end();
			// The answer takes far less than this to arrive, and the wait for the next try far more.
			setTimeout(() => cancel.abort(), 500);
		});
		const { run } = await billing.run(
			'account',
			'getInfo',
			{},
			{ credential: credential(), signal: cancel.signal },
		);
		expect(run.status).toBe('canceled');
		expect(connections).toBe(1);
	});
});
