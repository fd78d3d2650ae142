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

/** Refusals in a row (429), and how long the service made requests wait since the last success. */
interface Row {
	readonly times: number;
	readonly waitMs: number;
}

/** What a run has learned from the answers so far. */
export interface Learned {
	/** The most requests in flight, now and at first. */
	readonly limit: number;
	readonly most: number;
	/** How often the limit was halved. */
	readonly halvings: number;
	/** In a row since the limit changed. */
	readonly successes: number;
	/** No request begins before, in epoch milliseconds. */
	readonly resumeAt: number;
	/** The last answer that the service was too busy. */
	readonly refusal?: Failure;
	/** Lookups may succeed although nothing more may be created, so reads and writes count apart. */
	readonly read: Row;
	readonly write: Row;
	readonly hasCreated: boolean;
	/** The last creates that were refused in the same words. */
	readonly alike: { readonly words: string; readonly times: number };
	/** Why nothing more is sent: with any method, with one that writes, or with one. A quota may cover all or the records of one. */
	readonly all?: Failure;
	readonly writes?: Failure;
	readonly ofMethod: ReadonlyMap<string, Failure>;
}

/** How a request ended. */
export interface RequestOutcome extends Request {
	readonly failure: Failure | undefined;
	/** How often the limit had been halved when it began. */
	readonly begunAt: number;
	/** When it ended, in epoch milliseconds. */
	readonly now: number;
	/** How long a refused write makes others wait if the service names no time. */
	readonly ownWaitMs: number;
}

const NO_ROW: Row = { times: 0, waitMs: 0 };

/** What is known before the first answer. */
export const nothingLearned = (most: number): Learned => ({
	limit: most,
	most,
	halvings: 0,
	successes: 0,
	resumeAt: 0,
	read: NO_ROW,
	write: NO_ROW,
	hasCreated: false,
	alike: { words: '', times: 0 },
	ofMethod: new Map(),
});

/** What is known after one more answer. Pure. */
export function learn(before: Learned, outcome: RequestOutcome): Learned {
	const { method, failure } = outcome;
	const known = { ...before, ...ofCreates(before, outcome) };
	if (failure?.status === 426 && isLimited(method))
		known.ofMethod = new Map([...before.ofMethod, [method, failure]]);
	return failure !== undefined && isBusy(failure)
		? { ...known, ...slower(before, outcome, failure) }
		: { ...known, ...faster(before, outcome) };
}

/** All writes end if creates that succeeded are followed by refusals as they may come once the day's are used up. */
function ofCreates(before: Learned, { method, failure }: RequestOutcome): Partial<Learned> {
	if (methodNamed(method)?.verb !== 'create') return {};
	const hasCreated = before.hasCreated || failure === undefined || failure.isSilent === true;
	const { status = 0, message = '' } = failure ?? {};
	const words = status === 400 ? JSON.stringify([method, message]) : '';
	const isAlike = words !== '' && words === before.alike.words;
	const alike = { words, times: isAlike ? before.alike.times + 1 : 1 };
	const isEnd = [401, 403].includes(status) || (status === 400 && alike.times >= MAX_ALIKE);
	const mayBeUsedUp = failure !== undefined && hasCreated && isEnd && before.writes === undefined;
	return {
		hasCreated,
		alike,
		...(mayBeUsedUp && { writes: { ...failure, advice: PERHAPS_DAILY_LIMIT } }),
	};
}

const withRow = (isRead: boolean, row: Row): Partial<Learned> => (isRead ? { read: row } : { write: row });

function faster(before: Learned, { isRead, failure, begunAt }: RequestOutcome): Partial<Learned> {
	const row = withRow(isRead, NO_ROW);
	// What was in flight with a refused request says nothing of the new limit.
	if (begunAt !== before.halvings) return row;
	// A record that is missing, say, shows that the service copes.
	const successes = failure?.transient === true ? 0 : before.successes + 1;
	const isEnough = successes >= before.limit && before.limit < before.most;
	return isEnough ? { ...row, limit: before.limit + 1, successes: 0 } : { ...row, successes };
}

function slower(
	before: Learned,
	{ isRead, isLast, begunAt, now, ownWaitMs }: RequestOutcome,
	failure: Failure,
): Partial<Learned> {
	const waitMs = failure.retryAfterMs ?? ownWaitMs;
	const earliest = Math.max(before.resumeAt, now);
	const resumeAt = Math.max(earliest, now + waitMs);
	const earlier = isRead ? before.read : before.write;
	const row: Row = {
		times: failure.status === 429 ? earlier.times + 1 : 0,
		waitMs: earlier.waitMs + resumeAt - earliest,
	};
	const isInVain = row.waitMs >= MAX_WAITING_MS || (isLast && row.times >= MAX_ATTEMPTS);
	const isOver = before.all === undefined && (waitMs > MAX_WAIT_MS || isInVain);
	return {
		refusal: failure,
		resumeAt,
		...withRow(isRead, row),
		...(isOver && { all: failure }),
		// The requests that were in flight together say it only once.
		...(begunAt === before.halvings && {
			halvings: before.halvings + 1,
			limit: Math.max(1, Math.floor(before.limit / 2)),
			successes: 0,
		}),
	};
}

/**
 * @param most the most requests in flight
 * @param deadline no request waits beyond this time, in epoch milliseconds
 */
export function createPace(most: number, deadline: number, stop: Stop): Pace {
	let learned = nothingLearned(most);
	const takePlace = createSemaphore(() => learned.limit);

	const ended = (method: string): Failure | undefined => {
		const { all, writes, ofMethod } = learned;
		const failure = all ?? (isRead(method) ? undefined : writes) ?? ofMethod.get(method);
		return failure && notTried(failure);
	};

	/** Waits until a request may begin. Returns why it may not. */
	async function opening(method: string): Promise<Failure | undefined> {
		// An answer that arrives meanwhile may ask for a longer wait.
		for (;;) {
			if (stop.isStopped) return unsentFailure();
			const { resumeAt, refusal } = learned;
			const waitMs = resumeAt - Date.now();
			const isTooLate = waitMs > 0 && resumeAt > deadline;
			const failure = ended(method) ?? (isTooLate ? refusal && notTried(refusal) : undefined);
			if (failure !== undefined || waitMs <= 0) return failure;
			await pause(waitMs, stop);
		}
	}

	return {
		ended,
		resume: () => void (learned = { ...learned, hasCreated: true }),
		async inTurn(request, exchange) {
			return await takePlace(async () => {
				const unsent = await opening(request.method);
				if (unsent !== undefined) return { ok: false, failure: unsent };
				const begunAt = learned.halvings;
				const result = await exchange();
				const failure = failureOf(result);
				// Only reads wait by themselves before they are sent again.
				const isRefusedWrite = !request.isRead && failure?.status === 429;
				const ownWaitMs = isRefusedWrite ? jitteredWait(learned.write.times + 1) : 0;
				learned = learn(learned, { ...request, failure, begunAt, now: Date.now(), ownWaitMs });
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
	...without(failure, 'hasNoBody'),
	endedBy: failure.message,
	message: `This was not tried, because the service turned an earlier request away. ${asSentence(failure.message)}`,
	effect: 'none',
	transient: false,
});
