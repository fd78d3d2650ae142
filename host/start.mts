/**
 * Runs a sandbox and an n8n with the package, for trying it out: npm start. With `--watch`, which is npm run dev,
 * rebuilds the package and restarts n8n whenever its code changes.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { N8nClient, N8nError, type Login } from './client.mts';
import {
	ensureCredential,
	ensureExamples,
	ensureMailCredential,
	readExamples,
	type Workflow,
} from './examples.mts';
import { billFirstInvoice, FIRST_NUMBER } from './firstInvoice.mts';
import { installationAt } from './install.mts';
import { startMailbox, type Mailbox } from './mailbox.mts';
import { HOST_N8N, startN8n, type N8n, type N8nOptions } from './n8n.mts';
import { findOwnN8n } from './ownN8n.mts';
import { bundlePackage, CODE, fingerprintOf, installPackage, replaceCode, SOURCES } from './package.mts';
import { DATA, ROOT } from './paths.mts';
import { freePort } from './ports.mts';
import { endPrograms, lastLines } from './processes.mts';
import { stepsOf, type Progress } from './startPage.mts';
import { Problem, runScript, step } from './terminal.mts';
import { HOST_VERSION } from './versions.mts';

const N8N_PORT = Number(process.env.N8N_PORT ?? 5678);
const SANDBOX_PORT = Number(process.env.SANDBOX_PORT ?? 5680);
const MAILBOX_PORT = Number(process.env.MAILBOX_PORT ?? 5681);
/** Public on purpose: n8n listens on this machine's loopback address only, with made-up data. */
const DEMO_LOGIN: Login = { email: 'demo@example.com', password: 'Billing-Demo-1' };
const USER_FOLDER = join(DATA, 'n8n');
/** What `dist/`, and what n8n's folder was made from. */
const BUNDLED = join(DATA, 'bundled-sources');
const INSTALLED = join(USER_FOLDER, 'installed-sources');
const N8N_LOG = join(DATA, 'n8n.log');
const PACKAGE_LOG = join(DATA, 'package.log');
const LOOK_EVERY_MS = 1_000;

const LOCK = join(DATA, 'running');

function isAlive(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	} catch {
		return false;
	}
}

/** Throws a Problem if another process uses the data folder: two n8n on one database would corrupt it. */
function lock(): void {
	const owner = existsSync(LOCK) ? Number(readFileSync(LOCK, 'utf8')) : undefined;
	if (owner !== undefined && isAlive(owner))
		throw new Problem(
			`It runs already. End that one first: Ctrl-C in its terminal, or "kill ${owner}".\n` +
				`If process ${owner} is something else, delete ${LOCK}.`,
		);
	writeFileSync(LOCK, String(process.pid));
}

/** Does what makes something from the package's sources, unless they are those that a file names. */
async function unlessMade(file: string, work: () => Promise<void>): Promise<void> {
	const sources = fingerprintOf(SOURCES);
	if (existsSync(file) && readFileSync(file, 'utf8') === sources) return;
	rmSync(file, { force: true });
	await work();
	writeFileSync(file, sources);
}

/** Has the node create, send and pay an invoice, once, and tells of each step. */
async function ensureFirstInvoice(sandbox: Sandbox, { billed }: Progress): Promise<void> {
	if (sandbox.records('invoice').some(({ number }) => number === FIRST_NUMBER)) return;
	console.log("\n  A first invoice, by the node itself in n8n's engine:");
	await billFirstInvoice({ baseUrl: sandbox.url, token: sandbox.account('main').token }, (done) => {
		billed.push(done);
		console.log(`    ${done.step.padEnd(16)}${done.result}`);
	});
	console.log(`    See it in the sandbox: ${new URL('/', sandbox.url).href}\n`);
}

async function choosePort(wanted: number, what: string): Promise<number> {
	const port = await freePort(wanted);
	if (port !== wanted) console.log(`Port ${wanted} is taken: ${what} gets ${port}.`);
	return port;
}

/** The services that n8n works with. */
interface Services {
	sandbox: Sandbox;
	mailbox: Mailbox;
}

/**
 * Creates the login, the credentials and the examples if they are missing. Returns the examples, or undefined if the
 * demo login no longer works.
 */
async function prepare(n8n: N8n, { sandbox, mailbox }: Services): Promise<Workflow[] | undefined> {
	const client = new N8nClient(n8n.url);
	try {
		await client.signIn(DEMO_LOGIN);
	} catch (error) {
		if (error instanceof N8nError && error.status === 401) return undefined;
		throw error;
	}
	await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
	await ensureMailCredential(client, mailbox.smtpPort);
	return await ensureExamples(client);
}

/** What is where. The first line is the address to open. */
function report(address: string, n8n: Required<Progress>['n8n'], { sandbox, mailbox }: Services): void {
	console.log(`
  Open              ${n8n.url}   (${n8n.name})
  sign in           ${n8n.signIn}

  n8n ${n8n.version.padEnd(13)} ${address}/home/workflows   (all examples, by tags; the last version on npm; n8n 3 comes as a container only)
  billing sandbox   ${new URL('/', sandbox.url).href}   (as its owner sees it: new invoices, payments, mails, requests)
  local mailbox     ${mailbox.url}   (what the examples email; none of it is delivered)

  Ctrl-C ends everything. The data stays in ${relative(ROOT, DATA)}/ for the next start; delete the folder to start afresh.
  n8n's log: ${relative(ROOT, N8N_LOG)}
`);
}

