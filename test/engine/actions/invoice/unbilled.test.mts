import type { INodeParameters } from 'n8n-workflow';
import { elementsAt, textAt } from '../../../../sandbox/index.mts';
import { byId, useBilling } from '../../billing.mts';
import { CLIENT, own, useUnbilled } from '../../unbilled.mts';

const billing = useBilling();
const { projects, entries, expenses, linesOf } = useUnbilled(billing);

/** The identifiers of the lines that were sent, request by request. */
const idsSent = (method: string, line: string) =>
	billing.sandbox.requests
		.filter(({ method: called }) => called === method)
		.map(({ request }) =>
			request === undefined ? [] : elementsAt(request, line).map((each) => Number(textAt(each, 'id'))),
		);

const RAW = { simplify: false };
const all = (more: INodeParameters = {}) => ({ clientId: byId(CLIENT), entriesFrom: 'all', ...more });

describe('Invoice > Create From Time Tracking, all unbilled ones', () => {
	const sent = () => idsSent('createInvoiceFromTimeTracking', 'time_entries/time_entry');

	it('bills every unbilled entry of the projects of the client in one invoice, oldest first', async () => {
		const meant = entries();
		expect(projects()).toHaveLength(2);
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', all(RAW));
		expect(sent()).toEqual([meant.map(({ id }) => id)]);
		expect(linesOf(invoice?.['invoice_id']).map(({ quantity }) => quantity)).toEqual(
			meant.map(({ hours_worked }) => hours_worked),
		);
		expect(invoice).toMatchObject({ result: 'created', client_id: CLIENT });
		expect(entries()).toEqual([]);
	});

	it('bills those of one project alone', async () => {
		const [first] = projects();
		const meant = entries().filter(({ project_id }) => project_id === first?.id);
		await billing.outputOf(
			'invoice',
			'createFromTimeTracking',
			all({ filters: { projectId: byId(first?.id ?? 0) } }),
		);
		expect(sent()).toEqual([meant.map(({ id }) => id)]);
		expect(entries()).not.toEqual([]);
	});

	it('bills those from day to day', async () => {
		const days = entries().map(({ work_date }) => work_date);
		const period = { until: days[2] ?? '', filters: { dateFrom: days[1] ?? '' } };
		const meant = entries().slice(1, 3);
		await billing.outputOf('invoice', 'createFromTimeTracking', all(period));
		expect(sent()).toEqual([meant.map(({ id }) => id)]);
	});

	it('excludes those of a task that is not billable, and says so', async () => {
		const [first] = entries();
		billing.sandbox.change('task', first?.task_id ?? 0, { billable: 'N' });
		const free = entries().filter(({ task_id }) => task_id === first?.task_id);
		await billing.outputOf('invoice', 'createFromTimeTracking', all());
		expect(billing.warnings()).toContain(`time entries with ID ${free.map(({ id }) => id).join(', ')}.`);
		expect(entries()).toEqual(free);
	});

	it('names them where there are no others, and gives nothing where that is chosen', async () => {
		for (const { task_id } of entries()) billing.sandbox.change('task', task_id, { billable: 'N' });
		const message = await billing.errorOf('invoice', 'createFromTimeTracking', all());
		const [ten, others] = [entries().slice(0, 10), entries().slice(10)];
		expect(message).toContain(
			`because their tasks are not billable: time entries with ID ${ten.map(({ id }) => id).join(', ')} and ${others.length} more.`,
		);
		const skip = all({ options: { ifNothing: 'skip' } });
		expect(await billing.outputOf('invoice', 'createFromTimeTracking', skip)).toEqual([]);
		expect(sent()).toEqual([]);
	});

	it('names an entry that has no price, and bills nothing', async () => {
		const [first] = entries();
		billing.sandbox.change('task', first?.task_id ?? 0, { rate: '0.00' });
		const message = await billing.errorOf('invoice', 'createFromTimeTracking', all());
		expect(message).toContain(`Time entry with ID ${first?.id} has no price`);
		expect(sent()).toEqual([]);
	});

	it('refuses the project of another client', async () => {
		const another = own(billing.sandbox.records('project')).find(({ client_id }) => client_id !== CLIENT);
		const filters = { projectId: byId(another?.id ?? 0) };
		const message = await billing.errorOf('invoice', 'createFromTimeTracking', all({ filters }));
		expect(message).toContain('nothing to bill');
		expect(sent()).toEqual([]);
	});

	it.each([
		[{ filters: { projectId: byId('={{ $json.no }}') } }, 'Filters › Project evaluated to nothing'],
		[{ until: '={{ $json.no }}' }, 'Work Until evaluated to nothing'],
		[{ until: '2026-01-01', filters: { dateFrom: '2026-01-02' } }, 'Date From is after Work Until'],
	])('refuses %j before anything is sent', async (parameters, problem) => {
		expect(await billing.errorOf('invoice', 'createFromTimeTracking', all(parameters))).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});
});

