import type { INodeParameters } from 'n8n-workflow';
import { readExamples } from '../../../../host/examples.mts';
import { byId, containing, useBilling } from '../../billing.mts';
import { CLIENT, own, useUnbilled } from '../../unbilled.mts';

const ALL: INodeParameters = { clientId: byId(CLIENT), entriesFrom: 'all' };
const WARN: INodeParameters = { ...ALL, options: { ifStayUnbilled: 'warn' } };
const ID_ONLY: INodeParameters = { ...ALL, options: { return: 'id' } };

/** A service whose billing marks nothing. */
const billing = useBilling({ quirks: ['marksNothing'] });
const { entries, expenses } = useUnbilled(billing);
const bill = async (parameters: INodeParameters) =>
	await billing.outputOf('invoice', 'createFromTimeTracking', parameters);
const marks = () => billing.writes().filter((method) => method === 'updateTimeLog').length;
const invoices = () => own(billing.sandbox.records('invoice')).length;
const ids = (records: ReadonlyArray<{ id: number }>) => records.map(({ id }) => id).join(', ');

describe('Time of which billing marks nothing', () => {
	it('is billed once where the example runs twice', async () => {
		const { nodes = [] } = readExamples().find(({ name }) => name.startsWith('From the estimate')) ?? {};
		const example = nodes.find(({ parameters }) => parameters['operation'] === 'createFromTimeTracking');
		const parameters = { ...(example?.parameters as INodeParameters), clientId: byId(CLIENT) };
		const [meant, before] = [entries(), invoices()];
		expect(await bill(parameters)).toMatchObject([{ result: 'created' }]);
		expect(billing.warnings()).not.toContain('unbilled');
		expect(await bill(parameters)).toEqual([]);
		expect(invoices()).toBe(before + 1);
		expect(marks()).toBe(meant.length);
	});

	it('is billed once when two executions of one process do so at the same moment', async () => {
		const options = { ifNothing: 'skip', return: 'id' };
		const outputs = await Promise.all([bill({ ...ALL, options }), bill({ ...ALL, options })]);
		expect(outputs.map((output) => output.length).sort()).toEqual([0, 1]);
	});

	it('is marked by an update that loses nothing, also with ID Only', async () => {
		const [first] = entries();
		billing.sandbox.change('timeEntry', first?.id ?? 0, { notes: 'Über <alles> & more' });
		const before = billing.sandbox.records('timeEntry');
		const meant = new Set(entries().map(({ id }) => id));
		const [output] = await bill(ID_ONLY);
		expect(Object.keys(output ?? {}).sort()).toEqual(['invoice_id', 'result', 'time_entries']);
		expect(billing.sandbox.records('timeEntry')).toEqual(
			before.map((entry) => (meant.has(entry.id) ? { ...entry, billed: 'Yes' } : entry)),
		);
	});

	it('is named, and not marked, with Warn', async () => {
		const meant = entries().slice(0, 2);
		await bill({ ...WARN, until: meant.at(-1)?.work_date ?? '' });
		expect(billing.warnings()).toContain(
			`The service still lists these time entries as unbilled: ID ${ids(meant)}. The next All Unbilled bills them again`,
		);
		expect(marks()).toBe(0);
	});

	it('is only warned of where a mark fails, and the item succeeds', async () => {
		const [first] = entries();
		const one = { ...ALL, until: first?.work_date ?? '' };
		await billing.sandbox.setFaults([{ method: 'updateTimeLog', fault: 'http403' }]);
		expect(await bill(one)).toMatchObject([{ result: 'created' }]);
		expect(billing.warnings()).toContain(
			`these time entries as unbilled: ID ${first?.id}. The next All Unbilled bills them again, unless you use Time Entry › Mark as Billed.`,
		);
		expect(entries()).toContainEqual(first);
	});

	it('is warned of where it cannot be read again, and the item succeeds', async () => {
		await billing.sandbox.setFaults([{ method: 'listTimeLog', calls: [3], fault: 'http403' }]);
		expect(await bill(ALL)).toMatchObject([{ result: 'created' }]);
		expect(billing.warnings()).toContain('Whether what was billed counts as billed could not be read.');
		expect(marks()).toBe(0);
	});

	it('is told to be billed again where it is unknown whether the invoice was created', async () => {
		await billing.sandbox.setFaults([{ method: 'createInvoiceFromTimeTracking', fault: 'resetAfter' }]);
		expect(await billing.errorOf('invoice', 'createFromTimeTracking', ALL)).toContain(
			'If it exists, what it bills may still be unbilled, and the next All Unbilled would bill it again.',
		);
	});

	it('is not marked by a preview, which says that it would be', async () => {
		const preview = { ...ALL, options: { preview: true } };
		expect(await bill(preview)).toMatchObject([{ then: containing('would be marked as billed') }]);
		const warning = { ...ALL, options: { preview: true, ifStayUnbilled: 'warn' } };
		expect(await bill(warning)).not.toMatchObject([{ then: containing('marked') }]);
		expect(billing.writes()).toEqual([]);
	});
});

