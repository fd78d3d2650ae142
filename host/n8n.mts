import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { HOST } from './paths.mts';
import { freePort } from './ports.mts';
import { endProgram, lastLines, startProgram } from './processes.mts';
import { Problem } from './terminal.mts';

const END_WITH_PARENT = pathToFileURL(join(HOST, 'endWithParent.mjs')).href;
const START_LIMIT_MS = 180_000;
const LOOK_EVERY_MS = 200;
/** n8n ends within two seconds, but lets running executions finish. */
const GRACE_MS = 20_000;

/** Turns off everything in n8n that contacts other hosts. */
const SILENCE = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
};

/** An installation of n8n, and the Node that runs it. */
export interface Installed {
	/** With n8n in its `node_modules`. */
	folder: string;
	node: string;
	/** Settings that this n8n needs on this Node. */
	environment?: NodeJS.ProcessEnv;
}

/** The n8n that `host/package-lock.json` names, on the Node of this process. */
export const HOST_N8N: Installed = { folder: HOST, node: process.execPath };

/** What n8n prints once it is ready, by command. The health endpoint may respond earlier. */
const READY = { start: 'Editor is now accessible', worker: 'n8n worker is now ready' };

export interface N8nOptions {
	/** n8n keeps its data in `.n8n` in there. */
	userFolder: string;
	port: number;
	logFile: string;
	/** An IANA name; dates without an offset are read in it. */
	timeZone: string;
	/** Settings in addition to the defaults here. */
	environment?: NodeJS.ProcessEnv;
	/** `HOST_N8N` unless another one is named. */
	installed?: Installed;
	/** The role of the process. A worker has no editor, but a health port. */
	command?: keyof typeof READY;
}

export interface N8n {
	url: string;
	logFile: string;
	/** Of its main process. */
	pid: number | undefined;
	/** Whether the editor is ready, or the worker takes jobs. */
	isReady(): boolean;
	/** Settles when n8n has ended for any reason, with its exit code or signal. */
	ended: Promise<string>;
	stop(): Promise<void>;
	/** Kills it and its task runner at once, like a crash or a power cut. */
	kill(): Promise<void>;
}

/**
 * The environment without variables that would point n8n at another database, key or queue, or make it believe that
 * it runs under a test runner.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
	const foreign = /^((N8N|DB|QUEUE|EXECUTIONS|WEBHOOK|JEST)_|NODE_ENV$)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** Starts n8n on the loopback address without waiting until it is ready. */
export async function launchN8n(options: N8nOptions): Promise<N8n> {
	const { installed = HOST_N8N, command = 'start' } = options;
	mkdirSync(dirname(options.logFile), { recursive: true });
	const program = join(installed.folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const child = startProgram({
		command: installed.node,
		arguments: ['--import', END_WITH_PARENT, program, command],
		folder: options.userFolder,
		log: options.logFile,
		graceMs: GRACE_MS,
		environment: {
			...ownEnvironment(),
			...SILENCE,
			N8N_USER_FOLDER: options.userFolder,
			N8N_HOST: '127.0.0.1',
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_PORT: String(options.port),
			// n8n's task broker opens a port as well, seconds later, and n8n exits if that port is taken. So it gets
			// a free one.
			N8N_RUNNERS_BROKER_PORT: String(await freePort(0)),
			N8N_SECURE_COOKIE: 'false',
			GENERIC_TIMEZONE: options.timeZone,
			...installed.environment,
			...options.environment,
		},
	});
	return {
		url: `http://127.0.0.1:${options.port}`,
		logFile: options.logFile,
		pid: child.pid,
		isReady: () => readFileSync(options.logFile, 'utf8').includes(READY[command]),
		ended: new Promise<string>((resolve) => {
			child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
			child.once('error', (error) => resolve(error.message));
		}),
		stop: () => endProgram(child),
		kill: () => endProgram(child, 0),
	};
}

/** Waits until n8n's editor is ready. Throws a Problem with the end of its log if it never is. */
export async function untilReady(n8n: N8n): Promise<void> {
	const deadline = Date.now() + START_LIMIT_MS;
	while (!n8n.isReady()) {
		const end = await Promise.race([n8n.ended, sleep(LOOK_EVERY_MS)]);
		if (end === undefined && Date.now() < deadline) continue;
		await n8n.stop();
		const what =
			end === undefined
				? `was not ready after ${START_LIMIT_MS / 1000} seconds`
				: `ended while it started (${end})`;
		throw new Problem(`n8n ${what}:\n\n${lastLines(n8n.logFile)}\n\nIts whole log: ${n8n.logFile}`);
	}
}

/**
 * Starts n8n on the loopback address and waits until its editor is ready (5 to 15 seconds). Throws a Problem with the
 * end of its log if it does not start.
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const n8n = await launchN8n(options);
	await untilReady(n8n);
	return n8n;
}
