import { sleep } from 'n8n-workflow';
import { isSuccess } from '../xml/answer';
import type { Exchanged } from './exchange';
import { serviceFailure, unsentFailure, type Failure } from './failure';
import { orStop, type Stop } from './stop';

export const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
export const MAX_WAIT_MS = 30_000;

export interface RetryPolicy {
	/** Reads are repeated after any transient failure, writes only if the request was not sent. */
	isRead: boolean;
	/** No further attempt begins after this time, in epoch milliseconds. */
	deadline: number;
	stop: Stop;
}

/**
 * Repeats an exchange until it succeeds, fails for good, or reaches the policy's limits. Never throws.
 *
 * @param exchange takes whether another attempt could follow
 */
export async function withRetries(
	exchange: (isLast: boolean) => Promise<Exchanged>,
	{ isRead, deadline, stop }: RetryPolicy,
): Promise<Exchanged> {
	for (let attempt = 1; ; attempt += 1) {
		const result = await exchange(!isRead || attempt === MAX_ATTEMPTS);
		const failure = failureOf(result);
		if (failure === undefined || !mayRepeat(failure, isRead) || attempt === MAX_ATTEMPTS) return result;
		const waitMs = failure.retryAfterMs ?? jitteredWait(attempt);
		if (waitMs > MAX_WAIT_MS || Date.now() + waitMs > deadline) return result;
		await pause(waitMs, stop);
		if (stop.isStopped) return { ok: false, failure: unsentFailure() };
	}
}

/** Waits, but not beyond the stop. */
export async function pause(ms: number, stop: Stop): Promise<void> {
	if (!stop.isStopped) await orStop(sleep(ms), stop);
}

/** The failure of an exchange. An overloaded service may say so in the document instead of the HTTP status. */
export function failureOf(result: Exchanged): Failure | undefined {
	if (!result.ok) return result.failure;
	const { status, message } = result.answer;
	return isSuccess(status) ? undefined : serviceFailure(status, message, result.retryAfterMs);
}

const mayRepeat = (failure: Failure, isRead: boolean): boolean =>
	failure.transient && (isRead || failure.effect === 'none');

/** Half fixed, half random, so that clients that failed together don't retry together. */
export const jitteredWait = (attempt: number): number =>
	FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
