import { byId, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('task').find((row) => row.id === id);
const projectsOf = (id: unknown) =>
	billing.sandbox.store
		.arrays('SELECT project_id FROM project_task WHERE task_id = ? ORDER BY project_id', Number(id))
		.flat();

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

	it('refuses a rate of three places and an empty name before anything is sent', async () => {
		const additionalFields = { taskRate: '1.005' };
		expect(await billing.errorOf('task', 'create', { name: 'Proofs', additionalFields })).toContain(
			'Additional Fields › Rate takes at most two decimal places',
		);
		expect(await billing.errorOf('task', 'create', { name: '={{ "" }}' })).toContain('Name is required');
		expect(billing.methods()).toEqual([]);
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
});
