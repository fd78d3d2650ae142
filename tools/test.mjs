// `npm test`: bundles the package and runs Jest on it, with the files and options given. The type check and the linters run
// alongside Jest, one after the other; their output follows at the end. Fails when any of them fails.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ended, report, runChecks } from './checks.mjs';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

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
process.exitCode = report(checks) && code === 0 ? 0 : 1;
