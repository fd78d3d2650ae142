import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkCompiler, driverVersion, placeDriver, prepareDriver } from './driver.mts';
import { HOST_N8N, type Installed } from './n8n.mts';
import { DATA, HOST } from './paths.mts';
import { npm, runProgram } from './processes.mts';
import { Arrivals, sentenceOf } from './progress.mts';
import { Problem, runScript, step } from './terminal.mts';
import { HOST_VERSION, type Version } from './versions.mts';

/** What n8n takes once it is installed. */
const GIGABYTES = 1.6;
/** That, npm's cache of it, and the driver. */
const NEEDED_GIGABYTES = 3;

const NOT_REACHED =
	'The npm registry was not reached: check the connection, and the proxy if there is one. What was downloaded is kept.';

/** What can go wrong during installation, recognized by npm's output, with advice. The first match counts. */
const ADVICE: Array<[pattern: RegExp, advice: (folder: string) => string]> = [
	[/ENOSPC|no space left/i, () => `The disk is full. n8n needs ${NEEDED_GIGABYTES} GB: free some space.`],
	[
		/gyp ERR!/,
		() => "n8n's database driver could not be compiled. The output above says why, often a missing compiler.",
	],
	[/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/, () => NOT_REACHED],
	[/EACCES|EPERM/, (folder) => `npm may not write in ${folder}. Give the folder to your user.`],
	[
		/ETARGET|E404/,
		() =>
			'The registry lacks a version that n8n names, or a Node for this platform. If another version will do, name it in host/versions.mts.',
	],
];

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

const isInstalled = (site: Site): boolean =>
	existsSync(stampOf(site)) && readFileSync(stampOf(site), 'utf8') === fingerprint(site);

/** The headers of the Node that will run n8n, if it ships them: compiling then downloads nothing. */
function environment(node: string): NodeJS.ProcessEnv {
	const prefix = dirname(dirname(node));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	return hasHeaders ? { ...process.env, npm_config_nodedir: prefix } : process.env;
}

/** Adds to the failure of a program what to do about it. */
async function advised(work: Promise<unknown>, { folder, logs }: Site): Promise<void> {
	try {
		await work;
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const output = ['install.log', 'compile.log']
			.map((log) => join(logs, log))
			.map((log) => (existsSync(log) ? readFileSync(log, 'utf8') : ''))
			.join('\n');
		const advice =
			ADVICE.find(([pattern]) => pattern.test(output))?.[1](folder) ?? 'The output above says why.';
		throw new Problem(
			`${error.message}\n\nn8n could not be installed. ${advice}\nThen run the same command again.`,
		);
	}
}

/** Throws a Problem, before anything is downloaded, if this machine lacks what the installation needs. */
async function checkMachine({ folder }: Site): Promise<void> {
	const { bavail, bsize } = statfsSync(folder);
	const free = (bavail * bsize) / 1e9;
	if (free < NEEDED_GIGABYTES) {
		throw new Problem(
			`n8n needs ${NEEDED_GIGABYTES} GB of disk space, and ${free.toFixed(1)} GB are free: free some, then run the same command again.`,
		);
	}
	await checkCompiler();
}

/** Whether npm reaches its registry, by the connection and the proxy that npm is set up with. */
async function isRegistryReached({ folder, logs }: Site): Promise<boolean> {
	try {
		const log = join(logs, 'registry.log');
		await runProgram(npm(['view', 'n8n-workflow', 'version', '--fetch-retries=0'], { folder, log }));
		return true;
	} catch (error) {
		if (error instanceof Problem) return false;
		throw error;
	}
}

/** An installation that is needed and possible. */
export interface Installation {
	title: string;
	/** Installs. Throws a Problem that says what to do. */
	run: () => Promise<void>;
	/** How far it is. */
	look: () => string;
}

/**
 * The installation that a site needs, or undefined if it is complete. Throws a Problem, before anything is downloaded,
 * if the machine lacks what it takes.
 */
async function installationAt(site: Site): Promise<Installation | undefined> {
	if (isInstalled(site)) return undefined;
	mkdirSync(site.logs, { recursive: true });
	await checkMachine(site);
	if (!(await isRegistryReached(site))) throw new Problem(`${NOT_REACHED} Then run the same command again.`);
	const settings = environment(site.node);
	const download = async () => {
		// What an interrupted installation downloaded is in npm's cache, and taken from there.
		const commandLine = [site.command, '--prefer-offline', '--no-audit', '--no-fund'];
		const log = join(site.logs, 'install.log');
		await runProgram(npm(commandLine, { folder: site.folder, log, environment: settings }));
	};
	const arrivals = existsSync(join(site.folder, 'package-lock.json')) ? new Arrivals(site.folder) : undefined;
	return {
		title: `Installing ${site.name} (once)`,
		look: () => (arrivals === undefined ? '' : sentenceOf(arrivals.look(), GIGABYTES)),
		run: async () => {
			rmSync(stampOf(site), { force: true });
			const both = Promise.all([prepareDriver(driverVersion(), settings), download()]);
			await advised(
				both.then(async ([driver]) => await placeDriver(site.folder, driver, settings)),
				site,
			);
			writeFileSync(stampOf(site), fingerprint(site));
		},
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
export const hostInstallation = async (): Promise<Installation | undefined> =>
	await installationAt(HOST_SITE);

/** Installs n8n in `host/` unless the locked version is there already. Throws a Problem that says what to do. */
export async function installHost(): Promise<void> {
	await installAt(HOST_SITE);
}

/** The npm package with a Node for this machine. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The paths of an n8n, whether {@link installVersion} has installed it yet or not, and of the Node that runs it. */
export function placeOf({ n8n, node, environment: settings }: Version): Installed {
	if (n8n === HOST_VERSION.n8n) return HOST_N8N;
	const folder = join(DATA, `n8n-${n8n}`);
	const own = join(folder, 'node_modules', NODE_PACKAGE, 'bin', 'node');
	return { folder, node: node === undefined ? process.execPath : own, environment: settings };
}

/**
 * Installs an n8n, and its Node if it needs a specific one, in its own folder. Throws a Problem that says what to do.
 */
export async function installVersion(version: Version): Promise<Installed> {
	const { n8n, node, peers, overrides } = version;
	const place = placeOf(version);
	if (place === HOST_N8N) {
		await installHost();
		return place;
	}
	mkdirSync(place.folder, { recursive: true });
	const dependencies = { n8n, ...peers, ...(node !== undefined && { [NODE_PACKAGE]: node }) };
	const manifest = { private: true, dependencies, overrides };
	writeFileSync(join(place.folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
	writeFileSync(join(place.folder, '.npmrc'), readFileSync(join(HOST, '.npmrc')));
	const name = `n8n ${n8n}`;
	await installAt({ ...place, name, command: 'install', source: 'package.json', logs: place.folder });
	return place;
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runScript(installHost);
