import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { CLIENT, useUnbilled } from '../../unbilled.mts';

const ALL: INodeParameters = { clientId: byId(CLIENT), entriesFrom: 'all' };

const billing = useBilling();
const { projects, entries, linesOf } = useUnbilled(billing);
const bill = async (parameters: INodeParameters) =>
	await billing.outputOf('invoice', 'createFromTimeTracking', parameters);
const refusal = async (parameters: INodeParameters) =>
	await billing.errorOf('invoice', 'createFromTimeTracking', parameters);
const linesBilled = (output: Awaited<ReturnType<typeof bill>>) => linesOf(output[0]?.['invoice_id']);

/** The client's first project, with the first of its unbilled entries. */
function firstOf() {
	const [project] = projects();
	const [entry] = entries().filter(({ project_id }) => project_id === project?.id);
	if (project === undefined || entry === undefined) throw new Error('There is none');
	return { project, entry };
}

/** A single chosen entry. */
const chosen = (id: number, changes: INodeParameters = {}): INodeParameters => ({
	clientId: byId(CLIENT),
	entriesFrom: 'chosen',
	timeEntries: { entry: [{ id: byId(id), changes }] },
});

describe('A project that is billed flat', () => {
	it.each(['flat', ' FLAT '])('is excluded from all unbilled entries, and named: %j', async (method) => {
		const { project } = firstOf();
		billing.sandbox.change('project', project.id, { billing_method: method });
		const left = entries().filter(({ project_id }) => project_id === project.id);
		const meant = entries().filter(({ project_id }) => project_id !== project.id);
		expect(linesBilled(await bill(ALL))).toHaveLength(meant.length);
		expect(billing.warnings()).toContain(
			`Not billed, because they are billed flat: the time entries of projects with ID ${project.id}.`,
		);
		expect(entries()).toEqual(left);
	});

	it('leaves nothing to bill where there are no others', async () => {
		const ids = [...new Set(entries().map(({ project_id }) => project_id))];
		for (const id of ids) billing.sandbox.change('project', id, { billing_method: 'flat' });
		const message = await refusal(ALL);
		expect(message).toContain('There is nothing to bill: the client with ID 1');
		expect(message).toContain(
			`because they are billed flat: the time entries of projects with ID ${ids.join(', ')}.`,
		);
		expect(await bill({ ...ALL, options: { ifNothing: 'skip' } })).toEqual([]);
		expect(billing.warnings()).toContain(`of projects with ID ${ids.join(', ')}.`);
		expect(billing.writes()).toEqual([]);
	});

	it('has its entries billed one by one, with a price', async () => {
		const { project, entry } = firstOf();
		billing.sandbox.change('project', project.id, { billing_method: 'flat', rate: '500.00' });
		expect(await refusal(chosen(entry.id))).toContain(
			`has no price: the project with ID ${project.id} is billed flat Nothing was sent. Select the entry`,
		);
		expect(billing.writes()).toEqual([]);
		expect(linesBilled(await bill(chosen(entry.id, { unitCost: '80' })))).toMatchObject([
			{ unit_cost: '80.00' },
		]);
	});
});

describe('A project that shows a rate', () => {
	it('has the unit cost asked for, unless it is the rate of the task', async () => {
		const { project, entry } = firstOf();
		billing.sandbox.change('project', project.id, { billing_method: 'project', rate: '61.50' });
		const two = `has two rates: one of its task, and another one of the project with ID ${project.id}`;
		for (const parameters of [ALL, chosen(entry.id)]) {
			const message = await refusal(parameters);
			expect(message).toContain(two);
			expect(message).toContain("the project's 61.5");
			expect(message).toContain('set its Unit Cost under Changes');
		}
		expect(billing.writes()).toEqual([]);
		expect(linesBilled(await bill(chosen(entry.id, { unitCost: '61.5' })))).toMatchObject([
			{ unit_cost: '61.50' },
		]);
	});

	it.each(['0.00', 'the same'])('bills the rate of the task where it is %s', async (rate) => {
		const { project, entry } = firstOf();
		const task = billing.sandbox.records('task').find(({ id }) => id === entry.task_id);
		const same = rate === 'the same' ? task?.rate : rate;
		billing.sandbox.change('project', project.id, { billing_method: 'project', rate: same ?? '' });
		expect(linesBilled(await bill(chosen(entry.id)))).toMatchObject([{ unit_cost: task?.rate }]);
	});
});
