import type { INodeParameters } from 'n8n-workflow';
import { locator, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('client').find((client) => client.id === id);

describe('Client > Create or Update', () => {
	const person = { name: 'Ada Byron', organization: 'Engine Ltd' };

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
		// One list of all, and one by the email.
		expect(billing.sent('listClient')).toHaveLength(2);
	});
});
