/** Runs tasks with at most so many under way at once; the others wait in turn. */
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
 * Maps a list with at most so many under way at once. Results stand in the order of the list. When one fails, no
 * further one begins, and the whole fails with it.
 */
export async function mapInOrder<Item, Result>(
	items: readonly Item[],
	limit: number,
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
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
	return results;
}
