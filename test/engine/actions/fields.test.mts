import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { textOf } from '../../../nodes/XmlBilling/xml/shape';
import { byId, GOES_ON, locator, useBilling } from '../billing.mts';

// Fields that mean more than the value that they send.
const billing = useBilling();
const line = { line: [{ name: 'Hosting', unitCost: '20.50', quantity: '2' }] };

describe('The due date of a new invoice', () => {
	const invoice = (more: INodeParameters) => ({ clientId: byId(1), linesFrom: 'none', ...more });
	const dated = { additionalFields: { date: '2026-01-31' } };
	const days = (dueInDays: number | string) => ({ due: 'days', dueInDays });

	it('is some days from the invoice date, a day of its own, or none', async () => {
		for (const [more, date] of [
			[dated, '2026-03-02'],
			[{ ...dated, ...days('={{ 1 }}') }, '2026-02-01'],
			[{ ...dated, ...days(0) }, '2026-01-31'],
			[{ ...dated, ...days(1), due: 'endOfMonth' }, '2026-02-28'],
			[{ due: '={{ "none" }}', dueDate: '2026-05-01' }, ''],
			[{ ...dated, due: 'date', dueDate: '2026-01-31' }, '2026-01-31'],
		] as const) {
			await billing.outputOf('invoice', 'create', invoice(more));
			expect(billing.sandbox.records('invoice').at(-1)?.due_date).toBe(date);
		}
		for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
			await billing.outputOf('invoice', 'create', invoice(days(0)), { timezone });
			const today = new Date().toLocaleDateString('sv-SE', { timeZone: timezone });
			expect(billing.sent('createInvoice').at(-1)).toMatchObject({ date: today, due_date: today });
		}
	});

	it('is not before the date of the invoice, nor left open', async () => {
		const early = { due: 'date', dueDate: '2026-01-30' };
		for (const [more, problem] of [
			[days(''), 'Due In Days is required'],
			[days('={{ 5000000 }}'), 'Due In Days is too large'],
			[{ due: 'date' }, 'Due Date is required'],
			[{ ...dated, ...early }, 'Due Date is 2026-01-30, before the Date 2026-01-31'],
			[early, 'Due Date is 2026-01-30, before the Date 20'],
		] as const)
			expect(await billing.errorOf('invoice', 'create', invoice(more))).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});
});

it('A placeholder of the vendor that n8n would evaluate is refused in any text, and sent if it is fixed', async () => {
	const profile = (name: string, notes: string) => {
		const lineItems = { line: [{ name, unitCost: '10' }] };
		return { clientId: byId(1), lineItems, additionalFields: { notes } };
	};
	for (const [name, notes, path] of [
		['=Rent {{month}}', '', 'Lines › 1 › Name has {{month}}'],
		['A', '={{ quarter + 1 }}', 'Additional Fields › Notes has {{quarter + 1}}'],
	] as const)
		expect(await billing.errorOf('recurringProfile', 'create', profile(name, notes))).toContain(path);
	expect(billing.methods()).toEqual([]);
	await billing.outputOf('recurringProfile', 'create', profile('Rent {{month}}', "={{ '{{' }}year}}"));
	const sent = { notes: '{{year}}', items: { item: { name: 'Rent {{month}}' } } };
	expect(billing.sent('createRecurring')).toMatchObject([sent]);
});

const WEEKS = ['1 Week', '2 Week', '3 Week', '4 Week'];
const VALUES = [...WEEKS, '1 Month', '3 Month', '6 Month', '11 Month', '1 Year', '2 Year', '3 Year'];

