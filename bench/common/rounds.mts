import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The cost of one run. */
export interface Cost {
	seconds: number;
	/** The requests that the service received during the run. */
	requests: number;
}

/** Something to measure. */
export interface Entrant {
	/** Runs it once. `round` counts from 0, so that each run can use different data. */
	run: (round: number) => Promise<void>;
	/** The requests since the last call. */
	served: () => Promise<number>;
}

/** The costs of all entrants, round by round. */
export type Rounds<Name extends string> = Readonly<Record<Name, readonly Cost[]>>;

/** How many rounds count. Fewer than five give only a rough idea. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

setFlagsFromString('--expose-gc');
/** Collects garbage. */
export const collectGarbage = runInNewContext('gc') as () => void; // the flag above defines it

/** Runs all entrants in turn: once to warm up, then for each round that counts. */
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

/** The cost of one run. */
async function costOf({ run, served }: Entrant, round: number): Promise<Cost> {
	await served();
	collectGarbage();
	const begun = performance.now();
	await run(round);
	const seconds = (performance.now() - begun) / 1000;
	return { seconds, requests: await served() };
}

/** The median; of two middle values, the upper one. */
export const median = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** How much longer one takes than the other: the median of the ratios per round, since noise affects both. */
export const ratio = (ours: readonly Cost[], theirs: readonly Cost[]): number =>
	median(ours.map(({ seconds }, round) => seconds / (theirs[round]?.seconds ?? 0)));
