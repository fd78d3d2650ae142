import { containing, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

const billing = useBilling();
const service = useScriptedService();
const test = (credential: { baseUrl?: string; token?: string }) =>
	engine.testCredential({ ...billing.credential(), ...credential });

describe('the test of a credential', () => {
	it('succeeds with a good token, by one call that touches no record', async () => {
		expect(await test({})).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(billing.methods()).toEqual(['getAccountInfo']);
	});

	it('shows that the service rejects the token, and what to do', async () => {
		const { status, message } = await test({ token: 'wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^Token is not recogni[sz]ed\. Check the token in the credential\./);
	});

	it('refuses a base URL or a token that cannot be right, without sending it', async () => {
		for (const [credential, reason] of [
			[{ baseUrl: '' }, 'must be a web address, such as https://www.invoicera.com/app/api'],
			[{ baseUrl: 'https://user:pass@billing.example.com' }, 'user name or password'],
			[{ token: ' ' }, 'The token is empty.'],
			[{ token: 'marked:token' }, 'The token contains a colon (:)'],
		] as const) {
			const { status, message } = await test(credential);
			expect({ status, message }).toEqual({ status: 'Error', message: containing(reason) });
			expect(message).not.toContain('marked');
		}
		expect(billing.methods()).toEqual([]);
	});
});

const answerOf = (status: number, text: string) => `<response status="${status}">${text}</response>`;
const CONNECTED = 'Connection successful';

// What is no answer of the interface is tested with the faults.
it.each([200, 404])('A test of a credential believes the document, not HTTP %d', async (http) => {
	for (const [body, says] of [
		[answerOf(200, '<account></account>'), CONNECTED],
		[answerOf(404, 'Data not found.'), CONNECTED],
		[answerOf(404, 'Token data not found.'), 'Token data not found. '],
		[answerOf(403, 'Token is not recognized.'), 'Token is not recognized. Check the token'],
		[answerOf(500, 'Oops'), 'The service answered with the status 500.'],
	] as const) {
		service.answerWith(() => ({ http, body }));
		const status = says === CONNECTED ? 'OK' : 'Error';
		expect(await test(service.credential())).toEqual({ status, message: containing(says) });
	}
});
