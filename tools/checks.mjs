// The checks of `npm run lint`. `npm test` runs them alongside Jest, but for n8n's linter, whose rules are among the house
// rules: `npm run scan` runs that.
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const eslint = `${modules}eslint/bin/eslint.js`;

// n8n's own command, as anyone runs it: npx n8n-node lint.
const OF_N8N = { "n8n's linter": { args: [`${modules}@n8n/node-cli/bin/n8n-node.mjs`, 'lint'] } };

const LINTERS = {
	'House rules': { args: [eslint, '--config', 'eslint.house.mjs', '--max-warnings', '0', '.'] },
	Format: { args: [`${modules}prettier/bin/prettier.cjs`, '--check', '.', '--log-level', 'warn'] },
	'Linter of descriptions': { args: ['tools/lint-description.mjs'] },
};

const TYPES = {
	'Type check': { args: [`${modules}typescript/bin/tsc`, '--project', 'tsconfig.json'] },
};

/** Resolves with a program's exit code once its output has ended. */
export const ended = (child) => new Promise((resolve) => child.once('close', resolve));

/** Runs a check. Returns its name, its exit code, and what it printed. */
async function check(name, { args }) {
	const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => (output += text));
	return { name, code: await ended(child), output };
}

/** Runs checks one after the other. Returns for each its name, its exit code, and what it printed. */
async function run(checks) {
	const results = [];
	for (const [name, how] of Object.entries(checks)) results.push(await check(name, how));
	return results;
}

/** Runs the type check, and the linters other than n8n's. */
export const runChecks = () => run({ ...TYPES, ...LINTERS });

/** Prints the results of the checks and the output of those that failed. Returns whether all passed. */
export function report(results) {
	for (const { name, code, output } of results)
		console.log(code === 0 ? `${name}: passed` : `${output.trimEnd()}\n${name}: FAILED`);
	return results.every(({ code }) => code === 0);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
	process.exitCode = report(await run({ ...OF_N8N, ...LINTERS })) ? 0 : 1;
