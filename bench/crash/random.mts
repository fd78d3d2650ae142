/** Random numbers that are the same for the same seed. */
export interface Random {
	/** From 0 up to, not including, 1. */
	next(): number;
	/** A whole number from 0 up to, not including, the limit. */
	below(limit: number): number;
	/** One of the values. Throws when there is none. */
	of<T>(values: readonly T[]): T;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
	let state = seed | 0;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		next,
		below,
		of: (values) => {
			const value = values[below(values.length)];
			if (value === undefined) throw new RangeError('There is nothing to choose from');
			return value;
		},
	};
}
