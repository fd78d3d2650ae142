// How much memory 10,000 reads use, compared with their own output. They run in n8n's engine in this process; the
// service runs in another. Needs a built package.
import { setTimeout as wait } from 'node:timers/promises';
import { idsFrom, openArena, outputOf } from './common/arena.mts';
import { columns, megabytes, report, times } from './common/report.mts';
import { collectGarbage, median, ROUNDS } from './common/rounds.mts';

const READS = 10_000;
const GET = {
	resource: 'invoice',
	operation: 'get',
	invoiceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options: { includeNames: false },
};

/** The result of one round, in bytes. */
interface Round {
	peak: number;
	/** The heap size of a copy of the output. */
	output: number;
	json: number;
}

/** The pause between two heap samples, as a multiple of the time a sample takes. */
const REST = 4;
/** Long enough for earlier work to release its memory. */
const SETTLING_MS = 200;

/** The memory that a run uses, in bytes above the level before it. */
interface Held {
	/** The peak during the run. */
	peak: number;
	/** The memory that its result keeps. */
	kept: number;
}

/** Runs something and samples the heap after collecting garbage. That slows it down, so don't time it. */
async function heldBy<Result>(run: () => Promise<Result>): Promise<Held & { result: Result }> {
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

const arena = await openArena({ invoices: READS, open: 200, latencyMs: 0 });
try {
	const credential = { ...arena.service.credential, maxConcurrentRequests: 50 };
	const options = { credential, parameters: GET, items: idsFrom(1, READS) };
	const measure = async (): Promise<Round> => {
		await arena.settle();
		const { peak, result } = await heldBy(async () => await outputOf(arena.engine, options, READS));
		const json = JSON.stringify(result);
		result.length = 0;
		const { kept } = await heldBy(async () => await Promise.resolve(JSON.parse(json) as unknown));
		return { peak, output: kept, json: Buffer.byteLength(json) };
	};
	await outputOf(arena.engine, { ...options, items: idsFrom(1, 100) }, 100);
	const rounds: Round[] = [];
	while (rounds.length < ROUNDS) rounds.push(await measure());
	const of = (what: keyof Round) => median(rounds.map((round) => round[what]));
	const residentBytes = process.resourceUsage().maxRSS * 1024;
	const rows: ReadonlyArray<readonly [string, number]> = [
		['peak of the heap in use', of('peak')],
		['the output on the heap', of('output')],
		['the output as JSON', of('json')],
		['most memory of the process, over all rounds', residentBytes],
	];
	console.log(`10,000 reads\n${columns(rows.map(([what, bytes]) => [what, megabytes(bytes)]))}\n`);
	report([
		{
			what: 'Memory of 10,000 reads',
			beside: 'their output as JSON',
			figure: times(of('peak') / of('json')),
			means: `${megabytes(of('peak'))} of heap at most`,
		},
	]);
} finally {
	await arena.close();
}
