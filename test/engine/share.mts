import { createHash } from 'node:crypto';

/** The share of all test cases that one run tries. */
export interface Share {
	/** A description, with the seed that selects the same share again. */
	readonly words: string;
	/** A number for a part, different with each seed. */
	readonly seedOf: (...part: string[]) => number;
	/** Whether to try a case: one in this many, chosen at random. */
	readonly isTried: (oneIn: number, ...part: string[]) => boolean;
}

/**
 * A new share for each run. With a name such as `HOSTILE`, the environment decides: `HOSTILE=all` tries everything,
 * and `HOSTILE_SEED` selects the share of an earlier run.
 */
export function shareOf(name: string): Share {
	const isWhole = process.env[name] === 'all';
	const seed = process.env[`${name}_SEED`] ?? String(Math.floor(Math.random() * 2 ** 31));
	const seedOf = (...part: string[]): number =>
		createHash('sha1')
			.update([seed, ...part].join('\n'))
			.digest()
			.readInt32BE();
	return {
		words: `${isWhole ? 'all' : 'a share'}, ${name}_SEED=${seed}`,
		seedOf,
		isTried: (oneIn, ...part) => isWhole || seedOf(...part) % oneIn === 0,
	};
}
