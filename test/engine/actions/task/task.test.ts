import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('task').find((row) => row.id === id);
const projectsOf = (id: unknown) =>
	billing.sandbox.store
		.arrays('SELECT project_id FROM project_task WHERE task_id = ? ORDER BY project_id', Number(id))
		.flat();
const list = async (filters: INodeParameters) => {
	const records = await billing.outputOf('task', 'getAll', { filters, returnAll: true });
	return records.map((record) => record['task_id']);
};

const NAMED = { name: 'Proofs' };

describe('Task > Create', () => {
	it('sends the least that the service needs, and returns the whole record', async () => {
		const [task] = await billing.outputOf('task', 'create', { name: 'Proofs' });
		expect(billing.sent('createTask')).toEqual([{ name: 'Proofs' }]);
		expect(task).toMatchObject({
			result: 'created',
			task_name: 'Proofs',
			task_billable: 'N',
			task_rate: 0,
			project: [],
		});
		expect(stored(task?.['task_id'])).toMatchObject({ account_id: 1, name: 'Proofs', billable: 'N' });
	});

	it('sends every field', async () => {
		const additionalFields = {
			description: 'Two <rounds> & a print',
			projectIds: [1, 4],
			taskBillable: true,
			taskRate: '72.5',
		};
		const [task] = await billing.outputOf('task', 'create', { name: 'Proofs', additionalFields });
		expect(stored(task?.['task_id'])).toMatchObject({
			name: 'Proofs',
			description: 'Two <rounds> & a print',
			billable: 'Y',
			rate: '72.50',
		});
		expect(projectsOf(task?.['task_id'])).toEqual([1, 4]);
		expect(task).toMatchObject({ task_rate: 72.5, project: [1, 4] });
	});

	it('takes the values of each item', async () => {
		const items = [
			{ name: 'One', billable: true },
			{ name: 'Two', billable: false },
		];
		const additionalFields = { taskBillable: '={{ $json.billable }}' };
		await billing.outputOf('task', 'create', { name: '={{ $json.name }}', additionalFields }, { items });
		expect(billing.sent('createTask')).toEqual([
			{ name: 'One', task_billable: 'Y' },
			{ name: 'Two', task_billable: 'N' },
		]);
	});

	it('refuses a rate of three places and an empty name before anything is sent', async () => {
		const additionalFields = { taskRate: '1.005' };
		expect(await billing.errorOf('task', 'create', { name: 'Proofs', additionalFields })).toContain(
			'Additional Fields › Rate takes at most two decimal places',
		);
		expect(await billing.errorOf('task', 'create', { name: '={{ "" }}' })).toContain('Name is required');
		expect(billing.methods()).toEqual([]);
	});
});

describe('Task > Create, where one has the name', () => {
	const again = (ifExists: string) => ({ ...NAMED, options: { ifExists } });
	const created = () => billing.sent('createTask');

	beforeEach(async () => {
		await billing.outputOf('task', 'create', NAMED);
		billing.sandbox.clearRequests();
	});

	it('creates another one, unless that is to be looked for', async () => {
		await billing.outputOf('task', 'create', again('create'));
		expect(created()).toHaveLength(1);
	});

	it('fails where that is chosen, in words that name the name', async () => {
		const message = await billing.errorOf('task', 'create', again('fail'));
		expect(message).toMatch(/A task with this name exists already: ID \d+ .*The name is 'Proofs'/);
		expect(created()).toEqual([]);
	});

	it('returns it where that is chosen', async () => {
		const [task] = await billing.outputOf('task', 'create', again('existing'));
		expect(task).toMatchObject({ result: 'existing', task_name: 'Proofs' });
		expect(created()).toEqual([]);
	});
});

