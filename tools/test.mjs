// `npm test`: bundles the package and runs Jest on it, with the files and options given. The type check and the linters run
// alongside Jest, one after the other; their output follows at the end. Fails when any of them fails.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const CHECKS = {
	'Type check': [`${modules}typescript/bin/tsc`, '--project', 'tsconfig.json'],
	Linter: [`${modules}eslint/bin/eslint.js`, '.', '--max-warnings', '0'],
	Format: [`${modules}prettier/bin/prettier.cjs`, '--check', '.', '--log-level', 'warn'],
	'Linter of descriptions': ['tools/lint-description.mjs'],
};

const ended = (child) => new Promise((resolve) => child.once('close', resolve));

/** Runs a check. Returns its name, its exit code, and what it printed. */
async function check(name, args) {
	const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => (output += text));
	return { name, code: await ended(child), output };
}

async function runChecks() {
	const results = [];
	for (const [name, args] of Object.entries(CHECKS)) results.push(await check(name, args));
	return results;
}

const bundled = spawnSync(process.execPath, [`${modules}gulp/bin/gulp.js`, 'bundle', '--silent'], {
	cwd,
	stdio: 'inherit',
});
if (bundled.status !== 0) process.exit(1);

const jest = spawn(
	process.execPath,
	[`${modules}jest/bin/jest.js`, ...process.argv.slice(2), '--selectProjects', 'unit', 'sandbox', 'engine'],
	{ cwd, stdio: 'inherit' },
);
const [code, checks] = await Promise.all([ended(jest), runChecks()]);
for (const { name, code, output } of checks)
	console.log(code === 0 ? `${name}: passed` : `${output.trimEnd()}\n${name}: FAILED`);
process.exitCode = [code, ...checks.map(({ code }) => code)].every((one) => one === 0) ? 0 : 1;
