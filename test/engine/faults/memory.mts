import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLE_MS = 300;
/** In a process that has run many tests, collecting garbage takes seconds. The work needs most of the time. */
const PAUSES = 4;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag gives to every new context

function used(): number {
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Runs some work, and returns the peak increase in memory in bytes. Garbage does not count. */
export async function measure<Result>(
	work: () => Promise<Result>,
): Promise<{ result: Result; highest: number }> {
	const before = used();
	let highest = 0;
	const look = () => (highest = Math.max(highest, used() - before));
	let timer: NodeJS.Timeout | undefined;
	const sample = () => {
		const begun = performance.now();
		look();
		timer = setTimeout(sample, Math.max(SAMPLE_MS, PAUSES * (performance.now() - begun)));
	};
	sample();
	try {
		return { result: await work(), highest: look() };
	} finally {
		clearTimeout(timer);
	}
}
