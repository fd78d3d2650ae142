/**
 * What n8n's queue mode does with invoices and events while its workers and its main are killed, and a main is replaced:
 * npm run scale -- [--executions 1000] [--workers 2,4]. Runs nightly.
 * Starts and ends PostgreSQL and Redis, which have to be installed. Ends with exit code 1 if an invoice or an event is
 * lost or doubled, or an accepted execution is unaccounted for.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installHost } from '../host/install.mts';
import { DATA } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { runScript } from '../host/terminal.mts';
import { carryLoad } from './scale/load.mts';
import { rollingRestart } from './scale/rolling.mts';

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

/** Runs a part in its own folder, which is kept if the result is wrong, and prints the result. */
async function inFolder(
	name: string,
	work: (folder: string) => Promise<{ readonly isRight: boolean }>,
): Promise<void> {
	mkdirSync(DATA, { recursive: true });
	const folder = mkdtempSync(join(DATA, `scale-${name}-`));
	const result = await work(folder);
	console.dir({ name, ...result }, { depth: null });
	if (result.isRight) return rmSync(folder, { recursive: true });
	process.exitCode = 1;
	writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
	console.log(`Not as it should be. What n8n logged and stored, and result.json: ${folder}`);
}

await runScript(async () => {
	await installHost();
	for (const workers of values.workers.split(',').map(Number))
		await inFolder(
			`${workers}-workers`,
			async (folder) => await carryLoad(folder, workers, Number(values.executions)),
		);
	await inFolder('rolling', rollingRestart);
	await endPrograms();
});
