/**
 * Between n8n's stored state and a poll: what the process remembers because n8n may not have stored it, or not yet. It does
 * not hold between two processes. If their polls overlap, both may report an event, with the same identifier, and neither that
 * a change of the other is undone.
 */
import type { PollResult } from './poll';
import type { State } from './state';

// How long n8n may take to store the result of a poll.
const STORING_MS = 30_000;

/** What n8n stores for a trigger. */
export interface Stored {
	readonly state?: unknown;
	/** How many polls have had events. */
	readonly deliveries?: unknown;
}

/** What a process remembers of its polls. */
export interface Recall {
	/** The state of the last poll, until n8n has stored one. */
	baseline?: State;
	/** The last poll with events: its number, which is stored with the state, and when it ended, in epoch milliseconds. */
	delivery: { number: number; at: number };
}

export const newRecall = (): Recall => ({ delivery: { number: 0, at: -Infinity } });

const deliveriesOf = ({ deliveries }: Stored): number => Number(deliveries ?? 0);

/**
 * The state from which to poll, in `saved`. Undefined if this is no time to poll: n8n may read the state for a poll before it
 * has stored that of the last one, and the older state would produce the same events again.
 */
export function beginPoll(stored: Stored, { baseline, delivery }: Recall, now: number) {
	const isStale = deliveriesOf(stored) < delivery.number && now - delivery.at < STORING_MS;
	// n8n doesn't always store the state of a first poll without events.
	return isStale ? undefined : { saved: stored.state ?? baseline };
}

/** Remembers the result of a poll that began with `stored`. Returns what n8n is to store with its events. */
export function endPoll(
	stored: Stored,
	recall: Recall,
	{ events, state }: Pick<PollResult, 'events' | 'state'>,
	now: number,
): Stored {
	// n8n drops the result of an abandoned poll, or if the workflow was published again: only stored events are delivered.
	if (stored.state !== undefined) delete recall.baseline;
	else if (events.length === 0) recall.baseline = state;
	if (events.length === 0) return { state };
	const deliveries = deliveriesOf(stored) + 1;
	recall.delivery = { number: deliveries, at: now };
	return { state, deliveries };
}
