import { decodeAnswer, type Answer } from '../xml/answer';
import { createReader, type Parsed } from '../xml/parse';
import {
	cancelledFailure,
	connectionFailure,
	malformedFailure,
	redirectFailure,
	sizeFailure,
	timeoutFailure,
	type Failure,
} from './failure';
import { placeInLane } from './lane';
import { redact } from './redact';

/** What a sender gives back: the response as n8n hands it over, not yet read. */
export interface RawResponse {
	statusCode: number;
	headers: Readonly<Record<string, unknown>>;
	body: Chunks;
}

/** A body in pieces, as they arrive or all at once. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Posts a form body to the endpoint, with the token, and follows no redirect. The only thing that n8n does for us. */
export type Sender = (form: string, signal: AbortSignal) => Promise<RawResponse>;

export type Exchanged = { ok: true; answer: Answer } | { ok: false; failure: Failure };

export interface ExchangeOptions {
	host: string;
	/** The token, which is taken out of what the service says in case that repeats it (§5). */
	token: string;
	timeoutMs: number;
	/** Ends what is under way when the execution is cancelled. */
	cancelSignal: AbortSignal | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
// Twice as much as a page of 100 full invoices with a dozen lines each. Of answers above this, one at a time is read: many
// of them at once would exhaust the memory that each alone leaves free.
const HEAVY_BYTES = 1024 * 1024;
const HEAVY_PARTS = 50_000;

/**
 * One request and its answer (§4.1): sends the document once, reads at most 32 MB within the timeout, and never
 * throws for what a network or a service can do.
 */
export async function exchange(send: Sender, document: string, limits: ExchangeOptions): Promise<Exchanged> {
	const limit = AbortSignal.timeout(limits.timeoutMs);
	const controller = new AbortController();
	const abort = () => controller.abort();
	limit.addEventListener('abort', abort);
	limits.cancelSignal?.addEventListener('abort', abort);
	if (limits.cancelSignal?.aborted === true) abort();

	const stopped = new Promise<never>((_, reject) => {
		controller.signal.addEventListener('abort', () => reject(new Error('stopped')));
	});
	stopped.catch(() => undefined);
	try {
		// The race ends a wait that n8n or the connection would not end by itself.
		return await Promise.race([sendAndRead(send, document, limits, controller.signal), stopped]);
	} catch (error) {
		if (limits.cancelSignal?.aborted === true) return { ok: false, failure: cancelledFailure() };
		if (limit.aborted) return { ok: false, failure: timeoutFailure(limits.host, limits.timeoutMs) };
		return { ok: false, failure: connectionFailure(codeOf(error), limits.host) };
	} finally {
		limit.removeEventListener('abort', abort);
		limits.cancelSignal?.removeEventListener('abort', abort);
	}
}

async function sendAndRead(
	send: Sender,
	document: string,
	{ host, token }: ExchangeOptions,
	signal: AbortSignal,
): Promise<Exchanged> {
	if (signal.aborted) throw new Error('stopped');
	const response = await send(new URLSearchParams({ xml_request: document }).toString(), signal);
	const failed = (failure: Failure): Exchanged => ({
		ok: false,
		failure: { ...failure, ...retryAfter(response.headers['retry-after']) },
	});
	if (response.statusCode >= 300 && response.statusCode < 400) {
		await discard(response.body);
		const location = redact(text(response.headers['location']) ?? '', token);
		return failed(redirectFailure(host, response.statusCode, location));
	}
	const parsed = await readBody(response, signal);
	if (parsed === 'tooLarge') return failed(sizeFailure(MAX_BYTES));
	const answer = parsed.ok ? decodeAnswer(parsed.root) : undefined;
	if (answer !== undefined) {
		return { ok: true, answer: { ...answer, message: redact(answer.message, token) } };
	}
	return failed(malformedFailure(parsed.ok ? 'notAnswer' : parsed.problem, host, response.statusCode));
}

async function readBody({ headers, body }: RawResponse, signal: AbortSignal): Promise<Parsed | 'tooLarge'> {
	const reader = createReader(text(headers['content-type']));
	const place = placeInLane(signal);
	let bytes = 0;
	try {
		for await (const chunk of body) {
			if (signal.aborted) break;
			bytes += chunk.length;
			if (bytes > MAX_BYTES) return 'tooLarge';
			if (!reader.write(chunk)) break;
			if (bytes > HEAVY_BYTES || reader.parts() > HEAVY_PARTS) await place.enter();
		}
		if (signal.aborted) throw new Error('stopped');
		return reader.end();
	} finally {
		place.leave();
	}
}

// Leaving the loop at once destroys the stream, and with it the connection.
async function discard(body: Chunks): Promise<void> {
	for await (const _ of body) break;
}

const text = (header: unknown): string | undefined => (typeof header === 'string' ? header : undefined);

// Retry-After is a number of seconds or a date.
function retryAfter(header: unknown): { retryAfterMs?: number } {
	const value = text(header)?.trim() ?? '';
	if (/^\d+$/.test(value)) return { retryAfterMs: Number(value) * 1000 };
	const at = Date.parse(value);
	return Number.isNaN(at) ? {} : { retryAfterMs: Math.max(0, at - Date.now()) };
}

/** The code of a connection fault, wherever n8n or Node put it. Nothing else of the error is looked at: it holds the token. */
export function codeOf(error: unknown): string | undefined {
	for (
		let cause: unknown = error, depth = 0;
		isObject(cause) && depth < 5;
		cause = cause['cause'], depth += 1
	) {
		for (const code of [cause['code'], cause['httpCode']]) {
			if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
		}
	}
	return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;
