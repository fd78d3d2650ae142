/**
 * What a trigger's events come to when n8n is killed at random moments: npm run crash --
 * [--kills 100] [--events 500] [--seed 1] [--plain]. Runs nightly. With n8n's durable poll cursors, or, with --plain, without them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installHost } from '../host/install.mts';
import { DATA } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { runScript, step } from '../host/terminal.mts';
import { startSandbox } from '../sandbox/index.mts';
import { runAcrossCrashes, type CrashResult } from './crash/run.mts';
import { randomFrom } from './crash/random.mts';
import { DURABLE_CURSORS, QUICK_SCHEDULER } from './crash/workflow.mts';
import { install } from '../test/e2e/installation.mts';

/** High enough that polls take a realistic share of the time. */
const LATENCY_MS = 100;
/** Longer than n8n reserves a poll for a dead process before handing it to another: 60 seconds, checked every 30. */
const REST_MS = 100_000;

const { values } = parseArgs({
	options: {
		kills: { type: 'string', default: '100' },
		events: { type: 'string', default: '500' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		plain: { type: 'boolean', default: false },
	},
});

function count(names: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [names.length, '=', ...[...counts].map(([name, times]) => `${times} ${name}`)].join(' ');
}

function report(result: CrashResult, minutes: number): void {
	const rows = {
		cursors: values.plain ? 'in memory' : 'durable',
		events: result.events,
		kills: count(result.kills),
		executions: count(result.executions),
		lost: result.lost.length,
		doubled: result.doubled.length,
		invented: result.invented.length,
		'in an execution that did not end': result.broken.length,
		minutes: minutes.toFixed(1),
	};
	console.log('');
	for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(34)}${value}`);
}

async function run(): Promise<void> {
	const plan = { kills: Number(values.kills), events: Number(values.events) };
	console.log(`Seed ${values.seed}`);
	await installHost();
	mkdirSync(DATA, { recursive: true });
	const folder = mkdtempSync(join(DATA, 'crash-'));
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const environment = values.plain ? {} : { ...DURABLE_CURSORS, ...QUICK_SCHEDULER };
	const installation = await step('Installing the package in a new n8n', () =>
		install(folder, sandbox, environment),
	);
	const begun = Date.now();
	const result = await runAcrossCrashes(installation, {
		...plan,
		random: randomFrom(Number(values.seed)),
		restMs: REST_MS,
		onKill: (count) => console.log(`kill ${count} of ${plan.kills}`),
	});
	report(result, (Date.now() - begun) / 60_000);
	await endPrograms();
	await sandbox.close();
	writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
	const isExact = [result.lost, result.doubled, result.invented].every(({ length }) => length === 0);
	if (isExact) rmSync(folder, { recursive: true });
	else console.log(`\nWhich, and what n8n logged and stored: ${folder}`);
	if (!isExact && !values.plain) process.exitCode = 1;
}

await runScript(run);
