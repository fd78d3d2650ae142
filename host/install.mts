import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HOST_N8N, type Installed } from './n8n.mts';
import { DATA, HOST } from './paths.mts';
import { npm, runProgram } from './processes.mts';
import { Problem, runScript, step } from './terminal.mts';
import { HOST_VERSION, type Version } from './versions.mts';

const NEEDED_BYTES = 4e9;

/** What can go wrong during installation, recognized by npm's output, with advice. The first match counts. */
const ADVICE: Array<[pattern: RegExp, advice: (folder: string) => string]> = [
	[/ENOSPC|no space left/i, () => 'The disk is full. n8n needs 4 GB while it is installed: free some space.'],
	[
		/gyp ERR!/,
		() =>
			"n8n's database driver has to be compiled here, which needs python3, make and a C++ compiler. On Debian and Ubuntu: " +
			'"sudo apt-get install python3 make g++"; on macOS: "xcode-select --install".',
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/,
		() => 'The npm registry was not reached. Check the connection (and the proxy, if there is one).',
	],
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

async function runNpm({ folder, logs, node }: Site, commandLine: string[], name: string): Promise<void> {
	const log = join(logs, name);
	try {
		await runProgram(npm(commandLine, { folder, log, environment: environment(node) }));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const output = readFileSync(log, 'utf8');
		const advice =
			ADVICE.find(([pattern]) => pattern.test(output))?.[1](folder) ?? 'The output above says why.';
		throw new Problem(
			`${error.message}\n\nn8n could not be installed. ${advice}\nThen run the same command again.`,
		);
	}
}

async function installAt(site: Site): Promise<void> {
	if (isInstalled(site)) return;
	const { bavail, bsize } = statfsSync(site.folder);
	if (bavail * bsize < NEEDED_BYTES) {
		const free = (bavail * bsize) / 1e9;
		throw new Problem(
			`n8n needs 4 GB of disk space while it is installed, and ${free.toFixed(1)} GB are free. Free some.`,
		);
	}
	mkdirSync(site.logs, { recursive: true });
	rmSync(stampOf(site), { force: true });
	await step(`Installing ${site.name} (once; 2 GB, usually 2 to 6 minutes)`, () =>
		runNpm(site, [site.command], 'install.log'),
	);
	await step("Preparing n8n's database driver (once; up to 3 minutes)", () =>
		runNpm(site, ['rebuild', 'sqlite3', '--ignore-scripts=false'], 'compile.log'),
	);
	writeFileSync(stampOf(site), fingerprint(site));
}

/** Installs n8n in `host/` unless the locked version is there already. Throws a Problem that says what to do. */
export async function installHost(): Promise<void> {
	await installAt({ ...HOST_N8N, name: 'n8n', command: 'ci', source: 'package-lock.json', logs: DATA });
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
