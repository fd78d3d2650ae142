import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../../host/client.ts';
import { ensureCredential } from '../../host/examples.ts';
import { startN8n, type N8n } from '../../host/n8n.ts';
import { installPackage } from '../../host/package.ts';
import { freePort } from '../../host/ports.ts';
import { endPrograms, lastLines } from '../../host/processes.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { Executions } from './executions.ts';

export const LOGIN = { email: 'owner@example.com', password: 'For-The-Test-1' };
const LOG_LINES = 40;

/** A real n8n with the packed package in it, beside a sandbox of its own. */
interface Installation {
	n8n: N8n;
	/** Signed in as the owner. */
	client: N8nClient;
	executions: Executions;
	sandbox: Sandbox;
	userFolder: string;
	n8nLog: string;
}

/** Packs what was built, installs it in a new n8n, and gives that an owner and the credential of the examples. */
async function install(folder: string, sandbox: Sandbox): Promise<Installation> {
	const n8nLog = join(folder, 'n8n.log');
	await installPackage(folder, join(folder, 'npm.log'));
	const n8n = await startN8n({
		userFolder: folder,
		port: await freePort(0),
		logFile: n8nLog,
		timeZone: 'UTC',
	});
	const client = new N8nClient(n8n.url);
	await client.setUpOwner(LOGIN);
	await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
	return { n8n, client, executions: await Executions.open(client), sandbox, userFolder: folder, n8nLog };
}

/** An installation for all tests of a file; nothing of it is left afterwards. What fails in a test is reported with the end of n8n's log. */
export function useInstallation() {
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-e2e-'));
	let sandbox: Sandbox | undefined;
	let installation: Installation | undefined;
	beforeAll(async () => {
		sandbox = await startSandbox();
		installation = await install(folder, sandbox);
	}, 240_000);
	afterAll(async () => {
		await endPrograms();
		await sandbox?.close();
		rmSync(folder, { recursive: true });
	}, 60_000);

	return (work: (installation: Installation) => Promise<void>) => async () => {
		if (installation === undefined) throw new Error('There is no installation: beforeAll failed');
		try {
			await work(installation);
		} catch (error) {
			if (error instanceof Error)
				error.message += `\n\nn8n's log:\n${lastLines(installation.n8nLog, LOG_LINES)}`;
			throw error;
		}
	};
}
