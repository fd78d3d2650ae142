/** Tells how many changes of the code the tests notice: `npm run mutation -- [folder …] [--all | --sample 300] [--seed 7]`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { ROOT } from '../../host/paths.mts';
import { FOLDERS, type Folder, type Stage } from './folders.mts';
import { mutantsOf, originalOf, sampleOf, type Mutant } from './mutants.mts';
import { keyOf } from './onlySampled.mts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		all: { type: 'boolean' },
		sample: { type: 'string', default: '300' },
		seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
		concurrency: { type: 'string', default: '2' },
	},
});
const size = values.all === true ? Number.POSITIVE_INFINITY : Number(values.sample);
const seed = Number(values.seed);
const names = positionals.length > 0 ? positionals : Object.keys(FOLDERS);
if (!(size >= 1) || !Number.isInteger(seed) || names.some((name) => FOLDERS[name] === undefined)) {
	console.error(
		`Usage: npm run mutation -- [folder …] [--all | --sample 300] [--seed 7] [--concurrency 2]. Folders: ${Object.keys(FOLDERS).join(', ')}. A seed repeats an earlier sample.`,
	);
	process.exit(1);
}

type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage';
interface Result {
	mutant: Mutant;
	status: Status;
}

const folder = mkdtempSync(join(tmpdir(), 'xml-billing-mutation-'));
const sampleFile = join(folder, 'sample.json');

/** Stryker's results count lines and columns from 1; the mutants that its checkers get count from 0. */
const fromZero = ({ start, end }: Mutant['location']): Mutant['location'] => ({
	start: { line: start.line - 1, column: start.column - 1 },
	end: { line: end.line - 1, column: end.column - 1 },
});

/** Runs a stage on mutants. A failure outside any test counts as killed, as it would in `npm test`. */
async function runStage({ layer, tests, histories }: Stage, mutants: readonly Mutant[]): Promise<Result[]> {
	const wanted = new Map(mutants.map((mutant) => [keyOf(mutant), mutant]));
	writeFileSync(sampleFile, JSON.stringify([...wanted.keys()]));
	// Stryker's processes, and Jest in them, read these. Property seeds are fixed: the result for a mutant must not
	// depend on luck.
	Object.assign(process.env, {
		MUTATION_SAMPLE: sampleFile,
		MUTATION_LAYER: layer,
		MUTATION_TESTS: JSON.stringify(tests),
		SEED: '7',
		TRIGGER_HISTORIES: String(histories ?? 0),
	});
	const files = new Set(mutants.map(({ fileName }) => relative(ROOT, fileName)));
	const stryker = new Stryker({ mutate: [...files], concurrency: Number(values.concurrency) });
	const all = await stryker.runMutationTest();
	const results = all.flatMap((result) => {
		const mutant = wanted.get(keyOf({ ...result, location: fromZero(result.location) }));
		if (mutant === undefined) return [];
		const isCaught = result.status === 'Killed' || result.status === 'RuntimeError';
		const status: Status = isCaught ? 'Killed' : (result.status as Status);
		return [{ mutant, status }];
	});
	if (results.length !== mutants.length)
		throw new Error(`Stryker tried ${results.length} of ${mutants.length} mutants.`);
	return results;
}

let isBroken = false;

/** Runs the stages, each on the mutants that earlier stages left. If a stage can't run, earlier results still count. */
async function runFolder({ stages }: Folder, sample: readonly Mutant[]): Promise<Result[]> {
	const results = new Map<Mutant, Result>();
	let left = sample;
	for (const [index, stage] of stages.entries()) {
		const ofStage = await runStage(stage, left).catch((error: unknown) => {
			console.error(
				`  stage ${index + 1} of ${stages.length} (${stage.layer}) was not run: ${String(error)}`,
			);
			isBroken = true;
			return [];
		});
		for (const result of ofStage) {
			const earlier = results.get(result.mutant);
			// A stage that doesn't reach the code doesn't change the results of one that does.
			if (earlier?.status !== 'Survived' || result.status !== 'NoCoverage')
				results.set(result.mutant, result);
		}
		left = left.filter((mutant) => isLeft(results.get(mutant)));
		console.log(`  stage ${index + 1} of ${stages.length} (${stage.layer}): ${left.length} left`);
		if (left.length === 0) break;
	}
	return [...results.values()];
}

const isLeft = (result: Result | undefined): boolean =>
	result === undefined || result.status === 'Survived' || result.status === 'NoCoverage';

const oneLine = (code: string): string => {
	const line = code.replace(/\s+/g, ' ');
	return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
};

const LABELS: Readonly<Record<Status, string>> = {
	Killed: 'killed',
	Timeout: 'timed out',
	Survived: 'survived',
	NoCoverage: 'reached by no test',
};

function describe({ mutant, status }: Result): string {
	const { fileName, location, mutatorName, replacement = '' } = mutant;
	const place = `${relative(ROOT, fileName)}:${location.start.line + 1}:${location.start.column + 1}`;
	return `  ${place} ${mutatorName}: ${LABELS[status]}\n    ${oneLine(originalOf(mutant))}\n    ${oneLine(replacement)}`;
}

const STATUSES: readonly Status[] = ['Killed', 'Timeout', 'Survived', 'NoCoverage'];
const rows: Record<string, Record<string, string | number>> = {};
let isBelow = false;
console.log(`Seed ${seed}`);
try {
	for (const name of names) {
		const row = FOLDERS[name];
		if (row === undefined) continue;
		const mutants = await mutantsOf(row);
		const sample = sampleOf(mutants, size, seed);
		console.log(`${name}: ${sample.length} of ${mutants.length} mutants`);
		const results = await runFolder(row, sample);
		const counts = STATUSES.map((status) => results.filter((result) => result.status === status).length);
		const score = (100 * ((counts[0] ?? 0) + (counts[1] ?? 0))) / results.length;
		isBelow ||= score < row.floor;
		const named = Object.fromEntries(STATUSES.map((status, index) => [LABELS[status], counts[index] ?? 0]));
		rows[name] = {
			mutants: results.length,
			...named,
			score: `${score.toFixed(1)} %`,
			floor: `${row.floor} %`,
		};
		// A mutant that timed out is caught, unless the machine was too busy.
		for (const result of results) if (result.status !== 'Killed') console.log(describe(result));
	}
} finally {
	rmSync(folder, { recursive: true });
	console.table(rows);
}
console.log(
	`Again: npm run mutation -- ${names.join(' ')} ${values.all === true ? '--all' : `--sample ${size} --seed ${seed}`}`,
);
process.exitCode = isBelow || isBroken ? 1 : 0;
