// Tries the built package on the Node that runs this: `node tools/onThisNode.mjs 20` (or 22), with options for Jest behind it. Never by `npm run`: npm puts
// the sandbox's Node 24 first in the path of its scripts, so that they would try that one, whatever the machine has.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [wanted, ...options] = process.argv.slice(2);
const [found] = process.versions.node.split('.');

if (wanted !== found) {
	console.error(
		`This should try Node ${wanted ?? '(say which, such as 20)'}, and Node ${process.versions.node} runs it (${process.execPath}).\n` +
			'Start it with the node of the machine, not through npm.',
	);
	process.exit(1);
}
// n8n's default expression engine comes for Node 24 and later only.
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