describe('Invoice > Create From Expenses, all unbilled ones', () => {
	const sent = () => idsSent('createInvoiceFromExpense', 'expenses/expense');

	it('bills every unbilled expense of the client in one invoice, with its taxes', async () => {
		const meant = expenses();
		expect(meant.length).toBeGreaterThan(2);
		billing.sandbox.change('expense', meant[1]?.id ?? 0, { tax1: 1 });
		const [invoice] = await billing.outputOf('invoice', 'createFromExpense', all());
		expect(sent()).toEqual([meant.map(({ id }) => id)]);
		expect(
			linesOf(invoice?.['invoice_id']).map(({ unit_cost, tax1_name }) => [unit_cost, tax1_name]),
		).toEqual(meant.map(({ amount }, index) => [amount, index === 1 ? 'VAT' : '']));
		expect(expenses()).toEqual([]);
	});

	it('bills those of a project, and those of some days', async () => {
		const withProject = expenses().find(({ project_id }) => project_id === projects()[1]?.id);
		const filters = { projectId: byId(withProject?.project_id ?? 0) };
		await billing.outputOf('invoice', 'createFromExpense', all({ filters }));
		const [first, second] = expenses().map(({ date }) => date.slice(0, 10));
		expect(first).not.toBe(second);
		const days = { until: `${first}T23:30:00`, filters: { dateFrom: first ?? '' } };
		const next = expenses()[0]?.id;
		await billing.outputOf('invoice', 'createFromExpense', all(days));
		expect(sent()).toEqual([[withProject?.id], [next]]);
	});

	it('names those whose date cannot be read, which a last day leaves out', async () => {
		const [one, ...others] = expenses();
		billing.sandbox.change('expense', one?.id ?? 0, { date: '06/02/2026' });
		await billing.outputOf('invoice', 'createFromExpense', all({ until: '2026-12-31' }));
		expect(sent()).toEqual([others.map(({ id }) => id)]);
		expect(billing.warnings()).toContain(
			`Not billed, because the dates of these records cannot be read: expense with ID ${one?.id}.`,
		);
	});

	it('fails where there is nothing to bill', async () => {
		await billing.outputOf('invoice', 'createFromExpense', all());
		const message = await billing.errorOf('invoice', 'createFromExpense', all());
		expect(message).toContain('There is nothing to bill: the client with ID 1 has no unbilled expenses');
		expect(sent()).toHaveLength(1);
	});

	it('returns nothing then if the option says so, and continues with the other items', async () => {
		const settled = Math.max(...own(billing.sandbox.records('client')).map(({ id }) => id));
		for (const { id } of expenses(settled)) billing.sandbox.change('expense', id, { invoiced: 'Yes' });
		const output = await billing.outputOf(
			'invoice',
			'createFromExpense',
			all({ ...RAW, clientId: byId('={{ $json.client }}'), options: { ifNothing: 'skip' } }),
			{ items: [{ client: settled }, { client: CLIENT }] },
		);
		expect(output).toMatchObject([{ client_id: CLIENT }]);
	});
});
