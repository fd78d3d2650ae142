import { median, type Cost } from './rounds.mts';

/** One line of the table in bench/README.md. */
export interface Figure {
	what: string;
	/** What it was measured beside, in the same run. */
	beside: string;
	figure: string;
	/** What it means for those who use the node. */
	means: string;
}

/** A number formatted for people. */
export const count = (value: number): string => value.toLocaleString('en');

export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} s`;

export const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)}x`;

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The median time of the rounds. */
export const secondsOf = (costs: readonly Cost[]): string =>
	seconds(median(costs.map((cost) => cost.seconds)));

/** Aligns cells in columns: the first to the left, the others to the right. */
export function columns(rows: ReadonlyArray<readonly string[]>): string {
	const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
	const line = (row: readonly string[]) =>
		row.map((cell, index) => cell[index === 0 ? 'padEnd' : 'padStart'](widths[index] ?? 0)).join('  ');
	return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Prints figures, and sends them to all.mts if that started this script. */
export function report(figures: readonly Figure[]): void {
	const rows = figures.map(({ what, beside, figure, means }) => [what, figure, `beside ${beside}`, means]);
	console.log(`${columns(rows)}\n`);
	process.send?.(figures);
}
