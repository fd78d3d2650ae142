import type { Random } from './random.mts';

/**
 * The moment from which the time of a life counts: the start of n8n, its readiness, or the poll that reads the
 * events.
 */
export type Phase = 'start' | 'run' | 'report';

/**
 * For each phase: how many of five lives end in it, and how long they last in it at most. A start takes about 8
 * seconds.
 */
const PHASES: ReadonlyArray<{ phase: Phase; ofFive: number; longestMs: number }> = [
	{ phase: 'run', ofFive: 2, longestMs: 8_000 },
	{ phase: 'report', ofFive: 2, longestMs: 1_000 },
	{ phase: 'start', ofFive: 1, longestMs: 8_000 },
];
const MOST_EVENTS_AT_ONCE = 4;

/** One life of n8n: how long it lasts in its phase, and when how many events are created at once. */
export interface Life {
	phase: Phase;
	lengthMs: number;
	bursts: Array<{ atMs: number; size: number }>;
}

/**
 * The lives that end with a kill, in random order, with evenly spread lengths, and the events spread over all of
 * them.
 */
export function planLives(kills: number, events: number, random: Random): Life[] {
	let left = kills;
	const lives = PHASES.flatMap(({ phase, ofFive, longestMs }): Life[] => {
		const count = Math.min(left, Math.ceil((kills * ofFive) / 5));
		left -= count;
		return Array.from({ length: count }, (_, index) => {
			const lengthMs = ((index + random.next()) / count) * longestMs;
			return { phase, lengthMs, bursts: [] };
		});
	});
	const reports = lives.filter(({ phase }) => phase === 'report');
	for (let untold = events; untold > 0;) {
		const size = Math.min(untold, 1 + random.below(MOST_EVENTS_AT_ONCE));
		// Lives that end in a report come first, so that each has something to report.
		const { phase, lengthMs, bursts } = reports.pop() ?? random.of(lives);
		bursts.push({ atMs: phase === 'report' ? 0 : random.next() * lengthMs, size });
		untold -= size;
	}
	return lives
		.map((life) => ({ life, place: random.next() }))
		.sort((a, b) => a.place - b.place)
		.map(({ life }) => life);
}
