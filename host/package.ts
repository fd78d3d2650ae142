import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';
import { npm, runProgram } from './processes.ts';

/** Everything that the package is built from. */
const SOURCES = [
	'{credentials,icons,nodes}/**',
	'{package,package-lock,tsconfig}.json',
	'gulpfile.js',
	'tools/{notices.mjs,licenses/**}',
	'{README,LICENSE,CHANGELOG}.md',
];

export const PACKAGE_NAME = 'n8n-nodes-xml-billing';

/** Changes whenever something changes that the package is built from. */
export function fingerprintSources(): string {
	const hash = createHash('sha256');
	for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
		const file = join(ROOT, path);
		if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file));
	}
	return hash.digest('hex');
}

/** Builds the package into `dist/`. */
export async function buildPackage(log: string): Promise<void> {
	await runProgram(npm(['run', 'build'], { folder: ROOT, log }));
}

/** The version that the package has now. */
export const packageVersion = (): string =>
	(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** Packs what was built into a folder. Returns the path of the tarball. */
export async function packPackage(folder: string, log: string): Promise<string> {
	await runProgram(npm(['pack', '--pack-destination', folder], { folder: ROOT, log }));
	return join(folder, `${PACKAGE_NAME}-${packageVersion()}.tgz`);
}

/** Unpacks the tarball of a package into a folder, which it makes. */
export async function unpack(tarball: string, folder: string, log: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const commandLine = ['-xzf', tarball, '-C', folder, '--strip-components=1'];
	await runProgram({ command: 'tar', arguments: commandLine, folder, log });
}

/**
 * Installs the packed package as n8n's guide tells those who install by hand: with npm, in the folder `.n8n/nodes` of
 * the user folder. The tarball stays in the user folder, since the package.json in there names it.
 */
export async function installPackage(userFolder: string, log: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const tarball = await packPackage(userFolder, log);
	// npm keeps what is installed when the version is the same, so it goes first.
	rmSync(join(nodes, 'node_modules', PACKAGE_NAME), { recursive: true, force: true });
	const options = [
		'--prefix',
		nodes,
		'--ignore-scripts',
		'--legacy-peer-deps',
		'--no-package-lock',
		'--omit=dev',
	];
	await runProgram(npm(['install', tarball, ...options], { folder: nodes, log }));
}
