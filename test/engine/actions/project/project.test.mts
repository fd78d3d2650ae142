import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('project').find((row) => row.id === id);

const NEW = { name: 'Relaunch', billingMethod: 'flat', budget: '1200.50' };
const FOREIGN_TASK = 5;

describe('Project > Create', () => {
	it('takes another billing method from an expression', async () => {
		const parameters = {
			name: '={{ "By " + $json.method }}',
			billingMethod: '={{ $json.method }}',
			budget: '0',
		};
		const items = [{ method: 'task' }, { method: 'staff' }];
		const output = await billing.outputOf('project', 'create', parameters, { items });
		expect(output.map(({ billing_method }) => billing_method)).toEqual(['task', 'staff']);
	});

	it.each(['flat', 'project', '={{ "FLAT" }}'])(
		'asks for the budget of the method %s before anything is sent',
		async (billingMethod) => {
			const parameters = { name: 'Relaunch', billingMethod, budget: '={{ $json.missing }}' };
			const message = await billing.errorOf('project', 'create', parameters);
			expect(message).toContain('Budget is required');
			expect(billing.methods()).toEqual([]);
		},
	);

	it('is a success with a warning when tasks cannot be linked', async () => {
		const additionalFields = { taskIds: [1, FOREIGN_TASK, 999] };
		const [project] = await billing.outputOf('project', 'create', {
			...NEW,
			additionalFields,
			simplify: false,
		});
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
	describe('of a project with a budget, which cannot be read', () => {
		beforeEach(() => billing.sandbox.change('project', 1, { billing_method: 'flat', rate: '5000.00' }));

		it('leaves the billing alone if no part of it is given', async () => {
			const before = stored(1);
			const updateFields = { name: 'Relaunch 2' };
			await billing.outputOf('project', 'update', { projectId: byId(1), updateFields });
			expect(stored(1)).toEqual({ ...before, name: 'Relaunch 2' });
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
			expect(billing.warnings()).toContain("the billing method 'task' instead of 'flat'");
		});
	});

	it('asks for the budget of a method that needs one before anything is sent', async () => {
		const parameters = { projectId: byId(1), updateFields: { billingMethod: 'project' } };
		expect(await billing.errorOf('project', 'update', parameters)).toContain(
			'Budget is required with the billing method project',
		);
		expect(billing.methods()).toEqual([]);
	});
});
