import { createHash } from 'node:crypto';

/** All there is to try with HOSTILE=all; otherwise another share of it at each run, or that of HOSTILE_SEED. */
const IS_WHOLE = process.env['HOSTILE'] === 'all';
const SEED = process.env['HOSTILE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));

/** What share of it was tried, for the figures of a run. */
export const shareTried = `${IS_WHOLE ? 'all' : 'a share'}, HOSTILE_SEED=${SEED}`;

/** A number for a part of it, another one with each seed. */
export const seedOf = (...part: string[]): number =>
	createHash('sha1')
		.update([SEED, ...part].join('\n'))
		.digest()
		.readInt32BE();

/** Whether a part of what there is to try is tried in this run: one in so many. */
export const isTried = (oneIn: number, ...part: string[]): boolean =>
	IS_WHOLE || seedOf(...part) % oneIn === 0;
