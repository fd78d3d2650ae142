import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statfsSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HOST_N8N, type Installed } from './n8n.mts';
import { DATA, HOST } from './paths.mts';
import { npm, runProgram } from './processes.mts';
import { Problem, runScript, step } from './terminal.mts';
import { HOST_VERSION, versionOf, type Version } from './versions.mts';

/** n8n, npm's cache of it, and the driver. */
const NEEDED_GIGABYTES = 3;
const AGAIN = 'Then run the same command again.';
const LOG = join(DATA, 'install.log');
const DRIVER_LOG = join(DATA, 'compile.log');

/** What can go wrong during installation, recognized by npm's output, with advice. The first match counts. */
const ADVICE: Array<[pattern: RegExp, advice: string]> = [
	[/ENOSPC|no space left/i, `The disk is full. n8n needs ${NEEDED_GIGABYTES} GB: free some space.`],
	[
		/gyp ERR!/,
		"n8n's database driver is compiled where github.com, which has it ready-made, is not reached. That needs Python and a C++ " +
			'compiler: on Debian and Ubuntu "sudo apt-get install python3 make g++", on macOS "xcode-select --install".',
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/,
		'The npm registry was not reached: check the connection, and the proxy if there is one. What was downloaded is kept.',
	],
	[/EACCES|EPERM/, 'npm may not write in the folder. Give it to your user.'],
	[/ETARGET|E404/, 'The registry lacks a version that n8n names, or a Node for this platform.'],
];

const readJson = <T,>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

/** n8n's database driver: the only package that is compiled where no ready-made one is found. */
const DRIVER = 'sqlite3';
const BINARY = join('node_modules', DRIVER, 'build', 'Release', 'node_sqlite3.node');

/**
 * Prepares a version of the driver beside any n8n, so that it takes no longer than downloading n8n and is kept from
 * one installation to the next. Returns the folder that it is installed in.
 */
