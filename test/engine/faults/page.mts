import { groupBy } from '../../../nodes/XmlBilling/helpers/GenericFunctions.ts';
import { FAULTS } from './table.mts';
import { isInDoubt, textsOf, type Cell } from './judge.mts';
import type { Caller } from './callers.mts';

/** The text of a cell: what its caller gets, as observed. */
export function wordsOf({ caller, cases }: Cell): string {
	const [lasting] = cases;
	const [text] = textsOf(lasting?.seen.shown ?? []);
	if (text === undefined) return 'full result';
	const isOvercome = cases.some(({ way, seen }) => way.passes === true && textsOf(seen.shown).length === 0);
	if (caller.changed === undefined) return isOvercome ? 'retried' : 'error';
	const [record = ''] = [...(lasting?.unharmed.asked.keys() ?? [])].slice(caller.items?.[0]);
	const isSent = lasting?.seen.asked.has(record) === true;
	if (!isSent) return isOvercome ? 'sent when reachable' : 'error, nothing sent';
	if (isInDoubt(text)) return 'error, **outcome unknown**';
	return isOvercome ? 'retried' : 'error, not carried out';
}

/** The columns of the table: callers that mostly get the same. */
const COLUMNS: ReadonlyArray<readonly [heading: string, fits: (caller: Caller) => boolean]> = [
	['Reads, lists, polls', ({ changed, isSingle }) => changed === undefined && isSingle !== true],
	['Writes', ({ changed }) => changed !== undefined],
	['Test of the credential', ({ isSingle }) => isSingle === true],
];
const BETWEEN = '<br>';
/** Before a caller who gets something else than the others of a column. */
const EXCEPT = '; ';

/** What the callers of a column get, beginning with what most of them get. */
function columnOf(cells: readonly Cell[]): string {
	const callers = groupBy(cells, wordsOf);
	const [[most = ''] = [], ...others] = [...callers].sort(([, one], [, other]) => other.length - one.length);
	return [
		most,
		...others.flatMap(([words, own]) => own.map(({ caller }) => `${caller.words}: ${words}`)),
	].join(EXCEPT);
}

/** What was observed as a table in Markdown. Faults with equal outcomes share a row. */
export function tableOf(cells: readonly Cell[]): string {
	const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |`;
	const outcomes = groupBy(FAULTS, (row) =>
		COLUMNS.map(([, fits]) => columnOf(cells.filter((cell) => cell.row === row && fits(cell.caller)))).join(
			' | ',
		),
	);
	const rows = [...outcomes].map(([outcome, own]) => [own.map(({ words }) => words).join(BETWEEN), outcome]);
	const heading = ['What the service does', ...COLUMNS.map(([words]) => words)];
	return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The rows of a table: its faults and its columns. */
const rowsIn = (
	table: string,
): ReadonlyArray<readonly [faults: readonly string[], columns: readonly string[]]> =>
	table
		.split('\n')
		.slice(2)
		.map((line) => line.slice(2, -2).split(' | '))
		.map(([faults = '', ...columns]) => [faults.split(BETWEEN), columns]);

/** The faults that a table tells of. */
export const faultsIn = (table: string): string[] => rowsIn(table).flatMap(([faults]) => faults);

/** What a table says of a cell; undefined if it does not tell of its fault. */
export function shownIn(table: string, { row, caller }: Pick<Cell, 'row' | 'caller'>): string | undefined {
	const [, columns = []] = rowsIn(table).find(([faults]) => faults.includes(row.words)) ?? [];
	const [most, ...exceptions] = columns[COLUMNS.findIndex(([, fits]) => fits(caller))]?.split(EXCEPT) ?? [];
	const own = exceptions.find((exception) => exception.startsWith(`${caller.words}: `));
	return own === undefined ? most : own.slice(caller.words.length + 2);
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
