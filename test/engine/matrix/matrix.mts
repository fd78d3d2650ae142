import { createSemaphore, type Semaphore } from '../../../nodes/XmlBilling/transport/semaphore.ts';
import type { Engine } from '../harness/engine.mts';
import { ROWS, type Row } from './faults.mts';
import { problemsOf, type Case } from './judge.mts';
import { measure } from './memory.mts';
import { isRepeated, observe, type Observation, type Way } from './observe.mts';
import { USERS, type User } from './users.mts';

/** The results of a user hit by a fault, in every way that applies. */
export interface Cell {
	readonly row: Row;
	readonly user: User;
	/** Lasting first. */
	readonly cases: readonly Case[];
	/** What is wrong, in words. */
	readonly problems: readonly string[];
}

/** The most memory that an answer of any size may take. */
const MOST_BYTES = 100 * 1024 * 1024;
// They mostly wait.
const AT_ONCE = 12;

/** A cell for every row and user, pending until its tests are done. */
export type Matrix = ReadonlyArray<{ row: Row; user: User; filled: Promise<Cell> }>;

/**
 * Tests every user with every fault, or those selected. Cells run in parallel, except those with large answers: these
 * run last, one after another, so that memory is measured for each alone.
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
	// Those that only the time limit ends would block the others at the gate.
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

/** The ways in which a fault hits a user: permanently, once, and ending a run of writes. Large answers take long. */
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
	};
}

const nameOf = ({ passes, stops }: Way): string =>
	passes === true ? 'passing' : stops === true ? 'stopping' : 'lasting';
