import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('client').find((client) => client.id === id);
const person = { name: 'Ada Byron', organization: 'Engine Ltd' };

describe('Client > Create or Update', () => {
	it('changes the one that has the email, in any case, and keeps the rest', async () => {
		const before = stored(1);
		const parameters = { ...person, email: ' Eleanor.Voss@Harbour.example ' };
		const additionalFields = { workPhone: '7' };
		const [client] = await billing.outputOf('client', 'upsert', { ...parameters, additionalFields });
		expect(client).toMatchObject({ result: 'updated', client_id: 1, ...person });
		const email = 'Eleanor.Voss@Harbour.example';
		expect(stored(1)).toEqual({ ...before, ...person, email, work_phone: '7' });
		expect(billing.writes()).toEqual(['updateClient']);
	});

	it('changes nothing when several clients have the email, and names them, as a read does', async () => {
		const email = 'eleanor.voss@harbour.example';
		billing.sandbox.change('client', 2, { email });
		expect(await billing.errorOf('client', 'upsert', { ...person, email })).toContain('IDs 2, 1');
		const clientId = locator('email', email);
		expect(await billing.errorOf('client', 'get', { clientId })).toContain('2, 1');
		expect(new Set(billing.methods())).toEqual(new Set(['listClient']));
	});

	it('writes nothing of what is there already, and everything else', async () => {
		billing.sandbox.change('client', 1, { currency: 'USD', address: 'Quay 1\nLeith' });
		const before = stored(1);
		const { name = '', organization = '', email = '' } = before ?? {};
		const upsert = async (parameters: INodeParameters) => {
			billing.sandbox.clearRequests();
			return await billing.outputOf('client', 'upsert', { name, organization, email, ...parameters });
		};
		for (const same of [
			{},
			{ name: ` ${name}`, organization: `${organization} ` },
			{ additionalFields: { address: 'Quay 1\r\nLeith' } },
			{ additionalFields: { address: '', workPhone: '' } },
		]) {
			expect(await upsert(same)).toMatchObject([{ client_id: 1, result: 'existing', name, organization }]);
			expect(billing.methods()).toEqual(['listClient', 'getClient']);
			expect(stored(1)).toEqual(before);
		}
		for (const other of [
			{ additionalFields: { address: 'New Street 2' } },
			// No answer shows these.
			{ additionalFields: { country: 'GBR' } },
			{ additionalFields: { customFields: { customField: [{ label: 'A', value: 'B' }] } } },
			{ name: 'ELEANOR VOSS' },
		]) {
			expect(await upsert(other)).toMatchObject([{ client_id: 1, result: 'updated' }]);
			expect(billing.writes()).toEqual(['updateClient']);
		}
	});
});

describe('The email of a client', () => {
	it('is warned of when it changes, because documents may keep the old one', async () => {
		const WARNING = 'Existing invoices and recurring profiles may keep the old email address.';
		const update = async (updateFields: INodeParameters, options: INodeParameters = {}) =>
			await billing.outputOf('client', 'update', { clientId: byId(1), updateFields, options });
		await update({ email: ` ${String(stored(1)?.email).toUpperCase()}` });
		await update({ workPhone: '7' });
		expect(billing.warnings()).toBe('');
		await update({ email: 'new@harbour.example' });
		expect(billing.warnings()).toContain(WARNING);
		await update({ ...person, email: 'newer@harbour.example' }, { keepUnchanged: false });
		expect(billing.warnings()).toContain(WARNING);
	});

	it.each(['Eleanor.Voss@harbour.example\u200b', 'mailto:Eleanor.Voss@harbour.example'])(
		'makes no other client by what nobody sees in it: %j',
		async (email) => {
			const options = { ifExists: 'existing' };
			const same = [{ client_id: 1 }];
			expect(await billing.outputOf('client', 'create', { ...person, email, options })).toMatchObject(same);
			expect(await billing.outputOf('client', 'upsert', { ...person, email })).toMatchObject(same);
			const clientId = locator('email', email);
			expect(await billing.outputOf('client', 'get', { clientId })).toMatchObject(same);
			expect(billing.sent('createClient')).toEqual([]);
			expect(billing.sent('updateClient')).toMatchObject([{ email: 'Eleanor.Voss@harbour.example' }]);
		},
	);

	it('is not needed: the active clients are read once, and those that the run creates are known', async () => {
		const { organization, name } = stored(3) ?? {};
		const items = [
			{ organization: 'New Ltd', name: 'Ada' },
			{ organization: ` ${organization?.toUpperCase()}`, name },
			{ organization, name: 'Somebody else' },
			{ organization: 'Elsewhere Ltd', name },
			{ organization: 'new ltd', name: 'ADA' },
			{ organization: 'Mail Ltd', name: 'Ada', email: 'mailto:ada\u200b@mail.example' },
			{ organization: 'Mail Ltd', name: 'Ada' },
		];
		const parameters = {
			...{ organization: '={{ $json.organization }}', name: '={{ $json.name }}' },
			...{ email: '={{ $json.email }}', options: { ifExists: 'existing' } },
		};
		const output = await billing.outputOf('client', 'create', parameters, { items });
		const id = (nth: number) => output[nth]?.['client_id'];
		expect(output.map(({ result, client_id }) => [result, client_id])).toEqual([
			['created', id(0)],
			['existing', 3],
			['created', id(2)],
			['created', id(3)],
			['existing', id(0)],
			['created', id(5)],
			['existing', id(5)],
		]);
		expect(billing.sent('createClient')).toMatchObject([{}, {}, {}, { email: 'ada@mail.example' }]);
		// One list of all, one by the email, and all again after that client was created.
		expect(billing.sent('listClient')).toHaveLength(3);
	});
});

