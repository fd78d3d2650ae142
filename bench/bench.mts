// Measures everything, or what is named, and writes the figures into README.md if BENCH_DOCS is set: all from one run. The
// nodes run in n8n's engine in this process, and the service in another.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROUNDS } from './arena.mts';
import { MEASURES, type Figure } from './measures.mts';

const PAGE = join(import.meta.dirname, 'README.md');

function tableOf(figures: readonly Figure[]): string {
	const rows = figures.map(({ what, beside, figure, means }) => [what, beside, figure, means]);
	const lines = [['What', 'Beside what', 'Figure', 'For you'], ['---', '---', '--:', '---'], ...rows];
	return lines.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function surroundings(): string {
	const { version } = createRequire(import.meta.url)('n8n-core/package.json') as { version: string };
	const [{ model = 'unknown processor' } = {}] = cpus();
	const day = new Date().toISOString().slice(0, 10);
	return `Measured on ${day} with n8n ${version} and Node ${process.versions.node}, on ${availableParallelism()} cores (${model}). Medians of ${ROUNDS} rounds.`;
}

const named = process.argv.slice(2);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(MEASURES)) {
	if (named.length > 0 && !named.includes(name)) continue;
	const found = await measure();
	figures.push(...found);
	for (const { what, beside, figure, means } of found)
		console.log(`${what}: ${figure} beside ${beside} (${means})`);
}
if (process.env.BENCH_DOCS !== undefined && named.length === 0) {
	const content = `\n\n${surroundings()}\n\n${tableOf(figures)}\n\n`;
	const part = /(?<=<!-- figures -->)[^]*(?=<!-- \/figures -->)/;
	const page = readFileSync(PAGE, 'utf8').replace(part, () => content);
	writeFileSync(PAGE, await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
