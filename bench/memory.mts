// How much memory 10,000 reads use, compared with their own output. They run in n8n's engine in this process; the
// service runs in another. Needs a built package.
import { setTimeout as wait } from 'node:timers/promises';
import { idsFrom, openArena, outputOf } from './common/arena.mts';
import { megabytes, report, times } from './common/report.mts';
import { collectGarbage, median, ROUNDS } from './common/rounds.mts';

const READS = 10_000;
const GET = {
	resource: 'invoice',
	operation: 'get',
	invoiceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options: { includeNames: false },
};

/** The pause between two heap samples, as a multiple of the time a sample takes. */
const REST = 4;
/** Long enough for earlier work to release its memory. */
const SETTLING_MS = 200;

/** Runs something, and returns the most memory in use above the level before it. That slows it down, so don't time it. */
async function peakOf(run: () => Promise<unknown>): Promise<number> {
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
		await run();
		return Math.max(peak, inUse()) - before;
	} finally {
		clearTimeout(timer);
	}
}

const arena = await openArena({ invoices: READS, open: 200, latencyMs: 0 });
try {
	const credential = { ...arena.service.credential, maxConcurrentRequests: 50 };
	const run = async (reads: number) =>
		await outputOf(arena.engine, { credential, parameters: GET, items: idsFrom(1, reads) }, reads);
	const json = Buffer.byteLength(JSON.stringify(await run(READS)));
	const peaks: number[] = [];
	while (peaks.length < ROUNDS) {
		// After one small execution, n8n has released the previous one.
		await run(1);
		peaks.push(await peakOf(async () => await run(READS)));
	}
	const peak = median(peaks);
	report([
		{
			what: 'Memory of 10,000 reads',
			beside: 'their output as JSON',
			figure: times(peak / json),
			means: `${megabytes(peak)} of heap at most`,
		},
	]);
} finally {
	await arena.close();
}
