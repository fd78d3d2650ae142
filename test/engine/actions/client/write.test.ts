import { byId, including, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('client').find((client) => client.id === id);

describe('Client > Create', () => {
	it('sends the least that the service needs, and returns the whole record', async () => {
		const [client] = await billing.outputOf('client', 'create', {
			name: 'Ada Byron',
			organization: 'Engine Ltd',
		});
		expect(billing.sent('createClient')).toEqual([{ name: 'Ada Byron', organization: 'Engine Ltd' }]);
		expect(client).toMatchObject({
			result: 'created',
			name: 'Ada Byron',
			organization: 'Engine Ltd',
			credits: [],
		});
		expect(stored(client?.['client_id'])).toMatchObject({
			name: 'Ada Byron',
			currency: 'GBP',
			country: 'GBR',
		});
	});

	it("keeps the service's own words when it refuses a value", async () => {
		const parameters = { name: 'Ada', organization: 'Engine Ltd', additionalFields: { country: 'ZZZ' } };
		expect(await billing.errorOf('client', 'create', parameters)).toContain('Country code is invalid.');
	});
});

describe('Client > Create or Update', () => {
	const person = { name: 'Ada Byron', organization: 'Engine Ltd' };

	it('creates a client where none has the email', async () => {
		const additionalFields = {
			address: 'Fleet Street 1',
			country: 'DEU',
			currency: 'EUR',
			customFields: { customField: [{ label: 'Region', value: 'North' }] },
			language: 'de',
			username: 'ada.byron',
			workPhone: '7',
		};
		const parameters = { ...person, email: 'ada@engine.example', additionalFields };
		const [client] = await billing.outputOf('client', 'upsert', parameters);
		expect(client).toMatchObject({ result: 'created', ...person, email: 'ada@engine.example' });
		const { workPhone, customFields: _, ...others } = additionalFields;
		expect(stored(client?.['client_id'])).toMatchObject({ ...person, ...others, work_phone: workPhone });
		expect(billing.sent('updateClient')).toEqual([]);
	});

	it('changes the one that has the email, whatever its case, and keeps the rest', async () => {
		const before = stored(1);
		const parameters = { ...person, email: ' Eleanor.Voss@Harbour.example ' };
		const [client] = await billing.outputOf('client', 'upsert', {
			...parameters,
			additionalFields: { workPhone: '7' },
		});
		expect(client).toMatchObject({ result: 'updated', client_id: 1, ...person });
		const email = 'Eleanor.Voss@Harbour.example';
		expect(stored(1)).toEqual({ ...before, ...person, email, work_phone: '7' });
		expect(billing.sent('createClient')).toEqual([]);
	});

	it('changes nothing when several clients have the email, and names them', async () => {
		billing.sandbox.change('client', 2, { email: 'eleanor.voss@harbour.example' });
		const parameters = { ...person, email: 'eleanor.voss@harbour.example' };
		expect(await billing.errorOf('client', 'upsert', parameters)).toContain('IDs 2, 1');
		expect([...billing.sent('createClient'), ...billing.sent('updateClient')]).toEqual([]);
	});

	it('makes one client of two items with the same email', async () => {
		const parameters = { ...person, organization: '={{ $json.organization }}', email: 'ada@engine.example' };
		const items = [{ organization: 'First Ltd' }, { organization: 'Second Ltd' }];
		const output = await billing.outputOf('client', 'upsert', parameters, { items });
		expect(output.map(({ result, organization }) => [result, organization])).toEqual([
			['created', 'First Ltd'],
			['updated', 'Second Ltd'],
		]);
		expect(output[0]?.['client_id']).toBe(output[1]?.['client_id']);
	});
});

describe('Client > Update', () => {
	it('keeps everything that it does not change', async () => {
		const before = stored(1);
		const updateFields = { workPhone: '+44 1' };
		const [client] = await billing.outputOf('client', 'update', { clientId: byId(1), updateFields });
		expect(stored(1)).toEqual({ ...before, work_phone: '+44 1' });
		expect(client).toMatchObject({ result: 'updated', client_id: 1, work_phone: '+44 1' });
		expect(billing.sent('updateClient')).toEqual([
			including({ client_id: '1', name: before?.name, organization: before?.organization }),
		]);
	});
});
