import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../../host/client.mts';
import { ensureCredential } from '../../host/examples.mts';
import { placeOf } from '../../host/install.mts';
import { launchN8n, untilReady, type Installed, type N8n } from '../../host/n8n.mts';
import { installPackage } from '../../host/package.mts';
import { freePort } from '../../host/ports.mts';
import { endPrograms, lastLines } from '../../host/processes.mts';
import { HOST_VERSION, versionOf } from '../../host/versions.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';
import { Executions } from './executions.mts';

export const LOGIN = { email: 'owner@example.com', password: 'For-The-Test-1' };
const LOG_LINES = 40;
/** The n8n that the tests of a file use. `N8N_VERSION` names another one that host/install.mts installed. */
const TRIED = placeOf(versionOf(process.env['N8N_VERSION'] ?? HOST_VERSION.n8n));

/** A real n8n with the packed package, and its own sandbox. */
export interface Installation {
	n8n: N8n;
	/** Signed in as the owner. */
	client: N8nClient;
	executions: Executions;
	sandbox: Sandbox;
	userFolder: string;
	/** Restarts n8n once it has ended, without waiting until it is ready. */
	launch(): Promise<N8n>;
}

/**
 * Packs the build, installs it in a new n8n, and creates an owner and the credential of the examples. Each start of
 * n8n has its own log in the folder.
 */
export async function install(
	folder: string,
	sandbox: Sandbox,
	environment: NodeJS.ProcessEnv = {},
	installed?: Installed,
): Promise<Installation> {
	await installPackage(folder, join(folder, 'npm.log'));
	const port = await freePort(0);
	let starts = 0;
	const launch = () =>
		launchN8n({
			...{ userFolder: folder, port, logFile: join(folder, `n8n-${starts++}.log`), timeZone: 'UTC' },
			...{ environment, installed },
		});
	const n8n = await launch();
	await untilReady(n8n);
	const client = new N8nClient(n8n.url);
	await client.signIn(LOGIN);
	await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
	const installation: Installation = {
		...{ n8n, client, executions: await Executions.open(client), sandbox, userFolder: folder },
		launch: async () => (installation.n8n = await launch()),
	};
	return installation;
}

/** Options of a test installation, all with defaults. */
interface InstallationOptions {
	sandbox?: SandboxOptions;
	environment?: NodeJS.ProcessEnv;
}

/** An installation for all tests of a file, removed afterwards. @returns Jest's `test` with it: one that fails shows the end of n8n's log */
export function useInstallation(options: InstallationOptions = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-e2e-'));
	let sandbox: Sandbox | undefined;
	let installation: Installation | undefined;
	beforeAll(async () => {
		sandbox = await startSandbox(options.sandbox);
		installation = await install(folder, sandbox, options.environment, TRIED);
	});
	afterAll(async () => {
		await endPrograms();
		await sandbox?.close();
		rmSync(folder, { recursive: true });
	});

	return (title: string, work: (installation: Installation) => Promise<void>) =>
		test(title, async () => {
			if (installation === undefined) throw new Error('There is no installation: beforeAll failed');
			try {
				await work(installation);
			} catch (error) {
				if (error instanceof Error)
					error.message += `\n\nn8n's log:\n${lastLines(installation.n8n.logFile, LOG_LINES)}`;
				throw error;
			}
		});
}