/** The differences between products and services: operations, elements, and their rows in the sandbox. */
const KINDS = [
	{
		kind: 'product' as const,
		label: 'Product',
		fields: { unitCost: '12.50', additionalFields: { description: 'A1 <matt> & folded', quantity: '7.5' } },
		one: { id: 2, name: 'Printed brochure', quantity: 5000 },
		// The complete update if only the unit cost changes.
		kept: { name: 'Printed brochure', quantity: '5000', unitcost: '3' },
		// The same values spelled differently.
		same: { unitCost: 3, additionalFields: { quantity: ' 5000.00 ' } },
		archived: { id: 1, name: 'Photo licence' },
	},
	{
		kind: 'service' as const,
		label: 'Service',
		fields: { unitCost: '640', additionalFields: { description: 'Half days <too>', unit: 'Day' } },
		one: { id: 3, name: 'Copywriting', quantity: 'Hour' },
		kept: { name: 'Copywriting', unit: 'Hour', cost: '3' },
		same: { unitCost: '3.00', additionalFields: { unit: ' hour' } },
		archived: { id: 6, name: 'Search report' },
	},
];

describe.each(KINDS)('$label > Create or Update', ({ kind, label, fields, one, kept, same, archived }) => {
	const run = async (operation: string, parameters: INodeParameters) =>
		(await billing.outputOf('productOrService', `${operation}${label}`, parameters))[0];
	const fail = async (operation: string, parameters: INodeParameters) =>
		await billing.errorOf('productOrService', `${operation}${label}`, parameters);
	const row = (id: unknown) => billing.sandbox.records(kind).find((record) => record.id === id);

	it('updates the one that has the name, keeps the rest and its spelling, and writes no equal one', async () => {
		const before = row(one.id);
		const preview = { ...fields, options: { preview: true } };
		expect(await run('upsert', { name: one.name, ...preview })).toMatchObject({ method: `update${label}` });
		expect(await run('upsert', { name: 'Flag', ...preview })).toMatchObject({ method: `create${label}` });
		const updated = await run('upsert', { name: ` ${one.name.toLowerCase()} `, unitCost: '3' });
		const found = { [`${kind}_id`]: one.id, unit_cost: 3, quantity: one.quantity };
		expect(updated).toMatchObject({ result: 'updated', ...found });
		expect(billing.sent(`update${label}`)).toMatchObject([kept]);
		expect(row(one.id)).toEqual({ ...before, unit_cost: '3.00' });
		billing.sandbox.clearRequests();
		const equal = { name: one.name.toUpperCase(), ...same };
		expect(await run('upsert', equal)).toMatchObject({ result: 'existing', ...found });
		expect(billing.methods()).toEqual([`list${label}`, `get${label}`]);
		await run('upsert', { ...equal, additionalFields: { description: 'New' } });
		await run('upsert', { ...equal, options: { keepUnchanged: false } });
		expect(billing.writes()).toEqual([`update${label}`, `update${label}`]);
	});

	it('takes one name for one record however it is spelled, and refuses what is archived or there twice', async () => {
		const first = await run('create', { name: 'Café crème', unitCost: '3' });
		for (const [index, name] of ['Café\u00a0crème', 'CAFÉ CRÈME'].entries()) {
			expect(await fail('create', { name, unitCost: '3' })).toContain('already exists');
			expect(await run('upsert', { name, unitCost: String(4 + index) })).toMatchObject({
				...{ result: 'updated', [`${kind}_id`]: first?.[`${kind}_id`] },
			});
		}
		const returned = { name: archived.name, options: { ifExists: 'existing' } };
		for (const message of [await fail('create', returned), await fail('upsert', { ...returned, ...fields })])
			expect(message).toContain(`already exists: ID ${archived.id}, which is archived`);
		billing.sandbox.clearRequests();
		const other = Number(first?.[`${kind}_id`]);
		// The sandbox itself accepts each name only once.
		billing.sandbox.store.run(`DROP INDEX ${kind}_by_name`);
		billing.sandbox.change(kind, other, { name: one.name });
		const message = await fail('upsert', { name: one.name, ...fields });
		expect(message).toMatch(new RegExp(`more than one ${kind} with this name.*IDs ${other}, ${one.id}`));
		expect(billing.writes()).toEqual([]);
	});
});

it('The unit of a service is left to the service, and resent as read where an update does not set it', async () => {
	const created = { name: 'Posters', unitCost: '1', additionalFields: { unit: "={{ 'Pie' + 'ce' }}" } };
	await billing.run('productOrService', 'createService', created);
	expect(billing.sent('createService')).toMatchObject([{ unit: 'Piece' }]);
	billing.sandbox.change('service', 3, { quantity: 'Half a page' });
	const update = { serviceId: byId(3), updateFields: { description: 'New' } };
	await billing.run('productOrService', 'updateService', update);
	await billing.run('productOrService', 'upsertService', { name: 'Copywriting', unitCost: '1' });
	const unit = 'Half a page';
	expect(billing.sent('updateService')).toMatchObject([{ unit }, { unit }]);
});
