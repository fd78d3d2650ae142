import { createSemaphore } from './concurrency';

/** A place in the one lane of this process. */
export interface Place {
	/** Waits until the lane is free, and takes it; asked again, it waits for nothing. Rejects when the signal aborts. */
	enter(): Promise<void>;
	/** Gives the lane, or the place in the line for it, to the next one. */
	leave(): void;
}

const lane = createSemaphore(1);

/** A place for one answer, which has to be left in the end. The signal ends it, too: nobody waits for what has been given up. */
export function placeInLane(signal: AbortSignal): Place {
	let leave = (): void => undefined;
	const left = new Promise<void>((resolve) => (leave = resolve));
	signal.addEventListener('abort', leave, { once: true });
	let entering: Promise<void> | undefined;
	async function queue(): Promise<void> {
		await new Promise<void>((resolve) => {
			void lane(async () => {
				resolve();
				await left;
			});
			void left.then(resolve);
		});
		if (signal.aborted) throw new Error('stopped');
	}
	return {
		enter: async () => await (entering ??= queue()),
		leave,
	};
}
