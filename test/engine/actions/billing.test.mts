import type { INodeParameters } from 'n8n-workflow';
import { elementsAt, textAt } from '../../../sandbox/index.mts';
import { byId, useBilling } from '../billing.mts';
import { own } from '../tables.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

const billing = useBilling();
const { projects, entries, expenses, linesOf } = useUnbilled(billing);
type Operation = 'createFromTimeTracking' | 'createFromExpense' | 'createFromEstimate';
const ALL: INodeParameters = { clientId: byId(CLIENT), entriesFrom: 'all' };
const bill = async (operation: Operation, parameters: INodeParameters) => {
	const [invoice] = await billing.outputOf('invoice', operation, parameters);
	return linesOf(invoice?.['invoice_id']);
};
const refusal = async (operation: Operation, parameters: INodeParameters) =>
	await billing.errorOf('invoice', operation, parameters);
const chosen = (id: unknown, changes: object = {}) =>
	({ ...ALL, entriesFrom: 'chosen', timeEntries: { entry: [{ id, changes }] } }) as INodeParameters;
const json = (entry: object) => ({ ...ALL, entriesFrom: 'json', entriesJson: JSON.stringify(entry) });
const skip = { options: { ifNothing: 'skip' } };
const idsOf = (records: ReadonlyArray<{ id: number }>) => records.map(({ id }) => id);
/** The identifiers of the lines that were sent, request by request. */
const sent = (method: string, line: string) =>
	billing.sandbox.requests
		.filter(({ method: called }) => called === method)
		.map(({ request }) =>
			request === undefined ? [] : elementsAt(request, line).map((each) => Number(textAt(each, 'id'))),
		);
const sentTime = () => sent('createInvoiceFromTimeTracking', 'time_entries/time_entry');
const sentExpenses = () => sent('createInvoiceFromExpense', 'expenses/expense');

