import { sleep } from 'n8n-workflow';
import { isRead, methodNamed } from '../records/methods';
import type { Body } from '../xml/request';
import type { Exchanged } from './exchange';
import { asSentence, canceledFailure, KINDS, type Failure } from './failures';
import { judge } from './judge';
import { orAborted } from '../helpers/async';

const MAX_ATTEMPTS = 4;
const MAX_ATTEMPTS_IF_TOO_MANY = 6;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/** Sends a request in its turn, and judges it. The failure of one that is not sent has the effect `none`. Never throws. */
type Queue = (method: string, body: Body, exchange: () => Promise<Exchanged>) => Promise<Exchanged>;

/**
 * Sends the requests of a run: a fixed number at once, and again where nothing can be done twice.
 *
 * @param slots the most requests at once; one that waits to be sent again keeps its slot, so that no other takes its place
 * @param deadline no request is sent again after this time, in epoch milliseconds
 */
export function createQueue(slots: number, deadline: number, signal: AbortSignal): Queue {
	const inSlot = createSemaphore(slots);
	let endOfAll: Failure | undefined;
	const endOfMethod = new Map<string, Failure>();

	const sendAgain: Queue = async (method, body, exchange) => {
		for (let attempt = 1; ; attempt += 1) {
			const unsent = signal.aborted ? canceledFailure('unsent') : (endOfAll ?? endOfMethod.get(method));
			if (unsent !== undefined) return { ok: false, failure: unsent };
			const result = await exchange();
			// An overloaded service may say so in the document instead of the HTTP status.
			const failure = judge(result, method, body);
			if (failure === undefined) return result;
			const waitMs = Math.max(failure.retryAfterMs ?? 0, jitteredWait(attempt));
			const isTooLong = waitMs > MAX_WAIT_MS || Date.now() + waitMs > deadline;
			if (isTooLong || attempt >= attemptsAfter(failure, method)) {
				// HTTP: a service that asks for a long wait, or that refuses each attempt, takes nothing else either.
				if ((KINDS[failure.kind].transient && waitMs > MAX_WAIT_MS) || failure.status === 429)
					endOfAll ??= notTried(failure);
				// §8: plans limit how many records are created and how many are sent.
				const verb = methodNamed(method)?.verb;
				if (failure.status === 426 && (verb === 'create' || verb === 'send'))
					endOfMethod.set(method, notTried(failure));
				return { ok: false, failure };
			}
			await pause(waitMs, signal);
		}
	};

	return (method, body, exchange) => inSlot(() => sendAgain(method, body, exchange));
}

/**
 * How often a request is sent that fails so. A write is sent again only if it can't have been carried out: it never left the
 * machine, or there were too many requests (RFC 6585).
 */
function attemptsAfter(failure: Failure, method: string): number {
	if (failure.status === 429 && failure.effect !== 'unknown') return MAX_ATTEMPTS_IF_TOO_MANY;
	return KINDS[failure.kind].transient && (isRead(method) || failure.effect === 'none') ? MAX_ATTEMPTS : 1;
}

const notTried = (failure: Failure): Failure => ({
	...failure,
	...{ kind: 'unsent', effect: 'none' },
	message: `This was not tried, because the service turned an earlier request away. ${asSentence(failure.message)}`,
});

/** Waits, but not beyond the signal, which many share: older Nodes warn of more than ten listeners. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
	if (!signal.aborted) await orAborted(sleep(ms), AbortSignal.any([signal])).catch(() => undefined);
}

/** Half fixed, half random, so that clients that failed together don't retry together. */
const jitteredWait = (attempt: number): number =>
	FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);

/** Runs a limited number of tasks at a time. The others wait in turn. */
export function createSemaphore(limit: number) {
	const waiting: Array<() => void> = [];
	let running = 0;
	return async <Result>(task: () => Promise<Result>): Promise<Result> => {
		if (running < limit) running += 1;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await task();
		} finally {
			// The next one takes over the place.
			const next = waiting.shift();
			if (next === undefined) running -= 1;
			else next();
		}
	};
}
