import { createHash } from 'node:crypto';

/**
 * The number that random cases are made and chosen by. It is the same in each run by day, so that a failure comes from a
 * change of the code; each night has another. `SEED` repeats an earlier run.
 */
export const SEED = Number(process.env.SEED ?? 1);

/** Whether to try everything, which takes hours: `SHARE=all`. */
export const IS_ALL = process.env.SHARE === 'all';

/** A description of what is tried, with the seed that chooses the same cases again. */
export const SHARE = `${IS_ALL ? 'all' : 'a share'}, SEED=${SEED}`;

/** A number for a part of a test, different with each seed. */
export const seedOf = (...part: string[]): number =>
	createHash('sha1')
		.update([SEED, ...part].join('\n'))
		.digest()
		.readInt32BE();

/** Whether to try a case: one in this many. */
export const isTried = (oneIn: number, ...part: string[]): boolean => IS_ALL || seedOf(...part) % oneIn === 0;
