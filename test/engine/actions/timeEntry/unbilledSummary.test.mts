import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const billing = useBilling();
type Billing = typeof billing;
type Row = Record<string, unknown>;

const summaryOf = async (service: Billing, parameters: object = {}) =>
	await service.outputOf('timeEntry', 'getUnbilledSummary', { ...parameters });

/** The unbilled time of each project according to the sandbox's tables: all of its tasks are billable by the hour. */
const unbilled = ({ sandbox }: Billing, from = '', to = '9999') =>
	sandbox.store.all<Row>(
		`SELECT organization AS client_organization, project.name AS project_name, client.currency,
			SUM(CAST(ROUND(hours_worked * task.rate * 100) AS INTEGER)) / 100.0 AS value,
			SUM(CAST(ROUND(hours_worked * 100) AS INTEGER)) / 100.0 AS hours,
			COUNT(*) AS entry_count, MIN(work_date) AS oldest_entry, client.id AS client_id, project.id AS project_id
		FROM time_entry JOIN project ON project.id = project_id JOIN task ON task.id = task_id
			JOIN client ON client.id = client_id
		WHERE time_entry.account_id = 1 AND billed = 'No' AND time_entry.status = 'Active' AND work_date BETWEEN ? AND ?
		GROUP BY project.id ORDER BY client.currency, value DESC`,
		from,
		to,
	);

describe('the report', () => {
	it("agrees to the cent with sums over the sandbox's tables", async () => {
		const report = await summaryOf(billing);
		const expected = unbilled(billing).map((row) => ({
			...row,
			hours_without_rate: 0,
			hours_not_billable: 0,
			entries_without_rate: 0,
			unreadable: [],
		}));
		expect(report).toMatchObject(expected);
		expect(report).toHaveLength(expected.length);
		expect(new Set(report.map(({ currency }) => currency)).size).toBe(2);
		expect(billing.warnings()).toBe('');
	});

	it('takes only a period or a project', async () => {
		const [from, to] = ['2026-02-10', '2026-02-28'];
		const report = await summaryOf(billing, { filters: { dateFrom: from, dateTo: to } });
		expect(report).toMatchObject(unbilled(billing, from, to));
		const [first] = unbilled(billing);
		const id = String(first?.['project_id']);
		const ofProject = await summaryOf(billing, { filters: { projectId: byId(id) } });
		expect(ofProject).toMatchObject([first]);
		expect(ofProject).toHaveLength(1);
		expect(billing.sent('listTimeLog').at(-1)).toMatchObject({ filter: { project_id: id } });
	});

	it('takes only the projects of a client, which the service has no filter for', async () => {
		const all = await summaryOf(billing);
		const [{ client_id: id } = {}] = all;
		const ofClient = await summaryOf(billing, { filters: { clientId: byId(Number(id)) } });
		expect(ofClient).toEqual(all.filter((row) => row['client_id'] === id));
		expect(ofClient.length).toBeLessThan(all.length);
		expect(JSON.stringify(billing.sent('listTimeLog'))).not.toContain('client_id');
		expect(billing.warnings()).toBe('');
	});
});

it('is worth what an invoice from all unbilled time comes to', async () => {
	for (const { client_id: id } of await summaryOf(billing)) {
		const worth = (await summaryOf(billing)).filter((row) => row['client_id'] === id);
		const [preview] = await billing.outputOf('invoice', 'createFromTimeTracking', {
			clientId: byId(Number(id)),
			entriesFrom: 'all',
			options: { preview: true },
		});
		const value = worth.reduce((sum, row) => sum + Math.round(Number(row['value']) * 100), 0) / 100;
		expect(preview).toMatchObject({ preview: true, total: value });
	}
});

