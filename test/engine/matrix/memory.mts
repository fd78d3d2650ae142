import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLE_MS = 300;

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
	const timer = setInterval(look, SAMPLE_MS);
	try {
		return { result: await work(), highest: look() };
	} finally {
		clearInterval(timer);
	}
}