describe('Expenses of which billing marks nothing', () => {
	it('are named, because the next run bills them again', async () => {
		const meant = expenses();
		await billing.outputOf('invoice', 'createFromExpense', ALL);
		expect(billing.warnings()).toContain(
			`The service still lists these expenses as not invoiced: ID ${ids(meant)}. The next All Unbilled bills them again.`,
		);
		expect(billing.writes()).toEqual(['createInvoiceFromExpense']);
	});
});

describe('Where billing marks what it bills', () => {
	const marking = useBilling();
	const { entries: unbilled } = useUnbilled(marking);

	it('nothing is marked or warned of', async () => {
		await marking.outputOf('invoice', 'createFromTimeTracking', ALL);
		expect(marking.warnings()).toBe('');
		await marking.outputOf('invoice', 'createFromExpense', ALL);
		expect(marking.warnings()).toBe('');
		expect(marking.writes()).toEqual(['createInvoiceFromTimeTracking', 'createInvoiceFromExpense']);
	});

	it('the output lists the entries with the hours and amounts of their lines', async () => {
		const [first, second] = unbilled();
		const changes = { quantity: 2, unit_cost: 33.33, discount: 10 };
		const [output] = await marking.outputOf('invoice', 'createFromTimeTracking', {
			clientId: byId(CLIENT),
			entriesFrom: 'json',
			entriesJson: JSON.stringify([{ timelog_id: first?.id, ...changes }, { timelog_id: second?.id }]),
			lineItems: { line: [{ name: 'Travel', unitCost: '7', quantity: '1' }] },
		});
		const task = marking.sandbox.records('task').find(({ id }) => id === second?.task_id);
		const hours = Number(second?.hours_worked);
		expect(output?.['time_entries']).toEqual([
			// 2 × 33.33 - 10 %
			expect.objectContaining({ hours: 2, amount: 59.99, timelog_id: first?.id }),
			{
				name: task?.name,
				hours,
				amount: Math.round(hours * Number(task?.rate) * 100) / 100,
				work_date: second?.work_date,
				description: second?.notes,
				timelog_id: second?.id,
			},
		]);
	});
});

describe('Time Entry > Mark as Billed and Mark as Unbilled', () => {
	it('change many entries, and nothing else of them', async () => {
		const before = billing.sandbox.records('timeEntry');
		const items = before.slice(0, 4).map(({ id }) => ({ id }));
		const run = async (operation: string) =>
			await billing.outputOf('timeEntry', operation, { timelogId: byId('={{ $json.id }}') }, { items });
		for (const [operation, billed] of [
			['markBilled', 'Yes'],
			['markUnbilled', 'No'],
		] as const) {
			expect(await run(operation)).toMatchObject(
				items.map(({ id }) => ({ timelog_id: id, result: 'updated' })),
			);
			expect(billing.sandbox.records('timeEntry')).toEqual(
				before.map((entry, index) => (index < items.length ? { ...entry, billed } : entry)),
			);
		}
	});
});

describe('Invoice > Delete', () => {
	it('says that billed time stays billed, and how to free it', async () => {
		const [invoice] = await bill(ALL);
		const { run } = await billing.run('invoice', 'delete', {
			invoiceId: byId(Number(invoice?.['invoice_id'])),
		});
		expect(run.data.resultData.runData['XML Billing']?.[0]?.hints).toMatchObject([
			{ type: 'warning', message: containing('To bill it again, use Time Entry › Mark as Unbilled.') },
		]);
	});
});
