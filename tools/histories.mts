/** Tests the trigger's rules on many random histories: `npm run histories -- [count] [seed]`. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The part of Jest's report that is used. */
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
		'Usage: npm run histories -- [count] [seed]. The count is a whole number and defaults to 100,000. A seed repeats an earlier run.',
	);
	process.exit(1);
}

/** The seed of the first round. Each round adds one, so the same seed and count play the same histories. */
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 30));

/** Each round is a separate process. */
const rounds = Math.ceil(wanted / 2_500);
const perRound = Math.ceil(wanted / rounds);

const folder = mkdtempSync(join(tmpdir(), 'xml-billing-histories-'));
const begun = Date.now();
let begunRounds = 0;
let played = 0;
let properties = 0;
let failures = 0;

/** Plays one round. If a rule is broken, prints its name, the seed and a shortened history. */
async function playRound(number: number): Promise<void> {
	const outputFile = join(folder, `${number}.json`);
	const args = [
		JEST,
		'trigger/properties.test.mts',
		'trigger/mains.test.mts',
		'--selectProjects',
		'unit',
		'--json',
		'--outputFile',
		outputFile,
	];
	const env = { ...process.env, TRIGGER_HISTORIES: String(perRound), SEED: String(seed + number) };
	const round = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
	let output = '';
	round.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
	await new Promise((resolve) => round.once('close', resolve));
	// Jest writes these fields.
	const report = existsSync(outputFile)
		? (JSON.parse(readFileSync(outputFile, 'utf8')) as Report)
		: undefined;
	if (report?.success !== true) console.error(output);
	failures += report?.numFailedTests ?? 1;
	properties = report?.numTotalTests ?? properties;
	played += perRound;
	console.log(`${played} of ${rounds * perRound} histories`);
}

/** Plays one round after the other until all have begun. */
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
