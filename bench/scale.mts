/**
 * What n8n's queue mode does with invoices and events while its workers and its main are killed, and a main is replaced:
 * npm run scale -- [--executions 1000] [--workers 2,4]. Runs nightly.
 * Starts and ends PostgreSQL and Redis, which have to be installed. Ends with exit code 1 if an invoice or an event is
 * lost or doubled, or an accepted execution is unaccounted for.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installHost } from '../host/install.mts';
import { DATA } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { runScript } from '../host/terminal.mts';
import { carryLoad } from './scale/load.mts';
import { isExact, loadRows, rollingRow, table, isDeliveredOnce } from './scale/report.mts';
import { rollingRestart } from './scale/rolling.mts';
import type { Delivery } from './scale/tally.mts';

/** High enough that a worker always has executions to lose. */
const LATENCY_MS = 250;
const OVERLAP_MS = 15_000;
/** Longer than n8n reserves a poll for a dead process before handing it to another: 60 seconds, checked every 30. */
const REST_MS = 100_000;

const { values } = parseArgs({
	options: {
		executions: { type: 'string', default: '1000' },
		workers: { type: 'string', default: '2,4' },
	},
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// On exit, everything that still runs is killed.
	process.on(signal, () => process.exit(130));
}

/** Runs a part in its own folder, which is kept if the result is wrong. */
async function inFolder<T>(
	name: string,
	isRight: (result: T) => boolean,
	work: (folder: string) => Promise<T>,
) {
	mkdirSync(DATA, { recursive: true });
	const folder = mkdtempSync(join(DATA, `scale-${name}-`));
	const result = await work(folder);
	if (isRight(result)) rmSync(folder, { recursive: true });
	else {
		process.exitCode = 1;
		writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
		console.log(`\nNot as it should be. What n8n logged and stored, and result.json: ${folder}\n`);
	}
	return result;
}

async function load(): Promise<void> {
	const calls = Number(values.executions);
	const rows: string[][] = [];
	for (const workers of values.workers.split(',').map(Number)) {
		const plan = {
			workers,
			calls,
			kills: ['worker', 'main'] as const,
			latencyMs: LATENCY_MS,
			restMs: REST_MS,
		};
		const result = await inFolder(`${workers}-workers`, isExact, (folder) => carryLoad(folder, plan));
		rows.push(...loadRows(workers, result));
	}
	console.log(
		`\n${calls} accepted executions, one worker and the main killed (${availableParallelism()} cores)`,
	);
	console.log(table(rows));
}

async function rolling(): Promise<void> {
	const rows: string[][] = [];
	for (const durable of [true, false]) {
		// Without durable cursors, each main polls on its own. The report shows it, but it doesn't count as a failure
		// of the package.
		const delivery = await inFolder(
			'rolling',
			(result: Delivery) => !durable || isDeliveredOnce(result),
			(folder) => rollingRestart(folder, { overlapMs: OVERLAP_MS, restMs: REST_MS, durable }),
		);
		rows.push(...rollingRow(durable, delivery));
	}
	console.log(`\nA new main up before the old one ends\n${table(rows)}`);
}

await runScript(async () => {
	await installHost();
	await load();
	await rolling();
	await endPrograms();
});
