import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS, type Row } from './faults.mts';
import { fillMatrix } from './matrix.mts';
import { faultsIn, readPart, shownIn, wordsOf } from './page.mts';
import { IS_ALL, isTried, SHARE } from '../../share.mts';

const PAGE = join(import.meta.dirname, '../../../docs/reliability.md');
const LONGEST_MS = 300_000;

/** Each run tests one in this many cells. */
const ONE_IN = 12;
/** Answers that take a busy machine longer than its users' time limits are left to the night, and to `heavyAnswers`. */
const isQuick = (row: Row): boolean => row.isLarge !== true && row.isSlow !== true;
const matrix = fillMatrix(
	engine,
	(row, user) => (IS_ALL || isQuick(row)) && isTried(ONE_IN, row.words, user.words),
);

it.each(matrix)(
	'$row.words: $user.words',
	async ({ filled }) => {
		expect((await filled).problems).toEqual([]);
	},
	LONGEST_MS,
);

it(
	'docs/reliability.md shows what is observed; "npm run reliability" writes it',
	async () => {
		const page = readPart(readFileSync(PAGE, 'utf8'), 'matrix') ?? '';
		const cells = await Promise.all(matrix.map(async ({ filled }) => await filled));
		const differing = cells.filter((cell) => shownIn(page, cell) !== wordsOf(cell));
		expect(differing.map(({ row, user }) => `${row.words}: ${user.words}`)).toEqual([]);
		expect(faultsIn(page).toSorted()).toEqual(ROWS.map(({ words }) => words).toSorted());
		process.stdout.write(`matrix: ${cells.length} cells (${SHARE})\n`);
	},
	LONGEST_MS,
);
