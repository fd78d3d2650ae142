import { setTimeout as wait } from 'node:timers/promises';
import { collectGarbage } from './rounds.ts';

/** How many times as long as a look at the heap the run then goes on undisturbed. */
const REST = 4;
/** Until then, what ran before has let go of its memory. */
const SETTLING_MS = 200;

/** What a run holds in memory, in bytes beyond what there was before. */
export interface Held {
	/** The most that was in use during the run. */
	peak: number;
	/** What its result keeps. */
	kept: number;
}

/** Runs something and watches the heap, without what is no longer used. That slows it down, so its time means nothing. */
export async function heldBy<Result>(run: () => Promise<Result>): Promise<Held & { result: Result }> {
	const inUse = () => {
		collectGarbage();
		return process.memoryUsage().heapUsed;
	};
	await wait(SETTLING_MS);
	const before = inUse();
	let peak = before;
	let timer: NodeJS.Timeout;
	const look = () => {
		const begun = performance.now();
		peak = Math.max(peak, inUse());
		timer = setTimeout(look, REST * (performance.now() - begun));
	};
	timer = setTimeout(look);
	try {
		const result = await run();
		const after = inUse();
		return { peak: Math.max(peak, after) - before, kept: after - before, result };
	} finally {
		clearTimeout(timer);
	}
}
