// Tests the built package on the Node that runs this: `node tools/onThisNode.mjs 20` (or 22), followed by options for Jest.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [wanted, ...options] = process.argv.slice(2);
const [found] = process.versions.node.split('.');

if (wanted !== found) {
	console.error(
		`This should test Node ${wanted ?? '(name one, such as 20)'}, but Node ${process.versions.node} is running it (${process.execPath}).`,
	);
	process.exit(1);
}
// n8n's default expression engine needs Node 24 or later.
const environment = { ...process.env, NODE_MAJOR: wanted, N8N_EXPRESSION_ENGINE: 'legacy' };
const { status } = spawnSync(
	process.execPath,
	[createRequire(import.meta.url).resolve('jest/bin/jest'), '--selectProjects', 'node', 'unit', ...options],
	{
		cwd: fileURLToPath(new URL('..', import.meta.url)),
		env: environment,
		stdio: 'inherit',
	},
);
process.exit(status ?? 1);
