import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Door } from './door.mts';
import { FAULTS, PLAIN, type StrayServer } from './faults/faults.mts';
import type { FaultSwitch } from './faults/rules.mts';
import { HEADERS } from './page/html.mts';
import type { Site } from './page/site.mts';
import { isRefusal, writeWithQuirks, type Quirk } from './quirks.mts';
import type { RequestLog } from './requestLog.mts';
import type { RawRequest, Served, Service } from './service.mts';

/** The path of the interface (§4.1), behind the base path of a hosted service. Elsewhere, a hosted service has its website. */
const INTERFACE_PATH = '/api/xml/1.1/';

/** The names of this machine's loopback address. */
const OWN_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

interface ServerParts {
	service: Service;
	log: RequestLog;
	site: Site;
	latencyMs: number;
	quirks: readonly Quirk[];
	faults: FaultSwitch;
	door: Door;
	strays: StrayServer;
}

export function requestListener(parts: ServerParts): RequestListener {
	return (request, response) => {
		const url = URL.parse(request.url ?? '/', 'http://localhost');
		if (isForeign(request) || url === null) {
			response.writeHead(403, TEXT).end('This sandbox answers only to this machine, and to its own pages.\n');
		} else if (url.pathname === INTERFACE_PATH) void answerInterface(parts, request, response);
		else void answerVisit(parts, url, request, response);
	};
}

/** Whether a request comes by another host's name, as after DNS rebinding, or is a form of another site's page. */
export function isForeign({ headers: { host = '', origin } }: IncomingMessage): boolean {
	return !OWN_HOST.test(host) || (origin !== undefined && URL.parse(origin)?.host !== host);
}

async function answerVisit(
	{ service, site }: ServerParts,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const body = await readBody(request);
	if (body === undefined || !service.isOpen) return;
	const fields = [...new URLSearchParams(body.toString())].map(
		([name, text]) => [name, text.trim()] as const,
	);
	const reply = site.answer(url, request.method === 'POST' ? new Map(fields) : undefined);
	if ('location' in reply) response.writeHead(303, { Location: reply.location }).end();
	else response.writeHead(reply.status, HEADERS).end(reply.page);
}

async function answerInterface(
	{ service, log, latencyMs, quirks, faults, door, strays }: ServerParts,
	request: IncomingMessage,
	response: ServerResponse,
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
	const effect = fault === undefined ? PLAIN : FAULTS[fault];
	const { answer, ...about } = effect.isProcessed
		? serve(service, request, received)
		: { ...service.read(received), answer: undefined };
	const { method } = about;
	const hasNoBody = answer !== undefined && quirks.includes('bareRefusals') && isRefusal(answer, method);
	const document = answer === undefined || hasNoBody ? '' : writeWithQuirks(answer, method, quirks);
	if (answer !== undefined && (hasNoBody || quirks.includes('httpStatuses')))
		response.statusCode = answer.status;
	log.add({
		...about,
		status: answer?.status,
		fault,
		answer: document === '' ? undefined : document,
		at: arrived.toISOString(),
		durationMs: performance.now() - started,
	});
	effect.answer({ request, response, body, document, door, strays });
}

function serve(service: Service, { method }: IncomingMessage, received: RawRequest): Served {
	if (method === 'POST') return service.serve(received);
	const answer = { status: 400, text: 'Requests have to be posted.' };
	return { answer, method: '', account: undefined, unknownElements: [] };
}

/** The body of a request, or undefined when the client disconnected. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	try {
		// Without an encoding set, a request yields buffers.
		for await (const chunk of request) chunks.push(chunk as Buffer);
	} catch {
		return undefined;
	}
	return Buffer.concat(chunks);
}
