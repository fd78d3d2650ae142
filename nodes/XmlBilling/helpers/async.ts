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

/**
 * Waits for a promise, but not beyond the signal, at which it rejects. Leaves nothing on the signal, and no listener while it
 * waits: many requests share one, and older Nodes warn of more than ten.
 */
export async function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
	const own = AbortSignal.any([signal]);
	let stop = (): void => undefined;
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(new Error('stopped'));
		if (own.aborted) stop();
		own.addEventListener('abort', stop);
	});
	return await Promise.race([promise, aborted]).finally(() => own.removeEventListener('abort', stop));
}
