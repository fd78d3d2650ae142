/** Runs a limited number of tasks at a time. The others wait in turn. */
export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** @returns the semaphore; `halve` halves its limit, to one at least */
export function createSemaphore(most: number): Semaphore & { halve(): void } {
	const waiting: Array<() => void> = [];
	let limit = most;
	let running = 0;
	function admit(): void {
		while (running < limit) {
			const next = waiting.shift();
			if (next === undefined) return;
			running += 1;
			next();
		}
	}
	async function run<Result>(task: () => Promise<Result>): Promise<Result> {
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
	}
	return Object.assign(run, { halve: () => void (limit = Math.max(1, Math.floor(limit / 2))) });
}
