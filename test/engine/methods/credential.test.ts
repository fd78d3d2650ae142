import { type Server } from 'node:http';
import { containing, useBilling } from '../billing.ts';

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

	it('says that the host does not exist', async () => {
		const { status, message } = await test({ baseUrl: 'https://billing.invalid/api' });
		expect(status).toBe('Error');
		expect(message).toMatch(/The host billing\.invalid (does not exist|could not be looked up)/);
	});

	it.each([
		['http://billing.example.com/api', 'https://'],
		['http://192.168.0.1/api', 'https://'],
		['', 'must be a web address, such as https://billing.example.com/api'],
		['billing.example.com', 'must be a web address, such as https://billing.example.com/api'],
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
});

it.each([
	['http://billing.example.com/api', 'https://'],
	['', 'must be a web address, such as https://billing.example.com/api'],
])('the node refuses the base URL %j as its test does', async (baseUrl, reason) => {
	const credential = { ...billing.credential(), baseUrl };
	const message = await billing.errorOf('account', 'getInfo', {}, { credential });
	expect(message).toContain(reason);
	expect(message).toContain('Base URL');
});
