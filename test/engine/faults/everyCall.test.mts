import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSemaphore } from '../../../nodes/XmlBilling/transport/retry.ts';
import { IS_ALL, isTried, SHARE } from '../../share.mts';
import { CALLERS, type Caller } from './callers.mts';
import { problemsOf, type Cell } from './judge.mts';
import { isRepeated, observe, type Way } from './observe.mts';
import { faultsIn, readPart, replacePart, shownIn, tableOf, wordsOf } from './page.mts';
import { FAULTS, type FaultRow } from './table.mts';

// Faults that pass are over before all tries are.
engine.setWaits(1);

const PAGE = join(import.meta.dirname, '../../../docs/reliability.md');
const LONGEST_MS = 300_000;

/** By day, one in this many is tried. */
const ONE_IN = 12;
// They mostly wait.
const AT_ONCE = 12;
/** Answers that take a busy machine longer than the callers' time limits are left to the night. */
const isQuick = (row: FaultRow): boolean => row.isLarge !== true && row.isSlow !== true;

/** The ways in which a fault hits a caller: permanently, once, and ending a run of writes. Large answers take long. */
const waysOf = (row: FaultRow, caller: Caller): Way[] => [
	{},
	...(isRepeated(row, caller) ? [{ passes: true }] : []),
	...(caller.changed === undefined || row.isLarge === true ? [] : [{ stops: true }]),
];

const gate = createSemaphore(AT_ONCE);
/** Large answers take a busy machine long, which counts towards the time limit. */
const largeGate = createSemaphore(1);
const unharmed = new Map(CALLERS.map((caller) => [caller, observe(engine, caller, undefined)]));

async function fill(row: FaultRow, caller: Caller): Promise<Cell> {
	const expected = await unharmed.get(caller);
	if (expected === undefined) throw new RangeError(caller.words);
	const cases = [];
	for (const way of waysOf(row, caller))
		cases.push({ row, caller, way, seen: await observe(engine, caller, row, way), unharmed: expected });
	return { row, caller, cases };
}

/** All of them at work from the start, each in a test of its own. */
const cells = FAULTS.flatMap((row) => CALLERS.map((caller) => ({ row, caller })))
	.filter(({ row, caller }) => (IS_ALL || isQuick(row)) && isTried(ONE_IN, row.words, caller.words))
	.map(({ row, caller }) => {
		const pass = row.isLarge === true ? largeGate : gate;
		return { row, caller, filled: pass(() => fill(row, caller)) };
	});
for (const { filled } of cells) filled.catch(() => undefined);

it.each(cells)(
	'$row.words: $caller.words',
	async ({ filled }) => {
		const { cases } = await filled;
		expect(cases.map((one) => ({ way: one.way, problems: problemsOf(one) }))).toEqual(
			cases.map(({ way }) => ({ way, problems: [] })),
		);
	},
	LONGEST_MS,
);

it(
	'docs/reliability.md shows what is observed; "UPDATE_RELIABILITY=1 SHARE=all" writes it',
	async () => {
		const observed = await Promise.all(cells.map(({ filled }) => filled));
		if (process.env.UPDATE_RELIABILITY === '1' && IS_ALL)
			writeFileSync(PAGE, replacePart(readFileSync(PAGE, 'utf8'), 'faults', tableOf(observed)));
		const table = readPart(readFileSync(PAGE, 'utf8'), 'faults') ?? '';
		const differing = observed.filter((cell) => shownIn(table, cell) !== wordsOf(cell));
		expect(differing.map(({ row, caller }) => `${row.words}: ${caller.words}`)).toEqual([]);
		expect(faultsIn(table).toSorted()).toEqual(FAULTS.map(({ words }) => words).toSorted());
		process.stdout.write(`${observed.length} faults and callers (${SHARE})\n`);
	},
	LONGEST_MS,
);
