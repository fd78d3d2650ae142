import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();

/** Gives the main account as many clients as a list of several pages needs. */
function addClients(count: number): void {
	const [first] = billing.sandbox.records('client');
	billing.sandbox.store.transaction(() => {
		for (let index = 0; index < count; index += 1) {
			const { id: _, ...client } = {
				...first,
				username: `user.${index}`,
				email: `user.${index}@many.example`,
			};
			billing.sandbox.store.insert('client', client);
		}
	});
}

const ids = (output: Array<Record<string, unknown>>) => output.map(({ client_id }) => client_id);
const ownIds = () =>
	billing.sandbox
		.records('client')
		.filter(({ account_id, status }) => account_id === 1 && status === 'Active')
		.map(({ id }) => id)
		.reverse();

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

	it("does not show another account's client", async () => {
		const foreign = billing.sandbox.records('client').find(({ account_id }) => account_id === 2)?.id ?? 0;
		await expect(billing.outputOf('client', 'get', { clientId: byId(foreign) })).rejects.toMatchObject({
			httpCode: '403',
		});
	});
});

describe('Client > Get Many', () => {
	it('returns 50 at most by default, with one request', async () => {
		addClients(60);
		expect(ids(await billing.outputOf('client', 'getAll'))).toEqual(ownIds().slice(0, 50));
		expect(billing.sent('listClient')).toEqual([{ filter: { page: '1', per_page_record: '50' } }]);
	});

	it('reads as many pages as a limit needs', async () => {
		addClients(300);
		expect(ids(await billing.outputOf('client', 'getAll', { limit: 150 }))).toEqual(ownIds().slice(0, 150));
		expect(billing.sent('listClient')).toHaveLength(2);
	});

	it('returns all clients of several pages in the order of the service', async () => {
		addClients(300);
		expect(ids(await billing.outputOf('client', 'getAll', { returnAll: true }))).toEqual(ownIds());
		expect(billing.sent('listClient')).toHaveLength(Math.ceil(ownIds().length / 100));
	});

	it('gives no item when nothing matches', async () => {
		const filters = { clientEmail: 'no@one.example' };
		expect(await billing.outputOf('client', 'getAll', { filters })).toEqual([]);
	});

	it.each([0, -1, 1.5, 'many'])('refuses the limit %j before anything is sent', async (limit) => {
		const message = await billing.errorOf(
			'client',
			'getAll',
			{ limit: '={{ $json.limit }}' },
			{ items: [{ limit }] },
		);
		expect(message).toContain('Limit');
		expect(billing.methods()).toEqual([]);
	});
});
