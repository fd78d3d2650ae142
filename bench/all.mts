// Runs the measurements one after another, or those named, and writes the figures into bench/README.md if BENCH_DOCS is set:
// all from one run. Needs a built package. Takes up to 40 minutes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Figure } from './common/report.mts';
import { ROUNDS } from './common/rounds.mts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'bench/README.md');
const MEASURED = ['reads.mts', 'writes.mts', 'lists.mts', 'memory.mts', 'poll.mts'];

/** Runs a script and shows what it prints. Throws if it fails. */
async function figuresOf(path: string): Promise<Figure[]> {
	console.log(`--- ${path}`);
	const child = fork(join(import.meta.dirname, path));
	const figures: Figure[] = [];
	child.on('message', (sent: Figure[]) => figures.push(...sent)); // report.ts sends them
	const [code] = (await once(child, 'close')) as [code: number | null];
	if (code !== 0) throw new Error(`${path} ended with exit code ${String(code)}`);
	return figures;
}

/** What users decide by. The page has these, and the run prints all. */
const SHOWN = [
	'1,000 invoices read, 10 at once',
	'200 clients created',
	'An invoice created with a number',
	'1,000 invoices deleted',
	'… drafts only',
	'A quiet poll, 100,000 invoices, 2,000 open',
];

const cell = (words: string): string => words.replaceAll('|', '\\|');

function tableOf(figures: readonly Figure[]): string {
	const rows = SHOWN.map((name) => {
		const shown = figures.find(({ what }) => what === name);
		if (shown === undefined) throw new Error(`Nothing measured "${name}"`);
		return [shown.what, shown.beside, shown.figure, shown.means];
	});
	const lines = [['What', 'Beside what', 'Figure', 'For you'], ['---', '---', '--:', '---'], ...rows];
	return lines.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

function surroundings(): string {
	const require = createRequire(import.meta.url);
	const { version } = require('n8n-core/package.json') as { version: string };
	const [{ model = 'unknown processor' } = {}] = cpus();
	const day = new Date().toISOString().slice(0, 10);
	return `Measured on ${day} with n8n ${version} and Node ${process.versions.node}, on ${availableParallelism()} cores (${model}). Medians of ${ROUNDS} rounds.`;
}

/** A page with one of its generated parts, which stand between two comments, replaced. */
const replacePart = (page: string, name: string, content: string): string =>
	page.replace(
		new RegExp(`(<!-- ${name} -->\\n+)[^]*?(\\n+<!-- /${name} -->)`),
		(_, before: string, after: string) => before + content + after,
	);

const figures: Figure[] = [];
const named = process.argv.slice(2);
for (const path of MEASURED.filter(
	(file) => named.length === 0 || named.includes(file.replace(/\.m\w+$/, '')),
))
	figures.push(...(await figuresOf(path)));
if (process.env.BENCH_DOCS !== undefined && named.length === 0) {
	const page = Object.entries({ surroundings: surroundings(), figures: tableOf(figures) }).reduce(
		(written, [name, part]) => replacePart(written, name, part),
		readFileSync(PAGE, 'utf8'),
	);
	writeFileSync(PAGE, await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
