import { median, type Rounds } from './rounds.ts';

/** One line of the table in docs/speed.md. */
export interface Figure {
	what: string;
	figure: string;
	goal: string;
	isReached: boolean;
}

/** A number as people write it. */
export const count = (value: number): string => value.toLocaleString('en');

export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} s`;

export const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)}x`;

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

type Bounded = (what: string, value: number, goal: number, words: (value: number) => string) => Figure;

const bounded =
	(bound: string, isWithin: (value: number, goal: number) => boolean): Bounded =>
	(what, value, goal, words) => ({
		what,
		figure: words(value),
		goal: `${bound} ${words(goal)}`,
		isReached: isWithin(value, goal),
	});

/** A figure that must not be larger than its goal, in words of its own. */
export const atMost = bounded('at most', (value, goal) => value <= goal);

/** A figure that must not be smaller than its goal. */
export const atLeast = bounded('at least', (value, goal) => value >= goal);

/** A figure beside others, without a goal. */
export const plain = (what: string, figure: string): Figure => ({ what, figure, goal: '', isReached: true });

/** Rows of cells below each other: the first column begins on the left, the others end on the right. */
export function columns(rows: ReadonlyArray<readonly string[]>): string {
	const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
	const line = (row: readonly string[]) =>
		row.map((cell, index) => cell[index === 0 ? 'padEnd' : 'padStart'](widths[index] ?? 0)).join('  ');
	return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Prints what each entrant took, as medians of the rounds. */
export function printRounds<Name extends string>(title: string, rounds: Rounds<Name>): void {
	const rows = Object.entries<Rounds<Name>[Name]>(rounds).map(([name, costs]) => [
		name,
		count(median(costs.map(({ requests }) => requests))),
		median(costs.map((cost) => cost.seconds)).toFixed(3),
		median(costs.map((cost) => cost.cpuSeconds)).toFixed(3),
	]);
	console.log(`${title}\n${columns([['', 'requests', 'seconds', 'CPU s'], ...rows])}\n`);
}

/** Prints figures with their goals, and hands them to all.ts when that runs this. */
export function report(figures: readonly Figure[]): void {
	const rows = figures.map(({ what, figure, goal, isReached }) => [
		what,
		figure,
		goal,
		isReached ? '' : 'MISSED',
	]);
	console.log(`${columns([['', 'figure', 'goal', ''], ...rows])}\n`);
	process.send?.(figures);
}
