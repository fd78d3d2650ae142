import { ROWS } from './faults.mts';
import { isInDoubt, textsOf } from './judge.mts';
import type { Cell } from './matrix.mts';
import { USERS } from './users.mts';

/** The text of a cell: the result of its user, as observed. */
export function wordsOf({ user, cases }: Cell): string {
	const [lasting] = cases;
	const [text] = textsOf(lasting?.seen.shown ?? []);
	if (text === undefined) return 'full result';
	const isOvercome = cases.some(({ way, seen }) => way.passes === true && textsOf(seen.shown).length === 0);
	if (user.changed === undefined) return isOvercome ? 'retried' : 'error';
	const [record = ''] = [...(lasting?.unharmed.asked.keys() ?? [])].slice(user.items?.[0]);
	const isSent = lasting?.seen.asked.has(record) === true;
	if (!isSent) return isOvercome ? 'sent when reachable' : 'error, nothing sent';
	return isInDoubt(text) ? 'error, **outcome unknown**' : 'error, not carried out';
}

/** The matrix as a table in Markdown. */
export function tableOf(cells: readonly Cell[]): string {
	const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |`;
	const rows = ROWS.map((row) => [row.words, ...cells.filter((cell) => cell.row === row).map(wordsOf)]);
	const heading = ['What the service does', ...USERS.map(({ words }) => words)];
	return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The text of a cell in the table; undefined if it has no such row or column. */
export function shownIn(table: string, { row, user }: Pick<Cell, 'row' | 'user'>): string | undefined {
	const [heading = [], , ...rows] = table.split('\n').map((line) => line.slice(2, -2).split(' | '));
	return rows.find(([words]) => words === row.words)?.[heading.indexOf(user.words)];
}

/** The key figures of the matrix, as a sentence. */
export function summaryOf(cells: readonly Cell[]): string {
	const seen = cells.flatMap(({ cases }) => cases.map((one) => one.seen));
	const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
	const isFault = ({ row }: Cell) => row.certificate !== 'trusted' || row.fault !== undefined;
	const doubled = cells
		.filter(({ user }) => user.changed !== undefined)
		.flatMap(({ cases }) => cases.flatMap((one) => [...one.seen.asked.values()]))
		.filter(({ sent, processed }) => Math.max(sent, processed) > 1);
	const memory = Math.ceil(Math.max(...cells.map(({ highest }) => highest)) / 1024 / 1024);
	const figures = {
		cells: cells.length,
		'faults and certificates': new Set(cells.filter(isFault).map(({ row }) => row)).size,
		runs: seen.length,
		'requests that reached the service': sum(seen.map(({ requests }) => requests)),
		'writes sent twice': doubled.length,
		'requests to another server': sum(seen.map(({ strays }) => strays)),
		'MB of memory at most': memory,
	};
	return Object.entries(figures)
		.map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`)
		.join(', ');
}

/** Generated parts of the page are enclosed in two comments. */
const partOf = (page: string, name: string): RegExpExecArray | null =>
	new RegExp(`(<!-- ${name} -->\\n+)([^]*?)(\\n+<!-- /${name} -->)`).exec(page);

/** The text of a generated part of the page. */
export const readPart = (page: string, name: string): string | undefined => partOf(page, name)?.[2];

/** The page with one of its generated parts replaced. */
export const replacePart = (page: string, name: string, content: string): string =>
	page.replace(partOf(page, name)?.[0] ?? '', (part) =>
		part.replace(readPart(page, name) ?? '', () => content),
	);
