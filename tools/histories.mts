/** Tests the trigger's rules on many random histories: `npm run histories -- [count, 50000] [seed]`. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../host/paths.mts';

const [wanted = '50000', given] = process.argv.slice(2);
/** The seed of the first round. Each round adds one, so the same seed and count play the same histories. */
const seed = Number(given ?? Math.floor(Math.random() * 2 ** 30));
/** Each round is a process of its own. */
const rounds = Math.ceil(Number(wanted) / 2_500);
const perRound = Math.ceil(Number(wanted) / rounds);
if (!(perRound >= 1)) throw new RangeError(`"${wanted}" is no number of histories`);

let begun = 0;
let ended = 0;
let failed = 0;

/** Plays one round after the other until all have begun. If a rule is broken, prints it, the seed and a shortened history. */
async function play(): Promise<void> {
	while (begun < rounds) {
		const env = { ...process.env, TRIGGER_HISTORIES: String(perRound), SEED: String(seed + begun++) };
		const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
		const args = [jest, '--selectProjects', 'unit', '--runTestsByPath'];
		const files = ['properties', 'mains'].map((name) => `test/unit/trigger/${name}.test.mts`);
		const round = spawn(process.execPath, [...args, ...files], { cwd: ROOT, env, stdio: 'pipe' });
		let output = '';
		round.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
		const code = await new Promise((resolve) => round.once('close', resolve));
		if (code !== 0) console.error(output);
		failed += Number(code !== 0);
		console.log(`${++ended * perRound} of ${rounds * perRound} histories`);
	}
}

await Promise.all(Array.from({ length: availableParallelism() }, play));
console.log(`${rounds * perRound} histories, seed ${seed}: ${failed} of ${rounds} rounds failed`);
process.exitCode = failed === 0 ? 0 : 1;
