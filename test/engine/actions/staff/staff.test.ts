import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('staff').find((row) => row.id === id);
const clientsOf = (id: unknown) =>
	billing.sandbox.store
		.arrays('SELECT client_id FROM staff_client WHERE staff_id = ? ORDER BY client_id', Number(id))
		.flat();
const list = async (filters: INodeParameters) => {
	const records = await billing.outputOf('staff', 'getAll', { filters, returnAll: true });
	return records.map((record) => record['staff_id']);
};

const NEW = { name: 'Ada Byron', username: 'ada.byron', email: 'ada@engine.example' };

describe('Staff > Create', () => {
	it('sends the least that the service needs, and returns the whole record', async () => {
		const [member] = await billing.outputOf('staff', 'create', NEW);
		expect(billing.sent('createStaff')).toEqual([NEW]);
		expect(member).toMatchObject({ result: 'created', ...NEW, status: 'Active', assigned_clients: [] });
		expect(stored(member?.['staff_id'])).toMatchObject({ ...NEW, access_own_record: 'No' });
	});

	it('sends every field', async () => {
		const additionalFields = { assignedClients: [2, 5], billingRate: 95.5, userAccessOwnRecord: true };
		const [member] = await billing.outputOf('staff', 'create', { ...NEW, additionalFields });
		const id = member?.['staff_id'];
		expect(stored(id)).toMatchObject({ ...NEW, bill_rate: '95.50', access_own_record: 'Yes' });
		expect(clientsOf(id)).toEqual([2, 5]);
		expect(member).toMatchObject({ bill_rate: 95.5, assigned_clients: [2, 5] });
	});

	it('gives a member all records when the switch is off', async () => {
		await billing.outputOf('staff', 'create', { ...NEW, additionalFields: { userAccessOwnRecord: false } });
		expect(billing.sent('createStaff')).toEqual([{ ...NEW, user_access_own_record: 'No' }]);
	});

	it('takes the values of each item, and identifiers as text', async () => {
		const items = [
			{ user: 'one', clients: '2, 3' },
			{ user: 'two', clients: '4' },
		];
		const parameters = {
			...NEW,
			username: '={{ $json.user }}',
			additionalFields: { assignedClients: '={{ $json.clients }}' },
		};
		const output = await billing.outputOf('staff', 'create', parameters, { items });
		expect(output.map(({ username }) => username)).toEqual(['one', 'two']);
		expect(output.map(({ staff_id }) => clientsOf(staff_id))).toEqual([[2, 3], [4]]);
	});

	it("keeps the service's own words for a user name that is in use", async () => {
		const message = await billing.errorOf('staff', 'create', { ...NEW, username: 'alex.rowan' });
		expect(message).toContain('Username [alex.rowan] already exists.');
	});

	it("refuses another account's client as the service does", async () => {
		const foreign = billing.sandbox.records('client').find(({ account_id }) => account_id === 2)?.id ?? 0;
		const parameters = { ...NEW, additionalFields: { assignedClients: [foreign] } };
		expect(await billing.errorOf('staff', 'create', parameters)).toContain('Client is invalid.');
	});

	it.each(['name', 'username', 'email'])('refuses an empty %s before anything is sent', async (field) => {
		const message = await billing.errorOf('staff', 'create', { ...NEW, [field]: '={{ "" }}' });
		expect(message).toContain('is required and was left empty');
		expect(billing.methods()).toEqual([]);
	});
});

describe('Staff > Create, where one has the email', () => {
	const again = (ifExists: string) => ({ ...NEW, username: 'another.name', options: { ifExists } });
	const created = () => billing.sent('createStaff');

	beforeEach(async () => {
		await billing.outputOf('staff', 'create', NEW);
		billing.sandbox.clearRequests();
	});

	it('creates another one, unless that is to be looked for', async () => {
		await billing.outputOf('staff', 'create', again('create'));
		expect(created()).toHaveLength(1);
	});

	it('fails where that is chosen, in words that name the email', async () => {
		const message = await billing.errorOf('staff', 'create', again('fail'));
		expect(message).toMatch(/A staff member with this email exists already: ID \d+/);
		expect(created()).toEqual([]);
	});

	it('returns it where that is chosen', async () => {
		const [member] = await billing.outputOf('staff', 'create', again('existing'));
		expect(member).toMatchObject({ result: 'existing', email: NEW.email, username: NEW.username });
		expect(created()).toEqual([]);
	});
});

