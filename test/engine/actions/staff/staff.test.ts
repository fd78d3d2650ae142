import { byId, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('staff').find((row) => row.id === id);
const clientsOf = (id: unknown) =>
	billing.sandbox.store
		.arrays('SELECT client_id FROM staff_client WHERE staff_id = ? ORDER BY client_id', Number(id))
		.flat();

const NEW = { name: 'Ada Byron', username: 'ada.byron', email: 'ada@engine.example' };

describe('Staff > Create', () => {
	it('sends the least that the service needs, and returns the whole record', async () => {
		const [member] = await billing.outputOf('staff', 'create', NEW);
		expect(billing.sent('createStaff')).toEqual([NEW]);
		expect(member).toMatchObject({ result: 'created', ...NEW, status: 'Active', assigned_clients: [] });
		expect(stored(member?.['staff_id'])).toMatchObject({ ...NEW, access_own_record: 'No' });
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
	it('refuses a status that is none', async () => {
		const message = await billing.errorOf('staff', 'getAll', { filters: { status: '={{ "Gone" }}' } });
		expect(message).toContain("Status must be one of Active, Archived, Deleted, not 'Gone'");
	});
});
