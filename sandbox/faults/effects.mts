import { STATUS_CODES, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip, gzipSync, type Gzip } from 'node:zlib';
import { Door } from '../door.mts';
import { tokenOf } from '../service.mts';
import { escapeText, writeAnswer } from '../xml.mts';
import type { Fault } from './rules.mts';

/** A body in pieces, which is never in memory as a whole. */
type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>;

const END = '</response>';
const PIECES = 1_000;

/** An answer with more content at the end of its response. */
function withMore(document: string, more: string): string {
	return document.replace(END, () => more + END);
}

/** 100 MB of text in an element of the response. */
const hugeText = (document: string): Pieces => filled(document, ['<notes>', '</notes>'], 'x'.repeat(100_000));

/** 10 million elements in the response. A reader should stop at their number, long before their size of 40 MB. */
const manyElements = (document: string): Pieces => filled(document, ['', ''], '<e/>'.repeat(10_000));

/** 100,000 nested elements. */
const deepElements = (document: string): string =>
	withMore(document, '<e>'.repeat(100_000) + '</e>'.repeat(100_000));

function* filled(
	document: string,
	[before, after]: readonly [string, string],
	filling: string,
): Iterable<Buffer> {
	yield Buffer.from(document.slice(0, -END.length) + before);
	const piece = Buffer.from(filling);
	for (let count = 0; count < PIECES; count += 1) yield piece;
	yield Buffer.from(after + END);
}

function firstHalf(document: string): Buffer {
	const bytes = Buffer.from(document);
	return bytes.subarray(0, bytes.length / 2);
}

/** One byte at a time, then blanks until the reader gives up. */
async function* byteByByte(document: string): AsyncIterable<Buffer> {
	for (const byte of Buffer.from(document)) {
		yield Buffer.of(byte);
		await wait(50);
	}
	for (;;) {
		yield Buffer.from(' ');
		await wait(50);
	}
}

/** An answer in ISO-8859-1. Characters that it lacks become references, and so do those that Windows reads as letters. */
function inLatin1(document: string): Buffer {
	const referred = document.replace(
		/[^\0-\x7f\xa0-\xff]/gu,
		(character) => `&#${character.codePointAt(0) ?? 0};`,
	);
	return Buffer.from(referred, 'latin1');
}

/** Ten entities, each ten times the one before, and the last of them in the response: 10 GB when expanded. */
function withEntityBomb(document: string): string {
	const names = [...'abcdefghij'];
	const entities = names.map((name, index) => {
		const before = names[index - 1];
		return `<!ENTITY ${name} "${(before === undefined ? 'x' : `&${before};`).repeat(10)}">`;
	});
	return withEntities(document, entities.join(''), '&j;');
}

/** An external entity, and a reference to it in the response. */
function withExternalEntity(document: string, address: string): string {
	return withEntities(document, `<!ENTITY other SYSTEM "${address}">`, '&other;');
}

function withEntities(document: string, entities: string, reference: string): string {
	const declared = document.replace('<response', () => `<!DOCTYPE response [${entities}]>\n<response`);
	return withMore(declared, `<notes>${reference}</notes>`);
}

const LONGEST_BODY = 10_000;

/** A page as proxies and frameworks show it. It repeats the request, as careless ones do. */
function errorPage(status: number, request: IncomingMessage, body: Buffer): string {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`;
	return `<!doctype html>
<html lang="en">
<head><title>${title}</title></head>
<body>
<h1>${title}</h1>
<pre>${escapeText(quote(request, body))}</pre>
</body>
</html>
`;
}

/** An answer of the service whose message repeats the request. */
function echo(request: IncomingMessage, body: Buffer): string {
	return writeAnswer({ status: 500, text: `The request could not be completed: ${quote(request, body)}` });
}

/** The token of a request, as sent and decoded, and its document. */
function quote({ method, url, headers: { authorization = '' } }: IncomingMessage, body: Buffer): string {
	const document = new URLSearchParams(body.toString()).get('xml_request') ?? '';
	return [
		`${method} ${url}`,
		`Authorization: ${authorization}`,
		`Token: ${tokenOf(authorization)}`,
		document.slice(0, LONGEST_BODY),
	].join('\n');
}

/** A request to the other server, which no client should make. */
export interface Stray {
	path: string;
	/** Whether it carried a token. */
	hasAuthorization: boolean;
}

const THIEF = '<response status="200"><account><company>Another Ltd</company></account></response>';

/** The other server, where redirects and external entities lead. It logs requests and, as a thief would, answers with success. */
export class StrayServer {
	readonly requests: Stray[] = [];
	private readonly door = new Door();

	constructor() {
		this.door.server.on('request', ({ url = '', headers }, response) => {
			this.requests.push({ path: url, hasAuthorization: headers.authorization !== undefined });
			response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(THIEF);
		});
	}

	/** Starts it unless it is running. */
	async open(): Promise<void> {
		if (!this.door.isOpen) await this.door.open();
	}

	/** Its address under one of this machine's names. */
	origin(host: string = this.door.host): string {
		return `http://${host}:${this.door.port}`;
	}

	close(): Promise<void> {
		return this.door.close();
	}
}

/** A request and everything needed to answer it. */
interface Exchange {
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
interface Effect {
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
	slow: streamed(byteByByte),
	cut: sent(firstHalf),
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
	malformed: sent((document) => withMore(document, '<unclosed>')),
	wrongRoot: sent((document) => document.replace(/(<\/?)response\b/g, '$1reply')),
	unknownStatus: sent((document) => document.replace(/(<response status=)"\d+"/, '$1"799"')),
	otherSuccess: sent((document) => document.replace(/(<response status=)"200"/, '$1"201"')),
	echo: processed(({ request, response, body }) => send(response, echo(request, body))),
	gzip: sent((document) => gzipSync(document), { 'Content-Encoding': 'gzip' }),
	gzipBomb: streamed(hugeText, createGzip),
	otherCharset: sent(inLatin1, xmlIn('ISO-8859-1')),
	unknownCharset: sent((document) => Buffer.from(document, 'utf16le'), xmlIn('x-unheard-of')),
	huge: streamed(hugeText),
	manyElements: streamed(manyElements),
	deep: sent(deepElements),
	entityBomb: sent(withEntityBomb),
	externalEntity: processed(({ response, document, strays }) =>
		send(response, withExternalEntity(document, `${strays.origin()}/entity`)),
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
function streamed(change: (document: string) => Pieces, compress?: () => Gzip): Effect {
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
