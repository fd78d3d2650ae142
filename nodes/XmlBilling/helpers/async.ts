// A credential allows at most as many requests at once.
const AT_ONCE = 50;

/**
 * Maps a list in parallel, and keeps its order. After the first failure, no further item begins, and the whole map fails.
 *
 * This limits memory; the semaphore limits requests. Working on more items at once than a credential can allow requests
 * would not be faster.
 */
export async function mapInOrder<Item, Result>(
	items: readonly Item[],
	map: (item: Item, index: number) => Promise<Result>,
	atOnce = AT_ONCE,
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
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
	return results;
}

/** Waits for a promise, but not beyond the signal, at which it rejects. Leaves nothing on the signal. */
export async function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
	let stop = (): void => undefined;
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(new Error('stopped'));
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop);
	});
	return await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
