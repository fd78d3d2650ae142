import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';
import { listed, useScriptedService, xml } from '../scripted.mts';

const billing = useBilling();
const service = useScriptedService();
type Row = Record<string, unknown>;
const summaryOf = async (filters: INodeParameters = {}, more = {}) =>
	await billing.outputOf('timeEntry', 'getUnbilledSummary', { filters }, more);

/** The unbilled time of each project according to the sandbox's tables: all of its tasks are billable by the hour. */
const unbilled = (from = '', to = '9999') =>
	billing.sandbox.store.all<Row>(
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

it("Get Unbilled Summary agrees to the cent with the sandbox's tables, and with invoices from all unbilled time", async () => {
	const report = await summaryOf();
	const none = { hours_without_rate: 0, hours_not_billable: 0, entries_without_rate: 0, unreadable: [] };
	expect(report).toMatchObject(unbilled().map((row) => ({ ...row, ...none })));
	expect(new Set(report.map(({ currency }) => currency)).size).toBe(2);
	expect(billing.warnings()).toBe('');
	for (const id of new Set(report.map(({ client_id }) => Number(client_id)))) {
		const ofClient = await summaryOf({ clientId: byId(id) });
		expect(ofClient).toEqual(report.filter((row) => row['client_id'] === id));
		const all = { clientId: byId(id), entriesFrom: 'all', options: { preview: true } };
		const cents = ofClient.reduce((sum, row) => sum + Math.round(Number(row['value']) * 100), 0);
		const [preview] = await billing.outputOf('invoice', 'createFromTimeTracking', all);
		expect(preview).toMatchObject({ total: cents / 100 });
	}
	// The service has no filter for clients.
	expect(JSON.stringify(billing.sent('listTimeLog'))).not.toContain('client_id');
	const [dateFrom, dateTo] = ['2026-02-10', '2026-02-28'];
	expect(await summaryOf({ dateFrom, dateTo })).toMatchObject(unbilled(dateFrom, dateTo));
	const [first] = report;
	const id = Number(first?.['project_id']);
	expect(await summaryOf({ projectId: byId(id) })).toEqual([first]);
	expect(billing.sent('listTimeLog').at(-1)).toMatchObject({ filter: { project_id: String(id) } });
});

describe('A summary of a few entries', () => {
	type Fields = Readonly<Record<string, string | number>>;
	const IN = { project_id: 1, task_id: 1 };
	const ENTRY = { ...IN, work_date: '2026-02-03', hours_worked: 2, notes: '', log_status: 'Active' };
	const SITE = { project_id: 1, client_id: 1, project_name: 'Site' };
	const PROJECT = { ...SITE, project_rate: 0, billing_method: 'task' };
	const TASK = { task_id: 1, task_name: 'Design', task_billable: 'Y', task_rate: 50.55 };

	/** Of these entries; the second task and project are the given ones. */
	async function run(entries: readonly object[], project: Fields = PROJECT, task: Fields = TASK, form = {}) {
		const all = entries.map((entry, index) => xml('timelog', { timelog_id: index + 1, ...entry })).join('');
		const idIn = (document: string) => Number(/_id>(\d+)</.exec(document)?.[1]);
		service.answer('listTimeLog', (sent) => listed('timelogs', sent.includes('>Yes<') ? '' : all));
		service.answer('getTimeLog', (document) => xml('timelog', { ...ENTRY, ...entries[idIn(document) - 1] }));
		// An empty answer is none.
		const shown = (name: string, found?: Fields) => (found === undefined ? '' : xml(name, found));
		const projects = [PROJECT, { ...project, project_id: 2 }];
		const tasks = [TASK, { ...task, task_id: 2 }];
		service.answer('getProject', (sent) => shown('project', projects[idIn(sent) - 1]));
		service.answer('getTask', (sent) => shown('task', tasks[idIn(sent) - 1]));
		service.answer('getClient', '<client><client_id>1</client_id><currency>EUR</currency></client>');
		return await summaryOf(form, { credential: service.credential() });
	}
	const second = { ...ENTRY, project_id: 2, task_id: 2 };

	it('rounds each entry like the line that bills it, and leaves out what is archived or cannot be read', async () => {
		const rounded = await run([0.1, 0.1, 1].map((hours_worked) => ({ ...ENTRY, hours_worked })));
		// 5.055 is 5.06, twice.
		expect(rounded).toMatchObject([{ value: 60.67, hours: 1.2, entry_count: 3, currency: 'EUR' }]);
		expect(billing.warnings()).toBe('');
		const archived = { ...ENTRY, log_status: 'Archived' };
		const wrong = { ...ENTRY, hours_worked: '1:30' };
		const early = { ...ENTRY, work_date: 'May' };
		const [left] = await run([IN, archived, wrong, early]);
		expect(left).toMatchObject({ value: 101.1, hours: 2, entry_count: 1, oldest_entry: '2026-02-03' });
		const unreadable = ['hours_worked', 'work_date'].map((field, nth) => ({ id: nth + 3, field }));
		expect(left?.['unreadable']).toEqual(unreadable);
		expect(billing.warnings()).toMatch(/^Left out of the sums, .* in unreadable: ID 3, ID 4\.$/);
		// Its list shows no hours of the first one.
		expect(service.sent('getTimeLog')).toContain('<timelog_id>1</timelog_id>');
	});

	it('counts apart the hours without a rate, and those that are not billable', async () => {
		for (const [project, task, isBillable] of [
			[PROJECT, { ...TASK, task_rate: 0 }, true],
			[PROJECT, { ...TASK, task_rate: '' }, true],
			[PROJECT, { ...TASK, task_rate: '50,55' }, true],
			[{ ...PROJECT, project_rate: 40 }, TASK, true],
			[{ ...PROJECT, project_rate: 'n/a' }, TASK, true],
			[PROJECT, { ...TASK, task_billable: 'n' }, false],
			[{ ...PROJECT, billing_method: 'Flat', project_rate: 900 }, TASK, false],
		] as const) {
			const output = await run([ENTRY, second], project, task);
			const apart = isBillable
				? { hours: 2, hours_without_rate: 2, entries_without_rate: 1, entry_count: 1 }
				: { hours: 0, hours_without_rate: 0, hours_not_billable: 2, entry_count: 0, oldest_entry: '' };
			expect(output).toMatchObject([
				{ project_id: 1, value: 101.1, hours: 2, hours_without_rate: 0, hours_not_billable: 0 },
				{ project_id: 2, value: 0, ...apart },
			]);
		}
	});

	it('gives no value to time whose project or task cannot be read, and shows it for any client', async () => {
		const others = [{ task_id: 9 }, { project_id: 9 }, { project_id: 0 }];
		const output = await run([{}, ...others].map((other) => ({ ...ENTRY, ...other })));
		expect(output).toMatchObject([
			{ project_id: 9, currency: '', value: 0, hours_without_rate: 2 },
			{ project_id: 0, currency: '', value: 0, hours_without_rate: 2 },
			{ project_id: 1, currency: 'EUR', value: 101.1, hours: 4, hours_without_rate: 2 },
		]);
		expect(billing.warnings()).toContain('because linked records could not be read: task, project.');
		const unknown = [ENTRY, { ...ENTRY, project_id: 9 }];
		const ofClient = await run(unknown, PROJECT, TASK, { clientId: byId(1) });
		expect(ofClient.map(({ project_id }) => project_id)).toEqual([9, 1]);
		expect(ofClient.map(({ client_id }) => client_id)).toEqual([null, 1]);
	});
});
