import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import type { Certificate, Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../harness/service.mts';
import { containing, TODAY } from '../billing.mts';
import { spellingsOf } from '../secrets/marks.mts';
import { users } from './tls/users.mts';

const PACKAGE = process.env['PACKAGE_PATH'] ?? join(import.meta.dirname, '../../..');
const USERS = Object.keys(users(engine));

let sandbox: Sandbox;
const BAD = ['selfSigned', 'expired', 'wrongHost'] as const;
const running: Sandbox[] = [];
const opened: Server[] = [];
const folder = mkdtempSync(join(tmpdir(), 'xml-billing-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
	for (const one of running.splice(0)) await one.close();
	for (const server of opened.splice(0)) server.close().closeAllConnections();
});

async function start(certificate?: Certificate): Promise<void> {
	sandbox = await startSandbox({ today: () => TODAY, certificate });
	running.push(sandbox);
}

const ofSandbox = () => ({ baseUrl: sandbox.url, token: sandbox.account('main').token });

/** The text that a user of something reads. */
const ask = (user: string, credential: { baseUrl: string; token: string }) =>
	(users(engine)[user] ?? unknown(user))(credential);

function unknown(user: string): never {
	throw new RangeError(`Nothing is called ${user}`);
}

/** Has a server listen on the loopback address. @returns its port */
async function listening(server: Server): Promise<number> {
	opened.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port; // it listens on a port
}

/** A proxy that passes everything on to a port of this machine, with what it saw. */
async function openProxy(): Promise<{ readonly url: string; readonly passing: readonly Buffer[] }> {
	const proxy = createServer((_, response) => response.writeHead(500).end());
	const passing: Buffer[] = [];
	proxy.on('connect', ({ url, rawHeaders }, socket, head) => {
		passing.push(Buffer.from([url, ...rawHeaders].join('\n')), head);
		const target = connect(Number(url?.split(':').at(-1)), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			socket.pipe(target).pipe(socket);
		});
		for (const end of [socket, target]) end.on('error', () => end.destroy());
		socket.on('data', (chunk: Buffer) => passing.push(chunk));
	});
	return { url: `http://127.0.0.1:${await listening(proxy)}`, passing };
}

/**
 * The texts that users of each sandbox read in another process, which trusts the sandboxes' authority, with more in its
 * environment.
 */
async function askElsewhere(
	environment: NodeJS.ProcessEnv,
	sandboxes: readonly Sandbox[],
): Promise<Array<Record<string, string>>> {
	const services = sandboxes.map((one) => [one.url, one.account('main').token]);
	const child = fork(join(import.meta.dirname, 'tls', 'ask.mts'), [PACKAGE, JSON.stringify(services)], {
		env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile(), ...environment },
		execArgv: ['--no-warnings'],
	});
	const [read] = (await Promise.race([once(child, 'message'), ended(child)])) as [
		Array<Record<string, string>>,
	]; // as ask.mts sends it
	child.kill('SIGKILL');
	return read;
}

async function ended(child: ChildProcess): Promise<never> {
	throw new Error(`It ended with ${String(await once(child, 'exit'))}`);
}

function authorityFile(): string {
	const file = join(folder, 'authority.pem');
	writeFileSync(file, sandbox.authority);
	return file;
}

describe('a service that speaks https', () => {
	it('is asked by everything when its certificate is good', async () => {
		const usual = tls.getCACertificates('default');
		await start('trusted');
		tls.setDefaultCACertificates([...usual, sandbox.authority]);
		for (const user of USERS) {
			sandbox.clearRequests();
			expect([user, await ask(user, ofSandbox())]).toEqual([user, '']);
			expect(sandbox.requests.length).toBeGreaterThan(0);
		}
		tls.setDefaultCACertificates(usual);
	});

	// Whatever the certificate, other clients reach it: Node is told not to check any.
	it.each(['', 'through a proxy, which sees nothing of what is sent'])(
		'is sent nothing if its certificate is bad, and is reached if it is good %s',
		async (way) => {
			for (const certificate of [...BAD, 'trusted'] as const) await start(certificate);
			const proxy = way === '' ? undefined : await openProxy();
			const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTPS_PROXY: proxy?.url };
			const told = (said: unknown) => ({
				...Object.fromEntries(USERS.map((user) => [user, said])),
				fetch: '',
			});
			const bad = BAD.map(() => told(containing('cannot be trusted')));
			expect(await askElsewhere(environment, running)).toEqual([...bad, told('')]);
			const asked = running.map(({ requests }) => requests.length > 0);
			expect(asked).toEqual([...BAD.map(() => false), true]);
			if (proxy === undefined) return;
			const seen = Buffer.concat(proxy.passing).toString('latin1');
			for (const { port } of running) expect(seen).toContain(`localhost:${port}`);
			const spellings = spellingsOf(sandbox.account('main').token);
			expect([...spellings, 'xml_request'].filter((text) => seen.includes(text))).toEqual([]);
		},
	);
});

it('nothing falls back from https to http', async () => {
	await start();
	const baseUrl = sandbox.url.replace('http:', 'https:');
	// In parallel, because reads are retried after a while.
	const read = await Promise.all(USERS.map((user) => ask(user, { ...ofSandbox(), baseUrl })));
	expect(read).not.toContain('');
	expect(sandbox.requests).toEqual([]);
});
