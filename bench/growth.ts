// Whether the time and the memory of one item, page or line stay what they are when there are more of them: reads of 100
// to 100,000 items, lists of 1 to 1,000 pages, invoices of 1 to 1,000 lines. All run in n8n's engine in this process; the
// service runs in another and answers at once. The time is the processor's in this process, because the service gets
// slower itself, the later the page. Draws docs/pictures/growth.svg. Needs Node 24 and a built package.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { idsFrom, openArena, outputOf, type Item } from './common/arena.ts';
import { drawGrowth, type Point, type Series } from './common/growthPlot.ts';
import { heldBy } from './common/memory.ts';
import { atMost, count, report, times } from './common/report.ts';
import { costOf, median, ROUNDS } from './common/rounds.ts';

const PICTURE = join(import.meta.dirname, '../docs/pictures/growth.svg');
const PER_PAGE = 100;
/** Noise and the first runs of a process make up for this much. */
const FLAT = 1.5;

/** Something that grows: what is counted, how often, and how it is run with so many. */
interface Growth {
	unit: string;
	counts: readonly number[];
	invoices: (count: number) => number;
	parameters: (count: number) => INodeParameters;
	items: (count: number) => Item[];
	/** How many items come out. */
	length: (count: number) => number;
}

const options = { includeNames: false };
const LINE = { name: 'Hosting', unit_cost: '50.00', quantity: '1' };
const READ_INVOICES = 1_000;
/** Short runs are repeated, because they are over too fast to be measured. */
const LINES_REPEATED = 20;

const GROWTHS: readonly Growth[] = [
	{
		unit: 'item',
		counts: [100, 1_000, 10_000, 100_000],
		invoices: () => READ_INVOICES,
		parameters: () => ({
			resource: 'client',
			operation: 'get',
			clientId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		}),
		items: (length) => idsFrom(0, length).map(({ id }) => ({ id: 1 + (id % (READ_INVOICES / 50)) })),
		length: (length) => length,
	},
	{
		unit: 'page',
		counts: [1, 10, 100, 1_000],
		invoices: (pages) => pages * PER_PAGE,
		parameters: () => ({ resource: 'invoice', operation: 'getAll', returnAll: true, options }),
		items: () => [{}],
		length: (pages) => pages * PER_PAGE,
	},
	{
		unit: 'line',
		counts: [1, 10, 100, 1_000],
		invoices: () => PER_PAGE,
		parameters: (lines) => ({
			resource: 'invoice',
			operation: 'create',
			clientId: { __rl: true, mode: 'id', value: 1 },
			linesFrom: 'json',
			linesJson: JSON.stringify(Array.from({ length: lines }, () => LINE)),
			options,
		}),
		items: () => idsFrom(1, LINES_REPEATED),
		length: () => LINES_REPEATED,
	},
];

/** Fewer rounds of what takes minutes. Memory is watched once: it does not depend on what else the machine does. */
const roundsOf = (length: number): number => Math.min(ROUNDS, length >= 100_000 ? 3 : Infinity);

async function measure(growth: Growth, length: number): Promise<Point> {
	const invoices = growth.invoices(length);
	const arena = await openArena({ invoices, open: invoices, latencyMs: 0 });
	try {
		const credential = { ...arena.service.credential, maxConcurrentRequests: 50 };
		const run = async () => {
			const given = { credential, parameters: growth.parameters(length), items: growth.items(length) };
			return await outputOf(arena.engine, given, growth.length(length));
		};
		const units = growth.unit === 'line' ? length * LINES_REPEATED : length;
		const timed: number[] = [];
		for (let round = 0; round < roundsOf(units); round += 1) {
			const { cpuSeconds } = await costOf(
				{ run: async () => void (await run()), served: arena.served },
				round,
			);
			timed.push(cpuSeconds);
		}
		await arena.settle();
		const { peak } = await heldBy(run);
		return { count: length, ms: (median(timed) / units) * 1000, bytes: peak / units };
	} finally {
		await arena.close();
	}
}

const measured: Series[] = [];
for (const growth of GROWTHS) {
	const points: Point[] = [];
	// The most first, so that the few run warm.
	for (const length of growth.counts.toReversed()) {
		const point = await measure(growth, length);
		points.unshift(point);
		console.log(
			`${count(length)} ${growth.unit}s: ${point.ms.toFixed(2)} ms and ${(point.bytes / 1024).toFixed(1)} KB each`,
		);
	}
	measured.push({ unit: growth.unit, points });
}
writeFileSync(PICTURE, drawGrowth(measured));
report(
	measured.flatMap(({ unit, points }) => {
		const [before, last] = points.slice(-2);
		assert(before !== undefined && last !== undefined);
		const range = `${count(last.count)} ${unit}s beside ${count(before.count)}`;
		return [
			atMost(`${range}: processor time of each`, last.ms / before.ms, FLAT, times),
			atMost('… memory of each', last.bytes / before.bytes, FLAT, times),
		];
	}),
);
