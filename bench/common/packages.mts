import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { loadEngine, type Engine } from '../../test/engine/harness/engine.mts';

const ROOT = join(import.meta.dirname, '../..');

/** Loads the package under test, once per process: this repository's, or the one in the folder PACKAGE_PATH. */
export const loadTested = once(async () => await loadEngine(process.env.PACKAGE_PATH ?? ROOT));

/** Loads the node that only posts documents (floorNode.mts), bundled into a temporary folder as n8n can load it. */
export const loadFloor = once(async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const sources = {
		'Floor.node.js': 'bench/common/floorNode.mts',
		'credentials/XmlBillingApi.credentials.js': 'credentials/XmlBillingApi.credentials.ts',
	};
	for (const [outfile, source] of Object.entries(sources)) {
		await build({
			entryPoints: [join(ROOT, source)],
			outfile: join(folder, outfile),
			bundle: true,
			format: 'cjs',
			platform: 'node',
			external: ['n8n-workflow'],
			logLevel: 'error',
		});
	}
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const [node, credential] = Object.keys(sources);
	const n8n = { n8nNodesApiVersion: 1, credentials: [credential], nodes: [node] };
	const manifest = { name: 'n8n-nodes-floor', version: '0.0.0', n8n };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	return await loadEngine(folder);
});

function once(load: () => Promise<Engine>): () => Promise<Engine> {
	let loading: Promise<Engine> | undefined;
	return async () => await (loading ??= load());
}
