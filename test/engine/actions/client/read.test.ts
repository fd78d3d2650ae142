import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();

describe('Client > Get', () => {
	it.each([byId(3), byId('3'), byId(' 3 '), locator('list', 3)])(
		'reads one client by %j',
		async (clientId) => {
			const [client] = await billing.outputOf('client', 'get', { clientId });
			expect(client).toMatchObject({
				client_id: 3,
				organization: billing.sandbox.records('client')[2]?.organization,
			});
			expect(billing.sent('getClient')).toEqual([{ client_id: '3' }]);
		},
	);

	it('says that no client has the email', async () => {
		const message = await billing.errorOf('client', 'get', { clientId: locator('email', 'no@one.example') });
		expect(message).toContain("no active client with this email The email is 'no@one.example'.");
		expect(billing.sent('getClient')).toEqual([]);
	});

	it('names the candidates when several clients have the email', async () => {
		billing.sandbox.change('client', 2, { email: 'eleanor.voss@harbour.example' });
		const clientId = locator('email', 'eleanor.voss@harbour.example');
		expect(await billing.errorOf('client', 'get', { clientId })).toContain('2, 1');
		expect(billing.sent('getClient')).toEqual([]);
	});
});
