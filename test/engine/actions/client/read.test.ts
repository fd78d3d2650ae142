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

	it('names the candidates when several clients have the email', async () => {
		billing.sandbox.change('client', 2, { email: 'eleanor.voss@harbour.example' });
		const clientId = locator('email', 'eleanor.voss@harbour.example');
		expect(await billing.errorOf('client', 'get', { clientId })).toContain('2, 1');
		expect(billing.sent('getClient')).toEqual([]);
	});
});
