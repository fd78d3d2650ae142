import type { ReceivedRequest } from '../../sandbox/index.mts';

/** The longest gap between two requests of one poll. */
const BREATH_MS = 50;
/** The time in which n8n stores and runs what a poll has returned. */
const AFTER_A_POLL_MS = 500;

export type Moment = 'starting' | 'polling' | 'after a poll' | 'idle';

export interface Kill {
	at: number;
	wasReady: boolean;
}

const endOf = ({ at, durationMs }: ReceivedRequest): number => Date.parse(at) + durationMs;

const isOfPoll = ({ method }: ReceivedRequest): boolean => /^(get|list)/.test(method);

/** What n8n was doing when it was killed, judged by its requests to the service. */
export function momentOf({ at, wasReady }: Kill, requests: readonly ReceivedRequest[]): Moment {
	if (!wasReady) return 'starting';
	const quietMs = requests
		.filter((request) => isOfPoll(request) && Date.parse(request.at) <= at)
		.map((request) => at - endOf(request));
	const passed = Math.min(...quietMs);
	if (passed <= BREATH_MS) return 'polling';
	return passed <= AFTER_A_POLL_MS ? 'after a poll' : 'idle';
}

/**
 * How many polls have started since then. Between two polls there is a pause in the requests. A poll that finds
 * nothing is a single request.
 */
export function pollsSince(since: number, requests: readonly ReceivedRequest[]): number {
	const reads = requests.filter((request) => isOfPoll(request) && Date.parse(request.at) >= since);
	return reads.filter(({ at }, index) => {
		const former = reads[index - 1];
		return former === undefined || Date.parse(at) - endOf(former) > AFTER_A_POLL_MS;
	}).length;
}
