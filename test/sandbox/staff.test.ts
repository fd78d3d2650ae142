import { at, textsAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { create, fields, list, read, stored } from './walk/records.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

const MEMBER = { name: 'Ann Lee', username: 'ann', email: 'ann@studio.example' };
const add = (values: Values = {}) => create(service, 'createStaff', { ...MEMBER, ...values });
const get = (staff_id: string) => read(service, 'getStaff', { staff_id });
const reply = async (method: string, values: Values, account?: string) => {
	const { status, text } = await service.call(method, values, account);
	return [status, text];
};

test('a new member sees all records, has no rate and no clients, and was added today', async () => {
	const record = await get(await add());
	expect(
		fields(
			record,
			'name',
			'username',
			'email',
			'bill_rate',
			'access_own_record',
			'user_level',
			'last_login',
			'status',
		),
	).toEqual(['Ann Lee', 'ann', 'ann@studio.example', '0.00', 'No', '2', '', 'Active']);
	expect(fields(record, 'date_added')[0]).toMatch(new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`));
	expect(at(record, 'assigned_clients').children).toEqual([]);
});

test.each(['name', 'username', 'email'])('a member needs a %s', async (path) => {
	const mandatory = [400, 'Please provide mandatory data.'];
	expect(await reply('createStaff', { ...MEMBER, [path]: '' })).toEqual(mandatory);
});

test.each([
	['email', 'ann', 'Email is invalid.'],
	['billing_rate', '12.345', 'Billing rate is invalid.'],
	['billing_rate', '-1', 'Billing rate is invalid.'],
	['assigned_clients/client_id', '{foreignClient}', 'Client is invalid.'],
	['assigned_clients/client_id', '{unknown}', 'Client is invalid.'],
	['assigned_clients/client_id', 'abc', 'Client is invalid.'],
])('the %s %s is refused, and nothing is stored', async (path, value, message) => {
	const id = await add({ 'assigned_clients/client_id': '{client}' });
	const before = stored(service, 'staff');
	const wrong = { ...MEMBER, name: 'Bo', username: 'bo', [path]: value };
	expect(await reply('createStaff', wrong)).toEqual([400, message]);
	expect(await reply('updateStaff', { staff_id: id, ...wrong })).toEqual([400, message]);
	expect(stored(service, 'staff')).toEqual(before);
	expect(textsAt(await get(id), 'assigned_clients/client_id')).toEqual([service.fill('{client}')]);
});

describe('user_access_own_record', () => {
	test.each([
		['Yes', 'Yes'],
		['No', 'No'],
		['yes', 'No'],
		['1', 'No'],
	])('%s is saved as %s', async (user_access_own_record, expected) => {
		const record = await get(await add({ user_access_own_record }));
		expect(fields(record, 'access_own_record')).toEqual([expected]);
	});

	test('stays when an update sends another word', async () => {
		const id = await add({ user_access_own_record: 'Yes' });
		await service.succeed('updateStaff', { staff_id: id, user_access_own_record: 'maybe' });
		expect(fields(await get(id), 'access_own_record')).toEqual(['Yes']);
		await service.succeed('updateStaff', { staff_id: id, user_access_own_record: 'No' });
		expect(fields(await get(id), 'access_own_record')).toEqual(['No']);
	});
});

describe('the user name of a member', () => {
	const taken = [400, 'Username [ANN] already exists.'];

	test('is another for each, whatever its case', async () => {
		const id = await add();
		expect(await reply('createStaff', { ...MEMBER, username: 'ANN' })).toEqual(taken);
		const other = await add({ username: 'bo' });
		expect(await reply('updateStaff', { staff_id: other, username: 'ANN' })).toEqual(taken);
		expect(await reply('updateStaff', { staff_id: id, username: 'ANN' })).toEqual([200, '']);
		expect(fields(await get(id), 'username')).toEqual(['ANN']);
	});

	test('may be that of a client, of another account, or of a deleted member', async () => {
		const id = await add();
		expect((await reply('createStaff', { ...MEMBER, username: '{takenUsername}' }))[0]).toBe(200);
		expect((await reply('createStaff', MEMBER, 'second'))[0]).toBe(200);
		await service.succeed('deleteStaff', { staff_id: id });
		expect((await reply('createStaff', MEMBER))[0]).toBe(200);
	});
});

describe('the clients that are assigned to a member', () => {
	const clients = async (id: string) => textsAt(await get(id), 'assigned_clients/client_id');

	test('are replaced by an update that names some, and kept by one that names none', async () => {
		const id = await add({
			'assigned_clients/client_id[0]': '{client}',
			'assigned_clients/client_id[1]': '{newClient}',
			'assigned_clients/client_id[2]': '{client}',
		});
		const both = [service.fill('{client}'), service.fill('{newClient}')];
		expect((await clients(id)).sort()).toEqual([...both].sort());
		await service.succeed('updateStaff', { staff_id: id, billing_rate: '80' });
		expect(await clients(id)).toHaveLength(2);
		await service.succeed('updateStaff', { staff_id: id, 'assigned_clients/client_id': '{newClient}' });
		expect(await clients(id)).toEqual([service.fill('{newClient}')]);
		expect(fields(await get(id), 'bill_rate')).toEqual(['80.00']);
	});

	test('go with the client that is deleted', async () => {
		const id = await add({ 'assigned_clients/client_id': '{newClient}' });
		await service.succeed('deleteClient', { client_id: '{newClient}' });
		expect(await clients(id)).toEqual([]);
	});
});

test('members are found by their e-mail address', async () => {
	const id = await add();
	expect(await list(service, 'listStaff', { email: 'ANN@studio.example' })).toEqual([id]);
	expect(await list(service, 'listStaff', { email: 'studio.example' })).toEqual([]);
});
