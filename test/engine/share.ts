import { createHash } from 'node:crypto';

/** What one run tries of all that there is to try. */
export interface Share {
	/** What it is, with the seed that gives the same share again. */
	readonly words: string;
	/** A number for a part, another one with each seed. */
	readonly seedOf: (...part: string[]) => number;
	/** Whether a part is tried: one in so many, or any. */
	readonly isTried: (oneIn: number, ...part: string[]) => boolean;
}

/**
 * Another share at each run. With a name such as `HOSTILE`, the environment decides: `HOSTILE=all` tries everything, and
 * `HOSTILE_SEED` gives the share of an earlier run.
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
