import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DATA, HOST } from './paths.ts';
import { npm, runProgram } from './processes.ts';
import { Problem, runScript, step } from './terminal.ts';

const NEEDED_BYTES = 4e9;
const STAMP = join(HOST, 'node_modules', '.complete');

/** What goes wrong while installing, by what npm prints, and what to do about it. The first that fits counts. */
const ADVICE: Array<[pattern: RegExp, advice: string]> = [
	[/ENOSPC|no space left/i, 'The disk is full. n8n needs 4 GB while it is installed: free some space.'],
	[
		/gyp ERR!/,
		"n8n's database driver has to be compiled here, which needs python3, make and a C++ compiler. On Debian and Ubuntu: " +
			'"sudo apt-get install python3 make g++"; on macOS: "xcode-select --install".',
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/,
		'The npm registry was not reached. Check the connection (and the proxy, if there is one).',
	],
	[/EACCES|EPERM/, `npm may not write in ${HOST}. Give the folder to your user.`],
];

/** What an installation belongs to: the lock file, and the Node that the database driver is compiled for. */
const fingerprint = (): string =>
	createHash('sha256')
		.update(readFileSync(join(HOST, 'package-lock.json')))
		.update(`${process.platform} ${process.arch} ${process.versions.modules}`)
		.digest('hex');

const isInstalled = (): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();

/** The headers of the Node that runs this, where it brings them: compiling then downloads nothing. */
function environment(): NodeJS.ProcessEnv {
	const prefix = dirname(dirname(process.execPath));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	return hasHeaders ? { ...process.env, npm_config_nodedir: prefix } : process.env;
}

async function runNpm(commandLine: string[], log: string): Promise<void> {
	try {
		await runProgram(npm(commandLine, { folder: HOST, log, environment: environment() }));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const output = readFileSync(log, 'utf8');
		const advice = ADVICE.find(([pattern]) => pattern.test(output))?.[1] ?? 'The output above says why.';
		throw new Problem(
			`${error.message}\n\nn8n could not be installed. ${advice}\nThen run the same command again.`,
		);
	}
}

/** Installs n8n in `host/`, unless the one that the lock file names is there already. Throws a Problem that says what to do. */
export async function installHost(): Promise<void> {
	if (isInstalled()) return;
	const { bavail, bsize } = statfsSync(HOST);
	if (bavail * bsize < NEEDED_BYTES) {
		const free = (bavail * bsize) / 1e9;
		throw new Problem(
			`n8n needs 4 GB of disk space while it is installed, and ${free.toFixed(1)} GB are free. Free some.`,
		);
	}
	mkdirSync(DATA, { recursive: true });
	await step('Installing n8n (once; 2 GB, usually 2 to 6 minutes)', () =>
		runNpm(['ci'], join(DATA, 'install.log')),
	);
	await step("Preparing n8n's database driver (once; up to 3 minutes)", () =>
		runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], join(DATA, 'compile.log')),
	);
	writeFileSync(STAMP, fingerprint());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runScript(installHost);
