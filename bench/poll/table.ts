import { OTHER_TABLES, rowCount } from './rows.ts';
import type { Measured, Trial } from './trial.ts';

const COLUMNS: ReadonlyArray<readonly [title: string, width: number, text: (row: Measured) => string]> = [
	['events', -8, ({ entrant }) => entrant.events],
	['poll', -5, ({ poll }) => poll],
	['trigger', -12, ({ entrant }) => entrant.trigger],
	['requests', 8, ({ cost }) => count(cost.requests)],
	['lists', 6, ({ cost }) => count(cost.lists)],
	['reads', 6, ({ cost }) => count(cost.reads)],
	['KB', 7, ({ cost }) => count(Math.round(cost.bytes / 1024))],
	['CPU s', 6, ({ cost }) => cost.cpuSeconds.toFixed(2)],
	['wall s', 7, ({ cost }) => cost.seconds.toFixed(2)],
	['state bytes', 11, ({ cost }) => count(cost.stateBytes)],
	['found', 6, ({ cost }) => count(cost.found.length)],
];

/** A number as people write it. */
export const count = (value: number): string => value.toLocaleString('en');

const line = (cells: readonly string[]): string =>
	COLUMNS.map(([, width], index) => {
		const cell = cells[index] ?? '';
		return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
	}).join(' ');

/** What stands above the rows of an account: what is in it, and the titles of the columns. */
export function heading({ size, listRecords }: Trial): string {
	const others = Object.entries(OTHER_TABLES).map(
		([table, other]) => `${count(rowCount(other, size.invoices))} ${table.replace('_', ' ')}`,
	);
	return [
		`${count(size.invoices)} invoices, ${count(size.open)} open; list records: ${listRecords}`,
		`beside them: ${others.join(', ')}`,
		line(COLUMNS.map(([title]) => title)),
	].join('\n');
}

/** One poll as a row. */
export const row = (measured: Measured): string => line(COLUMNS.map(([, , text]) => text(measured)));
