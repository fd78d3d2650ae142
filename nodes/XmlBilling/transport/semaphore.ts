/** Runs a limited number of tasks at a time. The others wait in turn. */
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
