const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const ENTRY_POINTS = [
	'credentials/XmlBillingApi.credentials.ts',
	'nodes/XmlBilling/XmlBilling.node.ts',
	'nodes/XmlBilling/XmlBillingTrigger.node.ts',
];

async function clean() {
	rmSync('dist', { recursive: true, force: true });
}

async function typeCheck() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.json'], {
		stdio: 'inherit',
	});
}

/** Third-party code goes into the bundles, readable, so that the published package has no runtime dependencies. */
async function bundleCode() {
	await bundle({
		entryPoints: ENTRY_POINTS,
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		legalComments: 'eof',
		logLevel: 'warning',
	});
}

const copyIcons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const copyCodex = () => src('nodes/XmlBilling/*.node.json').pipe(dest('dist/nodes/XmlBilling'));

exports.bundle = series(clean, parallel(bundleCode, copyIcons, copyCodex));
exports.build = series(clean, parallel(typeCheck, bundleCode, copyIcons, copyCodex));
