import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { N8nClient } from '../host/client.mts';
import { ensureCredential } from '../host/examples.mts';
import { launchN8n, untilReady, type N8n } from '../host/n8n.mts';
import { installPackage } from '../host/package.mts';
import { freePort } from '../host/ports.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { Executions } from '../test/e2e/executions.mts';
import { LOGIN } from '../test/e2e/installation.mts';
import { startServices } from './services.mts';

/** How many executions a worker runs at once. */
const CONCURRENCY = 5;

interface ClusterOptions {
	/** An empty folder for the data of every n8n, and for the logs. */
	folder: string;
	workers: number;
	/** Settings of every n8n, in addition to those of the queue. */
	environment?: NodeJS.ProcessEnv;
	/** The delay of every answer of the sandbox in milliseconds. 0 by default. */
	latencyMs?: number;
}

/** n8n in queue mode: a main, its workers, the services they share, and the billing service. */
export interface Cluster {
	sandbox: Sandbox;
	client: N8nClient;
	executions: Executions;
	main: N8n;
	workers: N8n[];
	folder: string;
	/** Restarts the main on its port and data once it has ended, and waits until it is ready. */
	restartMain(): Promise<void>;
	/** The same for a worker, by index. */
	restartWorker(place: number): Promise<void>;
	/** Starts a second main with its own port and data, and sends all further requests to it. */
	startNewMain(): Promise<void>;
	close(): Promise<void>;
}

/** Starts instances of n8n one after another, each with its own folder, and each start with its own log. */
function launcher(options: ClusterOptions, shared: NodeJS.ProcessEnv) {
	let starts = 0;
	return async (name: string, port: number, command: 'start' | 'worker'): Promise<N8n> => {
		const isWorker = command === 'worker';
		const userFolder = join(options.folder, name);
		mkdirSync(userFolder, { recursive: true });
		const own = {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY),
		};
		return await launchN8n({
			userFolder,
			port,
			logFile: join(options.folder, `${name}-${starts++}.log`),
			timeZone: 'UTC',
			environment: { ...shared, ...options.environment, ...(isWorker && own) },
			command,
		});
	};
}

/** Gives every n8n its own copy of the package, as `npm install` in its folder would. */
async function distributePackage(folder: string, names: readonly string[]): Promise<void> {
	const [first = '', ...others] = names;
	const nodesOf = (name: string) => join(folder, name, '.n8n', 'nodes');
	mkdirSync(join(folder, first), { recursive: true });
	await installPackage(join(folder, first), join(folder, 'npm.log'));
	for (const name of others) cpSync(nodesOf(first), nodesOf(name), { recursive: true });
}

/** Starts PostgreSQL, Redis, a sandbox, one main and its workers, and waits until all are ready. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const { folder } = options;
	const services = await startServices(folder);
	const sandbox = await startSandbox({ latencyMs: options.latencyMs });
	const names = Array.from({ length: options.workers }, (_, index) => `worker-${index + 1}`);
	await distributePackage(folder, ['main', ...names, 'main-2']);
	const shared = { ...services.environment, N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex') };
	const launch = launcher(options, shared);
	const mainPort = await freePort(0);
	const startMain = async () => await ready(launch('main', mainPort, 'start'));
	const startWorker = async (name: string) => await ready(launch(name, await freePort(0), 'worker'));

	const main = await startMain();
	const client = await signInTo(main);
	await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
	/** Mains that were replaced, whether they have ended or not. */
	const others: N8n[] = [];
	const cluster: Cluster = {
		sandbox,
		client,
		executions: await Executions.open(client),
		main,
		workers: await Promise.all(names.map(startWorker)),
		folder,
		restartMain: async () => void (cluster.main = await startMain()),
		restartWorker: async (place) => void (cluster.workers[place] = await startWorker(`worker-${place + 1}`)),
		startNewMain: async () => {
			others.push(cluster.main);
			cluster.main = await ready(launch('main-2', await freePort(0), 'start'));
			cluster.client = await signInTo(cluster.main);
			cluster.executions = cluster.executions.through(cluster.client);
		},
		close: async () => {
			await Promise.all([cluster.main, ...cluster.workers, ...others].map((n8n) => n8n.stop()));
			await sandbox.close();
			await services.close();
		},
	};
	return cluster;
}

async function signInTo(main: N8n): Promise<N8nClient> {
	const client = new N8nClient(main.url);
	if (!(await client.setUpOwner(LOGIN))) await client.signIn(LOGIN);
	return client;
}

async function ready(launching: Promise<N8n>): Promise<N8n> {
	const n8n = await launching;
	await untilReady(n8n);
	return n8n;
}
