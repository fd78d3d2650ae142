import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { readExamples } from '../../../host/examples.mts';
import { byId, containing, GOES_ON, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';
import { own } from '../tables.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

const ALL: INodeParameters = { clientId: byId(CLIENT), entriesFrom: 'all' };

/** The interface doesn't rule out a service that keeps listing what was billed, and bills it again (§3). */
describe.each([
	['createFromTimeTracking', 'timeEntries', 'timelog', 'getTimeLog', 'listTimeLog', 'time_entry'],
	['createFromExpense', 'expenses', 'expense', 'getExpense', 'listExpense', 'expense'],
] as const)('In a run of %s', (operation, field, type, get, list, line) => {
	const scripted = useScriptedService();
	const method = operation.replace('create', 'createInvoice');
	const record = (id: number) =>
		`<${type}><${type}_id>${id}</${type}_id><client_id>1</client_id><project_id>1</project_id><task_id>1</task_id><hours_worked>2</hours_worked><amount>5</amount><work_date>2026-03-01</work_date><date>2026-03-01</date></${type}>`;
	const project = '<project><project_id>1</project_id><client_id>1</client_id></project>';
	/** The entries of each invoice that was sent. */
	const billed = () =>
		scripted
			.sent(method)
			.map((body) => [...body.matchAll(new RegExp(`<${line}><id>(\\d+)`, 'g'))].map(([, id]) => Number(id)));
	let warned = '';
	const run = async (items: IDataObject[], settings: Partial<INode> = {}) => {
		const { outputs, hints } = await engine.run({
			credential: scripted.credential(),
			parameters: {
				...{ resource: 'invoice', operation, clientId: byId(1) },
				entriesFrom: '={{ $json.id ? "chosen" : "all" }}',
				[field]: { entry: [{ id: byId('={{ $json.id }}') }] },
			},
			items,
			settings: { ...GOES_ON, ...settings },
		});
		warned = hints.join('\n');
		return (outputs[0] ?? []).map(({ json }) => json);
	};

	beforeEach(() => {
		scripted.answer('getClient', '<client><client_id>1</client_id><address>A</address></client>');
		scripted.answer('listProject', listed('projects', project));
		scripted.answer('getProject', project);
		scripted.answer('getTask', '<task><task_id>1</task_id><task_rate>50</task_rate></task>');
		scripted.answer('getInvoice', '<invoice><number>1</number></invoice>');
		scripted.answer(get, (document) => record(Number(/_id>(\d+)</.exec(document)?.[1])));
		scripted.answer(list, listed(`${type}s`, [5, 6].map(record).join('')));
		scripted.answer(method, '<invoice_id>70</invoice_id>');
	});

	it('an entry is billed once: chosen again, among all, in doubt, and in a later attempt', async () => {
		const created = { result: 'created' };
		expect(await run([{ id: 5 }, { id: 5 }, { id: 6 }])).toMatchObject([
			created,
			{ error: 'An earlier item of this run has already done this: see ID 70' },
			created,
		]);
		const nothing = { error: containing('There is nothing to bill') };
		expect(await run([{ id: 5 }, {}, {}])).toMatchObject([created, created, nothing]);
		expect(billed()).toEqual([[5], [6], [5], [6]]);
		const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		await run([{ id: 5 }, { id: 5 }], { ...retried, onError: 'stopWorkflow' });
		expect(billed().slice(4)).toEqual([[5]]);
		scripted.answer(method, 'Later', 500);
		const SAME = 'This was not sent, because an earlier item of the run is the same. It is unknown whether';
		const doubts = ['It is unknown', SAME].map((text) => ({ error: containing(text) }));
		for (const second of [{ id: 5 }, {}]) expect(await run([{ id: 5 }, second])).toMatchObject(doubts);
		expect(billed().slice(5)).toEqual([[5], [5]]);
	});

	it('what the answer lists as failed is named, and not marked', async () => {
		scripted.answer('updateTimeLog', '');
		const marked = () => scripted.named('updateTimeLog').map(([id]) => id);
		const kind = type === 'timelog' ? 'time entries' : 'expenses';
		for (const [failure, ids, rest] of [
			['<id>6</id>', '6', ['5']],
			['Not all were billed', '5, 6', []],
		] as const) {
			const before = marked().length;
			scripted.answer(method, `<invoice_id>70</invoice_id><failure>${failure}</failure>`);
			expect(await run([{}])).toMatchObject([{ result: 'created' }]);
			expect(marked().slice(before)).toEqual(type === 'timelog' ? rest : []);
			expect(warned).toContain(`The service lists ${kind} with these IDs as failed, so they are left`);
			expect(warned).toContain(`as they are: ${ids}.`);
		}
	});
});

describe('Where billing marks nothing, time', () => {
	const billing = useBilling({ quirks: ['marksNothing'] });
	const { entries, expenses } = useUnbilled(billing);
	const bill = async (parameters: INodeParameters) =>
		await billing.outputOf('invoice', 'createFromTimeTracking', parameters);
	const marks = () => billing.sent('updateTimeLog').length;
	const ids = (records: ReadonlyArray<{ id: number }>) => records.map(({ id }) => id).join(', ');

	it('is billed once where the example runs twice', async () => {
		const { nodes = [] } = readExamples().find(({ name }) => name.startsWith('From the estimate')) ?? {};
		const example = nodes.find(({ parameters }) => parameters['operation'] === 'createFromTimeTracking');
		const parameters = { ...(example?.parameters as INodeParameters), clientId: byId(CLIENT) };
		const invoices = () => own(billing.sandbox.records('invoice')).length;
		const [meant, before] = [entries(), invoices()];
		expect(await bill(parameters)).toMatchObject([{ result: 'created' }]);
		expect(billing.warnings()).not.toContain('unbilled');
		expect(await bill(parameters)).toEqual([]);
		expect(invoices()).toBe(before + 1);
		expect(marks()).toBe(meant.length);
	});

	it('is marked by an update that loses nothing, also by ID Only of two executions at the same moment', async () => {
		billing.sandbox.change('timeEntry', entries()[0]?.id ?? 0, { notes: 'Über <alles> & more' });
		const before = billing.sandbox.records('timeEntry');
		const meant = new Set(entries().map(({ id }) => id));
		const once = { ...ALL, options: { ifNothing: 'skip', return: 'id' } };
		const outputs = (await Promise.all([bill(once), bill(once)])).flat();
		expect(outputs.map((one) => Object.keys(one).sort())).toEqual([['invoice_id', 'result', 'time_entries']]);
		expect(billing.sandbox.records('timeEntry')).toEqual(
			before.map((entry) => (meant.has(entry.id) ? { ...entry, billed: 'Yes' } : entry)),
		);
		const deleting = { invoiceId: byId(Number(outputs[0]?.['invoice_id'])) };
		const { run } = await billing.run('invoice', 'delete', deleting);
		expect(run.data.resultData.runData['XML Billing']?.[0]?.hints).toMatchObject([
			{ type: 'warning', message: containing('To bill it again, use Time Entry › Mark as Unbilled.') },
		]);
	});

	it('is named, and not marked, with Warn or by a preview, and where a mark or a read fails', async () => {
		const preview = (options: INodeParameters = {}) =>
			bill({ ...ALL, options: { preview: true, ...options } });
		expect(await preview()).toMatchObject([{ then: containing('would be marked as billed') }]);
		expect(await preview({ ifStayUnbilled: 'warn' })).not.toMatchObject([{ then: containing('marked') }]);
		expect(billing.writes()).toEqual([]);
		const meant = entries().slice(0, 2);
		const two = { ...ALL, until: meant.at(-1)?.work_date ?? '' };
		const NAMED = `time entries as unbilled: ID ${ids(meant)}. The next All Unbilled bills them again`;
		await bill({ ...two, options: { ifStayUnbilled: 'warn' } });
		expect(billing.warnings()).toContain(`The service still lists these ${NAMED}`);
		expect(marks()).toBe(0);
		await billing.sandbox.setFaults([{ method: 'updateTimeLog', calls: [2], fault: 'http403' }]);
		expect(await bill(two)).toMatchObject([{ result: 'created' }]);
		expect(billing.warnings()).toMatch(/: ID \d+\. .* unless you use Time Entry › Mark as Billed\. .*403/);
		await billing.sandbox.setFaults([{ method: 'createInvoiceFromTimeTracking', fault: 'resetAfter' }]);
		expect(await billing.errorOf('invoice', 'createFromTimeTracking', ALL)).toContain(
			'If it exists, what it bills may still be unbilled, and the next All Unbilled would bill it again.',
		);
		await billing.sandbox.setFaults([{ method: 'listTimeLog', calls: [3], fault: 'http403' }]);
		expect(await bill(ALL)).toMatchObject([{ result: 'created' }]);
		expect(billing.warnings()).toContain('Whether what was billed counts as billed could not be read.');
		const [, second] = meant;
		expect(entries()).toContainEqual(second);
	});

	it('can be marked as billed and as unbilled, and expenses, which cannot, are named', async () => {
		const before = billing.sandbox.records('timeEntry');
		const items = before.slice(0, 4).map(({ id }) => ({ id }));
		const form = { timelogId: byId('={{ $json.id }}') };
		for (const [operation, billed] of Object.entries({ markBilled: 'Yes', markUnbilled: 'No' })) {
			expect(await billing.outputOf('timeEntry', operation, form, { items })).toMatchObject(
				items.map(({ id }) => ({ timelog_id: id, result: 'updated' })),
			);
			expect(billing.sandbox.records('timeEntry')).toEqual(
				before.map((entry, index) => (index < items.length ? { ...entry, billed } : entry)),
			);
		}
		const meant = expenses();
		billing.sandbox.clearRequests();
		await billing.outputOf('invoice', 'createFromExpense', ALL);
		expect(billing.warnings()).toBe(
			`The service still lists these expenses as not invoiced: ID ${ids(meant)}. The next All Unbilled bills them again. No method marks them, so choose Selected Below.`,
		);
		expect(billing.writes()).toEqual(['createInvoiceFromExpense']);
	});
});

describe('Where billing marks what it bills', () => {
	const billing = useBilling({ quirks: [] });
	const { entries } = useUnbilled(billing);

	it('nothing is marked or warned of, and the output lists the entries with the amounts of their lines', async () => {
		const [first, second] = entries();
		const changes = { quantity: 2, unit_cost: 33.33, discount: 10 };
		const [output] = await billing.outputOf('invoice', 'createFromTimeTracking', {
			...{ clientId: byId(CLIENT), entriesFrom: 'json' },
			entriesJson: JSON.stringify([{ timelog_id: first?.id, ...changes }, { timelog_id: second?.id }]),
			lineItems: { line: [{ name: 'Travel', unitCost: '7', quantity: '1' }] },
		});
		const task = billing.sandbox.records('task').find(({ id }) => id === second?.task_id);
		const hours = Number(second?.hours_worked);
		expect(output?.['time_entries']).toEqual([
			// 2 × 33.33 - 10 %
			expect.objectContaining({ hours: 2, amount: 59.99, timelog_id: first?.id }),
			{
				...{ name: task?.name, hours, amount: Math.round(hours * Number(task?.rate) * 100) / 100 },
				...{ work_date: second?.work_date, description: second?.notes, timelog_id: second?.id },
			},
		]);
		for (const operation of ['createFromTimeTracking', 'createFromExpense']) {
			await billing.outputOf('invoice', operation, ALL);
			expect(billing.warnings()).toBe('');
		}
		const [time, expense] = ['createInvoiceFromTimeTracking', 'createInvoiceFromExpense'];
		expect(billing.writes()).toEqual([time, time, expense]);
	});
});