describe('Task > Update', () => {
	it('keeps everything that it does not change, and sends it under the names of a request', async () => {
		const before = stored(1);
		const updateFields = { taskRate: '91' };
		const [task] = await billing.outputOf('task', 'update', { taskId: byId(1), updateFields });
		expect(billing.sent('updateTask')).toEqual([
			{
				task_id: '1',
				name: 'Design',
				description: 'Layouts and prototypes',
				task_billable: 'Y',
				task_rate: '91',
				projects: { project_id: ['1', '2', '3', '4', '5'] },
			},
		]);
		expect(stored(1)).toEqual({ ...before, rate: '91.00' });
		expect(projectsOf(1)).toEqual([1, 2, 3, 4, 5]);
		expect(task).toMatchObject({ result: 'updated', task_id: 1, task_rate: 91 });
	});

	it('loses nothing when nothing is changed', async () => {
		await billing.outputOf('task', 'update', { taskId: byId(1), options: { return: 'id' } });
		expect(billing.sent('updateTask')).toMatchObject([
			{ name: 'Design', description: 'Layouts and prototypes', task_billable: 'Y', task_rate: '90' },
		]);
	});

	it('sends every field', async () => {
		const updateFields = {
			description: 'New',
			name: 'Drawing',
			projectIds: '2, 3',
			taskBillable: false,
			taskRate: '1',
		};
		const taskId = locator('taskName', 'design');
		await billing.outputOf('task', 'update', { taskId, updateFields });
		expect(stored(1)).toMatchObject({ description: 'New', name: 'Drawing', billable: 'N', rate: '1.00' });
		expect(projectsOf(1)).toEqual([2, 3]);
	});

	it('sends only what is given when other values are not to be kept', async () => {
		const options = { keepUnchanged: false, return: 'id' };
		await billing.outputOf('task', 'update', { taskId: byId(1), updateFields: { name: 'D' }, options });
		expect(billing.methods()).toEqual(['updateTask']);
		expect(billing.sent('updateTask')).toEqual([{ task_id: '1', name: 'D' }]);
	});

	it("tells that the record is another account's", async () => {
		const parameters = { taskId: byId(5), updateFields: { name: 'Mine' }, options: { keepUnchanged: false } };
		expect(await billing.errorOf('task', 'update', parameters)).toContain(
			'Task is not associated with your account.',
		);
	});
});

describe('Task > Get and Get Many', () => {
	it('returns the task with its projects', async () => {
		expect(await billing.outputOf('task', 'get', { taskId: byId(2) })).toEqual([
			{
				task_id: 2,
				task_name: 'Development',
				task_description: 'Building and testing',
				task_billable: 'Y',
				task_rate: 105,
				created_date: '2025-08-22 10:00:00',
				status: 'Active',
				project: [1, 2, 3, 4, 5],
			},
		]);
	});

	it('filters by billable, name, project and status', async () => {
		billing.sandbox.change('task', 2, { billable: 'N' });
		billing.sandbox.change('task', 3, { status: 'Archived' });
		billing.sandbox.store.run('DELETE FROM project_task WHERE project_id = 4 AND task_id = 1');
		expect((await list({})).sort()).toEqual([1, 2, 4]);
		expect((await list({ taskBillable: true })).sort()).toEqual([1, 4]);
		expect(await list({ taskBillable: false })).toEqual([2]);
		expect(await list({ taskName: 'Travel time' })).toEqual([4]);
		expect((await list({ projectId: byId(4) })).sort()).toEqual([2, 4]);
		expect(await list({ taskStatus: 'Archived' })).toEqual([3]);
		expect(await list({ taskStatus: '={{ "Shelved" }}' })).toEqual([]);
	});
});

describe('Task > Delete', () => {
	it('deletes the tasks of many items with one request', async () => {
		const items = [{ id: 1 }, { id: 4 }];
		const output = await billing.outputOf('task', 'delete', { taskId: byId('={{ $json.id }}') }, { items });
		expect(output).toEqual(items.map(({ id }) => ({ task_id: id, deleted: true })));
		expect(billing.sent('deleteTask')).toEqual([{ task_id: ['1', '4'] }]);
		expect(stored(1)?.status).toBe('Deleted');
		expect(stored(2)?.status).toBe('Active');
	});
});
