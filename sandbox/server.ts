import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { writeAnswer } from './answer.ts';
import type { Door } from './door.ts';
import { withManners, type Manner } from './manners.ts';
import { EFFECTS, PLAIN } from './faults/effects.ts';
import type { StrayServer } from './faults/strays.ts';
import type { FaultSwitch } from './faults/switch.ts';
import type { RequestLog } from './requestLog.ts';
import type { RawRequest, Served, Service } from './service.ts';

/** The path of the interface (§4.1), with the base path of a hosted service or without. */
const INTERFACE_PATHS: ReadonlySet<string> = new Set(['/api/xml/1.1/', '/xml/1.1/']);

const LARGEST_BODY_BYTES = 32 * 1024 * 1024;

export interface ServerParts {
	service: Service;
	log: RequestLog;
	/** The page for people. */
	page: () => string;
	/** The delay of every answer. */
	latencyMs: number;
	manners: readonly Manner[];
	faults: FaultSwitch;
	door: Door;
	strays: StrayServer;
}

/** The listener for HTTP requests. */
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

async function answerInterface(
	{ service, log, latencyMs, manners, faults, door, strays }: ServerParts,
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
	const received = { authorization, contentType, body };
	const fault = faults.strike(() => service.read(received).method);
	const effect = fault === undefined ? PLAIN : EFFECTS[fault];
	const { answer, ...about } = effect.isProcessed
		? serve(service, request, received)
		: { ...service.read(received), answer: undefined };
	const document = answer === undefined ? '' : writeAnswer(withManners(answer, about.method, manners));
	if (answer !== undefined && manners.includes('httpStatuses')) response.statusCode = answer.status;
	log.add({
		...about,
		status: answer?.status,
		fault,
		at: arrived.toISOString(),
		durationMs: performance.now() - started,
		requestBytes: body.length,
		responseBytes: Buffer.byteLength(document),
		concurrent,
	});
	effect.answer({ request, response, body, document, door, strays });
}

function serve(service: Service, { method }: IncomingMessage, received: RawRequest): Served {
	if (method === 'POST') return service.serve(received);
	const answer = { status: 400, text: 'Requests have to be posted.' };
	return { answer, method: '', account: undefined, unknownElements: [] };
}

/** The body of a request, or undefined when the client disconnected or sent too much. */
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
