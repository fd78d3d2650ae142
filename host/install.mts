import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statfsSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HOST_N8N, type Installed } from './n8n.mts';
import { DATA, HOST, onPath } from './paths.mts';
import { npm, runProgram } from './processes.mts';
import { Problem, runScript, step } from './terminal.mts';
import { HOST_VERSION, versionOf, type Version } from './versions.mts';

/** n8n, npm's cache of it, and the driver. */
const NEEDED_GIGABYTES = 3;
const AGAIN = 'Then run the same command again.';
const NOT_REACHED =
	'The npm registry was not reached: check the connection, and the proxy if there is one. What was downloaded is kept.';

/** What can go wrong during installation, recognized by npm's output, with advice. The first match counts. */
const ADVICE: Array<[pattern: RegExp, advice: (folder: string) => string]> = [
	[/ENOSPC|no space left/i, () => `The disk is full. n8n needs ${NEEDED_GIGABYTES} GB: free some space.`],
	[/gyp ERR!/, () => "n8n's database driver could not be compiled: often, a compiler is missing."],
	[/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/, () => NOT_REACHED],
	[/EACCES|EPERM/, (folder) => `npm may not write in ${folder}. Give the folder to your user.`],
	[/ETARGET|E404/, () => 'The registry lacks a version that n8n names, or a Node for this platform.'],
];

const readJson = <T,>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

/** n8n's database driver: the only package that is compiled where no ready-made one is found. */
const DRIVER = 'sqlite3';
const BINARY = join('node_modules', DRIVER, 'build', 'Release', 'node_sqlite3.node');
/** Where its makers publish ready-made ones. */
const READY_MADE = 'https://github.com/TryGhost/node-sqlite3/releases';
const ANSWER_MS = 4_000;

/** What compiling needs, each with the names that it has. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
	python3: ['python3', 'python'],
	make: ['make', 'gmake'],
	'a C++ compiler': ['c++', 'g++', 'clang++'],
};

/**
 * Throws a Problem that says what to install if the driver can be neither fetched ready-made nor compiled here. Windows keeps
 * its compiler elsewhere, so nobody knows there.
 */
async function checkCompiler(): Promise<void> {
	const lacks = (names: readonly string[]) => names.every((name) => onPath(name) === undefined);
	const missing = Object.keys(TOOLS).filter((tool) => lacks(TOOLS[tool] ?? []));
	if (missing.length === 0 || process.platform === 'win32') return;
	const asked = fetch(READY_MADE, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
	const isReached = await asked.then(
		() => true,
		() => false,
	);
	if (isReached) return;
	throw new Problem(
		`n8n's database driver (${DRIVER}) is compiled where github.com, which has it ready-made, is not reached. ` +
			`Compiling needs ${missing.join(' and ')}: on Debian and Ubuntu "sudo apt-get install python3 make g++", ` +
			`on macOS "xcode-select --install". ${AGAIN}`,
	);
}

const driverIn = (folder: string): string =>
	readJson<{ version: string }>(folder, 'node_modules', DRIVER, 'package.json').version;

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
	const log = join(DATA, 'compile.log');
	const commandLine = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund'];
	await runProgram(npm(commandLine, { folder, log, environment }));
	writeFileSync(done, '');
	return folder;
}

/** Where to install an n8n, and from which files. */
interface Site extends Installed {
	/** Its name in messages. */
	name: string;
	/** npm's command. */
	command: string;
	/** The file in the folder that npm installs from. */
	source: string;
	/** The folder for logs of npm's output. */
	logs: string;
}

const stampOf = ({ folder }: Installed): string => join(folder, 'node_modules', '.complete');

/** Identifies an installation: its lock file, and the Node that the database driver is compiled for. */
const fingerprint = ({ folder, source }: Site): string =>
	createHash('sha256')
		.update(readFileSync(join(folder, source)))
		.update(`${process.platform} ${process.arch} ${process.versions.modules}`)
		.digest('hex');

/** Throws a Problem, before anything is downloaded, if this machine lacks what the installation needs. */
async function checkMachine({ folder, logs }: Site): Promise<void> {
	const { bavail, bsize } = statfsSync(folder);
	const free = (bavail * bsize) / 1e9;
	if (free < NEEDED_GIGABYTES)
		throw new Problem(
			`n8n needs ${NEEDED_GIGABYTES} GB of disk space, and ${free.toFixed(1)} GB are free: free some, then run the same command again.`,
		);
	await checkCompiler();
	// By the connection and the proxy that npm is set up with.
	const question = ['view', 'n8n-workflow', 'version', '--fetch-retries=0'];
	try {
		await runProgram(npm(question, { folder, log: join(logs, 'registry.log') }));
	} catch (error) {
		throw error instanceof Problem ? new Problem(`${NOT_REACHED} ${AGAIN}`) : error;
	}
}

/** The headers of the Node that will run n8n, if it ships them: compiling then downloads nothing. */
function environmentOf(node: string): NodeJS.ProcessEnv {
	const prefix = dirname(dirname(node));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	return hasHeaders ? { ...process.env, npm_config_nodedir: prefix } : process.env;
}

