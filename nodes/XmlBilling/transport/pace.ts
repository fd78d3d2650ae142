import { isRead, methodNamed } from '../records/methods';
import { without } from '../objects';
import { PERHAPS_DAILY_LIMIT } from './advice';
import type { Exchanged } from './exchange';
import { asSentence, unsentFailure, type Failure } from './failure';
import { failureOf, jitteredWait, MAX_WAIT_MS, MAX_ATTEMPTS, pause } from './retry';
import { createSemaphore } from './semaphore';
import type { Stop } from './stop';

/** What is sent. */
export interface Request {
	/** Empty if the method doesn't matter. */
	readonly method: string;
	readonly isRead: boolean;
	/** Whether it won't be sent again if the service is too busy. */
	readonly isLast: boolean;
}

/**
 * The pace of all requests of a run. If the service says that it is too busy, half as many of them are in flight, and none
 * begins before the wait that it asks for is over. Each time as many succeed as may be in flight, one more may. Once a quota
 * is used up, nothing more is sent; once the day's creates may be used up (§8), no more writes.
 */
export interface Pace {
	/** Sends a request in turn. The failure of one that is not sent has the effect `none`. */
	readonly inTurn: (request: Request, exchange: () => Promise<Exchanged>) => Promise<Exchanged>;
	/** Why a request with this method is not even sent; undefined if it may be. */
	readonly ended: (method: string) => Failure | undefined;
	/** Says that an earlier attempt at the run created records. */
	readonly resume: () => void;
}

// The waits of a row of refusals. A service that asks for more is down, or a quota is used up.
const MAX_WAITING_MS = MAX_ATTEMPTS * MAX_WAIT_MS;

// Each item may be wrong in its own way, but many are rarely so in the same words.
const MAX_ALIKE = 3;

/**
 * @param most the most requests in flight
 * @param deadline no request waits beyond this time, in epoch milliseconds
 */
export function createPace(most: number, deadline: number, stop: Stop): Pace {
	let limit = most;
	const takePlace = createSemaphore(() => limit);
	let halvings = 0;
	// In a row since the limit changed.
	let successes = 0;
	let resumeAt = 0;
	let refusal: Failure | undefined;
	// A quota may cover all requests, or the records of one method.
	let all: Failure | undefined;
	const ofMethod = new Map<string, Failure>();
	// In a row. Lookups may succeed although nothing more may be created, so reads and writes count apart.
	const refused = { read: { times: 0, waitMs: 0 }, write: { times: 0, waitMs: 0 } };
	let hasCreated = false;
	// The last creates that were refused in the same words.
	let alike = { words: '', times: 0 };
	let writes: Failure | undefined;

	/** Ends all writes if creates that succeeded are followed by refusals as they may come once the day's are used up. */
	function learnOfCreate(method: string, failure: Failure | undefined): void {
		if (methodNamed(method)?.verb !== 'create') return;
		hasCreated ||= failure === undefined || failure.isSilent === true;
		const { status = 0, message = '' } = failure ?? {};
		const words = JSON.stringify([method, message]);
		const isAlike = status === 400 && words === alike.words;
		alike = { words: status === 400 ? words : '', times: isAlike ? alike.times + 1 : 1 };
		const isEnd = [401, 403].includes(status) || (status === 400 && alike.times >= MAX_ALIKE);
		if (failure !== undefined && hasCreated && isEnd) writes ??= { ...failure, advice: PERHAPS_DAILY_LIMIT };
	}

	function learn({ method, isRead, isLast }: Request, failure: Failure | undefined, begunAt: number): void {
		const row = refused[isRead ? 'read' : 'write'];
		row.times = failure?.status === 429 ? row.times + 1 : 0;
		if (failure?.status === 426 && isLimited(method)) ofMethod.set(method, failure);
		learnOfCreate(method, failure);
		if (failure === undefined || !isBusy(failure)) {
			row.waitMs = 0;
			// What was in flight with a refused request says nothing of the new limit.
			if (begunAt !== halvings) return;
			// A record that is missing, say, shows that the service copes.
			successes = failure?.transient === true ? 0 : successes + 1;
			if (successes < limit || limit === most) return;
			limit += 1;
			successes = 0;
			return;
		}
		// The requests that were in flight together say it only once.
		if (begunAt === halvings) {
			halvings += 1;
			limit = Math.max(1, Math.floor(limit / 2));
			successes = 0;
		}
		refusal = failure;
		// Only reads wait by themselves before they are sent again.
		const ownWait = isRead || failure.status !== 429 ? 0 : jitteredWait(row.times);
		const waitMs = failure.retryAfterMs ?? ownWait;
		const now = Date.now();
		const earliest = Math.max(resumeAt, now);
		resumeAt = Math.max(earliest, now + waitMs);
		row.waitMs += resumeAt - earliest;
		const isInVain = row.waitMs >= MAX_WAITING_MS || (isLast && row.times >= MAX_ATTEMPTS);
		if (waitMs > MAX_WAIT_MS || isInVain) all ??= failure;
	}

	const ended = (method: string): Failure | undefined => {
		const failure = all ?? (isRead(method) ? undefined : writes) ?? ofMethod.get(method);
		return failure && notTried(failure);
	};

	/** Waits until a request may begin. Returns why it may not. */
	async function opening(method: string): Promise<Failure | undefined> {
		// An answer that arrives meanwhile may ask for a longer wait.
		for (;;) {
			if (stop.isStopped) return unsentFailure();
			const waitMs = resumeAt - Date.now();
			const isTooLate = waitMs > 0 && resumeAt > deadline;
			const failure = ended(method) ?? (isTooLate ? refusal && notTried(refusal) : undefined);
			if (failure !== undefined || waitMs <= 0) return failure;
			await pause(waitMs, stop);
		}
	}

	return {
		ended,
		resume: () => void (hasCreated = true),
		async inTurn(request, exchange) {
			return await takePlace(async () => {
				const failure = await opening(request.method);
				if (failure !== undefined) return { ok: false, failure };
				const begunAt = halvings;
				const result = await exchange();
				learn(request, failureOf(result), begunAt);
				return result;
			});
		},
	};
}

const isBusy = ({ status }: Failure): boolean => status === 429 || status === 503;

// Plans limit how many records are created and how many are sent (§8).
const isLimited = (method: string): boolean => ['create', 'send'].includes(methodNamed(method)?.verb ?? '');

// The status without a body was the earlier request's answer.
const notTried = (failure: Failure): Failure => ({
	...without(failure, 'isBare'),
	endedBy: failure.message,
	message: `This was not tried, because the service turned an earlier request away. ${asSentence(failure.message)}`,
	effect: 'none',
	transient: false,
});