describe('The frequency of a recurring profile', () => {
	const simple = { clientId: byId(1), lineItems: line };

	it('is sent as documented, or refused with what may be meant', async () => {
		const frequency = '={{ $json.frequency }}';
		for (const [operation, where, parameters] of [
			['create', '', { ...simple, frequency }],
			['update', 'Update Fields › ', { recurringId: byId(2), updateFields: { frequency } }],
		] as Array<[string, string, INodeParameters]>) {
			const run = async (frequencies: readonly string[]) =>
				await billing.outputOf('recurringProfile', operation, parameters, {
					items: frequencies.map((one) => ({ frequency: one })),
					settings: GOES_ON,
				});
			const expected = [...VALUES, '3 Month', '3 Month', '1 Week'].map((one) => ({ frequency: one }));
			expect(await run([...VALUES, '3 months', '3  Month', '1 weeks'])).toMatchObject(expected);
			expect(billing.sent(`${operation}Recurring`)).toMatchObject(expected);
			expect(billing.warnings()).toBe('');
			billing.sandbox.clearRequests();
			expect(await run(['Quarterly', '10 Days'])).toMatchObject(
				["'Quarterly'. Did you mean 3 Month?", "'10 Days'"].map((told) => ({
					...{ error: `${where}Frequency must be one of ${VALUES.join(', ')}, not ${told}` },
				})),
			);
			expect(billing.writes()).toEqual([]);
		}
	});

	it('is omitted by an update that leaves it alone, even an unknown one, and never comes out empty', async () => {
		billing.sandbox.change('recurring', 2, { frequency: '10 Days' });
		const update = (frequency?: string) => {
			const updateFields = { terms: 'New', ...(frequency !== undefined && { frequency }) };
			return { recurringId: byId(2), updateFields };
		};
		const kept = [{ frequency: '10 Days' }];
		for (const frequency of [undefined, '', '={{ false ? $fromAI("frequency") : "" }}'])
			expect(await billing.outputOf('recurringProfile', 'update', update(frequency))).toMatchObject(kept);
		expect(billing.sent('updateRecurring')).toHaveLength(3);
		for (const request of billing.sent('updateRecurring')) expect(request).not.toHaveProperty('frequency');
		expect(billing.warnings()).toBe('');
		const message = await billing.errorOf('recurringProfile', 'update', update('={{ $json.rhythm }}'));
		expect(message).toContain('Update Fields › Frequency evaluated to nothing');
	});

	it('begins with a first date, and one in the past is warned of', async () => {
		for (const date of ['2020-01-31', '2099-01-31', '']) {
			await billing.outputOf('recurringProfile', 'create', { ...simple, date });
			const isTold = billing.warnings().includes('The first invoice is dated before today.');
			expect(isTold).toBe(date === '2020-01-31');
		}
	});

	it('comes beside the choice whether to email, which is left to the service unless the form makes it', async () => {
		const items = [undefined, '', '1', 1, 'no', '-', 'Yes', 'service default'].map((email) => ({ email }));
		const parameters = { ...simple, emailEachInvoice: '={{ $json.email ?? "" }}' };
		const more = { items, settings: GOES_ON };
		const output = await billing.outputOf('recurringProfile', 'create', parameters, more);
		expect(output.slice(4).map(({ error }) => error)).toEqual(
			["'no'", "'-'", "'Yes'. Did you mean 1?", "'service default'. Did you mean empty?"].map(
				(told) => `Email Each Invoice must be one of empty, 1, not ${told}`,
			),
		);
		const sent = billing.sent('createRecurring');
		const told = sent.map((request) => new Map(Object.entries(request)).get('send'));
		expect(told).toEqual([undefined, undefined, '1', '1']);
	});
});