describe('Staff > Update', () => {
	it('keeps everything that it does not change, and sends it under the names of a request', async () => {
		billing.sandbox.change('staff', 1, { access_own_record: 'Yes' });
		const before = stored(1);
		const clients = clientsOf(1);
		const updateFields = { email: 'rowan@studio.example' };
		const [member] = await billing.outputOf('staff', 'update', { staffId: byId(1), updateFields });
		expect(billing.sent('updateStaff')).toEqual([
			{
				staff_id: '1',
				name: 'Alex Rowan',
				username: 'alex.rowan',
				email: 'rowan@studio.example',
				billing_rate: '95',
				user_access_own_record: 'Yes',
				assigned_clients: { client_id: String(clients[0]) },
			},
		]);
		expect(stored(1)).toEqual({ ...before, email: 'rowan@studio.example' });
		expect(clientsOf(1)).toEqual(clients);
		expect(member).toMatchObject({ result: 'updated', staff_id: 1, email: 'rowan@studio.example' });
	});

	it('loses nothing when nothing is changed', async () => {
		await billing.outputOf('staff', 'update', { staffId: byId(2), options: { return: 'id' } });
		expect(billing.sent('updateStaff')).toMatchObject([
			{ name: 'Mina Castell', email: 'mina.castell@studio.example', user_access_own_record: 'No' },
		]);
	});

	it('sends every field', async () => {
		const updateFields = {
			...NEW,
			assignedClients: [2, 5],
			billingRate: '12',
			userAccessOwnRecord: true,
		};
		await billing.outputOf('staff', 'update', { staffId: byId(1), updateFields });
		expect(stored(1)).toMatchObject({ ...NEW, bill_rate: '12.00', access_own_record: 'Yes' });
		expect(clientsOf(1)).toEqual([2, 5]);
	});

	it('sends only what is given when other values are not to be kept', async () => {
		const options = { keepUnchanged: false, return: 'id' };
		const updateFields = { billingRate: '12' };
		await billing.outputOf('staff', 'update', { staffId: byId(1), updateFields, options });
		expect(billing.methods()).toEqual(['updateStaff']);
		expect(billing.sent('updateStaff')).toEqual([{ staff_id: '1', billing_rate: '12' }]);
	});

	it('finds the member by email', async () => {
		const staffId = locator('staffEmail', 'Mina.Castell@studio.example');
		await billing.outputOf('staff', 'update', { staffId, updateFields: { billingRate: '1' } });
		expect(stored(2)?.bill_rate).toBe('1.00');
	});
});

describe('Staff > Get', () => {
	it('returns ten fields, or all of them', async () => {
		const [member] = await billing.outputOf('staff', 'get', { staffId: byId(1) });
		expect(Object.keys(member ?? {})).toHaveLength(10);
		expect(member).toMatchObject({ staff_id: 1, name: 'Alex Rowan', bill_rate: 95, user_level: 2 });
		const [whole] = await billing.outputOf('staff', 'get', { staffId: byId(1), simplify: false });
		expect(whole).toEqual({ ...member, assigned_clients: clientsOf(1) });
	});

	it('says that there is no such member', async () => {
		expect(await billing.errorOf('staff', 'get', { staffId: byId(999) })).toContain('Data not found.');
	});
});

describe('Staff > Get Many', () => {
	it('filters by status and email', async () => {
		billing.sandbox.change('staff', 2, { status: 'Archived' });
		billing.sandbox.change('staff', 3, { status: 'Deleted' });
		expect(await list({})).toEqual([1]);
		expect(await list({ status: 'Active' })).toEqual([1]);
		expect(await list({ status: 'Archived' })).toEqual([2]);
		expect(await list({ status: 'Deleted' })).toEqual([3]);
		expect(await list({ email: 'alex.rowan@studio.example' })).toEqual([1]);
		expect(await list({ email: 'nobody@studio.example' })).toEqual([]);
	});

	it('refuses a status that is none', async () => {
		const message = await billing.errorOf('staff', 'getAll', { filters: { status: '={{ "Gone" }}' } });
		expect(message).toContain("Status is one of Active, Archived, Deleted, not 'Gone'");
	});
});

describe('Staff > Delete', () => {
	it('deletes the members of many items with one request', async () => {
		const items = [{ id: 1 }, { id: 3 }];
		const output = await billing.outputOf('staff', 'delete', { staffId: byId('={{ $json.id }}') }, { items });
		expect(output).toEqual(items.map(({ id }) => ({ staff_id: id, deleted: true })));
		expect(billing.sent('deleteStaff')).toEqual([{ staff_id: ['1', '3'] }]);
		expect([1, 2, 3].map((id) => stored(id)?.status)).toEqual(['Deleted', 'Active', 'Deleted']);
	});

	it('names a member that is not there', async () => {
		expect(await billing.errorOf('staff', 'delete', { staffId: byId(999) })).toContain(
			'Staff member 999 was not deleted.',
		);
	});
});
