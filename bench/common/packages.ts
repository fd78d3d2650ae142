import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { loadEngine, type Engine } from '../../test/engine/harness/engine.ts';

const ROOT = join(import.meta.dirname, '../..');
const N8N_NODES = 'host/node_modules/n8n-nodes-base/dist';
const QUICKBOOKS = 'https://quickbooks.api.intuit.com';

/** The package under test: that of this repository, or that in the folder PACKAGE_PATH. */
const PACKAGE = process.env.PACKAGE_PATH ?? ROOT;

const CREDENTIAL = { 'dist/XmlBillingApi.credentials.js': 'credentials/XmlBillingApi.credentials.ts' };

/** What is loaded once in a process. */
const once = (load: () => Promise<Engine>): (() => Promise<Engine>) => {
	let loading: Promise<Engine> | undefined;
	return async () => await (loading ??= load());
};

/** Loads the package under test. */
export const loadTested = once(async () => await loadEngine(PACKAGE));

/** Loads the node that posts documents and does nothing else (floorNode.ts). */
export const loadFloor = once(
	async () =>
		await loadPackage('n8n-nodes-floor', {
			nodes: { 'dist/Floor.node.js': 'bench/common/floorNode.ts' },
			credentials: CREDENTIAL,
		}),
);

/** Loads a trigger that lists and reads everything at each poll (poll/plainTrigger.ts). */
export const loadPlain = once(
	async () =>
		await loadPackage('n8n-nodes-plain-billing', {
			nodes: { 'dist/XmlBillingTrigger.node.js': 'bench/poll/plainTrigger.ts' },
			credentials: CREDENTIAL,
		}),
);

/**
 * Loads n8n's own nodes, from the n8n that host/install.ts installs: Invoice Ninja, QuickBooks, HTTP Request, XML. The
 * name of their package is n8n's as well, because n8n lets only that HTTP Request use any credential.
 *
 * @param quickBooksUrl stands in for the address of QuickBooks, which that node doesn't let one choose
 */
export const loadPeers = async (quickBooksUrl: string): Promise<Engine> =>
	await loadPackage(
		'n8n-nodes-base',
		{
			nodes: {
				'dist/InvoiceNinja.node.js': `${N8N_NODES}/nodes/InvoiceNinja/InvoiceNinja.node.js`,
				'dist/QuickBooks.node.js': `${N8N_NODES}/nodes/QuickBooks/QuickBooks.node.js`,
				'dist/HttpRequest.node.js': `${N8N_NODES}/nodes/HttpRequest/HttpRequest.node.js`,
				'dist/Xml.node.js': `${N8N_NODES}/nodes/Xml/Xml.node.js`,
			},
			credentials: {
				'dist/InvoiceNinjaApi.credentials.js': `${N8N_NODES}/credentials/InvoiceNinjaApi.credentials.js`,
				'dist/HttpBasicAuth.credentials.js': `${N8N_NODES}/credentials/HttpBasicAuth.credentials.js`,
				'dist/QuickBooksOAuth2Api.credentials.js': 'bench/common/quickBooksCredential.ts',
			},
		},
		{ [QUICKBOOKS]: quickBooksUrl },
	);

type Sources = Readonly<Record<'nodes' | 'credentials', Readonly<Record<string, string>>>>;

/** Bundles the sources of a package into a temporary folder, as n8n can load it, and loads it. */
async function loadPackage(
	name: string,
	{ nodes, credentials }: Sources,
	replaced: Readonly<Record<string, string>> = {},
): Promise<Engine> {
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
			plugins: [replacing(replaced), unbundled],
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

/** Replaces texts in the sources of n8n's QuickBooks node. */
const replacing = (replaced: Readonly<Record<string, string>>): Plugin => ({
	name: 'replacing',
	setup: (bundling) =>
		bundling.onLoad({ filter: /QuickBooks[\\/]GenericFunctions\.js$/ }, ({ path }) => ({
			contents: Object.entries(replaced).reduce(
				(source, [text, by]) => source.replaceAll(text, by),
				readFileSync(path, 'utf8'),
			),
		})),
});

/** HTTP Request brings a browser along, for agents, which loads files of its own. */
const unbundled: Plugin = {
	name: 'unbundled',
	setup: (bundling) =>
		bundling.onResolve({ filter: /^jsdom$/ }, ({ path, resolveDir }) => ({
			path: createRequire(join(resolveDir, 'index.js')).resolve(path),
			external: true,
		})),
};