describe('a service with a few entries', () => {
	const service = useScriptedService();

	type Fields = Readonly<Record<string, string | number>>;

	const xml = (name: string, fields: Fields): string =>
		`<${name}>${Object.entries(fields)
			.map(([field, value]) => `<${field}>${value}</${field}>`)
			.join('')}</${name}>`;

	const ENTRY = {
		project_id: 1,
		task_id: 1,
		work_date: '2026-02-03',
		hours_worked: 2,
		notes: '',
		log_status: 'Active',
	};
	const PROJECT = {
		project_id: 1,
		client_id: 1,
		project_name: 'Site',
		project_rate: 0,
		billing_method: 'task',
	};
	const TASK = { task_id: 1, task_name: 'Design', task_billable: 'Y', task_rate: 50.55 };
	const CLIENT = { client_id: 1, name: 'Ann', organization: 'Acme', email: 'a@b.example', currency: 'EUR' };

	interface Records {
		readonly entries: readonly Fields[];
		readonly projects?: Readonly<Record<number, Fields>>;
		readonly tasks?: Readonly<Record<number, Fields>>;
		readonly billed?: readonly Fields[];
		readonly filters?: INodeParameters;
	}

	async function run({
		entries,
		projects = { 1: PROJECT },
		tasks = { 1: TASK },
		billed = [],
		filters = {},
	}: Records) {
		const listOf = (some: readonly Fields[]) =>
			listed(
				'timelogs',
				some.map((entry, index) => xml('timelog', { timelog_id: index + 1, ...entry })).join(''),
			);
		const idIn = (document: string) => Number(/_id>(\d+)</.exec(document)?.[1]);
		service.answer('listTimeLog', (document) => listOf(document.includes('>Yes<') ? billed : entries));
		service.answer('getTimeLog', (document) => xml('timelog', { ...ENTRY, ...entries[idIn(document) - 1] }));
		// An empty answer is none.
		const answers = { getProject: ['project', projects], getTask: ['task', tasks] } as const;
		for (const [method, [name, known]] of Object.entries(answers))
			service.answer(method, (document) => {
				const found = known[idIn(document)];
				return found === undefined ? '' : xml(name, found);
			});
		service.answer('getClient', xml('client', CLIENT));
		const { outputs, error, hints } = await engine.run({
			credential: service.credential(),
			parameters: { resource: 'timeEntry', operation: 'getUnbilledSummary', filters },
		});
		return { output: (outputs[0] ?? []).map(({ json }) => json), error, hints: hints.join('\n') };
	}

	it('rounds each entry like the line that bills it', async () => {
		const { output, hints } = await run({
			entries: [0.1, 0.1, 1].map((hours_worked) => ({ ...ENTRY, hours_worked })),
		});
		// 5.055 is 5.06, twice.
		expect(output).toMatchObject([{ value: 60.67, hours: 1.2, entry_count: 3, currency: 'EUR' }]);
		expect(hints).toBe('');
	});

	it.each<[string, Fields, Fields]>([
		['no rate', PROJECT, { ...TASK, task_rate: 0 }],
		['an empty rate', PROJECT, { ...TASK, task_rate: '' }],
		['a rate that can not be read', PROJECT, { ...TASK, task_rate: '50,55' }],
		['another rate of its project', { ...PROJECT, project_rate: 40 }, TASK],
		['an unreadable rate of its project', { ...PROJECT, project_rate: 'n/a' }, TASK],
	])('counts an entry with %s without a rate', async (_, project, task) => {
		const tasks = { 1: TASK, 2: { ...task, task_id: 2 } };
		const projects = { 1: PROJECT, 2: { ...project, project_id: 2 } };
		const { output } = await run({
			entries: [ENTRY, { ...ENTRY, project_id: 2, task_id: 2, hours_worked: 0.5 }],
			projects,
			tasks,
		});
		expect(output).toMatchObject([
			{ project_id: 1, value: 101.1, hours: 2, hours_without_rate: 0, entries_without_rate: 0 },
			{
				project_id: 2,
				value: 0,
				hours: 0.5,
				hours_without_rate: 0.5,
				entries_without_rate: 1,
				entry_count: 1,
			},
		]);
	});

	it.each<[string, Fields, Fields]>([
		['on a task that is not billable', PROJECT, { ...TASK, task_billable: 'n' }],
		['of a project that is billed flat', { ...PROJECT, billing_method: 'Flat', project_rate: 900 }, TASK],
	])('separates hours %s', async (_, project, task) => {
		const { output } = await run({ entries: [ENTRY], projects: { 1: project }, tasks: { 1: task } });
		expect(output).toMatchObject([
			{ value: 0, hours: 0, hours_without_rate: 0, hours_not_billable: 2, entry_count: 0, oldest_entry: '' },
		]);
	});

	it('shows for one client also the project of an entry that does not show its client', async () => {
		const { output, hints } = await run({
			entries: [ENTRY, { ...ENTRY, project_id: 2 }],
			filters: { clientId: byId(1) },
		});
		expect(output).toMatchObject([
			{ project_id: 2, client_id: null, value: 0, hours_without_rate: 2 },
			{ project_id: 1, client_id: 1, hours: 2 },
		]);
		expect(hints).toContain('because linked records could not be read: project.');
	});

	it('leaves out an entry whose hours or day can not be read, and names it', async () => {
		const { output, hints } = await run({
			entries: [ENTRY, { ...ENTRY, hours_worked: '1:30' }, { ...ENTRY, work_date: 'May' }],
		});
		const unreadable = [
			{ id: 2, field: 'hours_worked' },
			{ id: 3, field: 'work_date' },
		];
		expect(output).toMatchObject([{ value: 101.1, hours: 2, oldest_entry: '2026-02-03', unreadable }]);
		expect(hints).toBe(
			'Left out of the sums, because a field cannot be read or counted; the output names it in unreadable: ID 2, ID 3.',
		);
	});

	it('gives no value to time whose project or task can not be read, or that has no project', async () => {
		const { output, hints } = await run({
			entries: [ENTRY, { ...ENTRY, task_id: 9 }, { ...ENTRY, project_id: 9 }, { ...ENTRY, project_id: 0 }],
		});
		expect(output).toMatchObject([
			{ project_id: 9, currency: '', value: 0, hours_without_rate: 2 },
			{ project_id: 0, currency: '', value: 0, hours_without_rate: 2 },
			{ project_id: 1, currency: 'EUR', value: 101.1, hours: 4, hours_without_rate: 2 },
		]);
		expect(hints).toContain('because linked records could not be read: task, project.');
	});

	it('reads an entry on its own that its list shows without hours, and leaves out one that is archived', async () => {
		const { output } = await run({
			entries: [
				{ project_id: 1, task_id: 1 },
				{ ...ENTRY, log_status: 'Archived' },
			],
		});
		expect(output).toMatchObject([{ hours: 2, entry_count: 1 }]);
		expect(service.sent('getTimeLog')).toEqual(['<timelog_id>1</timelog_id>']);
	});
});
