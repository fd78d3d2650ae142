/** Tells what is under way when to end. */
export interface Stop {
	readonly isStopped: boolean;
	/** Calls back at the stop, or at once if it is past. Returns what takes the callback away again. */
	onStop(callback: () => void): () => void;
}

/**
 * Makes the stop of what is opened together: one set of callbacks, because a listener on a signal for each request takes far
 * more time and memory, and older Nodes warn of them.
 *
 * @param signal stops it as well; nothing is left on it after the stop
 */
export function createStop(signal?: AbortSignal): Stop & { stop(): void } {
	const callbacks = new Set<() => void>();
	let isStopped = false;
	function stop(): void {
		isStopped = true;
		signal?.removeEventListener('abort', stop);
		for (const callback of callbacks) callback();
		callbacks.clear();
	}
	signal?.addEventListener('abort', stop);
	if (signal?.aborted === true) stop();
	return {
		get isStopped() {
			return isStopped;
		},
		onStop(callback) {
			// Not the callback itself, which may have been given twice.
			const call = () => callback();
			if (isStopped) call();
			else callbacks.add(call);
			return () => void callbacks.delete(call);
		},
		stop,
	};
}

/** Waits for a promise, but not beyond the stop. Rejects only if the promise does before. */
export async function orStop(promise: Promise<unknown>, stop: Stop): Promise<void> {
	let release = (): void => undefined;
	const stopped = new Promise<void>((resolve) => (release = stop.onStop(resolve)));
	await Promise.race([promise, stopped]).finally(release);
}
