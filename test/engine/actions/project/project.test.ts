import { byId, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('project').find((row) => row.id === id);
const tasksOf = (id: unknown) =>
	billing.sandbox.store
		.arrays('SELECT task_id FROM project_task WHERE project_id = ? ORDER BY task_id', Number(id))
		.flat();

const NEW = { name: 'Relaunch', billingMethod: 'flat', budget: '1200.50' };
const FOREIGN_TASK = 5;

describe('Project > Create', () => {
	it('sends the least that the service needs, and returns the whole record', async () => {
		const [project] = await billing.outputOf('project', 'create', NEW);
		expect(billing.sent('createProject')).toEqual([
			{ name: 'Relaunch', billing_method: 'flat', budget: '1200.5' },
		]);
		expect(project).toMatchObject({ result: 'created', project_name: 'Relaunch', billing_method: 'flat' });
		expect(billing.warnings()).toBe('');
		expect(stored(project?.['project_id'])).toMatchObject({ name: 'Relaunch', rate: '1200.50' });
	});

	it('takes another billing method from an expression, which needs no budget', async () => {
		const parameters = { name: 'By the task', billingMethod: '={{ $json.method }}' };
		const items = [{ method: 'task' }, { method: 'staff' }];
		const output = await billing.outputOf('project', 'create', parameters, { items });
		expect(output.map(({ billing_method }) => billing_method)).toEqual(['task', 'staff']);
	});

	it.each(['flat', 'project', '={{ "FLAT" }}'])(
		'asks for the budget of the method %s before anything is sent',
		async (billingMethod) => {
			const message = await billing.errorOf('project', 'create', { name: 'Relaunch', billingMethod });
			expect(message).toContain('Budget is required with the billing method');
			expect(billing.methods()).toEqual([]);
		},
	);

	it('is a success with a warning when tasks cannot be linked', async () => {
		const additionalFields = { taskIds: [1, FOREIGN_TASK, 999] };
		const [project] = await billing.outputOf('project', 'create', { ...NEW, additionalFields });
		expect(project).toMatchObject({
			result: 'created',
			task: [1],
		});
		expect(billing.warnings()).toContain(
			`The project was created, but the service could not link it to these tasks: 5, 999.`,
		);
		expect(stored(project?.['project_id'])?.name).toBe('Relaunch');
	});

	it("keeps the service's own words when it refuses a value", async () => {
		const additionalFields = { clientId: byId(999) };
		expect(await billing.errorOf('project', 'create', { ...NEW, additionalFields })).toContain(
			'Client id is invalid.',
		);
		expect(await billing.errorOf('project', 'create', { ...NEW, billingMethod: '={{ "never" }}' })).toContain(
			'Billing method is invalid.',
		);
	});
});

describe('Project > Update', () => {
	it('keeps everything that it does not change, and sends it under the names of a request', async () => {
		billing.sandbox.change('project', 1, { description: 'Pages & <forms>' });
		const before = stored(1);
		const updateFields = { name: 'Relaunch 2' };
		const [project] = await billing.outputOf('project', 'update', { projectId: byId(1), updateFields });
		expect(billing.sent('updateProject')).toEqual([
			{
				project_id: '1',
				name: 'Relaunch 2',
				billing_method: 'task',
				client_id: String(before?.client_id),
				project_manager_id: '1',
				description: 'Pages & <forms>',
				tasks: { task_id: ['1', '2', '3', '4'] },
			},
		]);
		expect(stored(1)).toEqual({ ...before, name: 'Relaunch 2' });
		expect(tasksOf(1)).toEqual([1, 2, 3, 4]);
		expect(project).toMatchObject({ result: 'updated', project_id: 1, project_name: 'Relaunch 2' });
	});

	it('sends no empty client or manager of a project that has none', async () => {
		billing.sandbox.change('project', 1, { client_id: null, project_manager_id: null });
		await billing.outputOf('project', 'update', { projectId: byId(1), updateFields: { name: 'R' } });
		for (const element of ['client_id', 'project_manager_id'])
			expect(billing.sent('updateProject')[0]).not.toHaveProperty(element);
	});

	describe('of a project with a budget, which cannot be read', () => {
		beforeEach(() => billing.sandbox.change('project', 1, { billing_method: 'flat', rate: '5000.00' }));

		it('leaves the billing alone when none of it is given', async () => {
			const before = stored(1);
			const updateFields = { name: 'Relaunch 2' };
			await billing.outputOf('project', 'update', { projectId: byId(1), updateFields });
			expect(stored(1)).toEqual({ ...before, name: 'Relaunch 2' });
			expect(billing.sent('updateProject')[0]).not.toHaveProperty('billing_method');
			expect(billing.warnings()).toBe('');
		});

		it('sends the present method with a new budget', async () => {
			const updateFields = { budget: '10' };
			await billing.outputOf('project', 'update', { projectId: byId(1), updateFields });
			expect(billing.sent('updateProject')).toMatchObject([{ billing_method: 'flat', budget: '10' }]);
			expect(stored(1)).toMatchObject({ billing_method: 'flat', rate: '10.00' });
		});

		it('warns when the service loses the method all the same', async () => {
			billing.sandbox.store.run(
				`CREATE TRIGGER forget AFTER UPDATE OF name ON project BEGIN UPDATE project SET billing_method = 'task' WHERE id = NEW.id; END`,
			);
			const updateFields = { name: 'Relaunch 2' };
			const [project] = await billing.outputOf('project', 'update', { projectId: byId(1), updateFields });
			expect(project).toMatchObject({
				result: 'updated',
			});
			expect(billing.warnings()).toContain("changed the billing method from 'flat' to 'task'");
		});
	});

	it('asks for the budget of a method that needs one before anything is sent', async () => {
		const parameters = { projectId: byId(1), updateFields: { billingMethod: 'project' } };
		expect(await billing.errorOf('project', 'update', parameters)).toContain(
			'Budget is required with the billing method project',
		);
		expect(billing.methods()).toEqual([]);
	});

	it('is a success with a warning when tasks cannot be linked', async () => {
		const updateFields = { taskIds: [2, FOREIGN_TASK] };
		const [project] = await billing.outputOf('project', 'update', { projectId: byId(1), updateFields });
		expect(project).toMatchObject({
			result: 'updated',
			task: [2],
		});
		expect(billing.warnings()).toContain(
			'The project was updated, but the service could not link it to these tasks: 5.',
		);
	});
});

describe('Project > Get', () => {
	it('returns nine fields, or all of them', async () => {
		const [project] = await billing.outputOf('project', 'get', { projectId: byId(1) });
		expect(Object.keys(project ?? {})).toHaveLength(9);
		const [whole] = await billing.outputOf('project', 'get', { projectId: byId(1), simplify: false });
		expect(whole).toEqual({ ...project, project_description: '', staff: [1], task: [1, 2, 3, 4] });
	});
});

describe('Project > Get Many', () => {
	it('does not take a client that is missing for all clients', async () => {
		const filters = { clientId: byId('={{ undefined }}') };
		const message = await billing.errorOf('project', 'getAll', { filters });
		expect(message).toContain('Filters › Client was filled in and came out empty');
		expect(billing.methods()).toEqual([]);
	});
});
