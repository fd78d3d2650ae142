/**
 * What a trigger's events come to when n8n, with durable poll cursors, is killed at random moments: npm run crash --
 * [--kills 100] [--events 500] [--seed 1]. Runs nightly.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installHost } from '../host/install.mts';
import { DATA } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { runScript, step } from '../host/terminal.mts';
import { startSandbox } from '../sandbox/index.mts';
import { runAcrossCrashes } from './crash/run.mts';
import { randomFrom } from './crash/random.mts';
import { isDeliveredOnce } from './crash/tally.mts';
import { DURABLE_CURSORS } from './crash/workflow.mts';
import { install } from '../test/e2e/installation.mts';

/** High enough that polls take a realistic share of the time. */
const LATENCY_MS = 100;

const { values } = parseArgs({
	options: {
		kills: { type: 'string', default: '100' },
		events: { type: 'string', default: '500' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
	},
});

async function run(): Promise<void> {
	console.log(`Seed ${values.seed}`);
	await installHost();
	mkdirSync(DATA, { recursive: true });
	const folder = mkdtempSync(join(DATA, 'crash-'));
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const installation = await step('Installing the package in a new n8n', () =>
		install(folder, sandbox, DURABLE_CURSORS),
	);
	const result = await runAcrossCrashes(installation, {
		...{ kills: Number(values.kills), events: Number(values.events) },
		random: randomFrom(Number(values.seed)),
	});
	await endPrograms();
	await sandbox.close();
	console.log(result);
	if (isDeliveredOnce(result) && result.invented.length === 0) return rmSync(folder, { recursive: true });
	writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
	console.log(`Not as it should be. Which, and what n8n logged and stored: ${folder}`);
	process.exitCode = 1;
}

await runScript(run);
