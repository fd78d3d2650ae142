import { createSemaphore } from './semaphore';

/** One answer's turn in the process's single lane, where large answers are read one at a time. */
export interface LaneTurn {
	/** Waits for the lane and takes it. Returns at once if this answer already has it. Rejects when the signal aborts. */
	enter(): Promise<void>;
	/** Leaves the lane, or the queue for it. */
	leave(): void;
}

const lane = createSemaphore(1);

/** Makes a turn, which must end with `leave`. The signal ends it as well, so that nothing waits for a canceled answer. */
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
