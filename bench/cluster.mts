import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { N8nClient } from '../host/client.mts';
import { ensureCredential } from '../host/examples.mts';
import { startN8n, type N8n } from '../host/n8n.mts';
import { installPackage } from '../host/package.mts';
import { onPath } from '../host/paths.mts';
import { freePort } from '../host/ports.mts';
import { startProgram } from '../host/processes.mts';
import { Problem } from '../host/terminal.mts';
import { startSandbox } from '../sandbox/index.mts';
import { Executions } from '../test/e2e/executions.mts';
import { LOGIN } from '../test/e2e/installation.mts';
import { waitFor } from '../test/e2e/waiting.mts';
import { FAST_CURSORS, type Watcher } from './watching.mts';

/** How many executions a worker runs at once. */
const CONCURRENCY = '5';
/** High enough that a worker always has executions to lose. */
const LATENCY_MS = 250;
const GRACE_MS = 10_000;

/** n8n in queue mode: a main, its workers, the services they share, and the billing service. */
export interface Cluster extends Watcher {
	main: N8n;
	workers: N8n[];
	/** Kills the main, restarts it on its port and data, and waits until it is ready. */
	killMain(): Promise<void>;
	/** The same for the first worker. */
	killWorker(): Promise<void>;
	/** Starts a second main with its own port and data, and sends all further requests to it. */
	startNewMain(): Promise<void>;
}

/** Starts Redis, which keeps nothing, and waits until it is ready. Returns its port. */
async function startRedis(folder: string): Promise<number> {
	const port = await freePort(0);
	const log = join(folder, 'redis.log');
	const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	startProgram({ command: 'redis-server', arguments: settings, folder, log, graceMs: GRACE_MS });
	await waitFor('Redis', () => /Ready to accept connections/.test(readFileSync(log, 'utf8')) || undefined);
	return port;
}

/** Gives every n8n its own copy of the package, as `npm install` in its folder would. */
async function distributePackage(folder: string, names: readonly string[]): Promise<void> {
	const nodesOf = (name: string) => join(folder, name, '.n8n', 'nodes');
	mkdirSync(join(folder, 'main'));
	await installPackage(join(folder, 'main'), join(folder, 'npm.log'));
	for (const name of names) cpSync(nodesOf('main'), nodesOf(name), { recursive: true });
}

async function signInTo(main: N8n): Promise<N8nClient> {
	const client = new N8nClient(main.url);
	await client.signIn(LOGIN);
	return client;
}

/**
 * Starts Redis, a sandbox, one main and its workers in an empty folder, and waits until all are ready. All of n8n keep their
 * data in the PostgreSQL whose settings are in the environment.
 */
export async function startCluster(folder: string, workers: number): Promise<Cluster> {
	const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = process.env;
	if (PGPORT === undefined || onPath('redis-server') === undefined)
		throw new Problem("n8n's queue mode needs Debian's packages postgresql and redis-server.");
	const shared = {
		...FAST_CURSORS,
		// How often n8n looks for executions that lost their worker, in minutes. Its default is three hours.
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: PGHOST,
		DB_POSTGRESDB_PORT: PGPORT,
		DB_POSTGRESDB_DATABASE: PGDATABASE,
		DB_POSTGRESDB_USER: PGUSER,
		DB_POSTGRESDB_PASSWORD: PGPASSWORD,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(await startRedis(folder)),
	};
	const names = Array.from({ length: workers }, (_, index) => `worker-${index + 1}`);
	await distributePackage(folder, [...names, 'main-2']);
	let starts = 0;
	/** Each n8n has its own folder, and each start its own log. */
	const launch = async (name: string, port: number, more?: NodeJS.ProcessEnv): Promise<N8n> => {
		return await startN8n({
			userFolder: join(folder, name),
			port,
			logFile: join(folder, `${name}-${starts++}.log`),
			timeZone: 'UTC',
			environment: { ...shared, ...more },
			command: more === undefined ? 'start' : 'worker',
		});
	};
	const startWorker = async (name: string) => {
		const port = await freePort(0);
		return await launch(name, port, {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			N8N_CONCURRENCY_PRODUCTION_LIMIT: CONCURRENCY,
		});
	};
	const mainPort = await freePort(0);
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const main = await launch('main', mainPort);
	const client = await signInTo(main);
	await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
	const cluster: Cluster = {
		sandbox,
		client,
		executions: await Executions.open(client),
		main,
		workers: await Promise.all(names.map(startWorker)),
		killMain: async () => {
			await cluster.main.kill();
			cluster.main = await launch('main', mainPort);
		},
		killWorker: async () => {
			await cluster.workers[0]?.kill();
			cluster.workers[0] = await startWorker('worker-1');
		},
		startNewMain: async () => {
			cluster.main = await launch('main-2', await freePort(0));
			cluster.client = await signInTo(cluster.main);
			cluster.executions = cluster.executions.through(cluster.client);
		},
	};
	return cluster;
}
