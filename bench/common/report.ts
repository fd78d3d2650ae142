import { median, type Rounds } from './rounds.ts';

/** One line of the table in docs/speed.md. */
export interface Figure {
	what: string;
	figure: string;
	goal: string;
	isReached: boolean;
}

/** A number formatted for people. */
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

/** A figure with an upper bound, formatted as given. */
export const atMost = bounded('at most', (value, goal) => value <= goal);

/** A figure with a lower bound. */
export const atLeast = bounded('at least', (value, goal) => value >= goal);

/** A figure without a goal, for comparison. */
export const plain = (what: string, figure: string): Figure => ({ what, figure, goal: '', isReached: true });

/** Aligns cells in columns: the first to the left, the others to the right. */
export function columns(rows: ReadonlyArray<readonly string[]>): string {
	const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
	const line = (row: readonly string[]) =>
		row.map((cell, index) => cell[index === 0 ? 'padEnd' : 'padStart'](widths[index] ?? 0)).join('  ');
	return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Prints the cost of each entrant as medians over the rounds. */
export function printRounds<Name extends string>(title: string, rounds: Rounds<Name>): void {
	const rows = Object.entries<Rounds<Name>[Name]>(rounds).map(([name, costs]) => [
		name,
		count(median(costs.map(({ requests }) => requests))),
		median(costs.map((cost) => cost.seconds)).toFixed(3),
		median(costs.map((cost) => cost.cpuSeconds)).toFixed(3),
	]);
	console.log(`${title}\n${columns([['', 'requests', 'seconds', 'CPU s'], ...rows])}\n`);
}

/** Prints figures with their goals, and sends them to all.ts if that started this script. */
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
