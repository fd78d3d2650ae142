import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('client').find((client) => client.id === id);

describe('Client > Create or Update', () => {
	const person = { name: 'Ada Byron', organization: 'Engine Ltd' };

	it('changes the one that has the email, in any case, and keeps the rest', async () => {
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

	it('changes nothing when several clients have the email, and names them, as a read does', async () => {
		const email = 'eleanor.voss@harbour.example';
		billing.sandbox.change('client', 2, { email });
		expect(await billing.errorOf('client', 'upsert', { ...person, email })).toContain('IDs 2, 1');
		const clientId = locator('email', email);
		expect(await billing.errorOf('client', 'get', { clientId })).toContain('2, 1');
		expect(new Set(billing.methods())).toEqual(new Set(['listClient']));
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

describe('Client > Create or Update of what is there already', () => {
	const same = () => {
		const { name, organization, email } = stored(1) ?? {};
		return { name, organization, email } as Record<'name' | 'organization' | 'email', string>; // they are texts
	};
	const upsert = async (parameters: INodeParameters) =>
		await billing.outputOf('client', 'upsert', { ...same(), ...parameters });

	it.each<[string, (client: ReturnType<typeof same>) => INodeParameters]>([
		['as it is', () => ({})],
		[
			'with blanks around',
			({ name, organization }) => ({ name: ` ${name}`, organization: `${organization} ` }),
		],
		['with lines that end in another way', () => ({ additionalFields: { address: 'Quay 1\r\nLeith' } })],
		['with empty fields', () => ({ additionalFields: { address: '', workPhone: '' } })],
	])('writes nothing %s, and returns the existing record', async (_, changed) => {
		billing.sandbox.change('client', 1, { currency: 'USD', address: 'Quay 1\nLeith' });
		const before = stored(1);
		const [client] = await upsert(changed(same()));
		expect(client).toMatchObject({ client_id: 1, result: 'existing', ...same() });
		expect(billing.writes()).toEqual([]);
		expect(billing.methods()).toEqual(['listClient', 'getClient']);
		expect(stored(1)).toEqual(before);
	});

	it.each<[string, INodeParameters]>([
		['a name in other letters', { name: 'ELEANOR VOSS' }],
		['an address', { additionalFields: { address: 'New Street 2' } }],
		['what no answer shows', { additionalFields: { country: 'GBR' } }],
		['custom fields', { additionalFields: { customFields: { customField: [{ label: 'A', value: 'B' }] } } }],
	])('writes %s', async (_, parameters) => {
		expect(await upsert(parameters)).toMatchObject([{ client_id: 1, result: 'updated' }]);
		expect(billing.writes()).toEqual(['updateClient']);
	});
});

describe('A new email of a client', () => {
	const WARNING = 'Existing invoices and recurring profiles may keep the old email address.';
	const update = async (updateFields: INodeParameters, options: INodeParameters = {}) =>
		await billing.run('client', 'update', { clientId: byId(1), updateFields, options });

	it.each([{}, { keepUnchanged: false }])(
		'warns that documents may keep the old one, with %j',
		async (options) => {
			const { outputs } = await update({ ...names(), email: 'new@harbour.example' }, options);
			expect(outputs[0]?.[0]?.json).toMatchObject({ result: 'updated', email: 'new@harbour.example' });
			expect(billing.warnings()).toContain(WARNING);
		},
	);

	it('is none in other letters, and an update without an email has none', async () => {
		await update({ email: ` ${String(stored(1)?.email).toUpperCase()}` });
		await update({ workPhone: '7' });
		expect(billing.writes()).toEqual(['updateClient', 'updateClient']);
		expect(billing.warnings()).toBe('');
	});

	const names = () => ({ name: stored(1)?.name, organization: stored(1)?.organization });
});

describe('Client > Create without an email', () => {
	it('reads the active clients once for all items, and knows those that the run creates', async () => {
		const { organization, name } = stored(3) ?? {};
		const items = [
			{ organization: 'New Ltd', name: 'Ada' },
			{ organization: ` ${organization?.toUpperCase()}`, name },
			{ organization, name: 'Somebody else' },
			{ organization: 'new ltd', name: 'ADA' },
			{ organization: 'Mail Ltd', name: 'Ada', email: 'ada@mail.example' },
			{ organization: 'Mail Ltd', name: 'Ada' },
		];
		const fields = ['organization', 'name', 'email'].map((field) => [field, `={{ $json.${field} }}`]);
		const parameters = {
			...Object.fromEntries(fields),
			options: { ifExists: 'existing' },
		} as INodeParameters; // expressions
		const output = await billing.outputOf('client', 'create', parameters, { items });
		const [, , , , mailed] = output;
		expect(output.map(({ result, client_id }) => [result, client_id])).toEqual([
			['created', output[0]?.['client_id']],
			['existing', 3],
			['created', output[2]?.['client_id']],
			['existing', output[0]?.['client_id']],
			['created', mailed?.['client_id']],
			['existing', mailed?.['client_id']],
		]);
		// One list of all, one by the email, and all again after that client was created.
		expect(billing.sent('listClient')).toHaveLength(3);
	});
});

describe('What nobody sees in an email', () => {
	const email = 'Eleanor.Voss@harbour.example';

	it.each(['Eleanor.Voss@harbour.example\u200b', 'mailto:Eleanor.Voss@harbour.example'])(
		'makes no other client of %j',
		async (copied) => {
			const person = { name: 'Ada', organization: 'Engine Ltd', email: copied };
			const options = { ifExists: 'existing' };
			expect(await billing.outputOf('client', 'create', { ...person, options })).toMatchObject([
				{ client_id: 1, result: 'existing' },
			]);
			expect(await billing.outputOf('client', 'upsert', person)).toMatchObject([{ client_id: 1 }]);
			const found = await billing.outputOf('client', 'get', { clientId: locator('email', copied) });
			expect(found).toMatchObject([{ client_id: 1 }]);
			expect(billing.sent('createClient')).toEqual([]);
			expect(billing.sent('updateClient')).toMatchObject([{ email }]);
		},
	);

	it('what nobody sees in an email is not sent', async () => {
		const parameters = { name: 'Bo', organization: 'Bo Ltd', email: 'mailto:bo\u200b@bo.example' };
		await billing.outputOf('client', 'create', parameters);
		expect(billing.sent('createClient')).toMatchObject([{ email: 'bo@bo.example' }]);
	});
});

describe('A value that the service rejects', () => {
	const service = useScriptedService();

	it('is shown with its message', async () => {
		service.answer('createClient', 'Email is invalid.', 400);
		const { error } = await billing.run(
			'client',
			'create',
			{ name: 'Ada', organization: 'E', email: 'ada@', options: { ifExists: 'create' } },
			{ credential: service.credential() },
		);
		expect(error?.message).toBe('Email is invalid.');
		expect(error?.description).toBe(
			"Nothing was created. The service rejected 'ada@'. Correct it and run the node again.",
		);
	});
});