describe('An expense', () => {
	const minimal = { categoryId: byId(2), amount: '12.5', date: '2026-03-02' };
	const create = async (additionalFields: INodeParameters, items: IDataObject[] = [{}]) => {
		const parameters = { ...minimal, additionalFields, options: { ifExists: 'create' } };
		return (await billing.outputOf('expense', 'create', parameters, { items }))[0];
	};
	const stored = (id: unknown) => billing.sandbox.records('expense').find((row) => row.id === id);

	it('refuses what it cannot mean, before anything is sent', async () => {
		const fields = { recurringFrequency: '={{ "1 Month" }}' };
		const FREQUENCY = "Recurring Frequency takes a whole number, not '1 Month'";
		const create = { ...minimal, additionalFields: fields };
		expect(await billing.errorOf('expense', 'create', create)).toContain(FREQUENCY);
		const update = { expenseId: byId(2), updateFields: fields };
		expect(await billing.errorOf('expense', 'update', update)).toContain(FREQUENCY);
		const nothing = await billing.errorOf('expense', 'create', { ...minimal, amount: '0' });
		expect(nothing).toContain('Amount must be greater than zero');
		expect(billing.writes()).toEqual([]);
	});

	it('recurs by a number of days, which an update keeps', async () => {
		for (const recurringFrequency of ['28', '={{ $json.rhythm }}']) {
			const expense = await create({ recurringFrequency }, [{ rhythm: 45 }]);
			const sent = { recurring_frequency: recurringFrequency === '28' ? '28' : '45' };
			expect(billing.sent('createExpense').at(-1)).toMatchObject(sent);
			expect(stored(expense?.['expense_id'])).toMatchObject(sent);
		}
		const expenseId = byId(Math.max(...billing.sandbox.records('expense').map(({ id }) => id)));
		await billing.outputOf('expense', 'update', { expenseId, updateFields: { notes: 'New' } });
		expect(billing.sent('updateExpense')).toMatchObject([{ notes: 'New', recurring_frequency: '45' }]);
	});

	it('may have any tax of the account, but is not billed as another than it has', async () => {
		// Of the sandbox: GST, a compound one, a group, and one of zero percent.
		const [GST, PST, GROUP, ZERO] = [3, 5, 6, 7];
		const others = [ZERO, PST].map((tax2) => ({ tax1: GST, tax2 }));
		for (const taxes of [{ tax1: GROUP, tax2: GST }, ...others])
			expect(stored((await create({ ...taxes, clientId: byId(1) }))?.['expense_id'])).toMatchObject(taxes);
		const expense_id = billing.sandbox.records('expense').at(-1)?.id;
		const ofJson = { clientId: byId(1), entriesFrom: 'json' };
		const bill = (more: object) => ({ ...ofJson, entriesJson: JSON.stringify({ expense_id, ...more }) });
		const COMPOUND = "Tax 'PST' is a compound tax, which cannot be sent here";
		expect(await billing.errorOf('invoice', 'createFromExpense', bill({}))).toContain(COMPOUND);
		await billing.outputOf('invoice', 'createFromExpense', bill({ tax2: ZERO }));
		expect(billing.sent('createInvoiceFromExpense')).toHaveLength(1);
		const unknown = { ...minimal, amount: '1', additionalFields: { tax1: 99 } };
		expect(await billing.errorOf('expense', 'create', unknown)).toContain('Tax-1 id is invalid.');
	});
});

describe('A time entry', () => {
	it('offers the tasks of the project that is chosen, or all where none is known', async () => {
		// Only the first project has all four tasks.
		billing.sandbox.store.run('DELETE FROM project_task WHERE project_id > 1 AND task_id > 2');
		for (const [form, tasks] of [
			[{ projectId: locator('projectName', 'Spring campaign') }, [1, 2]],
			[{ operation: 'update', updateFields: { projectId: byId(2) } }, [1, 2]],
			[{ operation: 'getAll', filters: { projectId: byId(2) } }, [1, 2]],
			[{ projectId: byId('={{ $json.project }}') }, [1, 2, 3, 4]],
		] as Array<[INodeParameters, number[]]>) {
			const parameters = { resource: 'timeEntry', ...form };
			const options = { method: 'searchProjectTasks', credential: billing.credential(), parameters };
			const { results } = await engine.searchList(options);
			expect(results.map(({ value }) => Number(value)).sort()).toEqual(tasks);
		}
	});
});

it('A new project asks for the budget of its billing method, and warns of tasks that cannot be linked', async () => {
	const by = { name: '=By {{ $json.method }}', billingMethod: '={{ $json.method }}' };
	const create = { ...by, budget: '={{ $json.method.match(/^(task|staff|never)$/) ? 0 : "" }}' };
	const items = ['task', 'staff', 'flat', 'project', 'FLAT', 'never'].map((method) => ({ method }));
	const output = await billing.outputOf('project', 'create', create, { items, settings: GOES_ON });
	const told = output.map(({ billing_method: method, error }) => method ?? textOf(error).slice(0, 18));
	const required = Array(3).fill('Budget is required') as string[];
	expect(told).toEqual(['task', 'staff', ...required, 'Billing method is ']);
	const [project] = await billing.outputOf('project', 'create', {
		...{ name: 'Relaunch', billingMethod: 'flat', budget: '1200.50', simplify: false },
		additionalFields: { taskIds: [1, 5, 999] },
	});
	expect(project).toMatchObject({ result: 'created', task: [1] });
	const UNLINKED = 'The project was created, but the service could not link it to these tasks: 5, 999.';
	expect(billing.warnings()).toContain(UNLINKED);
});
