import {
	allAt,
	CLIENT,
	fields,
	groups,
	lines,
	repeated,
	textsAt,
	TODAY,
	useService,
	type Values,
} from './walk/service.mts';
import { rowOf, smallestRequest } from './walk/specification.mts';
import * as vendor from './walk/vendor.mts';

// What is particular to kinds of records (§4.6 to §4.10), and what the vendor's pages say where the interface is silent.

const service = useService();
const NAMES = { name: 'Ann Lee', organization: 'Lee & Daughters' };

test('a new client gets country and currency of the account, English, and a user name of its own', async () => {
	const given = { country: 'GBR', currency: 'GBP', language: 'en', status: 'Active' };
	const create = async () => service.rowOf('client', await service.create('createClient', NAMES));
	const [one, other] = [await create(), await create()];
	expect([one, other]).toMatchObject([given, given]);
	expect(one?.username).not.toBe(other?.username);
});

test('custom fields are four at most, and credits are shown', async () => {
	const fields = [...'ABCDE'].map((label) => ({ label, value: label }));
	const custom = groups('custom_fields/custom_field', fields);
	for (const method of ['createClient', 'createInvoice', 'updateClient']) {
		const five = { ...NAMES, client_id: '{client}', ...CLIENT, ...custom };
		expect(await service.reply(method, five)).toEqual([400, 'Custom fields are limited to four.']);
	}
	const held = service.sandbox.records('credit')[0];
	const record = await service.read('getClient', { client_id: String(held?.client_id) });
	const [credit] = allAt(record, 'credits/credit');
	const shown = credit?.children.map(({ text }) => text).join();
	expect(shown).toBe('120.00,Bank Transfer,Paid in advance,2026-05-26 09:30:00');
});

test('the currency of a client changes as long as it has drafts only (§4.6)', async () => {
	const client_id = await service.create('createClient', NAMES);
	const invoice_id = await service.create('createInvoice', { 'client/client_id': client_id });
	const change = (currency: string) => service.reply('updateClient', { client_id, ...NAMES, currency });
	expect((await change('USD'))[0]).toBe(200);
	await service.succeed('updateInvoice', { invoice_id, 'client/client_id': client_id, status: 'sent' });
	expect(await change('EUR')).toEqual([400, 'Currency can not be changed.']);
	expect((await change('USD'))[0]).toBe(200);
});

test.each([
	['Project', { name: 'P', billing_method: 'task', client_id: '{newClient}' }],
	['Recurring', { 'client/client_id': '{newClient}', ...lines({}) }],
])('a client with an active %s is not deleted before that (vendor)', async (name, values) => {
	const failed = async () =>
		textsAt(await service.succeed('deleteClient', { client_id: '{newClient}' }), 'failure/client_id');
	const id = await service.create(`create${name}`, values);
	expect(await failed()).toEqual([service.fill('{newClient}')]);
	await service.succeed(`delete${name}`, { [`${name.toLowerCase()}_id`]: id });
	expect(await failed()).toEqual([]);
});

test.each([
	['Client', 'username', 'Username '],
	['Staff', 'username', 'Username '],
	['Product', 'name', 'Product- '],
	['Service', 'name', 'Service- '],
])(
	'of a %s, the %s is unique in its account, in any case, and free again after a deletion',
	async (name, column, says) => {
		const others = { name: 'Ann', organization: 'Lee', email: 'a@lee.example' };
		const [create, update, identifier] = [`create${name}`, `update${name}`, `${name.toLowerCase()}_id`];
		const [called, capital] = ['ann.lee', 'ANN.lee'].map((text) => ({ ...others, [column]: text }));
		const id = await service.create(create, called);
		const taken = [400, `${says}[ANN.lee] already exists.`];
		expect(await service.reply(create, capital)).toEqual(taken);
		const other = await service.create(create, { ...others, [column]: 'another' });
		expect(await service.reply(update, { ...capital, [identifier]: other })).toEqual(taken);
		await service.succeed(update, { ...capital, [identifier]: id });
		await service.succeed(create, called, 'second');
		await service.succeed(`delete${name}`, { [identifier]: id });
		await service.succeed(create, called);
	},
);

test('a project needs a budget where its billing method does, and shows it as its rate unless it is flat', async () => {
	const add = (billing_method: string, budget: string) =>
		service.reply('createProject', { name: 'P', billing_method, budget });
	const refused = [400, 'Amount is invalid.'];
	for (const [method, budget] of Object.entries({ flat: '', project: '0.00', task: '-1' }))
		expect([method, await add(method, budget)]).toEqual([method, refused]);
	const rateOf = async (billing_method: string) => {
		const project_id = await service.create('createProject', { name: 'P', billing_method, budget: '20.5' });
		return fields(await service.read('getProject', { project_id }), 'project_rate');
	};
	expect([await rateOf('flat'), await rateOf('project')]).toEqual([['0.00'], ['20.50']]);
	const project_id = await service.create('createProject', { name: 'P', billing_method: 'task' });
	expect(await service.reply('updateProject', { project_id, billing_method: 'flat' })).toEqual(refused);
});

