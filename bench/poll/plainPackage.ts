import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
const NODE = 'dist/XmlBillingTrigger.node.js';
const CREDENTIAL = 'dist/XmlBillingApi.credentials.js';

/** Builds the plain trigger as a package that n8n can load, with the credential of this one. */
export async function buildPlainPackage(folder: string): Promise<void> {
	const entries = {
		[NODE]: 'bench/poll/plainTrigger.ts',
		[CREDENTIAL]: 'credentials/XmlBillingApi.credentials.ts',
	};
	for (const [outfile, source] of Object.entries(entries)) {
		await build({
			entryPoints: [join(ROOT, source)],
			outfile: join(folder, outfile),
			bundle: true,
			format: 'cjs',
			platform: 'node',
			external: ['n8n-workflow'],
		});
	}
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	writeFileSync(
		join(folder, 'package.json'),
		JSON.stringify({
			name: 'n8n-nodes-plain-billing',
			version: '0.0.0',
			n8n: { n8nNodesApiVersion: 1, credentials: [CREDENTIAL], nodes: [NODE] },
		}),
	);
}
