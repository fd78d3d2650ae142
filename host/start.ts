import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox/index.ts';
import { N8nClient, N8nError, type Login } from './client.ts';
import {
	ensureCredential,
	ensureExamples,
	ensureMailCredential,
	readExamples,
	watchersAmong,
} from './examples.ts';
import { installHost } from './install.ts';
import { lock, unlock } from './lock.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';
import { startN8n, type N8n } from './n8n.ts';
import { buildPackage, fingerprintSources, installPackage } from './package.ts';
import { DATA, ROOT } from './paths.ts';
import { freePort } from './ports.ts';
import { endPrograms, lastLines } from './processes.ts';
import { Problem, runScript, step } from './terminal.ts';

const N8N_PORT = Number(process.env.N8N_PORT ?? 5678);
const SANDBOX_PORT = Number(process.env.SANDBOX_PORT ?? 5680);
const MAILBOX_PORT = Number(process.env.MAILBOX_PORT ?? 5681);
/** Written here for everyone to read: n8n listens on this machine's loopback address alone, with made-up data. */
const DEMO_LOGIN: Login = { email: 'demo@example.com', password: 'Billing-Demo-1' };
const USER_FOLDER = join(DATA, 'n8n');
const INSTALLED = join(USER_FOLDER, 'installed-sources');
const N8N_LOG = join(DATA, 'n8n.log');

/** Builds, packs and installs the package when its sources are not those of the package that is installed. */
async function ensurePackage(): Promise<void> {
	const sources = fingerprintSources();
	if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === sources) return;
	const log = join(DATA, 'package.log');
	mkdirSync(USER_FOLDER, { recursive: true });
	await step('Building the package', () => buildPackage(log));
	await step('Installing it in n8n', () => installPackage(USER_FOLDER, log));
	writeFileSync(INSTALLED, sources);
}

async function choosePort(wanted: number, what: string): Promise<number> {
	const port = await freePort(wanted);
	if (port !== wanted) console.log(`Port ${wanted} is taken: ${what} gets ${port}.`);
	return port;
}

/** What runs beside n8n. */
interface Beside {
	sandbox: Sandbox;
	mailbox: Mailbox;
}

/** Makes the login, the credentials and the examples where they are missing. Returns whether the demo login holds. */
async function prepare(n8n: N8n, { sandbox, mailbox }: Beside): Promise<boolean> {
	const client = new N8nClient(n8n.url);
	try {
		if (!(await client.setUpOwner(DEMO_LOGIN))) await client.signIn(DEMO_LOGIN);
	} catch (error) {
		if (error instanceof N8nError && error.status === 401) return false;
		throw error;
	}
	await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
	await ensureMailCredential(client, mailbox.smtpPort);
	await ensureExamples(client);
	return true;
}

function report(n8n: N8n, { sandbox, mailbox }: Beside, isDemoLogin: boolean): void {
	const login = isDemoLogin
		? `${DEMO_LOGIN.email}, password ${DEMO_LOGIN.password} (for this local demo only)`
		: 'as you changed it (the credentials and the examples were left alone)';
	const purposes = Object.entries(Object.groupBy(readExamples(), ({ tags }) => tags?.[0]?.name ?? 'Others'));
	const workflows = purposes.flatMap(([purpose, own = []]) => [
		`    ${purpose}`,
		...own.map(
			({ id, name, active }) =>
				`      ${name}${active ? ' (published)' : ''}\n        ${n8n.url}/workflow/${id}`,
		),
	]);
	console.log(`
  n8n               ${n8n.url}/home/workflows
  sign in           ${login}
  billing sandbox   ${new URL('/', sandbox.url).href}   (as its owner sees it: new invoices, payments, mails, requests)
  local mailbox     ${mailbox.url}   (what the examples email; none of it is delivered)

  workflows
${workflows.join('\n')}

  Ctrl-C ends everything. The data stays in ${relative(ROOT, DATA)}/ for the next start; delete the folder to start afresh.
  n8n's log: ${relative(ROOT, N8N_LOG)}
`);
}

let isStopping = false;

async function stop(signal: NodeJS.Signals, close: () => Promise<void>): Promise<void> {
	// A second Ctrl-C: at once. What still runs is killed on the way out.
	if (isStopping && signal === 'SIGINT') process.exit(1);
	if (isStopping) return;
	isStopping = true;
	console.log('\nEnding n8n, the sandbox and the mailbox …');
	await endPrograms();
	await close();
	unlock();
	process.exit(0);
}

async function start(): Promise<void> {
	const since = Date.now();
	const beside: Array<{ close(): Promise<void> }> = [];
	const close = async () => {
		await Promise.all(beside.map((one) => one.close()));
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, (signal) => void stop(signal, close));
	}
	mkdirSync(DATA, { recursive: true });
	lock();
	await installHost();
	await ensurePackage();

	const sandbox = await startSandbox({
		port: await choosePort(SANDBOX_PORT, 'the sandbox'),
		database: join(DATA, 'sandbox.sqlite'),
	});
	beside.push(sandbox);
	const page = await choosePort(MAILBOX_PORT, 'the mailbox');
	const mailbox = await startMailbox({ page, smtp: await freePort(page + 1) });
	beside.push(mailbox);
	const port = await choosePort(N8N_PORT, 'n8n');
	const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const n8n = await step('Starting n8n', () =>
		startN8n({ userFolder: USER_FOLDER, port, logFile: N8N_LOG, timeZone }),
	);
	const isDemoLogin = await prepare(n8n, { sandbox, mailbox });
	sandbox.showN8n({
		url: n8n.url,
		mailboxUrl: mailbox.url,
		watchers: watchersAmong(readExamples(), n8n.url),
	});
	report(n8n, { sandbox, mailbox }, isDemoLogin);
	console.log(`  Ready after ${Math.round((Date.now() - since) / 1000)} seconds.\n`);

	const end = await n8n.ended;
	if (isStopping) return;
	throw new Problem(`n8n ended by itself (${end}):\n\n${lastLines(N8N_LOG)}\n\nIts whole log: ${N8N_LOG}`);
}

await runScript(async () => {
	try {
		await start();
	} catch (error) {
		// What fails while everything is being ended was ended on purpose.
		if (!isStopping) throw error;
	}
});
