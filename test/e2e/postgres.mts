import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onPath } from '../../host/paths.mts';
import { waitFor } from './waiting.mts';

/** A PostgreSQL of its own, for the tests of a file. */
interface Postgres {
	/** What n8n's credential needs. */
	credential(): Record<string, unknown>;
	/** Runs a statement. Returns the rows that it gives, each as one string with `|` between its columns. */
	ask(sql: string): string[];
}

/** Debian's PostgreSQL, for all tests of a file. The tests fail if this machine has none. */
export function usePostgres(): Postgres {
	const settings: Record<string, string> = {};
	let end = async (): Promise<void> => {};
	beforeAll(async () => {
		if (onPath('pg_virtualenv') === undefined)
			throw new Error("This test needs PostgreSQL: install Debian's package postgresql.");
		// It runs as long as `cat` reads, so it ends with the tests however they end.
		const server = spawn('pg_virtualenv', ['-o', 'fsync=off', 'sh', '-c', 'env; exec cat']);
		const closed = once(server, 'close');
		end = async () => {
			server.stdin.end();
			await closed;
		};
		let told = '';
		server.stdout.on('data', (text: Buffer) => (told += text.toString()));
		server.stderr.on('data', (text: Buffer) => (told += text.toString()));
		await waitFor('PostgreSQL', () => {
			if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${told}`);
			for (const [, name = '', value = ''] of told.matchAll(/^(PG[A-Z]+)=(.*)\n/gm)) settings[name] = value;
			return ['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGDATABASE'].every((name) => name in settings)
				? true
				: undefined;
		});
	});
	afterAll(async () => await end());
	return {
		credential: () => ({
			...{ host: settings['PGHOST'], port: Number(settings['PGPORT']), ssl: 'disable' },
			...{ database: settings['PGDATABASE'], user: settings['PGUSER'], password: settings['PGPASSWORD'] },
		}),
		ask: (sql) => {
			const rows = execFileSync('psql', ['-AtX', '-c', sql], { env: { ...process.env, ...settings } });
			return rows.toString().split('\n').filter(Boolean);
		},
	};
}
