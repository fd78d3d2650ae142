import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../host/ports.mts';
import { endProgram, lastLines, runProgram, startProgram, type Program } from '../host/processes.mts';
import { Problem } from '../host/terminal.mts';
import { waitFor } from '../test/e2e/waiting.mts';

const GRACE_MS = 10_000;
const START_LIMIT_MS = 60_000;

/** PostgreSQL and Redis for one n8n in queue mode. Both listen on the loopback address only. */
export interface Services {
	/** The settings that make n8n use them. */
	environment: Record<string, string>;
	/** Stops both and deletes PostgreSQL's data. Stop their users first. */
	close(): Promise<void>;
}

/** The user that runs a program: PostgreSQL refuses to run as root. */
interface User {
	name: string;
	id: number;
	group: number;
}

const versionOf = (path: string): number => Number(/\/(\d+)\/bin\//.exec(path)?.[1]);

/** The folder of PostgreSQL's programs, which Debian keeps out of PATH. The newest version wins. */
function findPostgres(): string | undefined {
	const [newest] = globSync('/usr/lib/postgresql/*/bin/initdb').sort((a, b) => versionOf(b) - versionOf(a));
	return newest?.replace(/\/initdb$/, '') ?? folderOf('initdb');
}

/** The folder in PATH that has a program. */
const folderOf = (program: string): string | undefined =>
	(process.env.PATH ?? '').split(delimiter).find((folder) => existsSync(join(folder, program)));

/** The paths of the programs. Throws a Problem that names the packages to install. */
function findPrograms(): { postgres: string; redis: string } {
	const postgres = findPostgres();
	const redis = folderOf('redis-server');
	if (process.platform === 'linux' && postgres !== undefined && redis !== undefined)
		return { postgres, redis };
	throw new Problem(
		"n8n's queue mode needs PostgreSQL and Redis, and this script a Linux that has them. On Debian and Ubuntu:\n" +
			'  sudo apt-get install --no-install-recommends postgresql redis-server',
	);
}

function postgresUser(): User | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
	if (line === null)
		throw new Problem('There is no user postgres, which the Debian package makes. Install it again.');
	return { name: 'postgres', id: Number(line[1]), group: Number(line[2]) };
}

/** The command line that runs a program as a user, and ends it when this process ends for any reason. */
function leashed(commandLine: string[], signal: string, user?: User): Pick<Program, 'command' | 'arguments'> {
	const as = user === undefined ? [] : ['--reuid', user.name, '--regid', user.name, '--clear-groups'];
	return { command: 'setpriv', arguments: ['--pdeathsig', signal, ...as, '--', ...commandLine] };
}

async function untilLogged(log: string, pattern: RegExp, what: string): Promise<void> {
	try {
		await waitFor(what, () => (pattern.test(readFileSync(log, 'utf8')) ? true : undefined), START_LIMIT_MS);
	} catch {
		throw new Problem(`${what} did not start:\n\n${lastLines(log)}`);
	}
}

async function startPostgres(
	bin: string,
	folder: string,
	logs: string,
): Promise<[number, () => Promise<void>]> {
	const user = postgresUser();
	if (user !== undefined) chownSync(folder, user.id, user.group);
	const data = join(folder, 'data');
	const environment = { ...process.env, LC_ALL: 'C.UTF-8' };
	const init = [join(bin, 'initdb'), '-D', data, '-U', 'n8n', '--auth=trust', '--encoding=UTF8'];
	await runProgram({ ...leashed(init, 'KILL', user), folder, log: join(logs, 'initdb.log'), environment });
	const port = await freePort(0);
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
	const line = [
		join(bin, 'postgres'),
		'-D',
		data,
		'-p',
		`${port}`,
		...settings.flatMap((one) => ['-c', one]),
	];
	const log = join(logs, 'postgres.log');
	// INT is PostgreSQL's fast shutdown.
	const child = startProgram({ ...leashed(line, 'INT', user), folder, log, environment, graceMs: GRACE_MS });
	await untilLogged(log, /ready to accept connections/, 'PostgreSQL');
	return [port, () => endProgram(child)];
}

async function startRedis(bin: string, folder: string, logs: string): Promise<[number, () => Promise<void>]> {
	const port = await freePort(0);
	const line = [join(bin, 'redis-server'), '--port', `${port}`, '--bind', '127.0.0.1', '--save', ''];
	const log = join(logs, 'redis.log');
	const program = leashed([...line, '--appendonly', 'no'], 'TERM');
	const child = startProgram({ ...program, folder, log, graceMs: GRACE_MS });
	await untilLogged(log, /Ready to accept connections/, 'Redis');
	return [port, () => endProgram(child)];
}

/**
 * Starts PostgreSQL on an empty database, and Redis, with their logs in a folder. Throws a Problem that says what to
 * install where they are missing.
 */
export async function startServices(logs: string): Promise<Services> {
	const { postgres, redis } = findPrograms();
	// Outside the repository, which the user postgres may not be able to read.
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-postgres-'));
	const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.once('exit', clear);
	const [databasePort, endPostgres] = await startPostgres(postgres, folder, logs);
	const [queuePort, endRedis] = await startRedis(redis, logs, logs);
	return {
		environment: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(databasePort),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(queuePort),
		},
		close: async () => {
			await Promise.all([endPostgres(), endRedis()]);
			clear();
		},
	};
}
