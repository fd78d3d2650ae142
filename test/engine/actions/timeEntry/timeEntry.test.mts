import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const entries = () => billing.sandbox.records('timeEntry');
const stored = (id: unknown) => entries().find((row) => row.id === id);

const NEW = { projectId: byId(1), taskId: byId(2), workDate: '2026-03-09', hoursWorked: '1.5' };

describe('Time Entry > Create', () => {
	it('takes the values of each item, and the day of a moment in the zone of the workflow', async () => {
		const items = [
			{ at: '2026-03-09T23:30:00.000Z', hours: 0.1 + 0.2 },
			{ at: '2026-03-07T08:00:00.000Z', hours: 8 },
		];
		const parameters = {
			...NEW,
			workDate: '={{ $json.at.toDateTime() }}',
			hoursWorked: '={{ $json.hours }}',
		};
		await billing.outputOf('timeEntry', 'create', parameters, { items, timezone: 'Europe/Berlin' });
		expect(billing.sent('createTimeLog')).toMatchObject([
			{ work_date: '2026-03-10', hours_worked: '0.3' },
			{ work_date: '2026-03-07', hours_worked: '8' },
		]);
	});

	it.each([
		['0', 'must be greater than zero'],
		['1.255', 'takes at most two decimal places'],
	])('refuses %s hours before anything is sent', async (hoursWorked, problem) => {
		const message = await billing.errorOf('timeEntry', 'create', { ...NEW, hoursWorked });
		expect(message).toContain(`Hours Worked ${problem}`);
		expect(billing.methods()).toEqual([]);
	});

	describe('when an equal entry exists', () => {
		const again = (ifExists?: string, more: INodeParameters = {}) => ({
			...NEW,
			additionalFields: { notes: 'First draft' },
			...more,
			options: ifExists === undefined ? {} : { ifExists },
		});
		beforeEach(() => billing.outputOf('timeEntry', 'create', again()));

		it.each<[string, INodeParameters]>([
			['project', { projectId: byId(2) }],
			['task', { taskId: byId(3) }],
			['day', { workDate: '2026-06-01' }],
			['hours', { hoursWorked: '1.25' }],
			['notes', { additionalFields: { notes: 'Second draft' } }],
			['no notes', { additionalFields: {} }],
		])('takes an entry with another %s for another one', async (_, other) => {
			const [entry] = await billing.outputOf('timeEntry', 'create', again('fail', other));
			expect(entry).toMatchObject({ result: 'created' });
		});
	});
});

describe('where lists show bare records', () => {
	const sparse = useBilling({ listRecords: 'bare' });

	it('an equal time entry is found all the same', async () => {
		const [entry] = await sparse.outputOf('timeEntry', 'create', NEW);
		const parameters = { ...NEW, options: { ifExists: 'existing' } };
		expect(await sparse.outputOf('timeEntry', 'create', parameters)).toMatchObject([
			{ result: 'existing', timelog_id: entry?.['timelog_id'] },
		]);
	});
});

describe('where lists show only unbilled entries unless billed ones are asked for', () => {
	const scripted = useScriptedService();

	it('an equal entry that is billed is found all the same', async () => {
		const equal =
			'<timelog><timelog_id>7</timelog_id><project_id>1</project_id><task_id>2</task_id><work_date>2026-03-09</work_date><hours_worked>1.5</hours_worked><notes/></timelog>';
		scripted.answer('listTimeLog', (document) =>
			listed('timelogs', document.includes('<billed>Yes</billed>') ? equal : ''),
		);
		scripted.answer('getTimeLog', equal);
		const parameters = { resource: 'timeEntry', operation: 'create', ...NEW };
		const { error } = await engine.run({ credential: scripted.credential(), parameters });
		expect(error?.message).toContain('A matching time entry already exists: ID 7;');
		expect(scripted.sent('createTimeLog')).toEqual([]);
	});
});

describe('where dates are shown with an offset', () => {
	const scripted = useScriptedService();

	it('an equal entry is found by the day as shown, and an update stops instead of sending another day', async () => {
		const equal =
			'<timelog><timelog_id>7</timelog_id><project_id>1</project_id><task_id>2</task_id><work_date>2026-03-09T00:00:00+02:00</work_date><hours_worked>1.5</hours_worked><notes/></timelog>';
		scripted.answer('listTimeLog', listed('timelogs', equal));
		scripted.answer('getTimeLog', equal);
		const run = async (operation: string, parameters: INodeParameters) => {
			const all = { resource: 'timeEntry', operation, ...parameters };
			return (await engine.run({ credential: scripted.credential(), parameters: all })).error?.message;
		};
		expect(await run('create', NEW)).toContain('A matching time entry already exists: ID 7;');
		expect(await run('update', { timelogId: byId(7), updateFields: { hoursWorked: 2 } })).toMatch(
			/work date .* cannot be sent back/,
		);
		expect(scripted.methods().filter((method) => /^(create|update)/.test(method))).toEqual([]);
	});
});

describe('Time Entry > Update', () => {
	it('takes an entry off the billed ones', async () => {
		await billing.outputOf('timeEntry', 'update', { timelogId: byId(1), updateFields: { billed: false } });
		expect(stored(1)?.billed).toBe('No');
	});
});

describe('the search for tasks', () => {
	const search = async (form: INodeParameters, filter?: string) => {
		const credential = billing.credential();
		const { results } = await engine.searchList({
			method: 'searchProjectTasks',
			filter,
			credential,
			parameters: { resource: 'timeEntry', ...form },
		});
		return results.map(({ value }) => Number(value)).sort();
	};
	// Only the first project has all four tasks.
	beforeEach(() =>
		billing.sandbox.store.run('DELETE FROM project_task WHERE project_id > 1 AND task_id > 2'),
	);

	it.each<[string, INodeParameters]>([
		['in a new entry', { projectId: byId(2) }],
		['by its name', { projectId: locator('projectName', 'Spring campaign') }],
		['in an update', { operation: 'update', updateFields: { projectId: byId(2) } }],
		['in a filter', { operation: 'getAll', filters: { projectId: byId(2) } }],
	])('offers those of the project that is chosen %s', async (_, parameters) => {
		expect(await search(parameters)).toEqual([1, 2]);
		expect(await search(parameters, 'develop')).toEqual([2]);
		expect(await search(parameters, 'travel')).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['no project', {}],
		['an empty project', { projectId: locator('list', '') }],
		['an expression for the project', { projectId: byId('={{ $json.project }}') }],
	])('offers all tasks where there is %s', async (_, parameters) => {
		expect(await search(parameters)).toEqual([1, 2, 3, 4]);
	});

	it('says that a project does not exist, instead of offering the tasks of others', async () => {
		await expect(search({ projectId: locator('projectName', 'Nothing') })).rejects.toThrow(
			'The project: there is no active project with this name',
		);
	});
});
