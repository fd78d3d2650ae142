import { textsAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { repeated } from './walk/lines.mts';
import { create, fields, oldest, read } from './walk/records.mts';
import { TODAY, useService } from './walk/service.mts';

const service = useService();

const PROJECT = { name: 'Move', billing_method: 'task' };
const addProject = (values: Values = {}) => create(service, 'createProject', { ...PROJECT, ...values });
const addTask = (values: Values = {}) => create(service, 'createTask', { name: 'Packing', ...values });
const getProject = (project_id: string) => read(service, 'getProject', { project_id });
const getTask = (task_id: string) => read(service, 'getTask', { task_id });
const tasksOf = async (project: string) => textsAt(await getProject(project), 'task/task_id');
const projectsOf = async (task: string) => textsAt(await getTask(task), 'project/project_id');
const DATE_AND_TIME = new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`);

describe('a project', () => {
	test('belongs to no client at first, and has no tasks', async () => {
		const record = await getProject(await addProject());
		expect(fields(record, 'client_id', 'project_manager_id', 'project_description')).toEqual(['', '', '']);
		expect(fields(record, 'project_rate', 'project_billed', 'status')).toEqual(['0.00', 'No', 'Active']);
		expect(fields(record, 'created_date')[0]).toMatch(DATE_AND_TIME);
		expect(textsAt(record, 'task/task_id')).toEqual([]);
	});

	test.each([
		['flat', '', 'Amount'],
		['flat', '0', 'Amount'],
		['project', '0.00', 'Amount'],
		['task', '-1', 'Amount'],
		['staff', '1.234', 'Amount'],
		['Flat', '100', 'Billing method'],
		['constructor', '100', 'Billing method'],
	])('billed by %p with the budget %p is refused', async (billing_method, budget, wrong) => {
		const reply = await service.reply('createProject', { name: 'Move', billing_method, budget });
		expect(reply).toEqual([400, `${wrong} is invalid.`]);
	});

	test.each([
		['flat', '0.01', '0.00'],
		['project', '1500', '1500.00'],
		['task', '', '0.00'],
		['staff', '20.5', '20.50'],
	])('billed by %s with the budget %p has the rate %s', async (billing_method, budget, rate) => {
		const record = await getProject(await addProject({ billing_method, budget }));
		expect(fields(record, 'billing_method', 'project_rate')).toEqual([billing_method, rate]);
	});

	test('has its manager on its staff', async () => {
		const manager = oldest(service, 'staff');
		const record = await getProject(await addProject({ project_manager_id: manager }));
		expect(fields(record, 'project_manager_id')).toEqual([manager]);
		expect(textsAt(record, 'staff/staff_id')).toEqual([manager]);
	});

	test('is linked to the tasks that can be linked, and lists the others', async () => {
		const [one, two, foreign] = [await addTask(), await addTask(), service.fill('{foreignTask}')];
		const asked = [one, foreign, two, '{unknown}', 'abc', one];
		const values = { ...PROJECT, ...repeated('tasks/task_id', asked) };
		const response = await service.succeed('createProject', values);
		expect(response.children.map(({ name }) => name)).toEqual(['project_id', 'invalid']);
		expect(textsAt(response, 'invalid/task_id')).toEqual([foreign, service.fill('{unknown}'), 'abc']);
		const [id = ''] = textsAt(response, 'project_id');
		expect([await tasksOf(id), await projectsOf(one)]).toEqual([[one, two], [id]]);
	});

	test('needs a budget where the billing method of its update needs one', async () => {
		const id = await addProject();
		const refused = [400, 'Amount is invalid.'];
		expect(await service.reply('updateProject', { project_id: id, billing_method: 'flat' })).toEqual(refused);
		await service.succeed('updateProject', { project_id: id, billing_method: 'flat', budget: '5' });
		await service.succeed('updateProject', { project_id: id, billing_method: 'project' });
		expect(await service.reply('updateProject', { project_id: id, budget: '0' })).toEqual(refused);
		expect(fields(await getProject(id), 'billing_method', 'project_rate')).toEqual(['project', '5.00']);
	});

	test('gets other tasks by an update that names some', async () => {
		const [one, two] = [await addTask(), await addTask()];
		const id = await addProject({ 'tasks/task_id': one });
		await service.succeed('updateProject', { project_id: id, name: 'Moved' });
		expect(await tasksOf(id)).toEqual([one]);
		const values = { project_id: id, ...repeated('tasks/task_id', [two, '{unknown}']) };
		const response = await service.succeed('updateProject', values);
		expect(textsAt(response, 'invalid/task_id')).toEqual([service.fill('{unknown}')]);
		await service.succeed('updateProject', { project_id: id, 'tasks/task_id': '{unknown}' });
		expect(await tasksOf(id)).toEqual([two]);
	});
});

describe('a task', () => {
	test('costs nothing and is not billable unless it is said to be', async () => {
		const record = await getTask(await addTask());
		const names = ['task_description', 'task_billable', 'task_rate', 'status'];
		expect(fields(record, ...names)).toEqual(['', 'N', '0.00', 'Active']);
		expect(fields(record, 'created_date')[0]).toMatch(DATE_AND_TIME);
		expect(textsAt(record, 'project/project_id')).toEqual([]);
		for (const [word, saved] of Object.entries({ Y: 'Y', N: 'N', Yes: 'N', y: 'N' }))
			expect(fields(await getTask(await addTask({ task_billable: word })), 'task_billable')).toEqual([saved]);
	});

	test('is linked to projects, which an update replaces when it names some', async () => {
		const [one, two] = [await addProject(), await addProject()];
		const id = await addTask(repeated('projects/project_id', [one, two]));
		expect([await projectsOf(id), await tasksOf(one)]).toEqual([[one, two], [id]]);
		await service.succeed('updateTask', { task_id: id, task_billable: 'Y', task_rate: '75' });
		expect(await projectsOf(id)).toEqual([one, two]);
		await service.succeed('updateTask', { task_id: id, 'projects/project_id': two });
		expect([await projectsOf(id), await tasksOf(one)]).toEqual([[two], []]);
		expect(fields(await getTask(id), 'task_name', 'task_rate')).toEqual(['Packing', '75.00']);
	});
});

test('deleted records are no longer linked', async () => {
	const task = await addTask();
	const project = await addProject({ 'tasks/task_id': task, project_manager_id: oldest(service, 'staff') });
	await service.succeed('deleteTask', { task_id: task });
	await service.succeed('deleteStaff', { staff_id: oldest(service, 'staff') });
	expect([await tasksOf(project), textsAt(await getProject(project), 'staff/staff_id')]).toEqual([[], []]);
	const other = await addTask({ 'projects/project_id': project });
	await service.succeed('deleteProject', { project_id: project });
	expect(await projectsOf(other)).toEqual([]);
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
	const row = (id: string) => service.rowOf('timeEntry', id);
	const bill = (id: string) =>
		service.reply('createInvoiceFromTimeTracking', {
			'client/client_id': '{client}',
			'time_entries/time_entry/id': id,
			'time_entries/time_entry/type': 'Time',
			'time_entries/time_entry/discount_type': '',
		});
	const NOT_LINKED = [400, 'Task is not associated with provided project.'];

	test('are active, and not billed unless they are said to be', async () => {
		expect(row(await add())).toMatchObject({ notes: '', billed: 'No', status: 'Active' });
		for (const [billed, saved] of Object.entries({ Yes: 'Yes', yes: 'No' }))
			expect(row(await add({ billed }))?.billed).toBe(saved);
	});

	test('need a task that is linked to the project, unless they had it before', async () => {
		const id = await add({ notes: 'Boxes', billed: 'Yes' });
		const [before, otherTask, otherProject] = [row(id), await addTask(), await addProject()];
		expect(await service.reply('createTimeLog', { ...smallest, task_id: otherTask })).toEqual(NOT_LINKED);
		expect(await service.reply('updateTimeLog', { timelog_id: id, task_id: otherTask })).toEqual(NOT_LINKED);
		expect(await service.reply('updateTimeLog', { timelog_id: id, project_id: otherProject })).toEqual(
			NOT_LINKED,
		);
		await service.succeed('updateTask', { task_id: task, 'projects/project_id': otherProject });
		await service.succeed('updateTimeLog', { timelog_id: id, hours_worked: '2' });
		expect(row(id)).toEqual({ ...before, hours_worked: '2.00' });
		expect(await service.reply('createTimeLog', smallest)).toEqual(NOT_LINKED);
		expect(await service.reply('updateTimeLog', { timelog_id: id, project_id: otherProject })).toEqual([
			200,
			'',
		]);
	});

	test('make their project billed once all of them are billed', async () => {
		const billed = async () => fields(await getProject(project), 'project_billed')[0];
		const [one, two] = [await add({ billed: 'Yes' }), await add()];
		expect(await billed()).toBe('No');
		expect((await bill(two))[0]).toBe(200);
		expect(await billed()).toBe('Yes');
		await service.succeed('updateTimeLog', { timelog_id: one, billed: 'No' });
		expect(await billed()).toBe('No');
		await service.succeed('deleteTimeLog', { timelog_id: one });
		expect(await billed()).toBe('Yes');
		await service.succeed('deleteTimeLog', { timelog_id: two });
		expect(await billed()).toBe('No');
	});
});
