/** Runs a limited number of tasks at a time. The others wait in turn. */
export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** @param limitOf how many run at a time; asked again whenever one ends */
export function createSemaphore(limitOf: () => number): Semaphore {
	const waiting: Array<() => void> = [];
	let running = 0;
	function admit(): void {
		while (running < limitOf()) {
			const next = waiting.shift();
			if (next === undefined) return;
			running += 1;
			next();
		}
	}
	return async (task) => {
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
			admit();
		});
		try {
			return await task();
		} finally {
			running -= 1;
			admit();
		}
	};
}
