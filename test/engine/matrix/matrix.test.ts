import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS } from './faults.ts';
import { fillMatrix } from './matrix.ts';
import { readPart, tableOf } from './page.ts';
import { USERS } from './users.ts';

const PAGE = join(import.meta.dirname, '../../../docs/reliability.md');
const LONGEST_MS = 300_000;

const matrix = fillMatrix(engine);

describe.each(ROWS)('$words:', (row) => {
	it.each(USERS)(
		'$words',
		async (user) => {
			const cell = await matrix.find((one) => one.row === row && one.user === user)?.filled;
			expect(cell?.problems).toEqual([]);
		},
		LONGEST_MS,
	);
});

it(
	'docs/reliability.md shows what is observed; "npm run reliability" writes it',
	async () => {
		const cells = await Promise.all(matrix.map(({ filled }) => filled));
		expect(readPart(readFileSync(PAGE, 'utf8'), 'matrix')).toBe(tableOf(cells));
	},
	LONGEST_MS,
);
