import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, locator, useBilling } from '../billing.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

const billing = useBilling();
const { projects, entries, expenses, linesOf } = useUnbilled(billing);

describe('the lists to choose from', () => {
	const search = (method: string, form: INodeParameters, filter?: string) => {
		const operation = method === 'searchUnbilledExpenses' ? 'createFromExpense' : 'createFromTimeTracking';
		const parameters = { resource: 'invoice', operation, ...form };
		return engine.searchList({ method, parameters, filter, credential: billing.credential() });
	};

	it('show the unbilled expenses of the client, so that each can be recognised', async () => {
		const { results } = await search('searchUnbilledExpenses', { clientId: byId(CLIENT) });
		const [first] = expenses();
		expect(results.map(({ value }) => value)).toEqual(expenses().map(({ id }) => id));
		const notes = first?.notes === '' ? '' : `, ${first?.notes}`;
		expect(results[0]?.name).toBe(`${first?.date.slice(0, 10)}, ${first?.vendor} – ${first?.amount}${notes}`);
	});

	it('show the unbilled time entries of the projects of the client, with task, project and notes', async () => {
		const { results } = await search('searchUnbilledTimeEntries', { clientId: byId(CLIENT) });
		expect(results.map(({ value }) => value)).toEqual(entries().map(({ id }) => id));
		const noted = entries().findIndex(({ notes }) => notes !== '');
		const entry = entries()[noted];
		const task = billing.sandbox.records('task').find(({ id }) => id === entry?.task_id);
		const project = projects().find(({ id }) => id === entry?.project_id);
		expect(results[noted]?.name).toBe(
			`${entry?.work_date}, ${Number(entry?.hours_worked)} h – ${task?.name}, ${project?.name}, ${entry?.notes}`,
		);
	});

	it('show what matches the text and the filters', async () => {
		const projectId = projects()[1]?.id ?? 0;
		const meant = entries().filter(({ project_id }) => project_id === projectId);
		const parameters = { clientId: byId(CLIENT), filters: { projectId: byId(projectId) } };
		const { results } = await search('searchUnbilledTimeEntries', parameters);
		expect(results.map(({ value }) => value)).toEqual(meant.map(({ id }) => id));
		const [one] = meant;
		const typed = await search('searchUnbilledTimeEntries', parameters, one?.work_date);
		expect(typed.results.map(({ value }) => value)).toEqual([one?.id]);
	});

	it('know the client by its email', async () => {
		const clientId = locator('email', 'eleanor.voss@harbour.example');
		const { results } = await search('searchUnbilledExpenses', { clientId });
		expect(results.map(({ value }) => value)).toEqual(expenses().map(({ id }) => id));
	});

	it('are empty, without an error, before a client is chosen', async () => {
		for (const form of [{}, { clientId: byId('') }])
			expect(await search('searchUnbilledTimeEntries', form)).toEqual({ results: [] });
		expect(billing.methods()).toEqual([]);
	});

	it('ignore a filter whose project is not chosen yet', async () => {
		const form = { clientId: byId(CLIENT), filters: { projectId: locator('list', '') } };
		const { results } = await search('searchUnbilledTimeEntries', form);
		expect(results).toHaveLength(entries().length);
	});

	it.each([byId('={{ $json.client }}'), locator('email', '={{ $json.email }}')])(
		'say what to do where the client is %j',
		async (clientId) => {
			await expect(search('searchUnbilledTimeEntries', { clientId })).rejects.toMatchObject({
				message: 'The client is only known when the node runs',
				description: containing('All Unbilled'),
			});
		},
	);

	it('give what the node takes', async () => {
		const { results } = await search('searchUnbilledTimeEntries', { clientId: byId(CLIENT) });
		const { name, value } = results[0] ?? {};
		// As the editor stores an entry of a list.
		const entry = [{ id: { ...locator('list', Number(value)), cachedResultName: name ?? '' } }];
		const parameters = { clientId: byId(CLIENT), entriesFrom: 'chosen', timeEntries: { entry } };
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', parameters);
		expect(linesOf(invoice?.['invoice_id'])).toMatchObject([{ type: 'Time' }]);
		expect(entries().map(({ id }) => id)).not.toContain(results[0]?.value);
	});
});
