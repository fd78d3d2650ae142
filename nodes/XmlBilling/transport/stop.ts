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