/** Elements that all requests of the method have. */
afterEach(() => {
	expect(billing.sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
});

describe('Invoice > Create From Time Tracking', () => {
	it('bills those of one project, from day to day, or chosen ones also of a project without a client', async () => {
		const [first] = projects();
		const ofFirst = entries().filter(({ project_id }) => project_id === first?.id);
		const before = entries();
		await bill('createFromTimeTracking', { ...ALL, filters: { projectId: byId(first?.id ?? 0) } });
		const [rest, days] = [entries(), entries().map(({ work_date }) => work_date)];
		expect(rest.length).toBe(before.length - ofFirst.length);
		const period = { until: days[2] ?? '', filters: { dateFrom: days[1] ?? '' } };
		const within = rest.filter(({ work_date }) => work_date >= (days[1] ?? '') && work_date <= period.until);
		await bill('createFromTimeTracking', { ...ALL, ...period });
		expect(sentTime()).toEqual([idsOf(ofFirst), idsOf(within)]);
		const [left] = entries();
		billing.sandbox.change('project', left?.project_id ?? 0, { client_id: null });
		expect(await bill('createFromTimeTracking', chosen(left?.id))).toHaveLength(1);
	});

	it('excludes and names those of tasks that are not billable, and of projects that are billed flat', async () => {
		const [entry] = entries();
		billing.sandbox.change('task', entry?.task_id ?? 0, { billable: 'N' });
		const free = entries().filter(({ task_id }) => task_id === entry?.task_id);
		await bill('createFromTimeTracking', ALL);
		expect(billing.warnings()).toContain(`time entries with ID ${idsOf(free).join(', ')}.`);
		expect(entries()).toEqual(free);
		expect(await refusal('createFromTimeTracking', ALL)).toContain(
			`because their tasks are not billable: time entries with ID ${idsOf(free).join(', ')}.`,
		);
		billing.sandbox.change('task', entry?.task_id ?? 0, { billable: 'Y' });
		const ids = [...new Set(free.map(({ project_id }) => project_id))];
		for (const id of ids) billing.sandbox.change('project', id, { billing_method: ' FLAT ' });
		const message = await refusal('createFromTimeTracking', ALL);
		expect(message).toContain('There is nothing to bill: the client with ID 1');
		const named = `because they are billed flat: the time entries of projects with ID ${ids.join(', ')}.`;
		expect(message).toContain(named);
		expect(await billing.outputOf('invoice', 'createFromTimeTracking', { ...ALL, ...skip })).toEqual([]);
		expect(billing.warnings()).toContain(named);
		expect(sentTime()).toHaveLength(1);
	});

	it('asks for the price of an entry that has none, or two', async () => {
		const [entry] = entries();
		const { id = 0, task_id = 0, project_id = 0 } = entry ?? {};
		const task = billing.sandbox.records('task').find((row) => row.id === task_id);
		billing.sandbox.change('project', project_id, { billing_method: 'flat', rate: '500.00' });
		expect(await refusal('createFromTimeTracking', chosen(id))).toContain(
			`has no price: the project with ID ${project_id} is billed flat Nothing was created. Select the entry`,
		);
		billing.sandbox.change('project', project_id, { billing_method: 'project', rate: '61.50' });
		for (const parameters of [ALL, chosen(id)]) {
			const message = await refusal('createFromTimeTracking', parameters);
			const TWO = `has two rates: one of its task, and another one of the project with ID ${project_id}`;
			expect(message).toContain(TWO);
			expect(message).toContain("the project's 61.5");
			expect(message).toContain('set its Unit Cost under Changes');
		}
		billing.sandbox.change('task', task_id, { rate: '0.00' });
		billing.sandbox.change('project', project_id, { billing_method: 'task', rate: '' });
		expect(await refusal('createFromTimeTracking', ALL)).toContain(`Time entry with ID ${id} has no price`);
		expect(billing.writes()).toEqual([]);
		billing.sandbox.change('task', task_id, { rate: task?.rate ?? '' });
		for (const way of ['61.50', '0.00', 'the same']) {
			const one = entries().find((other) => other.project_id === project_id);
			const cost = billing.sandbox.records('task').find((row) => row.id === one?.task_id)?.rate ?? '';
			const rate = way === 'the same' ? cost : way;
			billing.sandbox.change('project', project_id, { billing_method: 'project', rate });
			const changes = way === '61.50' ? { unitCost: '80' } : {};
			expect(await bill('createFromTimeTracking', chosen(one?.id, changes))).toMatchObject([
				{ unit_cost: way === '61.50' ? '80.00' : cost },
			]);
		}
	});

	it('refuses what means nothing, or belongs to another client', async () => {
		const another = own(billing.sandbox.records('project')).find(({ client_id }) => client_id !== CLIENT);
		const filters = (projectId: object) => ({ ...ALL, filters: { projectId } }) as INodeParameters;
		const nothing = { ...chosen(''), timeEntries: { entry: [] } };
		for (const [parameters, problem] of [
			[nothing, 'No time entry is selected'],
			[chosen(''), 'Time Entries › 1 is required and was left empty'],
			[{ ...ALL, until: '2026-01-01', filters: { dateFrom: '2026-01-02' } }, 'Date From is after Work Until'],
			[filters(byId(another?.id ?? 0)), 'nothing to bill'],
		] as const)
			expect(await refusal('createFromTimeTracking', parameters)).toContain(problem);
		const { id, project_id = 0 } = entries()[0] ?? {};
		billing.sandbox.change('project', project_id, { client_id: 2 });
		expect(await refusal('createFromTimeTracking', chosen(id))).toContain(
			`Time entry with ID ${id} belongs to the client with ID 2, not to the one with ID 1`,
		);
		expect(billing.writes()).toEqual([]);
	});
});

describe('Invoice > Create From Expenses', () => {
	it('bills those of a project or of some days, and names those whose date cannot be read', async () => {
		const ofProject = expenses().find(({ project_id }) => project_id === projects()[1]?.id);
		const filters = { projectId: byId(ofProject?.project_id ?? 0) };
		await bill('createFromExpense', { ...ALL, filters });
		const [next, ...others] = expenses();
		const day = next?.date.slice(0, 10) ?? '';
		await bill('createFromExpense', { ...ALL, until: `${day}T23:30:00`, filters: { dateFrom: day } });
		billing.sandbox.change('expense', others[0]?.id ?? 0, { date: '06/02/2026' });
		await bill('createFromExpense', { ...ALL, until: '2026-12-31', ...skip });
		const billed = [[ofProject?.id], [next?.id], idsOf(others.slice(1))];
		expect(sentExpenses()).toEqual(billed.filter((ids) => ids.length > 0));
		expect(billing.warnings()).toContain(
			`Not billed, because the dates of these records cannot be read: expense with ID ${others[0]?.id}.`,
		);
	});

	it('refuses unclear JSON, and a tax that the account does not have', async () => {
		const expense_id = expenses()[0]?.id ?? 0;
		for (const [parameters, problem] of [
			[{ ...json({}), entriesJson: '[{ "expense_id": 1 ' }, 'Entries (JSON) is not valid JSON'],
			[json({ name: 'Train' }), 'Entries › 1 › expense_id is required'],
			[json([{ expense_id: 1 }, { expense_id: 1 }]), 'Expense with ID 1 is listed twice'],
		] as const)
			expect(await refusal('createFromExpense', parameters)).toContain(problem);
		billing.sandbox.change('expense', expense_id, { tax1: 99 });
		const one = { ...ALL, entriesFrom: 'chosen', expenses: { entry: [{ id: byId(expense_id) }] } };
		const message = await refusal('createFromExpense', one);
		expect(message).toContain("Expenses › 1 › Tax '99' is not one of the account's taxes");
		expect(billing.writes()).toEqual([]);
	});
});
