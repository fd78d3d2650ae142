import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { containing, useBilling } from './billing.ts';

const billing = useBilling();

/** A token and a page that would be recognised wherever they turned up. */
const TOKEN = 'marked-token-4711';
const PAGE = '<html><body>marked page</body></html>';
const client = { name: 'Marked Name', organization: 'Engine Ltd' };

let server: Server;
let requests: number;
let answer: RequestListener;

beforeEach(async () => {
	requests = 0;
	server = createServer((request, response) => {
		requests += 1;
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close().closeAllConnections());

// A server that listens on a port has an address of this form.
const credential = () => ({
	baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
	token: TOKEN,
});
const create = (more: object = {}) =>
	billing.run('client', 'create', client, { credential: credential(), ...more });

const FAULTS: ReadonlyArray<readonly [fault: string, answer: RequestListener, message: string]> = [
	['resets the connection', (request) => request.socket.destroy(), 'broke off'],
	['answers 500 with a page', (_, response) => response.writeHead(500).end(PAGE), 'the error 500'],
	[
		'answers with a page',
		(_, response) => response.setHeader('Content-Type', 'text/html').end(PAGE),
		'a web page',
	],
	['answers nothing', (_, response) => response.end(), 'nothing at all'],
	[
		'breaks off within its answer',
		(_, response) => response.end('<response status="200"><client_id>7'),
		'breaks off',
	],
];

describe.each(FAULTS)('a service that %s', (_, fault, message) => {
	beforeEach(() => (answer = fault));

	it('gets a write once, and the user reads that its outcome is unknown', async () => {
		const { error } = await create();
		expect(error?.message).toContain(message);
		expect(error?.message).toContain('It is unknown whether the change was made.');
		expect(requests).toBe(1);
	});

	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'leaves neither token nor page in what n8n stores (%s)',
		async (onError) => {
			const { run } = await create({ settings: { onError } });
			const stored = JSON.stringify(run);
			expect(stored).toContain('unknown whether');
			expect(stored).not.toContain(TOKEN);
			expect(stored).not.toContain(Buffer.from(`${TOKEN}:x`).toString('base64'));
			expect(stored).not.toContain('marked page');
			expect(stored).not.toContain('xml_request');
		},
	);
});

describe('a service that answers 503 once', () => {
	const info = '<response status="200"><account><company>Marked Ltd</company></account></response>';

	beforeEach(() => {
		answer = (_, response) => {
			if (requests === 1) response.writeHead(503, { 'Retry-After': '0' }).end(PAGE);
			else response.end(info);
		};
	});

	it('is asked again by a read', async () => {
		const { outputs } = await billing.run('account', 'getInfo', {}, { credential: credential() });
		expect(outputs[0]).toMatchObject([{ json: { company: 'Marked Ltd' } }]);
		expect(requests).toBe(2);
	});

	it('is not asked again by a write', async () => {
		const { error } = await create();
		expect(error).toMatchObject({ message: containing('503') });
		expect(requests).toBe(1);
	});
});

it('a service that answers 401 with nothing is not asked again', async () => {
	answer = (_, response) => response.writeHead(401).end();
	const { error } = await billing.run('account', 'getInfo', {}, { credential: credential() });
	expect(error).toMatchObject({ message: containing('401') });
	expect(requests).toBe(1);
});

it('a wrong token is named, and shown nowhere', async () => {
	const { error, run } = await billing.run(
		'account',
		'getInfo',
		{},
		{
			credential: { baseUrl: billing.sandbox.url, token: TOKEN },
		},
	);
	expect(error).toMatchObject({ message: 'Token is not recognised.', httpCode: '403' });
	expect(JSON.stringify(run)).not.toContain(TOKEN);
});

it('a body without end is refused while it is read', async () => {
	const piece = Buffer.from(`<name>${'x'.repeat(1024 * 1024)}</name>`);
	let written = 0;
	answer = (_, response) => {
		response.write('<response status="200"><account>');
		const write = () => {
			while (!response.destroyed) {
				written += piece.length;
				if (!response.write(piece)) return void response.once('drain', write);
			}
		};
		write();
	};
	const { error } = await billing.run('account', 'getInfo', {}, { credential: credential() });
	expect(error?.message).toContain('more than 64 MB');
	// What stands in buffers on the way is a few megabytes.
	expect(written).toBeLessThan(96 * 1024 * 1024);
	expect(requests).toBe(1);
});

it('a redirect is not followed, and the token goes nowhere else', async () => {
	let elsewhere = 0;
	const other = createServer((_, response) => {
		elsewhere += 1;
		response.end();
	});
	await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/xml/1.1/`;
	answer = (_, response) => response.writeHead(307, { Location: location }).end();
	const { error } = await create();
	other.close();
	expect(error?.message).toContain('redirects to');
	expect([requests, elsewhere]).toEqual([1, 0]);
});