async function prepareDriver(version: string, environment: NodeJS.ProcessEnv): Promise<string> {
	const folder = join(DATA, `${DRIVER}-${version}-${process.platform}-${process.arch}`);
	const done = join(folder, '.complete');
	if (existsSync(done)) return folder;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const manifest = { private: true, dependencies: { [DRIVER]: version } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	const commandLine = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund'];
	await runProgram(npm(commandLine, { folder, log: DRIVER_LOG, environment }));
	writeFileSync(done, '');
	return folder;
}

const isHost = ({ folder }: Installed): boolean => folder === HOST;

const stampOf = ({ folder }: Installed): string => join(folder, 'node_modules', '.complete');

/** Identifies an installation: what npm installs from, and the Node that the database driver is compiled for. */
const fingerprint = (place: Installed): string =>
	createHash('sha256')
		.update(readFileSync(join(place.folder, isHost(place) ? 'package-lock.json' : 'package.json')))
		.update(`${process.platform} ${process.arch} ${process.versions.modules}`)
		.digest('hex');

/** The headers of the Node that will run n8n, if it ships them: compiling then downloads nothing. */
function environmentOf(node: string): NodeJS.ProcessEnv {
	const prefix = dirname(dirname(node));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	return hasHeaders ? { ...process.env, npm_config_nodedir: prefix } : process.env;
}

/** Tells how many packages of a folder's lock file have arrived: npm says nothing itself when no terminal listens. */
export function arrivalsIn(folder: string): () => string {
	const { packages } = readJson<{ packages: Record<string, { optional?: boolean }> }>(
		folder,
		'package-lock.json',
	);
	// Packages of other platforms are marked as optional.
	const wanted = Object.keys(packages).filter((path) => path !== '' && packages[path]?.optional !== true);
	return () => {
		const arrived = wanted.filter((path) => existsSync(join(folder, path, 'package.json')));
		return `${arrived.length} of ${wanted.length} packages`;
	};
}

/** Downloads n8n and prepares its driver at the same time, and puts the driver in place. */
async function installInto(place: Installed): Promise<void> {
	const { folder } = place;
	const environment = environmentOf(place.node);
	rmSync(stampOf(place), { force: true });
	// What an interrupted installation downloaded is in npm's cache, and taken from there.
	const commandLine = [isHost(place) ? 'ci' : 'install', '--prefer-offline', '--no-audit', '--no-fund'];
	const { packages } = readJson<{ packages: Record<string, { version: string }> }>(HOST, 'package-lock.json');
	const expected = packages[`node_modules/${DRIVER}`]?.version ?? '';
	try {
		const [prepared] = await Promise.all([
			prepareDriver(expected, environment),
			runProgram(npm(commandLine, { folder, log: LOG, environment })),
		]);
		const { version: wanted } = readJson<{ version: string }>(folder, 'node_modules', DRIVER, 'package.json');
		const source = wanted === expected ? prepared : await prepareDriver(wanted, environment);
		mkdirSync(dirname(join(folder, BINARY)), { recursive: true });
		copyFileSync(join(source, BINARY), join(folder, BINARY));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const advice = ADVICE.find(([pattern]) => pattern.test(error.message))?.[1] ?? '';
		throw new Problem(`${error.message}\n\nn8n could not be installed. ${advice}\n${AGAIN}`);
	}
	writeFileSync(stampOf(place), fingerprint(place));
}

/**
 * The installation that an n8n needs, or undefined if it is complete: `run` installs, and `look` tells how far it is. This and
 * `run` throw a Problem that says what to do, as if the disk is too small.
 */
export function installationAt(place: Installed = HOST_N8N, name = 'n8n') {
	const stamp = stampOf(place);
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(place)) return undefined;
	mkdirSync(DATA, { recursive: true });
	const { bavail, bsize } = statfsSync(DATA);
	const free = (bavail * bsize) / 1e9;
	if (free < NEEDED_GIGABYTES)
		throw new Problem(
			`n8n needs ${NEEDED_GIGABYTES} GB of disk space, and ${free.toFixed(1)} GB are free: free some. ${AGAIN}`,
		);
	return {
		title: `Installing ${name} (once)`,
		look: isHost(place) ? arrivalsIn(HOST) : () => '',
		run: () => installInto(place),
	};
}

/** Installs an n8n unless it is there already, that of `host/` if no other is named. Throws a Problem that says what to do. */
export async function installN8n(place?: Installed, name?: string): Promise<void> {
	const needed = installationAt(place, name);
	if (needed) await step(needed.title, needed.run, needed.look);
}

/** The npm package with a Node for this machine. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The paths of an n8n, whether it is installed yet or not, and of the Node that runs it. */
export function placeOf({ n8n, node, environment: settings }: Version): Installed {
	if (n8n === HOST_VERSION.n8n) return HOST_N8N;
	const folder = join(DATA, `n8n-${n8n}`);
	const own = join(folder, 'node_modules', NODE_PACKAGE, 'bin', 'node');
	return { folder, node: node === undefined ? process.execPath : own, environment: settings };
}

/** Installs a version of n8n, and its Node if it needs a specific one, in its own folder. Throws as `installN8n` says. */
async function installVersion(version: Version): Promise<void> {
	const { n8n, node, peers, overrides } = version;
	const place = placeOf(version);
	if (!isHost(place)) {
		mkdirSync(place.folder, { recursive: true });
		const dependencies = { n8n, ...peers, ...(node !== undefined && { [NODE_PACKAGE]: node }) };
		const manifest = { private: true, dependencies, overrides };
		writeFileSync(join(place.folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
		copyFileSync(join(HOST, '.npmrc'), join(place.folder, '.npmrc'));
	}
	await installN8n(place, `n8n ${n8n}`);
}

// `node tools/run.mjs host/install.mts [version]`
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
	await runScript(() => installVersion(versionOf(process.argv[2] ?? HOST_VERSION.n8n)));
