const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
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
	const { noticesOf } = await import('./tools/notices.mjs');
	writeFileSync('dist/THIRD_PARTY_NOTICES.md', noticesOf([nodes.metafile, credentials.metafile]));
}

const copyIcons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const copyCodex = () => src('nodes/XmlBilling/*.node.json').pipe(dest('dist/nodes/XmlBilling'));

/** Writes the references of the operations and of the interface from the code, which Node alone cannot import. */
async function writeReferences() {
	const folder = mkdtempSync('node_modules/.references-');
	try {
		const outfile = join(folder, 'references.js');
		await bundle({
			...OPTIONS,
			stdin: {
				contents: `export { RESOURCES } from './nodes/XmlBilling/actions';
					export { describeInterface } from './tools/interface';
					export { describeOperations } from './tools/operations';`,
				resolveDir: '.',
			},
			outfile,
		});
		const { RESOURCES, describeInterface, describeOperations } = require(resolve(outfile));
		writeFileSync('docs/operations.md', describeOperations(RESOURCES));
		writeFileSync('docs/interface.md', describeInterface(RESOURCES));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

exports.docs = writeReferences;
exports.bundle = series(clean, parallel(bundleCode, copyIcons, copyCodex));
exports.build = series(clean, parallel(typeCheck, bundleCode, copyIcons, copyCodex));
