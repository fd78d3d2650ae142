import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { containing, useBilling } from '../billing.mts';

const billing = useBilling();
const test = (credential: { baseUrl?: string; token?: string }) =>
	engine.testCredential({ ...billing.credential(), ...credential });

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

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

	it.each([
		['http://billing.example.com/api', 'https://'],
		['', 'must be a web address, such as https://www.invoicera.com/app/api'],
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
	])('refuses the token %j without sending it', async (token, reason) => {
		const { status, message } = await test({ token });
		expect({ status, message }).toEqual({ status: 'Error', message: containing(reason) });
		expect(message).not.toContain('marked');
		expect(billing.methods()).toEqual([]);
	});
});

const answerOf = (status: number, text: string) => `<response status="${status}">${text}</response>`;
const PAGE = '<!doctype html><html><body>Nothing here</body></html>';
const CONNECTED = /^Connection successful$/;

/** What the test says of each answer, whatever the HTTP status, or by HTTP status. */
const ANSWERS: ReadonlyArray<
	readonly [what: string, body: string, says: RegExp | Readonly<Record<number, RegExp>>]
> = [
	['success', answerOf(200, '<account></account>'), CONNECTED],
	['that the account has no data', answerOf(404, 'Data not found.'), CONNECTED],
	['that the token has no data', answerOf(404, 'Token data not found.'), /^Token data not found\. /],
	[
		'that the token is wrong',
		answerOf(403, 'Token is not recognized.'),
		/^Token is not recognized\. Check the token/,
	],
	['a failure', answerOf(500, 'Oops'), /^The service answered with the status 500\./],
	[
		'a web page',
		PAGE,
		{
			200: /answered with a web page instead of XML\. Check the Base URL/,
			404: /answered with the error 404\. Check the Base URL/,
			500: /answered with the error 500\. Check the values, then try again later/,
		},
	],
	[
		'other XML',
		'<error status="404">Data not found.</error>',
		{
			200: /answered with XML that is not an answer of this interface\. Check the Base URL/,
			404: /answered with the error 404\. Check the Base URL/,
			500: /answered with the error 500\. Check the values, then try again later/,
		},
	],
	[
		'nothing',
		'',
		{
			200: /answered with an empty body\./,
			404: /answered with the error 404 and gave no reason\. Check the Base URL/,
			500: /answered with the error 500 and gave no reason\. Check the values, then try again later/,
		},
	],
];

describe.each([200, 404])('the test of a credential, with HTTP %d', (httpStatus) => {
	it.each(ANSWERS)('and an answer that says %s', async (_, body, says) => {
		server = createServer((request, response) => {
			request.resume().on('end', () => response.writeHead(httpStatus).end(body));
		});
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo; // it listens on a port
		const { status, message } = await test({ baseUrl: `http://127.0.0.1:${port}` });
		expect(message).toMatch(says instanceof RegExp ? says : (says[httpStatus] ?? /never/));
		expect(status).toBe(says === CONNECTED ? 'OK' : 'Error');
	});
});
