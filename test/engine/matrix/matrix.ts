import { createSemaphore, type Semaphore } from '../../../nodes/XmlBilling/transport/semaphore.ts';
import type { Engine } from '../harness/engine.ts';
import { ROWS, type Row } from './faults.ts';
import { problemsOf, type Case } from './judge.ts';
import { measure } from './memory.ts';
import { isRepeated, observe, type Observation, type Way } from './observe.ts';
import { USERS, type User } from './users.ts';

/** What became of a user whom a fault befell, in all the ways in which it can. */
export interface Cell {
	readonly row: Row;
	readonly user: User;
	/** Lasting first. */
	readonly cases: readonly Case[];
	/** What is wrong, in words. */
	readonly problems: readonly string[];
	/** How many bytes more were in use, at most; only measured where answers are large. */
	readonly highest: number;
}

/** However large an answer is, it may not take more memory than this. */
const MOST_BYTES = 100 * 1024 * 1024;
// Most of the time they wait.
const AT_ONCE = 12;

/** A cell that is being filled, for every user, row by row. */
export type Matrix = ReadonlyArray<{ row: Row; user: User; filled: Promise<Cell> }>;

/**
 * Lets every fault befall every user, or those that are tried. The cells are filled side by side, but for those with large
 * answers: they come last, and one after the other, so that the memory that is measured is their own.
 */
export function fillMatrix(engine: Engine, isTried: (row: Row, user: User) => boolean = () => true): Matrix {
	const unharmed = new Map(USERS.map((user) => [user, observe(engine, user, undefined)]));
	const fill = async (row: Row, user: User): Promise<Cell> => {
		const expected = await unharmed.get(user);
		if (expected === undefined) throw new RangeError(user.words);
		return await fillCell(engine, row, user, expected);
	};
	const gate = createSemaphore(() => AT_ONCE);
	const isLarge = ({ row }: { row: Row }) => row.isLarge === true;
	const all = ROWS.flatMap((row) => USERS.map((user) => ({ row, user })));
	const pairs = all.filter(({ row, user }) => isTried(row, user));
	// Those that only the time limit ends would keep the others waiting at the gate.
	const open: Semaphore = (task) => task();
	const sideBySide = pairs
		.filter((pair) => !isLarge(pair))
		.map((pair) => {
			const pass = pair.row.isSlow === true ? open : gate;
			return { ...pair, filled: pass(async () => await fill(pair.row, pair.user)) };
		});
	const before = Promise.allSettled(sideBySide.map(({ filled }) => filled));
	const single = createSemaphore(() => 1);
	const oneByOne = pairs.filter(isLarge).map((pair) => ({
		...pair,
		filled: before.then(() => single(async () => await fill(pair.row, pair.user))),
	}));
	const filled = [...sideBySide, ...oneByOne];
	for (const cell of filled) cell.filled.catch(() => undefined);
	return pairs.flatMap(({ row, user }) => filled.filter((cell) => cell.row === row && cell.user === user));
}

/** In which ways a fault is to befall a user: lasting, passing, and ending the run of a write. Large answers take long. */
const waysOf = (row: Row, user: User): Way[] => [
	{},
	...(isRepeated(row, user) ? [{ passes: true }] : []),
	...(user.changed === undefined || row.isLarge === true ? [] : [{ stops: true }]),
];

async function fillCell(engine: Engine, row: Row, user: User, unharmed: Observation): Promise<Cell> {
	const cases: Case[] = [];
	let highest = 0;
	for (const way of waysOf(row, user)) {
		const work = async () => await observe(engine, user, row, way);
		const measured = row.isLarge === true ? await measure(work) : { result: await work(), highest: 0 };
		cases.push({ row, user, way, seen: measured.result, unharmed });
		highest = Math.max(highest, measured.highest);
	}
	const megabytes = Math.ceil(highest / 1024 / 1024);
	return {
		row,
		user,
		cases,
		problems: [
			...cases.flatMap((one) => problemsOf(one).map((problem) => `${nameOf(one.way)}: ${problem}`)),
			...(highest > MOST_BYTES ? [`${megabytes} MB of memory`] : []),
		],
		highest,
	};
}

const nameOf = ({ passes, stops }: Way): string =>
	passes === true ? 'passing' : stops === true ? 'stopping' : 'lasting';
