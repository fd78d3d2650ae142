import { sleep } from 'n8n-workflow';
import type { Exchanged } from './exchange';
import { cancelledFailure, serviceFailure, type Failure } from './failure';

const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface RetryPolicy {
	/** Reads are repeated after any transient failure, writes only if the request was not sent. */
	isRead: boolean;
	/** No further attempt begins after this time, in epoch milliseconds. */
	deadline: number | undefined;
	cancelSignal: AbortSignal;
}

/** Repeats an exchange until it succeeds, fails for good, or reaches the policy's limits. Never throws. */
export async function withRetries(
	exchange: () => Promise<Exchanged>,
	{ isRead, deadline = Infinity, cancelSignal }: RetryPolicy,
): Promise<Exchanged> {
	for (let attempt = 1; ; attempt += 1) {
		const result = await exchange();
		const failure = failureOf(result);
		if (failure === undefined || !mayRepeat(failure, isRead) || attempt === MAX_ATTEMPTS) return result;
		const waitMs = failure.retryAfterMs ?? jitteredWait(attempt);
		if (waitMs > LONGEST_WAIT_MS || Date.now() + waitMs > deadline) return result;
		await Promise.race([sleep(waitMs), aborted(cancelSignal)]);
		if (cancelSignal.aborted) return { ok: false, failure: cancelledFailure() };
	}
}

const aborted = async (signal: AbortSignal): Promise<void> =>
	await new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

// An overloaded service may say so in the document instead of the HTTP status.
function failureOf(result: Exchanged): Failure | undefined {
	if (!result.ok) return result.failure;
	const { status, message } = result.answer;
	return status === 200 ? undefined : serviceFailure(status, message);
}

const mayRepeat = (failure: Failure, isRead: boolean): boolean =>
	failure.transient && (isRead || failure.effect === 'none');

// Half fixed, half random, so that clients that failed together don't retry together.
const jitteredWait = (attempt: number): number =>
	FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