/** Tells how many packages of a folder's lock file have arrived: npm says nothing itself when no terminal listens. */
export function arrivalsIn(folder: string): (seconds: number) => string {
	const { packages } = readJson<{ packages: Record<string, { optional?: boolean }> }>(
		folder,
		'package-lock.json',
	);
	// Packages of other platforms are marked as optional.
	const wanted = Object.keys(packages).filter((path) => path !== '' && packages[path]?.optional !== true);
	return (seconds) => {
		const missing = wanted.filter((path) => !existsSync(join(folder, path, 'package.json'))).length;
		const arrived = wanted.length - missing;
		if (arrived === 0) return 'npm checks what is missing';
		if (missing === 0) return 'all packages are there; npm is finishing';
		const minutes = Math.ceil(((seconds / arrived) * missing) / 60);
		return `${arrived} of ${wanted.length} packages, about ${minutes} min left`;
	};
}

/** An installation that is needed and possible. */
export interface Installation {
	title: string;
	/** Installs. Throws a Problem that says what to do. */
	run: () => Promise<void>;
	/** How far it is. */
	look: () => string;
}

/** Downloads n8n and prepares its driver at the same time, and puts the driver in place. */
async function installInto(site: Site): Promise<void> {
	const { folder, logs } = site;
	const environment = environmentOf(site.node);
	rmSync(stampOf(site), { force: true });
	// What an interrupted installation downloaded is in npm's cache, and taken from there.
	const commandLine = [site.command, '--prefer-offline', '--no-audit', '--no-fund'];
	const log = join(logs, 'install.log');
	const { packages } = readJson<{ packages: Record<string, { version: string }> }>(HOST, 'package-lock.json');
	const expected = packages[`node_modules/${DRIVER}`]?.version ?? '';
	try {
		const [prepared] = await Promise.all([
			prepareDriver(expected, environment),
			runProgram(npm(commandLine, { folder, log, environment })),
		]);
		const wanted = driverIn(folder);
		const source = wanted === expected ? prepared : await prepareDriver(wanted, environment);
		mkdirSync(dirname(join(folder, BINARY)), { recursive: true });
		copyFileSync(join(source, BINARY), join(folder, BINARY));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const found = [log, join(DATA, 'compile.log')].filter((file) => existsSync(file));
		const output = found.map((file) => readFileSync(file, 'utf8')).join('\n');
		const advice = ADVICE.find(([pattern]) => pattern.test(output))?.[1](folder) ?? '';
		throw new Problem(`${error.message}\n\nn8n could not be installed. ${advice}\n${AGAIN}`);
	}
	writeFileSync(stampOf(site), fingerprint(site));
}

/**
 * The installation that a site needs, or undefined if it is complete. Throws a Problem, before anything is downloaded,
 * if the machine lacks what it takes.
 */
async function installationAt(site: Site): Promise<Installation | undefined> {
	const stamp = stampOf(site);
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(site)) return undefined;
	mkdirSync(site.logs, { recursive: true });
	await checkMachine(site);
	const since = Date.now();
	const arrivals = site.command === 'ci' ? arrivalsIn(site.folder) : () => '';
	return {
		title: `Installing ${site.name} (once)`,
		look: () => arrivals((Date.now() - since) / 1000),
		run: () => installInto(site),
	};
}

async function installAt(site: Site): Promise<void> {
	const needed = await installationAt(site);
	if (needed) await step(needed.title, needed.run, needed.look);
}

const HOST_SITE: Site = {
	...HOST_N8N,
	name: 'n8n',
	command: 'ci',
	source: 'package-lock.json',
	logs: DATA,
};

/** The installation that `host/` needs, or undefined if the locked n8n is there. Throws as it says. */
export const hostInstallation = (): Promise<Installation | undefined> => installationAt(HOST_SITE);

/** Installs n8n in `host/` unless the locked version is there already. Throws a Problem that says what to do. */
export const installHost = (): Promise<void> => installAt(HOST_SITE);

/** The npm package with a Node for this machine. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The paths of an n8n, whether {@link installVersion} has installed it yet or not, and of the Node that runs it. */
export function placeOf({ n8n, node, environment: settings }: Version): Installed {
	if (n8n === HOST_VERSION.n8n) return HOST_N8N;
	const folder = join(DATA, `n8n-${n8n}`);
	const own = join(folder, 'node_modules', NODE_PACKAGE, 'bin', 'node');
	return { folder, node: node === undefined ? process.execPath : own, environment: settings };
}

/** Installs another n8n, and its Node if it needs a specific one, in its own folder. Throws a Problem that says what to do. */
async function installVersion(version: Version): Promise<void> {
	const { n8n, node, peers, overrides } = version;
	const place = placeOf(version);
	if (place === HOST_N8N) return await installHost();
	mkdirSync(place.folder, { recursive: true });
	const dependencies = { n8n, ...peers, ...(node !== undefined && { [NODE_PACKAGE]: node }) };
	const manifest = { private: true, dependencies, overrides };
	writeFileSync(join(place.folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
	copyFileSync(join(HOST, '.npmrc'), join(place.folder, '.npmrc'));
	const name = `n8n ${n8n}`;
	await installAt({ ...place, name, command: 'install', source: 'package.json', logs: place.folder });
}

/**
 * Installs what the lock file in a folder names, unless it is installed already. `title` is shown on the terminal.
 * Throws a Problem that names the log if it fails.
 */
export async function installFolder(folder: string, title: string, log: string): Promise<void> {
	const installed = join(folder, 'node_modules', '.package-lock.json');
	const wanted = join(folder, 'package-lock.json');
	if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
	await step(title, () => runProgram(npm(['ci'], { folder, log })));
}

// `node tools/run.mjs host/install.mts [version]`
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
	await runScript(() => installVersion(versionOf(process.argv[2] ?? HOST_VERSION.n8n)));
