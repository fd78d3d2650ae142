const { execFileSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const NODES = ['XmlBilling', 'XmlBillingTrigger'];

const OPTIONS = {
	bundle: true,
	platform: 'node',
	target: 'node20',
	format: 'cjs',
	external: ['n8n-workflow'],
	legalComments: 'eof',
	metafile: true,
	logLevel: 'warning',
};

async function clean() {
	rmSync('dist', { recursive: true, force: true });
}

async function typeCheck() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.json'], {
		stdio: 'inherit',
	});
}

/**
 * Third-party code goes into the bundles, readable, so that the published package has no runtime dependencies. The nodes
 * share theirs; the file in which n8n looks for a node only points there. Licenses of that code come along.
 */
async function bundleCode() {
	const nodes = await bundle({
		...OPTIONS,
		stdin: {
			contents: NODES.map((name) => `export * from './nodes/XmlBilling/${name}.node';`).join('\n'),
			resolveDir: '.',
		},
		outfile: 'dist/nodes/XmlBilling/bundle.js',
	});
	for (const name of NODES) {
		writeFileSync(
			`dist/nodes/XmlBilling/${name}.node.js`,
			`'use strict';\nexports.${name} = require('./bundle').${name};\n`,
		);
	}
	const credentials = await bundle({
		...OPTIONS,
		entryPoints: ['credentials/XmlBillingApi.credentials.ts'],
		outdir: 'dist/credentials',
	});
	const { noticesOf, packagesIn, sbomOf } = await import('./tools/bundled.mjs');
	const packages = packagesIn([nodes.metafile, credentials.metafile]);
	writeFileSync('dist/THIRD_PARTY_NOTICES.md', noticesOf(packages));
	writeFileSync(
		'dist/sbom.cdx.json',
		sbomOf(packages, require('./package.json'), require('./package-lock.json')),
	);
}

const copyIcons = () => src('icons/*.svg').pipe(dest('dist/icons'));

/** Writes how both nodes are found: by the same words. */
async function writeCodex() {
	const codex = readFileSync('nodes/XmlBilling/XmlBilling.node.json', 'utf8');
	const ofTrigger = codex
		.replace('.xmlBilling"', '.xmlBillingTrigger"')
		.replace('docs/operations/README.md', 'docs/trigger.md');
	mkdirSync('dist/nodes/XmlBilling', { recursive: true });
	writeFileSync('dist/nodes/XmlBilling/XmlBilling.node.json', codex);
	writeFileSync('dist/nodes/XmlBilling/XmlBillingTrigger.node.json', ofTrigger);
}

/** Loads generators that Node alone cannot import. */
async function loadGenerators() {
	const folder = mkdtempSync('node_modules/.generators-');
	try {
		const outfile = join(folder, 'generators.js');
		await bundle({
			...OPTIONS,
			stdin: {
				contents: `export { RESOURCES } from './nodes/XmlBilling/actions';
					export { describeOperations } from './tools/operations.mts';
					export { schemaFiles } from './tools/schemas.mts';`,
				resolveDir: '.',
			},
			outfile,
		});
		return require(resolve(outfile));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Writes the reference of the operations from the code, one page per resource. */
async function writeReference() {
	const { RESOURCES, describeOperations } = await loadGenerators();
	const samples = JSON.parse(readFileSync('docs/samples.json', 'utf8'));
	rmSync('docs/operations', { recursive: true, force: true });
	mkdirSync('docs/operations');
	for (const [page, text] of describeOperations(RESOURCES, samples)) {
		writeFileSync(join('docs/operations', page), text);
	}
}

/** Writes the schemas that the editor shows before a node has run, where n8n looks for those of the node's version. */
async function writeSchemas() {
	const { RESOURCES, schemaFiles } = await loadGenerators();
	for (const [path, schema] of schemaFiles(RESOURCES)) {
		const file = join('dist/nodes/XmlBilling/__schema__/v1.0.0', path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify(schema));
	}
}

exports.docs = writeReference;
exports.bundle = series(clean, parallel(bundleCode, writeSchemas, copyIcons, writeCodex));
exports.build = series(clean, parallel(typeCheck, bundleCode, writeSchemas, copyIcons, writeCodex));
