import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from '../harness/service.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { TODAY } from '../billing.mts';

/**
 * The time limit of the second writer, as a multiple of the first one's time, because it may have to wait for the
 * first.
 */
const PATIENCE = 3;

/** A sandbox behind a gate that can hold one write back: by then, its execution has read all it needs. */
export interface Gate {
	readonly sandbox: Sandbox;
	readonly credential: { readonly baseUrl: string; readonly token: string };
	/** Runs the second writer when the first is about to write, and then lets that write through. */
	atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void>;
	/** All stored data, as text without the times of day. */
	stored(): string;
	close(): Promise<void>;
}

/** @param database the records that the sandbox begins with */
export async function openGate(database: Uint8Array): Promise<Gate> {
	const sandbox = await startSandbox({ today: () => TODAY, database });
	let isClosed = false;
	let arrive = (): void => undefined;
	let open: Promise<void> = Promise.resolve();
	const pass = async (headers: Record<string, string>, body: string, path: string) => {
		if (isClosed && !/method="(get|list)/.test(new URLSearchParams(body).get('xml_request') ?? '')) {
			isClosed = false;
			arrive();
			await open;
		}
		const { host: _, connection: __, 'content-length': ___, ...others } = headers;
		return await fetch(new URL(path, sandbox.url), { method: 'POST', headers: others, body });
	};
	const server: Server = createServer((incoming, response) => {
		let body = '';
		incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
		incoming.on('end', () => {
			// Each header of these requests is one text.
			void pass(incoming.headers as Record<string, string>, body, incoming.url ?? '').then(async (answer) =>
				response
					.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' })
					.end(await answer.text()),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo; // it listens on a port
	return {
		sandbox,
		credential: {
			baseUrl: sandbox.url.replace(/:\d+/, `:${port}`),
			token: sandbox.account('main').token,
		},
		async atOnce(first, second) {
			let release = (): void => undefined;
			open = new Promise((resolve) => (release = resolve));
			const arrived = new Promise<void>((resolve) => (arrive = resolve));
			isClosed = true;
			const begun = Date.now();
			const running = first();
			await Promise.race([arrived, running]);
			isClosed = false;
			const following = second();
			await Promise.race([following, wait(PATIENCE * (Date.now() - begun))]);
			release();
			await Promise.all([running, following]);
		},
		stored: () =>
			JSON.stringify(
				sandbox.store
					.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
					.map(({ name }) => [name, sandbox.store.arrays(`SELECT * FROM ${name}`)]),
			).replaceAll(/(?<=\d{4}-\d\d-\d\d) [\d:]{8}/g, ''),
		async close() {
			server.close().closeAllConnections();
			await sandbox.close();
		},
	};
}
