// Tests every fault against every kind of call, and writes the results into docs/reliability.md. If one of them is wrong,
// writes nothing and ends with exit code 1. Needs a built package: this repository's, or the one in the folder
// PACKAGE_PATH.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngine, SPARING } from '../test/engine/harness/engine.mts';
import { fillMatrix } from '../test/engine/matrix/matrix.mts';
import { replacePart, tableOf } from '../test/engine/matrix/page.mts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = `${ROOT}docs/reliability.md`;

const engine = await loadEngine(process.env['PACKAGE_PATH'] ?? ROOT, SPARING);
const cells = await Promise.all(fillMatrix(engine).map(({ filled }) => filled));
const wrong = cells.filter(({ problems }) => problems.length > 0);
for (const { row, user, problems } of wrong) console.error(`${row.words}: ${user.words}\n`, problems);
if (wrong.length === 0)
	writeFileSync(PAGE, replacePart(readFileSync(PAGE, 'utf8'), 'matrix', tableOf(cells)));
console.log(`${cells.length} cells, ${wrong.length} of them with problems`);
process.exitCode = wrong.length === 0 ? 0 : 1;
