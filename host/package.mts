import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mts';
import { npm, runProgram } from './processes.mts';

/** What the package's code is built from. */
export const CODE = ['{credentials,icons,nodes}/**'];
/** Everything that the package is built from. */
export const SOURCES = [
	...CODE,
	'{package,package-lock,tsconfig}.json',
	'gulpfile.js',
	'tools/{bundled.mjs,licenses/**}',
	'{README,LICENSE,CHANGELOG}.md',
];

export const PACKAGE_NAME = 'n8n-nodes-xml-billing';

/** A hash of the files of this repository that have these patterns. */
export function fingerprintOf(patterns: string[]): string {
	const hash = createHash('sha256');
	for (const path of globSync(patterns, { cwd: ROOT }).sort()) {
		const file = join(ROOT, path);
		if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file));
	}
	return hash.digest('hex');
}

/** Bundles the package's code into `dist/`, without a type check. */
export async function bundlePackage(log: string): Promise<void> {
	const gulp = join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await runProgram({ command: process.execPath, arguments: [gulp, 'bundle'], folder: ROOT, log });
}

/** Bundles the package's code and replaces the installed code in a user folder. */
export async function replaceCode(userFolder: string, log: string): Promise<void> {
	await bundlePackage(log);
	const installed = join(nodesOf(userFolder), 'node_modules', PACKAGE_NAME, 'dist');
	rmSync(installed, { recursive: true });
	cpSync(join(ROOT, 'dist'), installed, { recursive: true });
}

/** The current version of the package. */
export const packageVersion = (): string =>
	(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** Packs the build into a folder. Returns the path of the tarball. */
export async function packPackage(folder: string, log: string): Promise<string> {
	await runProgram(npm(['pack', '--pack-destination', folder], { folder: ROOT, log }));
	return join(folder, `${PACKAGE_NAME}-${packageVersion()}.tgz`);
}

/** Unpacks the tarball of a package into a new folder. */
export async function unpack(tarball: string, folder: string, log: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const commandLine = ['-xzf', tarball, '-C', folder, '--strip-components=1'];
	await runProgram({ command: 'tar', arguments: commandLine, folder, log });
}

/** The folder of n8n's community packages. */
const nodesOf = (userFolder: string): string => join(userFolder, '.n8n', 'nodes');

/**
 * Installs the packed package as n8n's guide for manual installation says: with npm, in the folder `.n8n/nodes` of
 * the user folder. The tarball stays in the user folder, because the package.json there refers to it.
 */
export async function installPackage(userFolder: string, log: string): Promise<void> {
	const nodes = nodesOf(userFolder);
	mkdirSync(nodes, { recursive: true });
	const tarball = await packPackage(userFolder, log);
	// npm skips the installation if the version is the same, so the old one is removed first.
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
