import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync, type Gzip } from 'node:zlib';
import type { Door } from '../door.mts';
import * as bodies from './bodies.mts';
import { echo, errorPage } from './quote.mts';
import type { Fault } from './rule.mts';
import type { StrayServer } from './strays.mts';

/** A request and everything needed to answer it. */
export interface Exchange {
	request: IncomingMessage;
	response: ServerResponse;
	/** The form that was posted. */
	body: Buffer;
	/** The XML document of the answer; '' when the request is not processed. */
	document: string;
	door: Door;
	strays: StrayServer;
}

/** The effect of a fault on a request. */
export interface Effect {
	isProcessed: boolean;
	/** Answers the request, or misbehaves instead. */
	answer: (exchange: Exchange) => void;
}

/** No fault. */
export const PLAIN = sent((document) => document);

/** The effect of each fault. `FAULTS` describes them. */
export const EFFECTS: Readonly<Record<Fault, Effect>> = {
	refuse: processed((exchange) => {
		// Before the answer, because the client may reconnect as soon as it has it.
		exchange.door.shut();
		PLAIN.answer(exchange);
	}),
	resetBefore: unprocessed(reset),
	resetAfter: processed(reset),
	hang: processed(() => undefined),
	slow: streamed(bodies.byteByByte),
	cut: sent(bodies.firstHalf),
	lengthTooLong: processed(({ response, document }) => sendWithLength(response, document, 100)),
	lengthTooShort: processed(({ response, document }) => sendWithLength(response, document, -20)),
	empty: sent(() => ''),
	http401: unprocessed(page(401, { 'WWW-Authenticate': 'Basic realm="Billing"' })),
	http403: unprocessed(page(403)),
	http404: unprocessed(page(404)),
	http429: unprocessed(page(429)),
	http429RetryAfter: unprocessed(page(429, { 'Retry-After': '1' })),
	http500: processed(page(500)),
	http502: processed(page(502)),
	http503: processed(page(503)),
	http503RetryAfter: unprocessed(page(503, { 'Retry-After': '1' })),
	http504: processed(page(504)),
	html200: processed(page(200)),
	malformed: sent((document) => bodies.withMore(document, '<unclosed>')),
	wrongRoot: sent((document) => document.replace(/(<\/?)response\b/g, '$1reply')),
	unknownStatus: sent((document) => document.replace(/(<response status=)"\d+"/, '$1"799"')),
	otherSuccess: sent((document) => document.replace(/(<response status=)"200"/, '$1"201"')),
	echo: processed(({ request, response, body }) => send(response, echo(request, body))),
	gzip: sent((document) => gzipSync(document), { 'Content-Encoding': 'gzip' }),
	gzipBomb: streamed(bodies.hugeText, createGzip),
	otherCharset: sent(bodies.inLatin1, xmlIn('ISO-8859-1')),
	unknownCharset: sent((document) => Buffer.from(document, 'utf16le'), xmlIn('x-unheard-of')),
	huge: streamed(bodies.hugeText),
	manyElements: streamed(bodies.manyElements),
	deep: sent(bodies.deepElements),
	entityBomb: sent(bodies.withEntityBomb),
	externalEntity: processed(({ response, document, strays }) =>
		send(response, bodies.withExternalEntity(document, `${strays.origin()}/entity`)),
	),
	redirectElsewhere: redirected(({ request, door, strays }) => {
		const otherHost = door.host === 'localhost' ? '127.0.0.1' : 'localhost';
		return strays.origin(otherHost) + request.url;
	}),
	redirectToHttp: redirected(({ request, door, strays }) => strays.origin(door.host) + request.url),
	redirectLoop: redirected(({ request }) => String(request.url)),
};

function processed(answer: Effect['answer']): Effect {
	return { isProcessed: true, answer };
}

function unprocessed(answer: Effect['answer']): Effect {
	return { isProcessed: false, answer };
}

/** The answer, changed. */
function sent(change: (document: string) => string | Buffer, headers?: OutgoingHttpHeaders): Effect {
	return processed(({ response, document }) => send(response, change(document), headers));
}

/** The same for answers that are too long for memory or take too long. */
function streamed(change: (document: string) => bodies.Pieces, compress?: () => Gzip): Effect {
	return processed(({ response, document }) => {
		response.writeHead(200, { ...xmlIn('utf-8'), ...(compress && { 'Content-Encoding': 'gzip' }) });
		const steps = [Readable.from(change(document)), ...(compress ? [compress()] : []), response];
		// It fails when the client disconnects or the sandbox closes.
		pipeline(steps).catch(() => undefined);
	});
}

/** 307 is the redirect with which a client sends the whole request again. */
function redirected(locationOf: (exchange: Exchange) => string): Effect {
	return unprocessed((exchange) => {
		exchange.response.writeHead(307, { Location: locationOf(exchange), 'Content-Length': 0 }).end();
	});
}

function page(status: number, headers?: OutgoingHttpHeaders): Effect['answer'] {
	return ({ request, response, body }) => {
		response
			.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
			.end(errorPage(status, request, body));
	};
}

function reset({ door, request }: Exchange): void {
	door.reset(request.socket);
}

function xmlIn(charset: string): OutgoingHttpHeaders {
	return { 'Content-Type': `text/xml; charset=${charset}` };
}

// The status attribute of the document carries the result, so the HTTP status is 200 (§7) unless a quirk set it.
function send(response: ServerResponse, body: string | Buffer, headers?: OutgoingHttpHeaders): void {
	const bytes = Buffer.from(body);
	const all = { ...xmlIn('utf-8'), 'Content-Length': bytes.length, ...headers };
	response.writeHead(response.statusCode, all).end(bytes);
}

/** Sends a document with a length that is off by `error`, then closes the connection so that no client waits for the rest. */
function sendWithLength(response: ServerResponse, document: string, error: number): void {
	send(response, document, {
		'Content-Length': Buffer.byteLength(document) + error,
		Connection: 'close',
	});
}
