import { MOST_CONCURRENT_REQUESTS } from './connectionSettings';

/** Runs tasks, at most a fixed number of them at a time. The others wait in turn. */
export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createSemaphore(limit: number): Semaphore {
	const waiting: Array<() => void> = [];
	let free = limit;
	return async (task) => {
		if (free > 0) free -= 1;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await task();
		} finally {
			const next = waiting.shift();
			if (next === undefined) free += 1;
			else next();
		}
	};
}

/**
 * Maps a list side by side. Results have the order of the list. If one fails, no further one begins, and the whole fails
 * with it.
 *
 * The semaphore of the service limits requests, not this: it only keeps thousands of items from being in memory at once.
 * Beyond the highest number of requests that a credential allows, more of them would not be faster.
 */
export async function mapInOrder<Item, Result>(
	items: readonly Item[],
	map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(items.length);
	const entries = items.entries();
	let failed = false;
	async function work(): Promise<void> {
		for (const [index, item] of entries) {
			if (failed) return;
			let done = false;
			try {
				results[index] = await map(item, index);
				done = true;
			} finally {
				failed ||= !done;
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(MOST_CONCURRENT_REQUESTS, items.length) }, work));
	return results;
}
