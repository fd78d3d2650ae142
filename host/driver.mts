import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DATA, HOST, onPath } from './paths.mts';
import { npm, runProgram } from './processes.mts';
import { Problem } from './terminal.mts';

/** n8n's database driver: the only package that is compiled where no ready-made one is found. */
const DRIVER = 'sqlite3';
const BINARY = join('build', 'Release', 'node_sqlite3.node');
/** Where its makers publish ready-made ones. */
const READY_MADE = 'https://github.com/TryGhost/node-sqlite3/releases';
const ANSWER_MS = 4_000;

/** What compiling needs, each with the names that it has. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
	python3: ['python3', 'python'],
	make: ['make', 'gmake'],
	'a C++ compiler': ['c++', 'g++', 'clang++'],
};

const INSTALL_TOOLS =
	'on Debian and Ubuntu "sudo apt-get install python3 make g++", on macOS "xcode-select --install"';

/** What this machine lacks for compiling. Windows keeps its compiler elsewhere, so nobody knows there. */
const missingTools = (): string[] =>
	process.platform === 'win32'
		? []
		: Object.entries(TOOLS).flatMap(([tool, names]) =>
				names.some((name) => onPath(name) !== undefined) ? [] : [tool],
			);

async function isReadyMadeReachable(): Promise<boolean> {
	try {
		await fetch(READY_MADE, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
		return true;
	} catch {
		return false;
	}
}

/** Throws a Problem that says what to install if the driver can be neither fetched ready-made nor compiled here. */
export async function checkCompiler(): Promise<void> {
	const missing = missingTools();
	if (missing.length === 0 || (await isReadyMadeReachable())) return;
	throw new Problem(
		`n8n's database driver (${DRIVER}) is compiled where github.com, which has it ready-made, is not reached. ` +
			`Compiling needs ${missing.join(' and ')}: ${INSTALL_TOOLS}. Then run the same command again.`,
	);
}

/** The version of the driver that the n8n in `host/` names. */
export function driverVersion(): string {
	const lock = JSON.parse(readFileSync(join(HOST, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { version: string }>;
	};
	return lock.packages[`node_modules/${DRIVER}`]?.version ?? '';
}

/** The version of the driver in an installation. */
const versionIn = (folder: string): string =>
	(
		JSON.parse(readFileSync(join(folder, 'node_modules', DRIVER, 'package.json'), 'utf8')) as {
			version: string;
		}
	).version;

/**
 * Prepares a version of the driver beside any n8n, so that it takes no longer than downloading n8n and is kept from
 * one installation to the next. Returns the folder that it is installed in.
 */
export async function prepareDriver(version: string, environment: NodeJS.ProcessEnv): Promise<string> {
	const folder = join(DATA, `${DRIVER}-${version}-${process.platform}-${process.arch}`);
	const done = join(folder, '.complete');
	if (existsSync(done)) return folder;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		join(folder, 'package.json'),
		JSON.stringify({ private: true, dependencies: { [DRIVER]: version } }),
	);
	const log = join(DATA, 'compile.log');
	const commandLine = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund'];
	await runProgram(npm(commandLine, { folder, log, environment }));
	writeFileSync(done, '');
	return folder;
}

/** Puts the driver into an installation. `prepared` is the folder of the expected version. */
export async function placeDriver(
	folder: string,
	prepared: string,
	environment: NodeJS.ProcessEnv,
): Promise<void> {
	const wanted = versionIn(folder);
	const source = wanted === versionIn(prepared) ? prepared : await prepareDriver(wanted, environment);
	const target = join(folder, 'node_modules', DRIVER, BINARY);
	mkdirSync(dirname(target), { recursive: true });
	copyFileSync(join(source, 'node_modules', DRIVER, BINARY), target);
}
