import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installHost } from '../../host/install.mts';
import { loadEngine, type Engine } from '../../test/engine/harness/engine.mts';

const ROOT = join(import.meta.dirname, '../..');
const N8N_NODES = 'host/node_modules/n8n-nodes-base/dist';

/** Loads the package under test, once per process: this repository's, or the one in the folder PACKAGE_PATH. */
export const loadTested = once(async () => await loadEngine(process.env.PACKAGE_PATH ?? ROOT));

/** Loads the node that only posts documents (floorNode.mts). */
export const loadFloor = once(
	async () =>
		await loadPackage('n8n-nodes-floor', {
			nodes: { 'dist/Floor.node.js': 'bench/common/floorNode.mts' },
			credentials: { 'dist/XmlBillingApi.credentials.js': 'credentials/XmlBillingApi.credentials.ts' },
		}),
);

/** Loads n8n's Invoice Ninja node, from the n8n in `host/`, which is installed if it is missing. */
export const loadInvoiceNinja = once(async () => {
	await installHost();
	return await loadPackage('n8n-nodes-base', {
		nodes: { 'dist/InvoiceNinja.node.js': `${N8N_NODES}/nodes/InvoiceNinja/InvoiceNinja.node.js` },
		credentials: {
			'dist/InvoiceNinjaApi.credentials.js': `${N8N_NODES}/credentials/InvoiceNinjaApi.credentials.js`,
		},
	});
});

function once(load: () => Promise<Engine>): () => Promise<Engine> {
	let loading: Promise<Engine> | undefined;
	return async () => await (loading ??= load());
}

type Sources = Readonly<Record<'nodes' | 'credentials', Readonly<Record<string, string>>>>;

/** Bundles the sources of a package into a temporary folder, as n8n can load it, and loads it. */
async function loadPackage(name: string, { nodes, credentials }: Sources): Promise<Engine> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	for (const [outfile, source] of Object.entries({ ...nodes, ...credentials })) {
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
	const n8n = {
		n8nNodesApiVersion: 1,
		credentials: Object.keys(credentials),
		nodes: Object.keys(nodes),
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', n8n }));
	return await loadEngine(folder);
}
