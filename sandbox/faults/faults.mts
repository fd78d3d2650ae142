import { STATUS_CODES, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip, gzipSync, type Gzip } from 'node:zlib';
import { Door } from '../door.mts';
import { tokenOf } from '../service.mts';
import { escapeText, writeAnswer } from '../xml.mts';

/** A body in pieces, which is never in memory as a whole. */
type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>;

const END = '</response>';
const PIECES = 1_000;

function withMore(document: string, more: string): string {
	return document.replace(END, () => more + END);
}

const hugeText = (document: string): Pieces => filled(document, 'x'.repeat(100_000), '<notes>', '</notes>');

/** 10 million elements in the response. A reader should stop at their number, long before their size of 40 MB. */
const manyElements = (document: string): Pieces => filled(document, '<e/>'.repeat(10_000));

function* filled(document: string, filling: string, before = '', after = ''): Iterable<Buffer> {
	yield Buffer.from(document.slice(0, -END.length) + before);
	const piece = Buffer.from(filling);
	for (let count = 0; count < PIECES; count += 1) yield piece;
	yield Buffer.from(after + END);
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

function withEntities(document: string, entities: string, reference: string): string {
	const declared = document.replace('<response', () => `<!DOCTYPE response [${entities}]>\n<response`);
	return withMore(declared, `<notes>${reference}</notes>`);
}

const LONGEST_BODY = 10_000;

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

interface Exchange {
	request: IncomingMessage;
	response: ServerResponse;
	body: Buffer;
	/** The XML document of the answer; '' when the request is not processed. */
	document: string;
	door: Door;
	strays: StrayServer;
}

/** What can go wrong between a service and its client. */
interface Fault {
	/** What it does, for the command line. */
	says: string;
	isProcessed: boolean;
	/** Answers the request, or misbehaves instead. */
	answer: (exchange: Exchange) => void;
}

const processed = (says: string, answer: Fault['answer']): Fault => ({ says, isProcessed: true, answer });

const unprocessed = (fault: Fault): Fault => ({ ...fault, isProcessed: false });

/** The answer, changed. */
const sent = (
	says: string,
	change: (document: string) => string | Buffer,
	headers?: OutgoingHttpHeaders,
): Fault => processed(says, ({ response, document }) => send(response, change(document), headers));

/** The same for answers that are too long for memory or take too long. */
const streamed = (says: string, change: (document: string) => Pieces, compress?: () => Gzip): Fault =>
	processed(says, ({ response, document }) => {
		response.writeHead(200, { ...xmlIn('utf-8'), ...(compress && { 'Content-Encoding': 'gzip' }) });
		const steps = [Readable.from(change(document)), ...(compress ? [compress()] : []), response];
		// It fails when the client disconnects or the sandbox closes.
		pipeline(steps).catch(() => undefined);
	});

/** A length that is off by `error`. The connection is closed then, so that no client waits for the rest. */
const mismeasured = (says: string, error: number): Fault =>
	processed(says, ({ response, document }) => {
		const length = Buffer.byteLength(document) + error;
		send(response, document, { 'Content-Length': length, Connection: 'close' });
	});

/** 307 is the redirect with which a client sends the whole request again. */
const redirected = (to: string, locationOf: (exchange: Exchange) => string): Fault =>
	unprocessed(
		processed(`Redirects to ${to}`, (exchange) => {
			exchange.response.writeHead(307, { Location: locationOf(exchange), 'Content-Length': 0 }).end();
		}),
	);

/** A page, as of a proxy, which repeats the request with its token, as careless ones do. */
const page = (status: number, headers: OutgoingHttpHeaders = {}): Fault => {
	const retry =
		headers['Retry-After'] === undefined ? '' : ` and Retry-After: ${String(headers['Retry-After'])}`;
	return processed(`Answers ${status} with a page${retry}`, ({ request, response, body }) => {
		const title = `<!doctype html>\n<title>${status} ${STATUS_CODES[status] ?? ''}</title>`;
		response
			.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
			.end(`${title}\n<pre>${escapeText(quote(request, body))}</pre>\n`);
	});
};

const RETRY = { 'Retry-After': '1' };

export const PLAIN = sent('', (document) => document);

/** The faults, each with what it does. */
export const FAULTS = {
	refuse: processed(
		'Refuses connections after the named call (at once when no call is named), until the faults end',
		(exchange) => {
			// Before the answer, because the client may reconnect as soon as it has it.
			exchange.door.shut();
			PLAIN.answer(exchange);
		},
	),
	resetBefore: unprocessed(processed('Resets the connection', reset)),
	resetAfter: processed('Processes the request, then resets the connection', reset),
	hang: processed('Processes the request, never answers', () => undefined),
	slow: streamed('Answers byte by byte and never ends', byteByByte),
	cut: sent('Sends the first half of the answer, with the right length', (document) =>
		Buffer.from(document).subarray(0, Buffer.byteLength(document) / 2),
	),
	lengthTooLong: mismeasured('Announces more bytes than it sends', 100),
	lengthTooShort: mismeasured('Announces fewer bytes than it sends', -20),
	empty: sent('Answers 200 without a body', () => ''),
	http401: unprocessed(page(401, { 'WWW-Authenticate': 'Basic realm="Billing"' })),
	http403: unprocessed(page(403)),
	http404: unprocessed(page(404)),
	http429: unprocessed(page(429)),
	http429RetryAfter: unprocessed(page(429, RETRY)),
	http500: page(500),
	http502: page(502),
	http503: page(503),
	http503RetryAfter: unprocessed(page(503, RETRY)),
	http504: page(504),
	html200: page(200),
	malformed: sent('Answers with XML that is not well-formed', (document) => withMore(document, '<unclosed>')),
	wrongRoot: sent('Answers with another root element', (document) =>
		document.replace(/(<\/?)response\b/g, '$1reply'),
	),
	unknownStatus: sent('Answers with a status that the interface does not know', (document) =>
		document.replace(/(<response status=)"\d+"/, '$1"799"'),
	),
	otherSuccess: sent(
		'Says 201 instead of 200: not a fault, as the vendor documents any status of that range',
		(document) => document.replace(/(<response status=)"200"/, '$1"201"'),
	),
	echo: processed(
		'Answers with status 500 and a message that repeats the request with its token',
		({ request, response, body }) => {
			const text = `The request could not be completed: ${quote(request, body)}`;
			send(response, writeAnswer({ status: 500, text }));
		},
	),
	gzip: sent(
		'Compresses the answer: not a fault, but not every client can read it',
		(document) => gzipSync(document),
		{ 'Content-Encoding': 'gzip' },
	),
	gzipBomb: streamed('Answers with 100 MB, compressed to 100 KB', hugeText, createGzip),
	otherCharset: sent(
		'Answers in ISO-8859-1 and says so in the header: not a fault either',
		inLatin1,
		xmlIn('ISO-8859-1'),
	),
	unknownCharset: sent(
		'Answers in a character encoding that does not exist',
		(document) => Buffer.from(document, 'utf16le'),
		xmlIn('x-unheard-of'),
	),
	huge: streamed('Answers with 100 MB of text', hugeText),
	manyElements: streamed('Answers with 10 million elements', manyElements),
	deep: sent('Answers with 100,000 nested elements', (document) =>
		withMore(document, '<e>'.repeat(100_000) + '</e>'.repeat(100_000)),
	),
	entityBomb: sent('Answers with entities that expand to gigabytes', withEntityBomb),
	externalEntity: processed(
		'Answers with an entity on the other server',
		({ response, document, strays }) => {
			const entity = `<!ENTITY other SYSTEM "${strays.origin()}/entity">`;
			send(response, withEntities(document, entity, '&other;'));
		},
	),
	redirectElsewhere: redirected('the other server on another host', ({ request, door, strays }) => {
		const otherHost = door.host === 'localhost' ? '127.0.0.1' : 'localhost';
		return strays.origin(otherHost) + request.url;
	}),
	redirectToHttp: redirected(
		'the other server on the same host by http',
		({ request, door, strays }) => strays.origin(door.host) + request.url,
	),
	redirectLoop: redirected('itself forever', ({ request }) => String(request.url)),
} as const satisfies Readonly<Record<string, Fault>>;

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
