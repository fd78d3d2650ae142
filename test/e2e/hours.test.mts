import { importWorkflow } from '../../host/examples.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { cents, run, runToQuestion, runTwice, sum } from './exampleRuns.mts';
import { useInstallation } from './installation.mts';
import { useMailServer } from './mailServer.mts';
import { example, repinned } from './workflows.mts';

const test = useInstallation();
const mailServer = useMailServer();

/** The subjects of the mails from a place on. They may overtake each other. */
const subjects = (from = 0): string[] => mailServer.subjects(from).sort();

const TRACKED = /^Tracked time/;

interface Timer {
	id: string;
	timeInterval: { start: string; end: string };
}

/** The entries of timers, by the timers' IDs. */
const tracked = (sandbox: Sandbox) =>
	sandbox.records('timeEntry').flatMap(({ notes, hours_worked: hours, work_date: day, id }) => {
		const [, timer] = /Clockify (\w+)/.exec(notes) ?? [];
		return timer === undefined ? [] : [{ timer, hours: Number(hours), day, id }];
	});

test('a timer becomes one entry that follows it, and a person gets what is too long, billed or gone', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const timers = (example(TRACKED).pinData?.['Timers'] ?? []).map(({ json }) => json as unknown as Timer);
	const expected = timers.slice(0, 3).map(({ id, timeInterval: { start, end } }) => ({
		timer: id,
		day: start.slice(0, 10),
		hours: Math.round((Date.parse(end) - Date.parse(start)) / 36_000) / 100,
	}));
	const [first, second] = await runTwice(installation, TRACKED);
	expect(first.created).toEqual({ timeEntry: 3 });
	expect(tracked(sandbox)).toMatchObject(expected);
	expect(second).toMatchObject({ writes: [], created: {} });
	expect(subjects()).toEqual(Array(2).fill('Time to look at: Log time'));
	expect(mailServer.mails[0]?.text).toMatch(/^2026-11-26, 26\.17 h, Posters, .+\s+Hours .+ at most 24 hours/);

	const [, billed, gone] = tracked(sandbox);
	sandbox.change('timeEntry', billed?.id ?? 0, { billed: 'Yes' });
	const today = new Date().toISOString().slice(0, 10);
	sandbox.change('timeEntry', gone?.id ?? 0, { work_date: today });
	const edited = repinned({ ...example(TRACKED), id: 'trackedEdited', name: 'Edited' }, 'Timers', (pinned) =>
		JSON.stringify(
			(JSON.parse(pinned) as Array<{ json: Timer }>).slice(0, 2).map(({ json }) => ({
				json: { ...json, timeInterval: { ...json.timeInterval, duration: 'PT4H15M' } },
			})),
		),
	);
	const third = await run(installation, await importWorkflow(client, edited));
	expect(third).toMatchObject({ writes: ['updateTimeLog'], created: {} });
	expect(tracked(sandbox).map(({ hours }) => hours)).toEqual([4.25, 3.5, 0.33]);
	expect(subjects(2)).toEqual(['Time to look at: Already billed', 'Time to look at: Gone from Clockify']);
});

const HOURS = /^The month's hours/;

test('hours become one line per task to the cent, sent after approval, and what has no price or mark is told', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const ours = () =>
		sandbox.records('timeEntry').filter(({ account_id: of }) => of === sandbox.account('main').id);
	const unbilled = () => ours().filter(({ billed }) => billed === 'No');
	const [travel] = sandbox.records('task').filter(({ name }) => name === 'Travel time');
	sandbox.change('task', travel?.id ?? 0, { rate: '0.00' });
	const lastMonth = new Date();
	lastMonth.setUTCDate(0);
	const work_date = lastMonth.toISOString().slice(0, 10);
	for (const { id } of ours()) sandbox.change('timeEntry', id, { work_date });

	const ids = <T extends { task_id: number; project_id: number }>(entry: T) =>
		`${entry.project_id} ${entry.task_id}`;
	const totals: Record<string, number> = {};
	for (const line of new Set(unbilled().map(ids))) {
		const hours = unbilled().flatMap((entry) => (ids(entry) === line ? cents(entry.hours_worked) : []));
		const [project, task] = line.split(' ').map(Number);
		const owner = sandbox.records('project').find(({ id }) => id === project)?.client_id;
		const rate = cents(sandbox.records('task').find(({ id }) => id === task)?.rate);
		if (rate === 0) continue;
		const number = `HOURS-${work_date.slice(0, 7)}-${owner}`;
		totals[number] = (totals[number] ?? 0) + (Math.ceil(sum(hours) / 25) * rate) / 4;
	}

	const workflow = await importWorkflow(client, example(HOURS));
	const ask = async () => await runToQuestion(installation, mailServer, workflow);
	await sandbox.setFaults([{ fault: 'http403', method: 'updateTimeLog', calls: [2] }]);
	const first = await (await ask())(true);
	await sandbox.setFaults([]);
	const made = sandbox.records('invoice').filter(({ number }) => number.startsWith('HOURS-'));
	expect(Object.fromEntries(made.map(({ number, net_balance: net }) => [number, cents(net)]))).toEqual(
		totals,
	);
	expect(first).toMatchObject({ created: { invoice: made.length }, mails: made.length });
	const [unmarked, ...more] = unbilled().filter(({ task_id: task }) => task !== travel?.id);
	expect(more).toEqual([]);
	expect(unbilled().length).toBeGreaterThan(1);
	const asked = `Send ${made.length} invoices?`;
	expect(subjects()).toEqual(['Hours to look at: Has a price', 'Hours to look at: Mark as billed', asked]);

	const second = await run(installation, workflow);
	expect(second).toMatchObject({ writes: [], created: {}, mails: 0 });
	expect(subjects(3)).toEqual(['Hours to look at: Draft', 'Hours to look at: Has a price']);

	sandbox.change('project', unmarked?.project_id ?? 0, { client_id: 6 });
	const third = await (await ask())(false);
	expect(third).toMatchObject({ writes: ['createInvoice'], mails: 0 });
	expect(unbilled()).toContainEqual(unmarked);
	expect(subjects(5)).toContain('Hours to look at: Approved');
});
