// `npm test`: bundles the package and runs Jest on it, with the files and options given. The type check and the linters run
// alongside Jest, one after the other; their output follows at the end. Fails when any of them fails. `npm run lint` is
// `--lint`: the linters alone, and n8n's own, whose rules are among the house rules: `npm run scan` runs that, too.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

const TYPES = { 'Type check': [`${modules}typescript/bin/tsc`, '--project', 'tsconfig.json'] };
// n8n's own command, as anyone runs it: npx n8n-node lint.
const OF_N8N = { "n8n's linter": [`${modules}@n8n/node-cli/bin/n8n-node.mjs`, 'lint'] };
const LINTERS = {
	'House rules': [`${modules}eslint/bin/eslint.js`, '--config=eslint.house.mjs', '--max-warnings=0', '.'],
	Format: [`${modules}prettier/bin/prettier.cjs`, '--check', '.', '--log-level', 'warn'],
	'Linter of descriptions': ['tools/lint-description.mjs'],
};

const ended = (child) => new Promise((resolve) => child.once('close', resolve));

/** Runs checks one after the other. Returns for each what to print, and whether it passed. */
async function run(checks) {
	const results = [];
	for (const [name, commandLine] of Object.entries(checks)) {
		const child = spawn(process.execPath, commandLine, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text) => (output += text));
		const isPassed = (await ended(child)) === 0;
		const text = isPassed ? `${name}: passed` : `${output.trimEnd()}\n${name}: FAILED`;
		results.push({ isPassed, text });
	}
	return results;
}

const bundling = [`${modules}gulp/bin/gulp.js`, 'bundle', '--silent'];
if (spawnSync(process.execPath, bundling, { cwd, stdio: 'inherit' }).status !== 0) process.exit(1);
const options = process.argv.slice(2);
let code = 0;
let results;
if (options[0] === '--lint') results = await run({ ...OF_N8N, ...LINTERS });
else {
	const projects = ['--selectProjects', 'unit', 'sandbox', 'engine'];
	const commandLine = [`${modules}jest/bin/jest.js`, ...options, ...projects];
	const jest = spawn(process.execPath, commandLine, { cwd, stdio: 'inherit' });
	[code, results] = await Promise.all([ended(jest), run({ ...TYPES, ...LINTERS })]);
}
for (const { text } of results) console.log(text);
process.exitCode = code === 0 && results.every(({ isPassed }) => isPassed) ? 0 : 1;