test('projects and tasks are linked from both sides, to what can be linked; an update that names some replaces them', async () => {
	const task = await service.create('createTask', { name: 'T' });
	const asked = repeated('tasks/task_id', [task, '{foreignTask}', 'abc', task]);
	const project = { name: 'P', billing_method: 'task', project_manager_id: '{staff}' };
	const response = await service.succeed('createProject', { ...project, ...asked });
	const [project_id = ''] = textsAt(response, 'project_id');
	expect(textsAt(response, 'invalid/task_id')).toEqual([service.fill('{foreignTask}'), 'abc']);
	const linked = async () => {
		const shown = await service.read('getProject', { project_id });
		return [textsAt(shown, 'staff/staff_id').length, ...textsAt(shown, 'task/task_id')];
	};
	expect(await linked()).toEqual([1, task]);
	const shown = await service.read('getTask', { task_id: task });
	expect(textsAt(shown, 'project/project_id')).toEqual([project_id]);
	await service.succeed('updateTask', { task_id: task, 'projects/project_id': '{newProject}' });
	expect(await linked()).toEqual([1]);
	await service.succeed('updateProject', { project_id, 'tasks/task_id': '{task}' });
	await service.succeed('updateProject', { project_id, name: 'Q' });
	expect(await linked()).toEqual([1, service.fill('{task}')]);
	await service.succeed('deleteTask', { task_id: '{task}' });
	await service.succeed('deleteStaff', { staff_id: '{staff}' });
	expect(await linked()).toEqual([0]);
});

test('a time entry needs a task of its project, unless it had it before; a project is billed once all its entries are', async () => {
	const entry = { project_id: '{newProject}', task_id: '{newTask}', work_date: TODAY, hours_worked: '1.5' };
	const one = await service.create('createTimeLog', { ...entry, billed: 'Yes' });
	const two = await service.create('createTimeLog', entry);
	const isBilled = async () =>
		fields(await service.read('getProject', { project_id: '{newProject}' }), 'project_billed')[0];
	expect(await isBilled()).toBe('No');
	const refused = [400, 'Task is not associated with provided project.'];
	expect(await service.reply('createTimeLog', { ...entry, task_id: '{task}' })).toEqual(refused);
	expect(await service.reply('updateTimeLog', { timelog_id: one, task_id: '{task}' })).toEqual(refused);
	await service.succeed('updateTask', { task_id: '{newTask}', 'projects/project_id': '{project}' });
	await service.succeed('updateTimeLog', { timelog_id: two, hours_worked: '2', billed: 'Yes' });
	expect(service.rowOf('timeEntry', two)).toMatchObject({ hours_worked: '2.00', billed: 'Yes' });
	expect(await isBilled()).toBe('Yes');
});

test('lists of documents take an order (§4.3), and have both days of a range', async () => {
	for (const number of ['7', '1000000']) await service.create('createInvoice', { ...CLIENT, number });
	const shown = async (path: string, filters: Values = {}) => {
		const named = Object.entries(filters).map(([name, text]): [string, string] => [`filter/${name}`, text]);
		const response = await service.succeed('listInvoice', Object.fromEntries(named));
		return textsAt(response, `invoices/invoice/${path}`);
	};
	const numbers = (await shown('number')).map(Number);
	expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
	for (const column of ['invoice_id', 'date']) {
		const texts = await shown(column, { sort_column: column, sort_order: 'asc' });
		expect(texts).toEqual([...texts].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
		expect(await shown(column, { sort_column: column })).toEqual([...texts].reverse());
	}
	const clients = await shown('client/client_id', { sort_column: 'organization', sort_order: 'asc' });
	const organizations = clients.map((id) => service.rowOf('client', id)?.organization.toLowerCase() ?? '');
	expect(organizations).toEqual([...organizations].sort());
	const [date_from, date_to] = ['2026-01-11', '2026-02-16'];
	const dates = await shown('date', { date_from, date_to });
	expect(dates).toContain(date_from);
	expect(dates.filter((day) => day < date_from || day > date_to)).toEqual([]);
});

describe('as the vendor says,', () => {
	test.each(Object.entries(vendor.SAMPLES))(
		'the example of %s is accepted, with no element that is unknown',
		async (method, sample) => {
			await service.succeed(method, { ...smallestRequest(rowOf(method), Object.keys(sample)), ...sample });
			expect(service.ignored()).toEqual([]);
		},
	);

	test('frequencies are its own, and others are saved as 1 Week (§4.5)', async () => {
		for (const frequency of [...Object.keys(vendor.FREQUENCIES), '1 Day', '2 Weeks', '2 Month']) {
			const recurring_id = await service.create('createRecurring', { ...CLIENT, ...lines({}), frequency });
			const [saved] = fields(await service.read('getRecurring', { recurring_id }), 'frequency');
			expect(saved).toBe(Object.hasOwn(vendor.FREQUENCIES, frequency) ? frequency : '1 Week');
		}
	});

	test('units are its own in any case', async () => {
		for (const unit of [...vendor.UNITS.slice(1), 'hour']) {
			const service_id = await service.create('createService', { name: `${unit}${unit.length}`, unit });
			const [saved] = fields(await service.read('getService', { service_id }), 'quantity');
			expect(vendor.UNITS).toContain(saved);
		}
	});

	test('archived records are found by either word', async () => {
		for (const kind of ['task', 'expense', 'expenseCategory', 'staff', 'product', 'service'] as const) {
			const [row] = service.sandbox.records(kind);
			service.sandbox.change(kind, row?.id ?? 0, { status: vendor.ARCHIVED[kind] });
			const method = `list${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
			const { path = '' } = rowOf(method).elements.find((element) => element.path.endsWith('status')) ?? {};
			for (const word of ['Archive', 'Archived']) {
				const found = await service.list(method, { [path.replace('filter/', '')]: word });
				expect(found).toContain(String(row?.id));
			}
		}
	});
});
