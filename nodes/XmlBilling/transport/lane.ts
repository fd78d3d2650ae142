import { createSemaphore } from './concurrency';

/** One answer's turn in the only lane of this process. */
export interface LaneTurn {
	/** Waits until the lane is free and takes it. Returns at once if it has it already. Rejects when the signal aborts. */
	enter(): Promise<void>;
	/** Leaves the lane, or the queue for it, to the next answer. */
	leave(): void;
}

const lane = createSemaphore(1);

/** A turn for one answer, which must end with `leave`. The signal ends it as well: nobody waits for what was given up. */
export function takeTurn(signal: AbortSignal): LaneTurn {
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
