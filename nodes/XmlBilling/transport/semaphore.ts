/** Runs a limited number of tasks at a time. The others wait in turn. */
export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** @param limit how many run at a time */
export function createSemaphore(limit: number): Semaphore {
	const waiting: Array<() => void> = [];
	let running = 0;
	return async (task) => {
		if (running < limit) running += 1;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await task();
		} finally {
			// The next one takes over the place.
			const next = waiting.shift();
			if (next === undefined) running -= 1;
			else next();
		}
	};
}
