import { isObject } from '../helpers/GenericFunctions';
import { decodeAnswer, isRootOfAnswer, type Answer } from '../xml/answer';
import { MAX_BYTES, readDocument, type Parsed } from '../xml/parse';
import {
	canceledFailure,
	connectionFailure,
	malformedFailure,
	redirectFailure,
	timeoutFailure,
	type Failure,
} from './failures';
import type { Redactor } from './redact';
import { orAborted } from '../helpers/async';

/** The response from n8n, before its body is read. */
export interface RawResponse {
	statusCode: number;
	headers: Readonly<Record<string, unknown>>;
	body: BodyStream | undefined;
}

export type BodyStream = AsyncIterable<Uint8Array> & { destroy(): unknown };

/** Posts a form to the endpoint with the token. Doesn't follow redirects. */
export type Sender = (form: string, signal: AbortSignal) => Promise<RawResponse>;

export type Exchanged = { ok: true; answer: Answer; retryAfterMs?: number } | { ok: false; failure: Failure };

interface ExchangeOptions {
	host: string;
	/** Removes the token from what the service sends. */
	redactor: Redactor;
	timeoutMs: number;
	/** Ends the request. */
	signal: AbortSignal;
}

/**
 * Sends a document once and reads its answer (§4.1), of limited size and within the timeout. Never throws, whatever the
 * network or the service does.
 */
export async function exchange(send: Sender, document: string, options: ExchangeOptions): Promise<Exchanged> {
	const timeout = AbortSignal.timeout(options.timeoutMs);
	const signal = AbortSignal.any([timeout, options.signal]);
	const sent = send(new URLSearchParams({ xml_request: document }).toString(), signal);
	try {
		// This ends waits that neither n8n nor the connection would end. n8n's timeouts only cover the headers.
		return await orAborted(
			sent.then((response) => readResponse(response, options)),
			signal,
		);
	} catch (error) {
		if (options.signal.aborted) return { ok: false, failure: canceledFailure('canceled') };
		if (timeout.aborted) return { ok: false, failure: timeoutFailure(options.host, options.timeoutMs) };
		return { ok: false, failure: connectionFailure(codeOf(error), options.host) };
	} finally {
		// Closes the connection of a response that is not read to its end, or that arrives too late.
		void sent.then(({ body }) => body?.destroy()).catch(() => undefined);
	}
}

async function readResponse(response: RawResponse, { host, redactor }: ExchangeOptions): Promise<Exchanged> {
	const asked = retryAfter(response.headers['retry-after']);
	const failed = (failure: Failure): Exchanged => ({ ok: false, failure: { ...failure, ...asked } });
	if (response.statusCode >= 300 && response.statusCode < 400) {
		const location = redactor.inMessage(text(response.headers['location']) ?? '');
		return failed(redirectFailure(host, response.statusCode, location));
	}
	const parsed = await readBody(response);
	if (!parsed.ok) {
		const { problem, root, place } = parsed;
		return failed(malformedFailure(problem, host, response.statusCode, isRootOfAnswer(root), place));
	}
	const answer = decodeAnswer(parsed.root);
	redactor.inElement(parsed.root);
	if (answer === undefined) {
		const isOfService = isRootOfAnswer(parsed.root.name);
		return failed(malformedFailure('notAnswer', host, response.statusCode, isOfService));
	}
	// The document decides, whatever the status of HTTP (§7).
	return { ok: true, answer: { ...answer, message: redactor.inMessage(answer.message) }, ...asked };
}

async function readBody({ headers, body }: RawResponse): Promise<Parsed> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body ?? []) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > MAX_BYTES) break;
	}
	return readDocument(Buffer.concat(chunks), text(headers['content-type']));
}

const text = (header: unknown): string | undefined => (typeof header === 'string' ? header : undefined);

// HTTP: Retry-After is a number of seconds or a date. What lies in the past asks for nothing.
function retryAfter(header: unknown): { retryAfterMs?: number } {
	const value = text(header) ?? '';
	const seconds = Number(value);
	const retryAfterMs = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
	return retryAfterMs > 0 ? { retryAfterMs } : {};
}

/** The code of a connection error, wherever n8n or Node put it; empty without one. Reads nothing else, because the error holds the token. */
function codeOf(error: unknown): string {
	for (
		let cause: unknown = error, depth = 0;
		isObject(cause) && depth < 5;
		cause = cause['cause'], depth += 1
	) {
		for (const code of [cause['code'], cause['httpCode']]) {
			if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
		}
	}
	return '';
}
