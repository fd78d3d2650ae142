/**
 * What a trigger's events come to when n8n, with durable poll cursors, is killed at many moments: npm run crash --
 * [kills, 100] [events, 500]. Runs nightly; docs/reliability.md has the figures.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importWorkflow } from '../host/examples.mts';
import { installHost } from '../host/install.mts';
import { untilReady } from '../host/n8n.mts';
import { DATA } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { runScript, step } from '../host/terminal.mts';
import { startSandbox } from '../sandbox/index.mts';
import { UNFINISHED } from '../test/e2e/executions.mts';
import { install, type Installation } from '../test/e2e/installation.mts';
import { waitFor } from '../test/e2e/waiting.mts';
import {
	FAST_CURSORS,
	EventSource,
	POLLS_AT_REST,
	pollsSince,
	REST_MS,
	tally,
	WATCHING,
	type Tally,
} from './watching.mts';

/** High enough that polls take a realistic share of the time. */
const LATENCY_MS = 100;
/** If n8n is killed while it activates a workflow, it activates it again once its claim of two minutes has expired. */
const POLL_LIMIT_MS = 300_000;
const LOOK_EVERY_MS = 2_000;
const MOST_STARTS = 3;
const LONGEST_UNREST_MS = 180_000;

/** The moment from which a life counts: the start of n8n (about 8 seconds), its readiness, or the poll that reads the events. */
const LONGEST_MS = { start: 8_000, run: 8_000, report: 1_000 };
type Phase = keyof typeof LONGEST_MS;
const PHASES: readonly Phase[] = ['run', 'report', 'start', 'run', 'report'];

/** From 0 to 1, each number far from those before it. */
const spread = (nth: number): number => (nth * 0.618_034) % 1;

/** One life of n8n: how long it lasts in its phase, and when how many events are created at once. */
interface Life {
	phase: Phase;
	lengthMs: number;
	bursts: Array<{ atMs: number; size: number }>;
}

/** The lives that end with a kill, and the events spread over all of them. Lives that end in a report have theirs first. */
const planLives = (kills: number, events: number): Life[] =>
	Array.from({ length: kills }, (_, nth) => {
		const phase = PHASES[nth % PHASES.length] ?? 'run';
		const lengthMs = spread(nth) * LONGEST_MS[phase];
		const size = Math.floor(((nth + 1) * events) / kills) - Math.floor((nth * events) / kills);
		const at = (share: number) => (phase === 'report' ? 0 : share * lengthMs);
		const bursts = [
			{ atMs: at(spread(2 * nth)), size: Math.ceil(size / 2) },
			{ atMs: at(spread(2 * nth + 1)), size: Math.floor(size / 2) },
		];
		return { phase, lengthMs, bursts };
	});

/** Once a first event has led to an execution, the trigger has its baseline and n8n has stored it. */
async function activate({ client, executions, sandbox }: Installation): Promise<EventSource> {
	sandbox.clearRequests();
	await importWorkflow(client, WATCHING);
	const source = new EventSource(sandbox);
	await waitFor('two polls', () => (pollsSince(0, sandbox.requests) >= 2 ? true : undefined));
	await source.createEvent();
	await waitFor('the first execution', async () => (await executions.of(WATCHING))[0]);
	return source;
}

/**
 * Waits until n8n is ready. One that ends while it starts is started again, as a service manager does: n8n 2.41 ends so when it
 * finds an execution that it had stored but not begun, and has marked it as crashed by then.
 */
async function untilUp(installation: Installation): Promise<void> {
	for (let starts = 1; starts < MOST_STARTS; starts++) {
		try {
			return await untilReady(installation.n8n);
		} catch {
			await installation.launch();
		}
	}
	await untilReady(installation.n8n);
}

/** Lets n8n live for its planned time, and kills it. */
async function live(installation: Installation, life: Life, source: EventSource): Promise<void> {
	const { phase, lengthMs, bursts } = life;
	if (phase !== 'start') await untilUp(installation);
	const { n8n, sandbox } = installation;
	const creating = (async () => {
		let now = 0;
		// Sequential: the next event depends on the invoices that exist.
		for (const { atMs, size } of bursts.toSorted((a, b) => a.atMs - b.atMs)) {
			await sleep(atMs - now);
			now = atMs;
			for (let count = 0; count < size; count++) await source.createEvent();
		}
	})();
	const lasting = async () => {
		if (phase === 'report') {
			await creating;
			const since = Date.now();
			const polled = () => (pollsSince(since, sandbox.requests) > 0 ? true : undefined);
			await waitFor('a poll', polled, POLL_LIMIT_MS);
		}
		await sleep(lengthMs);
	};
	const end = await Promise.race([lasting(), n8n.ended]);
	if (end !== undefined && n8n.isReady())
		throw new Error(`n8n ended by itself (${end}). Its log: ${n8n.logFile}`);
	await n8n.kill();
	await creating;
}

/** Waits until polls have led to nothing for a while, and every execution has ended. */
async function rest({ executions, sandbox }: Installation): Promise<void> {
	const deadline = Date.now() + REST_MS + LONGEST_UNREST_MS;
	let seen = '';
	let since = Date.now();
	while (Date.now() < deadline) {
		// Sequential.
		const statuses = (await executions.all(WATCHING)).map(({ status }) => status);
		if (statuses.join() !== seen) since = Date.now();
		seen = statuses.join();
		const isQuiet = Date.now() - since >= REST_MS && pollsSince(since, sandbox.requests) >= POLLS_AT_REST;
		if (isQuiet && !statuses.some((status) => UNFINISHED.includes(status))) return;
		await sleep(LOOK_EVERY_MS);
	}
	throw new Error(`n8n did not come to rest: ${seen}`);
}

/** Creates events while n8n is killed and restarted, and compares them with the executions. */
async function runAcrossCrashes(installation: Installation, kills: number, events: number): Promise<Tally> {
	const source = await activate(installation);
	// The activation has had the first event.
	for (const [index, life] of planLives(kills, events - 1).entries()) {
		// Each life must end before the next begins.
		await live(installation, life, source);
		console.log(`kill ${index + 1} of ${kills}`);
		await installation.launch();
	}
	await untilUp(installation);
	await rest(installation);
	return tally(source.names(), await installation.executions.all(WATCHING));
}

async function run(): Promise<void> {
	const [kills = '100', events = '500'] = process.argv.slice(2);
	await installHost();
	mkdirSync(DATA, { recursive: true });
	const folder = mkdtempSync(join(DATA, 'crash-'));
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const installation = await step('Installing the package in a new n8n', () =>
		install(folder, sandbox, FAST_CURSORS),
	);
	const result = await runAcrossCrashes(installation, Number(kills), Number(events));
	await endPrograms();
	await sandbox.close();
	console.log(result);
	const { lost, doubled, invented } = result;
	if (lost.length + doubled.length + invented.length === 0) return rmSync(folder, { recursive: true });
	writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
	console.log(`Not as it should be. Which, and what n8n logged and stored: ${folder}`);
	process.exitCode = 1;
}

await runScript(run);
