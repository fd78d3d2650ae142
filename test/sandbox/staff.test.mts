import { at, textsAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { create, fields, read } from './walk/records.mts';
import { TODAY, useService } from './walk/service.mts';

const service = useService();

const MEMBER = { name: 'Ann Lee', username: 'ann', email: 'ann@studio.example' };
const add = (values: Values = {}) => create(service, 'createStaff', { ...MEMBER, ...values });
const get = (staff_id: string) => read(service, 'getStaff', { staff_id });
test('a new member sees all records, has no rate and no clients, and was added today', async () => {
	const record = await get(await add());
	const names = ['bill_rate', 'access_own_record', 'user_level', 'last_login', 'status'];
	expect(fields(record, ...names)).toEqual(['0.00', 'No', '2', '', 'Active']);
	expect(fields(record, 'date_added')[0]).toMatch(new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`));
	expect(at(record, 'assigned_clients').children).toEqual([]);
});

test('user_access_own_record is Yes or No; any other word counts as omitted', async () => {
	for (const [word, saved] of Object.entries({ Yes: 'Yes', No: 'No', yes: 'No', 1: 'No' })) {
		const id = await add({
			username: `${saved}-${word.length}-${word.charCodeAt(0)}`,
			user_access_own_record: word,
		});
		expect(fields(await get(id), 'access_own_record')).toEqual([saved]);
	}
	const id = await add({ user_access_own_record: 'Yes' });
	await service.succeed('updateStaff', { staff_id: id, user_access_own_record: 'maybe' });
	expect(fields(await get(id), 'access_own_record')).toEqual(['Yes']);
});

test('the clients of a member are replaced by an update that names some, and disappear when they are deleted', async () => {
	const clients = async () => textsAt(await get(id), 'assigned_clients/client_id');
	const id = await add({
		'assigned_clients/client_id[0]': '{client}',
		'assigned_clients/client_id[1]': '{newClient}',
		'assigned_clients/client_id[2]': '{client}',
	});
	await service.succeed('updateStaff', { staff_id: id, billing_rate: '80' });
	expect(await clients()).toEqual([service.fill('{client}'), service.fill('{newClient}')]);
	await service.succeed('updateStaff', { staff_id: id, 'assigned_clients/client_id': '{newClient}' });
	expect(await clients()).toEqual([service.fill('{newClient}')]);
	await service.succeed('deleteClient', { client_id: '{newClient}' });
	expect(await clients()).toEqual([]);
});
