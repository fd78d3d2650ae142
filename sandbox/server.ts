import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { writeAnswer } from './answer.ts';
import type { RequestLog } from './requestLog.ts';
import type { Served, Service } from './service.ts';

/** The path of the interface (§4.1), below a base path as a hosted service has it, or without one. */
const INTERFACE_PATHS: ReadonlySet<string> = new Set(['/api/xml/1.1/', '/xml/1.1/']);

const LARGEST_BODY_BYTES = 32 * 1024 * 1024;

export interface ServerParts {
	service: Service;
	log: RequestLog;
	/** The page for people. */
	page: () => string;
	/** How long every answer is held back. */
	latencyMs: number;
}

/** What listens to the HTTP requests. Whatever is to disturb the answers wraps this one function. */
export function requestListener(parts: ServerParts): RequestListener {
	let concurrent = 0;
	return (request, response) => {
		const path = new URL(request.url ?? '/', 'http://localhost').pathname;
		if (INTERFACE_PATHS.has(path)) {
			concurrent += 1;
			response.once('close', () => (concurrent -= 1));
			void answerInterface(parts, request, response, concurrent);
		} else if (path === '/' && (request.method === 'GET' || request.method === 'HEAD')) {
			sendPage(response, parts.page());
		} else {
			response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
		}
	};
}

/** Starts a server on the loopback address; port 0 takes any free one. */
export async function listen(
	listener: RequestListener,
	port: number,
): Promise<{ server: Server; port: number }> {
	const server = createServer(listener);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	// A server that listens on a port has an address of this form.
	return { server, port: (server.address() as AddressInfo).port };
}

async function answerInterface(
	{ service, log, latencyMs }: ServerParts,
	request: IncomingMessage,
	response: ServerResponse,
	concurrent: number,
): Promise<void> {
	const arrived = new Date();
	const started = performance.now();
	const body = await readBody(request);
	if (body === undefined) return;
	if (latencyMs > 0) await wait(latencyMs);
	if (!service.isOpen) return;
	const { authorization, 'content-type': contentType = '' } = request.headers;
	const { answer, ...about } =
		request.method === 'POST' ? service.serve({ authorization, contentType, body }) : NOT_POSTED;
	const document = Buffer.from(writeAnswer(answer));
	log.add({
		...about,
		status: answer.status,
		at: arrived.toISOString(),
		durationMs: performance.now() - started,
		requestBytes: body.length,
		responseBytes: document.length,
		concurrent,
	});
	// The status attribute of the document carries the result, so the HTTP status is always 200 (§7).
	response
		.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': document.length })
		.end(document);
}

const NOT_POSTED: Served = {
	answer: { status: 400, text: 'Requests have to be posted.' },
	method: '',
	account: undefined,
	unknownElements: [],
};

/** The body of a request, or undefined when the client went away or sent too much. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of request) {
			// Without an encoding set, a request yields buffers.
			const bytes = chunk as Buffer;
			size += bytes.length;
			if (size > LARGEST_BODY_BYTES) return void request.destroy();
			chunks.push(bytes);
		}
	} catch {
		return undefined;
	}
	return Buffer.concat(chunks);
}

function sendPage(response: ServerResponse, page: string): void {
	response
		.writeHead(200, {
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
			'Cache-Control': 'no-store',
		})
		.end(page);
}
