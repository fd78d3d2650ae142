import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { startSandbox, type Certificate, type Sandbox } from '../../../sandbox/index.mts';
import { basic } from './service.mts';

/** A harmless request, and its token. */
export const GET = '<request method="getAccountInfo"/>';
export const TOKEN = 'sandbox-token-main';

/** Starts empty sandboxes that are closed after each test. */
export function useSandboxes() {
	const running: Sandbox[] = [];
	afterEach(async () => {
		for (const sandbox of running.splice(0)) if (sandbox.store.database.isOpen) await sandbox.close();
	});
	return async (certificate?: Certificate): Promise<Sandbox> => {
		const sandbox = await startSandbox({ seed: false, certificate });
		running.push(sandbox);
		return sandbox;
	};
}

/** The data that arrived. */
export interface Arrived {
	status: number;
	headers: Record<string, string | undefined>;
	body: Buffer;
	/** The code of the error that ended the connection; undefined when it ended in order. */
	code: string | undefined;
}

/** In HTTP 1.0 the connection ends with the answer, and the body comes unchanged; 1.1 keeps the connection. */
type Version = '1.0' | '1.1';

export function messageOf(document: string, version: Version): string {
	const form = new URLSearchParams({ xml_request: document }).toString();
	return [
		`POST /api/xml/1.1/ HTTP/${version}`,
		'Host: localhost',
		`Authorization: ${basic(TOKEN)}`,
		'Content-Type: application/x-www-form-urlencoded',
		`Content-Length: ${form.length}`,
		'',
		form,
	].join('\r\n');
}

/** Sends a request over a raw connection. */
export function open({ url, port, authority }: Sandbox, document = GET, version: Version = '1.0'): Socket {
	const socket = url.startsWith('https:')
		? connectSecurely({ port, host: '127.0.0.1', servername: 'localhost', ca: authority })
		: connect(port, '127.0.0.1');
	socket.write(messageOf(document, version));
	return socket;
}

/** Everything that arrives until the connection ends. */
export async function call(...request: Parameters<typeof open>): Promise<Arrived> {
	const chunks: Buffer[] = [];
	let code: string | undefined;
	try {
		// Without an encoding set, a socket yields buffers.
		for await (const chunk of open(...request)) chunks.push(chunk as Buffer);
	} catch (error) {
		code = codeOf(error);
	}
	return { ...read(Buffer.concat(chunks)), code };
}

function read(bytes: Buffer): Omit<Arrived, 'code'> {
	const end = bytes.indexOf('\r\n\r\n');
	const [first = '', ...lines] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n');
	const headers = lines.map((line) => /^([^:]*): (.*)$/.exec(line)?.slice(1) ?? []);
	return {
		status: Number(first.split(' ')[1]),
		headers: Object.fromEntries(headers.map(([name = '', value]) => [name.toLowerCase(), value])),
		body: end === -1 ? bytes : bytes.subarray(end + 4),
	};
}

/** The code of a Node error, which Jest does not recognize as an instance of Error. */
export const codeOf = (error: unknown): string =>
	typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Waits for something that takes its own time in this process. */
export async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise(setImmediate);
}
