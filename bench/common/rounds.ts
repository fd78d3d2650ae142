import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What one run took. */
export interface Cost {
	seconds: number;
	/** Processor time of this process. */
	cpuSeconds: number;
	/** What was asked of the service meanwhile. */
	requests: number;
}

/** Something to measure. */
export interface Entrant {
	/** Does it once. `round` counts from 0, so that a run can differ from those before. */
	run: (round: number) => Promise<void>;
	/** The requests since this was last asked. */
	served: () => Promise<number>;
}

/** The costs of all entrants, round by round. */
export type Rounds<Name extends string> = Readonly<Record<Name, readonly Cost[]>>;

/** How many rounds count. Fewer than five are only good for a quick look. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

setFlagsFromString('--expose-gc');
/** Clears the memory of what is no longer used. */
export const collectGarbage = runInNewContext('gc') as () => void; // the flag above defines it

/** Lets all entrants run in turn, once to warm up, and then as often as counts. */
export async function inTurn<Name extends string>(
	entrants: Readonly<Record<Name, Entrant>>,
	rounds = ROUNDS,
): Promise<Rounds<Name>> {
	const names = Object.keys(entrants) as Name[]; // all keys of the object above
	const costs = Object.fromEntries(names.map((name): [Name, Cost[]] => [name, []])) as Record<Name, Cost[]>;
	for (let round = 0; round <= rounds; round += 1) {
		for (const name of names) {
			const cost = await costOf(entrants[name], round);
			if (round > 0) costs[name].push(cost);
		}
	}
	return costs;
}

/** What one run takes. */
async function costOf({ run, served }: Entrant, round: number): Promise<Cost> {
	await served();
	collectGarbage();
	const cpuBefore = process.cpuUsage();
	const begun = performance.now();
	await run(round);
	const seconds = (performance.now() - begun) / 1000;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { seconds, cpuSeconds: (user + system) / 1e6, requests: await served() };
}

/** The middle of the values; the upper one of two. */
export const median = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** How many times as much the one takes as the other: the median of the ratios round by round, as noise hits both. */
export const ratio = (ours: readonly Cost[], theirs: readonly Cost[], what: keyof Cost = 'seconds'): number =>
	median(ours.map((cost, round) => cost[what] / (theirs[round]?.[what] ?? 0)));
