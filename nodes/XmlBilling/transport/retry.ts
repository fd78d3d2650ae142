import { sleep } from 'n8n-workflow';
import type { Exchanged } from './exchange';
import { cancelledFailure, serviceFailure, type Failure } from './failure';

const MAX_TRIES = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface RetryPolicy {
	/** Reads are repeated after any passing fault, writes only when nothing left this machine. */
	isRead: boolean;
	/** Epoch milliseconds after which no further try may begin. */
	deadline: number | undefined;
	cancelSignal: AbortSignal | undefined;
}

/** Tries until there is an answer, the fault is one that will not pass, or patience ends. */
export async function withRetries(
	attempt: () => Promise<Exchanged>,
	patience: RetryPolicy,
): Promise<Exchanged> {
	for (let tries = 1; ; tries += 1) {
		const result = await attempt();
		const failure = failureOf(result);
		if (failure === undefined || !mayRepeat(failure, patience.isRead) || tries === MAX_TRIES) return result;
		const waitMs = failure.retryAfterMs ?? jitteredWait(tries);
		if (waitMs > LONGEST_WAIT_MS || Date.now() + waitMs > (patience.deadline ?? Infinity)) return result;
		await Promise.race([sleep(waitMs), cancelled(patience.cancelSignal)]);
		if (patience.cancelSignal?.aborted === true) return { ok: false, failure: cancelledFailure() };
	}
}

const cancelled = async (signal: AbortSignal | undefined): Promise<void> =>
	await new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));

// A service that is overloaded may say so in an answer of its own, instead of by HTTP.
function failureOf(result: Exchanged): Failure | undefined {
	if (!result.ok) return result.failure;
	const { status, message } = result.answer;
	return status === 200 ? undefined : serviceFailure(status, message);
}

const mayRepeat = (failure: Failure, isRead: boolean): boolean =>
	failure.transient && (isRead || failure.effect === 'none');

// Half fixed, half random, so that clients that failed together do not come back together.
const jitteredWait = (tries: number): number => FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