/** Restarts n8n with each change of the code, until it ends by itself. */
async function keepRunning(n8n: N8n, options: N8nOptions, code: string): Promise<string> {
	for (let running = n8n, built = code; ;) {
		const end = await Promise.race([running.ended, sleep(LOOK_EVERY_MS)]);
		if (end !== undefined) return end;
		const now = fingerprintOf(CODE);
		if (now === built) continue;
		running = await restartWithCode(running, options);
		built = now;
	}
}

/** Restarts n8n with the current code. If that can't be bundled, says why and leaves n8n as it is. */
async function restartWithCode(n8n: N8n, options: N8nOptions): Promise<N8n> {
	try {
		// Only a complete installation has this file.
		rmSync(INSTALLED, { force: true });
		await step('Bundling the changed code', () => replaceCode(USER_FOLDER, PACKAGE_LOG));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		console.error(error.message);
		return n8n;
	}
	return await step('Starting n8n again', async () => {
		await n8n.stop();
		return await startN8n(options);
	});
}

let isStopping = false;

async function stop(signal: NodeJS.Signals, close: () => Promise<void>): Promise<void> {
	// A second Ctrl-C ends at once. Whatever still runs is killed on exit.
	if (isStopping && signal === 'SIGINT') process.exit(1);
	if (isStopping) return;
	isStopping = true;
	console.log('\nEnding n8n, the sandbox and the mailbox …');
	await endPrograms();
	await close();
	rmSync(LOCK, { force: true });
	process.exit(0);
}

async function start(): Promise<void> {
	const since = Date.now();
	const { values } = parseArgs({ options: { watch: { type: 'boolean', default: false } } });
	const services: Array<{ close(): Promise<void> }> = [];
	const close = async () => {
		await Promise.all(services.map((one) => one.close()));
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, (signal) => void stop(signal, close));
	}
	mkdirSync(DATA, { recursive: true });
	lock();
	const own = findOwnN8n();
	const installation = own ? undefined : installationAt();
	const code = fingerprintOf(CODE);

	const sandbox = await startSandbox({
		port: await choosePort(SANDBOX_PORT, 'the sandbox'),
		database: join(DATA, 'sandbox.sqlite'),
	});
	services.push(sandbox);
	const progress: Progress = { billed: [], installing: installation?.look };
	sandbox.showSteps(() => stepsOf(sandbox, progress));
	console.log(`\n  Open ${new URL('/', sandbox.url).href}: it says what happens now, and what comes next.\n`);

	const installing = installation?.run();
	// A failure is told below, after the first invoice.
	installing?.catch(() => {});
	await unlessMade(BUNDLED, () => step('Bundling the package', () => bundlePackage(PACKAGE_LOG)));
	await ensureFirstInvoice(sandbox, progress);
	if (installation && installing) await step(installation.title, () => installing, installation.look);
	mkdirSync(USER_FOLDER, { recursive: true });
	await unlessMade(INSTALLED, () =>
		step('Installing the package in n8n', () => installPackage(USER_FOLDER, PACKAGE_LOG)),
	);

	const web = await choosePort(MAILBOX_PORT, 'the mailbox');
	const links: Record<string, string> = { 'Open the sandbox': new URL('/', sandbox.url).href };
	const mailbox = await startMailbox({ page: web, smtp: await freePort(web + 1), links });
	services.push(mailbox);
	const port = await choosePort(N8N_PORT, 'n8n');
	const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const options = { userFolder: USER_FOLDER, port, logFile: N8N_LOG, timeZone, installed: own ?? HOST_N8N };
	const version = own?.version ?? HOST_VERSION.n8n;
	const n8n = await step(`Starting n8n ${version}${own ? ' (this machine’s own)' : ''}`, () =>
		startN8n(options),
	);
	const prepared = await prepare(n8n, { sandbox, mailbox });
	links['Open n8n'] = n8n.url;
	sandbox.showN8n({ url: n8n.url, mailboxUrl: mailbox.url });
	const signIn = prepared
		? `as ${DEMO_LOGIN.email}, password ${DEMO_LOGIN.password} (for this local demo only)`
		: 'as you changed it (the credentials and the examples were left alone)';
	const [{ id, name } = { id: '', name: '' }] = prepared ?? readExamples();
	progress.n8n = { version, url: `${n8n.url}/workflow/${id}`, signIn, name };
	report(n8n.url, progress.n8n, { sandbox, mailbox });
	console.log(`  Ready after ${Math.round((Date.now() - since) / 1000)} seconds.\n`);

	if (values.watch)
		console.log('  A change of the code restarts n8n with it. Then reload the page in the browser.\n');

	const end = await (values.watch ? keepRunning(n8n, options, code) : n8n.ended);
	if (isStopping) return;
	throw new Problem(`n8n ended by itself (${end}):\n\n${lastLines(N8N_LOG)}\n\nIts whole log: ${N8N_LOG}`);
}

await runScript(async () => {
	try {
		await start();
	} catch (error) {
		// Errors during shutdown don't matter.
		if (!isStopping) throw error;
	}
});
