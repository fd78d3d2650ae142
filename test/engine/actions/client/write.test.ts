import { byId, including, locator, useBilling } from '../../billing.ts';

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

	it('sends every field', async () => {
		const fields = {
			address: 'Fleet Street 1\nLondon & <Kent>',
			country: 'DEU',
			currency: 'EUR',
			email: 'ada@engine.example',
			language: 'de',
			username: 'ada.byron',
			workPhone: '0049 7',
		};
		const customField = ['Region', 'Segment', 'Source', 'Tier'].map((label) => ({
			label,
			value: `${label} 1`,
		}));
		const [client] = await billing.outputOf('client', 'create', {
			name: 'Ada Byron',
			organization: 'Engine Ltd',
			additionalFields: { ...fields, customFields: { customField } },
		});
		const { workPhone, ...others } = fields;
		expect(stored(client?.['client_id'])).toMatchObject({ ...others, work_phone: workPhone });
		const kept = billing.sandbox
			.records('customField')
			.filter(({ owner_id }) => owner_id === client?.['client_id']);
		expect(kept.map(({ label, value }) => ({ label, value }))).toEqual(customField);
		expect(client).toMatchObject({ work_phone: '0049 7', address: fields.address });
	});

	it('returns only the identifier where that is asked for, and reads nothing back', async () => {
		const parameters = { name: 'Ada Byron', organization: 'Engine Ltd', options: { return: 'id' } };
		const [client] = await billing.outputOf('client', 'create', parameters);
		expect(client).toEqual({ client_id: billing.sandbox.records('client').at(-1)?.id, result: 'created' });
		expect(billing.methods()).toEqual(['createClient']);
	});

	it("keeps the service's own words when it refuses a value", async () => {
		const parameters = { name: 'Ada', organization: 'Engine Ltd', additionalFields: { country: 'ZZZ' } };
		expect(await billing.errorOf('client', 'create', parameters)).toContain('Country code is invalid.');
	});

	describe('when a client has the email already', () => {
		const parameters = (ifExists?: string) => ({
			name: 'Eleanor Voss',
			organization: 'Another Ltd',
			additionalFields: { email: 'Eleanor.Voss@harbour.example' },
			options: ifExists === undefined ? {} : { ifExists },
		});

		it('fails by default, naming the client, and creates nothing', async () => {
			const message = await billing.errorOf('client', 'create', parameters());
			expect(message).toContain(
				"A client with this email exists already: ID 1 Nothing was created. The email is 'Eleanor.Voss@harbour.example'.",
			);
			expect(billing.sent('createClient')).toEqual([]);
		});

		it('returns the existing client where that is chosen', async () => {
			const [client] = await billing.outputOf('client', 'create', parameters('existing'));
			expect(client).toMatchObject({ result: 'existing', client_id: 1, organization: 'Harbour & Pine Ltd' });
			expect(billing.sent('createClient')).toEqual([]);
		});

		it('creates another one where that is chosen', async () => {
			const [client] = await billing.outputOf('client', 'create', parameters('create'));
			expect(client).toMatchObject({ result: 'created', organization: 'Another Ltd' });
			expect(client?.['client_id']).not.toBe(1);
		});

		it('notices a client that an earlier item of the same run created', async () => {
			const additionalFields = { email: 'new@engine.example' };
			const items = [{}, {}];
			const settings = { onError: 'continueRegularOutput' as const };
			const output = await billing.outputOf(
				'client',
				'create',
				{ name: 'Ada', organization: 'Engine Ltd', additionalFields },
				{ items, settings },
			);
			expect(output[0]).toMatchObject({ result: 'created' });
			expect(output[1]?.['error']).toContain('exists already');
			expect(billing.sent('createClient')).toHaveLength(1);
		});
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

	it('sends every field', async () => {
		const contact = [
			{ name: 'Bo', email: 'bo@engine.example' },
			{ name: 'Cy', email: 'cy@engine.example' },
		];
		const customField = [{ label: 'Region', value: 'North' }];
		await billing.outputOf('client', 'update', {
			clientId: byId(20),
			updateFields: {
				additionalContacts: { contact },
				address: 'New Street 2',
				country: 'USA',
				currency: 'BRL',
				customFields: { customField },
				email: 'new@engine.example',
				language: 'por',
				name: 'New Name',
				organization: 'New Ltd',
				username: 'new.name',
				workPhone: '12',
			},
		});
		expect(stored(20)).toMatchObject({
			address: 'New Street 2',
			country: 'USA',
			currency: 'BRL',
			email: 'new@engine.example',
			language: 'por',
			name: 'New Name',
			organization: 'New Ltd',
			username: 'new.name',
			work_phone: '12',
		});
		const contacts = billing.sandbox.records('contact').filter(({ client_id }) => client_id === 20);
		expect(contacts.map(({ name, email }) => ({ name, email }))).toEqual(contact);
		expect(billing.sandbox.records('customField').filter(({ owner_id }) => owner_id === 20)).toMatchObject(
			customField,
		);
	});

	it('sends only what is given when other values are not to be kept', async () => {
		await billing.outputOf('client', 'update', {
			clientId: byId(1),
			updateFields: { name: 'Ada', organization: 'Engine Ltd' },
			options: { keepUnchanged: false, return: 'id' },
		});
		expect(billing.methods()).toEqual(['updateClient']);
		expect(billing.sent('updateClient')).toEqual([
			{ client_id: '1', name: 'Ada', organization: 'Engine Ltd' },
		]);
	});

	it('finds the client by its email', async () => {
		const clientId = locator('email', 'eleanor.voss@harbour.example');
		await billing.outputOf('client', 'update', { clientId, updateFields: { workPhone: '7' } });
		expect(stored(1)?.work_phone).toBe('7');
	});

	it.each(['', '  ', 'abc', '-1', '0', '1.5'])(
		'refuses the identifier %j before anything is sent',
		async (id) => {
			const parameters = { clientId: byId('={{ $json.id }}'), updateFields: { name: 'Nobody' } };
			const message = await billing.errorOf('client', 'update', parameters, { items: [{ id }] });
			expect(message).toContain('Client');
			expect(billing.methods()).toEqual([]);
		},
	);
});
