import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { containing, useBilling } from '../billing.ts';

const billing = useBilling();
const test = (credential: { baseUrl?: string; token?: string }) =>
	engine.testCredential({ ...billing.credential(), ...credential });

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

/** A server that answers everything with the same page. */
async function serve(status: number, type: string, body: string): Promise<string> {
	server = createServer((_, response) => response.writeHead(status, { 'Content-Type': type }).end(body));
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
	// A server that listens on a port has an address of this form.
	const { port } = server.address() as AddressInfo;
	return `http://127.0.0.1:${port}/api`;
}

describe('the test of a credential', () => {
	it('succeeds with a good token, by one call that touches no record', async () => {
		expect(await test({})).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(billing.methods()).toEqual(['getAccountInfo']);
	});

	it.each(['/', '/xml/1.1', '/xml/1.1/'])('succeeds when the base URL ends with %s', async (suffix) => {
		expect(await test({ baseUrl: `${billing.sandbox.url}${suffix}` })).toMatchObject({ status: 'OK' });
	});

	it('shows that the service rejects the token, and what to do', async () => {
		const { status, message } = await test({ token: 'wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^Token is not recogni[sz]ed\. Check the token in the credential\./);
	});

	it('says that the account is not active', async () => {
		const { status, message } = await test({ token: billing.sandbox.account('inactive').token });
		expect(status).toBe('Error');
		expect(message).toMatch(/^Account is not active\. .*activate the account that the token belongs to\.$/);
	});

	it('says that the plan has no access', async () => {
		const { status, message } = await test({ token: billing.sandbox.account('noApi').token });
		expect(status).toBe('Error');
		expect(message).toContain('Upgrade the plan of the account to one with API access.');
	});

	it('says that a web page answered, and shows nothing of it', async () => {
		const { status, message } = await test({
			baseUrl: await serve(200, 'text/html', '<html>marked page</html>'),
		});
		expect(status).toBe('Error');
		expect(message).toContain('a web page instead of XML');
		expect(message).not.toContain('marked');
	});

	it('names the HTTP error of a page that is not the service', async () => {
		const { status, message } = await test({
			baseUrl: await serve(404, 'text/html', '<html>Not here</html>'),
		});
		expect(status).toBe('Error');
		expect(message).toContain('404');
		expect(message).toContain('Base URL');
	});

	it('says that the host does not exist', async () => {
		const { status, message } = await test({ baseUrl: 'https://billing.invalid/api' });
		expect(status).toBe('Error');
		expect(message).toMatch(/The host billing\.invalid (does not exist|could not be looked up)/);
	});

	it('says that nothing listens there', async () => {
		const { status, message } = await test({ baseUrl: 'http://127.0.0.1:1/api' });
		expect(status).toBe('Error');
		expect(message).toContain('refused the connection');
	});

	it('follows no redirect with the token', async () => {
		const seen: unknown[] = [];
		const target = createServer((request, response) => {
			seen.push(request.headers.authorization);
			response.end();
		});
		await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
		// A server that listens on a port has an address of this form.
		const location = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
		server = createServer((_, response) => response.writeHead(307, { Location: location }).end());
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
		const { status, message } = await test({
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		});
		target.close().closeAllConnections();
		expect(status).toBe('Error');
		expect(message).toContain('redirects');
		expect(seen).toEqual([]);
	});

	it.each([
		['http://billing.example.com/api', 'https://'],
		['http://192.168.0.1/api', 'https://'],
		['', 'not a web address'],
		['billing.example.com', 'not a web address'],
		['https://user:pass@billing.example.com', 'user name or password'],
		['https://billing.example.com/api?x=1', 'query'],
	])('refuses the base URL %j without sending anything', async (baseUrl, reason) => {
		const { status, message } = await test({ baseUrl });
		expect(status).toBe('Error');
		expect(message).toContain(reason);
	});

	it.each([
		[' ', 'The token is empty.'],
		['marked:token', 'The token contains a colon (:)'],
		['token:', 'The token contains a colon (:)'],
	])('refuses the token %j without sending it', async (token, reason) => {
		const { status, message } = await test({ token });
		expect({ status, message }).toEqual({ status: 'Error', message: containing(reason) });
		expect(message).not.toContain('marked');
		expect(billing.methods()).toEqual([]);
	});

	it('never repeats the token', async () => {
		const token = 'marked-token';
		const answers = await Promise.all([
			test({ token }),
			test({ token, baseUrl: 'http://127.0.0.1:1' }),
			test({ token, baseUrl: 'http://billing.example.com' }),
		]);
		expect(JSON.stringify(answers)).not.toContain(token);
		expect(JSON.stringify(answers)).not.toContain(Buffer.from(`${token}:x`).toString('base64'));
	});
});

it.each([
	['http://billing.example.com/api', 'https://'],
	['', 'not a web address'],
])('the node refuses the base URL %j as its test does', async (baseUrl, reason) => {
	const credential = { ...billing.credential(), baseUrl };
	const message = await billing.errorOf('account', 'getInfo', {}, { credential });
	expect(message).toContain(reason);
	expect(message).toContain('Base URL');
});
