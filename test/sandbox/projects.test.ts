import { textsAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { create, fields, list, oldest, read, stored } from './walk/records.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

const PROJECT = { name: 'Move', billing_method: 'task' };
const addProject = (values: Values = {}) => create(service, 'createProject', { ...PROJECT, ...values });
const addTask = (values: Values = {}) => create(service, 'createTask', { name: 'Packing', ...values });
const getProject = (project_id: string) => read(service, 'getProject', { project_id });
const getTask = (task_id: string) => read(service, 'getTask', { task_id });
const tasksOf = async (project: string) => textsAt(await getProject(project), 'task/task_id');
const projectsOf = async (task: string) => textsAt(await getTask(task), 'project/project_id');
const reply = async (method: string, values: Values) => {
	const { status, text } = await service.call(method, values);
	return [status, text];
};
const DATE_AND_TIME = new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`);

describe('a new project', () => {
	test('belongs to nobody, and has no tasks', async () => {
		const record = await getProject(await addProject());
		expect(fields(record, 'client_id', 'project_manager_id', 'project_description', 'project_rate')).toEqual([
			'',
			'',
			'',
			'0.00',
		]);
		expect(fields(record, 'project_name', 'billing_method', 'project_billed', 'status')).toEqual([
			'Move',
			'task',
			'No',
			'Active',
		]);
		expect(fields(record, 'created_date')[0]).toMatch(DATE_AND_TIME);
		expect(textsAt(record, 'task/task_id')).toEqual([]);
	});

	test.each([
		['flat', undefined, 'Amount is invalid.'],
		['flat', '0', 'Amount is invalid.'],
		['project', '0.00', 'Amount is invalid.'],
		['project', '-1', 'Amount is invalid.'],
		['project', 'much', 'Amount is invalid.'],
		['task', '-1', 'Amount is invalid.'],
		['staff', '1.234', 'Amount is invalid.'],
		['', '100', 'Billing method is invalid.'],
		['Flat', '100', 'Billing method is invalid.'],
		['hourly', '100', 'Billing method is invalid.'],
		['constructor', '100', 'Billing method is invalid.'],
	])('billed by %p with the budget %p is refused', async (billing_method, budget, message) => {
		const values = { name: 'Move', billing_method, ...(budget === undefined ? {} : { budget }) };
		expect(await reply('createProject', values)).toEqual([400, message]);
	});

	test.each([
		['flat', '0.01', '0.01'],
		['project', '1500', '1500.00'],
		['task', '', '0.00'],
		['staff', '20.5', '20.50'],
	])('billed by %s with the budget %p has the rate %s', async (billing_method, budget, rate) => {
		const record = await getProject(await addProject({ billing_method, budget }));
		expect(fields(record, 'billing_method', 'project_rate')).toEqual([billing_method, rate]);
	});

	test.each([
		['name', '', 'Please provide valid data.'],
		['client_id', '{foreignClient}', 'Client id is invalid.'],
		['client_id', 'abc', 'Client id is invalid.'],
		['project_manager_id', '<staff>', 'Project manager id is invalid.'],
		['project_manager_id', '{unknown}', 'Project manager id is invalid.'],
	])('with the %s %p is refused', async (path, value, message) => {
		const text = value === '<staff>' ? oldest(service, 'staff', 'second') : value;
		expect(await reply('createProject', { ...PROJECT, [path]: text })).toEqual([400, message]);
	});

	test('has its manager on its staff', async () => {
		const manager = oldest(service, 'staff');
		const record = await getProject(await addProject({ project_manager_id: manager }));
		expect(fields(record, 'project_manager_id')).toEqual([manager]);
		expect(textsAt(record, 'staff/staff_id')).toEqual([manager]);
	});

	test('is created with the tasks that can be linked, and tells the others', async () => {
		const [one, two] = [await addTask(), await addTask()];
		const foreign = oldest(service, 'task', 'second');
		const response = await service.succeed('createProject', {
			...PROJECT,
			'tasks/task_id[0]': one,
			'tasks/task_id[1]': foreign,
			'tasks/task_id[2]': two,
			'tasks/task_id[3]': '{unknown}',
			'tasks/task_id[4]': 'abc',
			'tasks/task_id[5]': one,
		});
		expect(response.children.map(({ name }) => name)).toEqual(['project_id', 'invalid']);
		expect(textsAt(response, 'invalid/task_id')).toEqual([foreign, service.fill('{unknown}'), 'abc']);
		const [id = ''] = textsAt(response, 'project_id');
		expect(await tasksOf(id)).toEqual([one, two]);
		expect(await projectsOf(one)).toEqual([id]);
	});
});

describe('updateProject', () => {
	test('changes what it sends, and nothing else', async () => {
		const id = await addProject({
			billing_method: 'flat',
			budget: '100',
			client_id: '{client}',
			project_manager_id: oldest(service, 'staff'),
			description: 'House',
		});
		const row = () => stored(service, 'project').find((project) => String(project.id) === id);
		const before = row();
		await service.succeed('updateProject', { project_id: id, name: 'Move out' });
		expect(row()).toEqual({ ...before, name: 'Move out' });
	});

	test('asks for a budget where the resulting billing method needs one', async () => {
		const id = await addProject();
		const refused = [400, 'Amount is invalid.'];
		expect(await reply('updateProject', { project_id: id, billing_method: 'flat' })).toEqual(refused);
		await service.succeed('updateProject', { project_id: id, billing_method: 'flat', budget: '5' });
		await service.succeed('updateProject', { project_id: id, billing_method: 'project' });
		expect(await reply('updateProject', { project_id: id, budget: '0' })).toEqual(refused);
		expect(await reply('updateProject', { project_id: id, billing_method: 'none' })).toEqual([
			400,
			'Billing method is invalid.',
		]);
		const record = await getProject(id);
		expect(fields(record, 'billing_method', 'project_rate')).toEqual(['project', '5.00']);
	});

	test('replaces the tasks when it names some, and tells those that cannot be linked', async () => {
		const [one, two] = [await addTask(), await addTask()];
		const id = await addProject({ 'tasks/task_id': one });
		await service.succeed('updateProject', { project_id: id, name: 'Moved' });
		expect(await tasksOf(id)).toEqual([one]);
		const response = await service.succeed('updateProject', {
			project_id: id,
			'tasks/task_id[0]': two,
			'tasks/task_id[1]': '{unknown}',
		});
		expect(textsAt(response, 'invalid/task_id')).toEqual([service.fill('{unknown}')]);
		expect(await tasksOf(id)).toEqual([two]);
		await service.succeed('updateProject', { project_id: id, 'tasks/task_id': '{unknown}' });
		expect(await tasksOf(id)).toEqual([two]);
	});
});

describe('tasks', () => {
	test('cost nothing and are not billable unless they are said to be', async () => {
		const record = await getTask(await addTask());
		expect(fields(record, 'task_name', 'task_description', 'task_billable', 'task_rate', 'status')).toEqual([
			'Packing',
			'',
			'N',
			'0.00',
			'Active',
		]);
		expect(fields(record, 'created_date')[0]).toMatch(DATE_AND_TIME);
		expect(textsAt(record, 'project/project_id')).toEqual([]);
	});

	test.each([
		['Y', 'Y'],
		['N', 'N'],
		['Yes', 'N'],
		['y', 'N'],
	])('with task_billable %s are saved as %s', async (task_billable, expected) => {
		expect(fields(await getTask(await addTask({ task_billable })), 'task_billable')).toEqual([expected]);
	});

	test.each([
		['name', '', 'Please provide valid data.'],
		['task_rate', '1.234', 'Task rate is invalid.'],
		['task_rate', '-1', 'Task rate is invalid.'],
		['projects/project_id', '<project>', 'Project id is invalid.'],
		['projects/project_id', 'abc', 'Project id is invalid.'],
	])('with the %s %p are refused, and nothing is stored', async (path, value, message) => {
		const text = value === '<project>' ? oldest(service, 'project', 'second') : value;
		const id = await addTask();
		const before = stored(service, 'task');
		expect(await reply('createTask', { name: 'Other', [path]: text })).toEqual([400, message]);
		if (path !== 'name')
			expect(await reply('updateTask', { task_id: id, name: 'Other', [path]: text })).toEqual([400, message]);
		expect(stored(service, 'task')).toEqual(before);
	});

	test('are linked to projects, which an update replaces when it names some', async () => {
		const [one, two] = [await addProject(), await addProject()];
		const id = await addTask({ 'projects/project_id[0]': one, 'projects/project_id[1]': two });
		expect(await projectsOf(id)).toEqual([one, two]);
		expect(await tasksOf(one)).toEqual([id]);
		await service.succeed('updateTask', { task_id: id, task_billable: 'Y', task_rate: '75' });
		expect(await projectsOf(id)).toEqual([one, two]);
		await service.succeed('updateTask', { task_id: id, 'projects/project_id': two });
		expect(await projectsOf(id)).toEqual([two]);
		expect(await tasksOf(one)).toEqual([]);
		const record = await getTask(id);
		expect(fields(record, 'task_name', 'task_billable', 'task_rate')).toEqual(['Packing', 'Y', '75.00']);
	});
});

test('what is deleted is no longer linked', async () => {
	const task = await addTask();
	const project = await addProject({ 'tasks/task_id': task, project_manager_id: oldest(service, 'staff') });
	await service.succeed('deleteTask', { task_id: task });
	expect(await tasksOf(project)).toEqual([]);
	await service.succeed('deleteStaff', { staff_id: oldest(service, 'staff') });
	expect(textsAt(await getProject(project), 'staff/staff_id')).toEqual([]);
	const other = await addTask({ 'projects/project_id': project });
	await service.succeed('deleteProject', { project_id: project });
	expect(await projectsOf(other)).toEqual([]);
});

describe('the filters', () => {
	test('of listProject are client, task and name, and it shows all but deleted projects', async () => {
		const task = await addTask();
		const client = await create(service, 'createClient', { name: 'Ann', organization: 'Lee' });
		const id = await addProject({ client_id: client, 'tasks/task_id': task, name: 'Moving house' });
		const find = (filter: Values) => list(service, 'listProject', filter);
		const filters: readonly Values[] = [
			{ client_id: client },
			{ task_id: task },
			{ project_name: 'MOVING house' },
		];
		for (const filter of filters) expect(await find(filter)).toEqual([id]);
		expect(await find({ task_id: task, project_name: 'Moving' })).toEqual([]);
		service.sandbox.change('project', Number(id), { status: 'Archived' });
		expect(await find({})).toContain(id);
		expect(await find({ project_status: 'Active' })).not.toContain(id);
	});

	test('of listTask are project, name and whether it is billable', async () => {
		const project = await addProject();
		const id = await addTask({ 'projects/project_id': project, name: 'Packing boxes' });
		const find = (filter: Values) => list(service, 'listTask', filter);
		const filters: readonly Values[] = [
			{ project_id: project },
			{ task_name: 'packing BOXES' },
			{ project_id: project, task_billable: 'N' },
		];
		for (const filter of filters) expect(await find(filter)).toEqual([id]);
		expect(await find({ task_name: 'Packing' })).not.toContain(id);
		expect(await find({ project_id: project, task_billable: 'Y' })).toEqual([]);
	});

	test('of listTimeLog are project, task, day and whether it is billed', async () => {
		const project = await addProject();
		const task = await addTask({ 'projects/project_id': project });
		const entry = { project_id: project, task_id: task, work_date: '2027-01-01', hours_worked: '1' };
		const id = await create(service, 'createTimeLog', entry);
		const find = (filter: Values) => list(service, 'listTimeLog', filter);
		const filters: readonly Values[] = [
			{ project_id: project },
			{ task_id: task },
			{ work_date: '2027-01-01' },
			{ project_id: project, billed: 'No' },
		];
		for (const filter of filters) expect(await find(filter)).toEqual([id]);
		expect(await find({ project_id: project, billed: 'Yes' })).toEqual([]);
		expect(await reply('listTimeLog', { 'filter/work_date': 'today' })).toEqual([
			400,
			'Work date is invalid.',
		]);
	});
});

describe('time entries', () => {
	let project: string;
	let task: string;
	let smallest: Record<string, string>;
	beforeEach(async () => {
		project = await addProject({ client_id: '{client}' });
		task = await addTask({ 'projects/project_id': project });
		smallest = { project_id: project, task_id: task, work_date: '2026-06-01', hours_worked: '1.5' };
	});
	const add = (values: Values = {}) => create(service, 'createTimeLog', { ...smallest, ...values });
	const row = (id: string) => stored(service, 'timeEntry').find((entry) => String(entry.id) === id);
	const NOT_LINKED = [400, 'Task is not associated with provided project.'];

	test('are active, and not billed unless they are said to be', async () => {
		expect(row(await add())).toMatchObject({
			project_id: Number(project),
			task_id: Number(task),
			work_date: '2026-06-01',
			hours_worked: '1.50',
			notes: '',
			billed: 'No',
			status: 'Active',
		});
		const record = await read(service, 'getTimeLog', { timelog_id: await add() });
		expect(fields(record, 'log_status')).toEqual(['Active']);
		expect(row(await add({ billed: 'Yes' }))?.billed).toBe('Yes');
		expect(row(await add({ billed: 'yes' }))?.billed).toBe('No');
	});

	test.each(['project_id', 'task_id', 'work_date', 'hours_worked'])('need a %s', async (path) => {
		const missing = [400, 'Please provide valid data.'];
		expect(await reply('createTimeLog', { ...smallest, [path]: '' })).toEqual(missing);
	});

	test.each([
		['project_id', '<project>', 'Project id is invalid.'],
		['project_id', 'abc', 'Project id is invalid.'],
		['task_id', '<task>', 'Task id is invalid.'],
		['task_id', '{unknown}', 'Task id is invalid.'],
		['work_date', '01.06.2026', 'Work date is invalid.'],
		['hours_worked', '0', 'Hours is invalid.'],
		['hours_worked', '-1', 'Hours is invalid.'],
		['hours_worked', '1:30', 'Hours is invalid.'],
	])('with the %s %s are refused, and nothing is stored', async (path, value, message) => {
		const kind = (['project', 'task'] as const).find((name) => value === `<${name}>`);
		const wrong = { [path]: kind === undefined ? value : oldest(service, kind, 'second') };
		const id = await add();
		const before = stored(service, 'timeEntry');
		expect(await reply('createTimeLog', { ...smallest, ...wrong })).toEqual([400, message]);
		expect(await reply('updateTimeLog', { timelog_id: id, notes: 'X', ...wrong })).toEqual([400, message]);
		expect(stored(service, 'timeEntry')).toEqual(before);
	});

	test('need a task that is linked to the project', async () => {
		const [otherTask, otherProject] = [await addTask(), await addProject()];
		expect(await reply('createTimeLog', { ...smallest, task_id: otherTask })).toEqual(NOT_LINKED);
		const id = await add();
		expect(await reply('updateTimeLog', { timelog_id: id, task_id: otherTask })).toEqual(NOT_LINKED);
		expect(await reply('updateTimeLog', { timelog_id: id, project_id: otherProject })).toEqual(NOT_LINKED);
		await service.succeed('updateTask', { task_id: otherTask, 'projects/project_id': otherProject });
		const moved = { timelog_id: id, project_id: otherProject, task_id: otherTask };
		expect(await reply('updateTimeLog', moved)).toEqual([200, '']);
	});

	test('change by an update in what is sent only, even when their task is no longer linked', async () => {
		const id = await add({ notes: 'Boxes', billed: 'Yes' });
		const before = row(id);
		const other = await addProject();
		await service.succeed('updateTask', { task_id: task, 'projects/project_id': other });
		await service.succeed('updateTimeLog', { timelog_id: id, hours_worked: '2' });
		expect(row(id)).toEqual({ ...before, hours_worked: '2.00' });
		expect(await reply('createTimeLog', smallest)).toEqual(NOT_LINKED);
	});

	test('that are deleted cannot be billed', async () => {
		const id = await add();
		await service.succeed('deleteTimeLog', { timelog_id: id });
		const invoice = {
			'client/client_id': '{client}',
			'time_entries/time_entry/id': id,
			'time_entries/time_entry/type': 'Time',
			'time_entries/time_entry/discount_type': '',
		};
		expect(await reply('createInvoiceFromTimeTracking', invoice)).toEqual([
			400,
			'Time-entry id is not valid or already billed.',
		]);
	});

	test('make their project billed once all of them are billed', async () => {
		const billed = async () => fields(await getProject(project), 'project_billed');
		const [one, two] = [await add({ billed: 'Yes' }), await add()];
		expect(await billed()).toEqual(['No']);
		await service.succeed('createInvoiceFromTimeTracking', {
			'client/client_id': '{client}',
			'time_entries/time_entry/id': two,
			'time_entries/time_entry/type': 'Time',
			'time_entries/time_entry/discount_type': '',
		});
		expect(await billed()).toEqual(['Yes']);
		await service.succeed('updateTimeLog', { timelog_id: one, billed: 'No' });
		expect(await billed()).toEqual(['No']);
		await service.succeed('deleteTimeLog', { timelog_id: one });
		expect(await billed()).toEqual(['Yes']);
		await service.succeed('deleteTimeLog', { timelog_id: two });
		expect(await billed()).toEqual(['No']);
	});
});
