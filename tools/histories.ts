import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What Jest says of a run. */
interface Report {
	numTotalTests: number;
	numFailedTests: number;
	success: boolean;
}

const ROOT = join(import.meta.dirname, '..');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const wanted = Number(process.argv[2] ?? 100_000);
if (!Number.isInteger(wanted) || wanted < 1) {
	console.error(
		'How many histories? Give a whole number, or nothing for 100,000, and behind it the seed of an earlier run.',
	);
	process.exit(1);
}

/** The same seed plays the same histories: each round has the next one. */
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 30));

/** A round is a process of its own. */
const rounds = Math.ceil(wanted / 2_500);
const perRound = Math.ceil(wanted / rounds);

const folder = mkdtempSync(join(tmpdir(), 'xml-billing-histories-'));
const begun = Date.now();
let begunRounds = 0;
let played = 0;
let properties = 0;
let failures = 0;

/** Plays one round. What it has to say is shown when a property failed: its name, its seed, and a short history. */
async function playRound(number: number): Promise<void> {
	const outputFile = join(folder, `${number}.json`);
	const args = [
		JEST,
		'trigger/properties.test.ts',
		'--selectProjects',
		'unit',
		'--json',
		'--outputFile',
		outputFile,
	];
	const env = { ...process.env, TRIGGER_HISTORIES: String(perRound), TRIGGER_SEED: String(seed + number) };
	const round = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
	let said = '';
	round.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
	await new Promise((resolve) => round.once('close', resolve));
	// Written by Jest, which names its fields so.
	const report = existsSync(outputFile)
		? (JSON.parse(readFileSync(outputFile, 'utf8')) as Report)
		: undefined;
	if (report?.success !== true) console.error(said);
	failures += report?.numFailedTests ?? 1;
	properties = report?.numTotalTests ?? properties;
	played += perRound;
	console.log(`${played} of ${rounds * perRound} histories`);
}

/** One process after the other, until there is nothing left to begin. */
async function playRounds(): Promise<void> {
	while (begunRounds < rounds) await playRound(begunRounds++);
}

await Promise.all(Array.from({ length: availableParallelism() }, playRounds));
rmSync(folder, { recursive: true });
const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
console.log(
	`${played} histories, seed ${seed}, ${properties} properties, ${failures} failures, ${minutes} minutes`,
);
process.exitCode = failures === 0 ? 0 : 1;
