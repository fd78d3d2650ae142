// Runs the measurements one after another, and writes their figures into docs/speed.md if BENCH_DOCS is set: all from one
// run. Needs a built package. Takes up to 40 minutes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { format, resolveConfig } from 'prettier';
import { replacePart } from '../test/engine/matrix/page.ts';
import type { Figure } from './common/report.ts';
import { ROUNDS } from './common/rounds.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/speed.md');
/** Scripts that send figures. */
const MEASURED = [
	...['reads', 'writes', 'lists', 'memory'].map((name) => `bench/${name}.ts`),
	'tools/weigh.mjs',
];
/** Scripts whose last paragraph is quoted. */
const QUOTED = ['bench/decode.mjs', 'bench/poll.ts'];

interface Outcome {
	figures: Figure[];
	printed: string;
}

/** Runs a script and shows what it prints. Throws if it fails. */
async function outcomeOf(path: string): Promise<Outcome> {
	console.log(`--- ${path}`);
	const child = fork(join(ROOT, path), { stdio: ['inherit', 'pipe', 'inherit', 'ipc'] });
	const figures: Figure[] = [];
	child.on('message', (sent: Figure[]) => figures.push(...sent)); // report.ts sends them
	child.stdout?.pipe(process.stdout, { end: false });
	const ended = once(child, 'close');
	const printed = child.stdout === null ? '' : await text(child.stdout);
	const [code] = (await ended) as [code: number | null];
	if (code !== 0) throw new Error(`${path} ended with exit code ${String(code)}`);
	return { figures, printed };
}

const cell = (words: string): string => words.replaceAll('|', '\\|');

function tableOf(figures: readonly Figure[]): string {
	const rows = figures.map(({ what, figure, goal, isReached }) => [
		what,
		isReached ? figure : `**${figure}**`,
		goal,
	]);
	const lines = [['What', 'Figure', 'Goal'], ['---', '---', '---'], ...rows];
	return lines.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

function surroundings(): string {
	const require = createRequire(import.meta.url);
	const { version } = require('n8n-core/package.json') as { version: string };
	const [{ model = 'unknown processor' } = {}] = cpus();
	const day = new Date().toISOString().slice(0, 10);
	return `Measured on ${day} with n8n ${version} and Node ${process.versions.node}, on ${availableParallelism()} cores (${model}). Medians of ${ROUNDS} rounds.`;
}

const lastParagraph = (printed: string): string => printed.trim().split('\n\n').at(-1) ?? '';

const figures: Figure[] = [];
for (const path of MEASURED) figures.push(...(await outcomeOf(path)).figures);
const quotes: string[] = [];
for (const path of QUOTED) {
	const outcome = await outcomeOf(path);
	figures.push(...outcome.figures);
	quotes.push(lastParagraph(outcome.printed));
}
const missed = figures.filter(({ isReached }) => !isReached);
console.log(`${figures.length} figures, ${missed.length} of them worse than their goals`);
if (process.env.BENCH_DOCS !== undefined) {
	const parts: Readonly<Record<string, string>> = {
		surroundings: surroundings(),
		figures: tableOf(figures),
		quotes: `\`\`\`text\n${quotes.join('\n\n')}\n\`\`\``,
	};
	const page = Object.entries(parts).reduce(
		(written, [name, part]) => replacePart(written, name, part),
		readFileSync(PAGE, 'utf8'),
	);
	writeFileSync(PAGE, await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
