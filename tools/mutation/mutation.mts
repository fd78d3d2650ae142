/** Tells how many random changes of the code the tests notice: `npm run mutation -- [folder …] [--sample 300] [--seed 7]`. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Instrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter';
import { ROOT } from '../../host/paths.mts';

type Mutant = InstrumentResult['mutants'][number];

/** What decides on money and events. */
const FOLDERS = 'execution limits lookup transport trigger xml records actions/invoice'.split(' ');
/** The least share, in percent, that the tests must notice. */
const FLOOR = 85;
/** A mutant that runs longer never ends. */
const LONGEST_MS = 15 * 60_000;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		sample: { type: 'string', default: '300' },
		seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
	},
});
const silent = () => undefined;
const no = () => false;
const LOGGER = {
	...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
	...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, isWarnEnabled: no },
	...{ isErrorEnabled: no, isFatalEnabled: no },
};

const copy = mkdtempSync(join(tmpdir(), 'xml-billing-mutation-'));
const reachedFolder = join(copy, 'reached');

/** The code that a mutant replaces. */
function originalOf({ fileName, location: { start, end } }: Mutant): string {
	const lines = readFileSync(join(ROOT, relative(copy, fileName)), 'utf8').split('\n');
	const found = lines.slice(start.line, end.line + 1);
	return found
		.map((line, index) =>
			line.slice(index === 0 ? start.column : 0, index === found.length - 1 ? end.column : undefined),
		)
		.join('\n');
}

/**
 * Whether a mutant only changes a text for people, recognized by its blanks. Such texts affect neither money nor
 * events, and tests of them would only repeat them. Names of elements, methods and choices have no blanks.
 */
const isForPeople = (mutant: Mutant): boolean =>
	mutant.mutatorName === 'StringLiteral' && /\S\s+\S/.test(originalOf(mutant));

/** Copies the repository, and puts all mutants of some folders into the copy: a variable says which one is active. */
async function instrument(folders: readonly string[]): Promise<readonly Mutant[]> {
	const isLeftOut = /^(node_modules|dist|\.git|\.data|host.node_modules)$/;
	cpSync(ROOT, copy, { recursive: true, filter: (source) => !isLeftOut.test(relative(ROOT, source)) });
	symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
	const patterns = folders.map((folder) => `nodes/XmlBilling/${folder}/**/*.ts`);
	const names = globSync(patterns, { cwd: copy }).sort();
	const sources = names.map((name) => ({
		name: join(copy, name),
		mutate: true,
		content: readFileSync(join(copy, name), 'utf8'),
	}));
	const options = { ignorers: [], plugins: null, excludedMutations: [] };
	const { files, mutants } = await new Instrumenter(LOGGER).instrument(sources, options);
	for (const { name, content } of files) writeFileSync(name, content);
	execFileSync(process.execPath, ['node_modules/gulp/bin/gulp.js', 'bundle', '--silent'], { cwd: copy });
	return mutants.filter((mutant) => !isForPeople(mutant));
}

/** Runs tests. Returns what Jest wrote, colors apart, if one fails, or something outside of them. */
async function failureOf(args: readonly string[], env: Record<string, string>): Promise<string | undefined> {
	const jest = ['node_modules/jest/bin/jest.js', '--config=tools/mutation/jest.config.mjs', ...args];
	const child = spawn(process.execPath, [...jest, '--runInBand', '--no-color'], {
		cwd: copy,
		// The result for a mutant must not depend on luck.
		env: { ...process.env, SEED: '7', ...env },
		stdio: ['ignore', 'ignore', 'pipe'],
		timeout: LONGEST_MS,
	});
	let output = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
	const code = await new Promise((resolve) => child.once('close', resolve));
	return code === 0 ? undefined : output;
}

interface TestFile {
	path: string;
	ms: number;
	/** The numbers of those that it reaches. */
	mutants: ReadonlySet<string>;
}

/** Runs all tests without a mutant, and tells what each file of them reaches. Throws an Error if a test fails. */
async function readTests(): Promise<TestFile[]> {
	mkdirSync(reachedFolder);
	const report = join(copy, 'report.json');
	const args = ['--json', `--outputFile=${report}`];
	const failure = await failureOf(args, { MUTATION_REACHED: reachedFolder });
	if (failure !== undefined) throw new Error(`The tests fail without a mutant:\n${failure}`);
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
		testResults: { name: string; startTime: number; endTime: number }[];
	};
	const times = new Map(testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]));
	return readdirSync(reachedFolder).map((name) => {
		const text = readFileSync(join(reachedFolder, name), 'utf8');
		const { path, mutants } = JSON.parse(text) as { path: string; mutants: string[] };
		return { path, ms: times.get(path) ?? 0, mutants: new Set(mutants) };
	});
}

/** The tests that reach a mutant: first short ones, and those of its file or folder. */
function testsOf({ id, fileName }: Mutant, tests: readonly TestFile[]): string[] {
	const names = [basename(fileName, '.ts'), basename(dirname(fileName))];
	const rank = ({ path, ms }: TestFile) => ms / (names.some((name) => path.includes(name)) ? 5 : 1);
	const reaching = tests.filter(({ mutants }) => mutants.has(id));
	return reaching.sort((a, b) => rank(a) - rank(b)).map(({ path }) => path);
}

const oneLine = (code: string): string => {
	const line = code.replace(/\s+/g, ' ');
	return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
};

try {
	const { seed, sample } = values;
	const mutants = await instrument(positionals.length > 0 ? positionals : FOLDERS);
	const rank = ({ fileName, location, replacement }: Mutant) =>
		createHash('sha256')
			.update(JSON.stringify([seed, relative(copy, fileName), location, replacement]))
			.digest('hex');
	const ranked = mutants.map((mutant) => ({ mutant, rank: rank(mutant) }));
	const left = ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, Number(sample));
	const count = left.length;
	console.log(`Seed ${seed}: ${count} of ${mutants.length} mutants`);
	if (count === 0) throw new Error('Nothing to try: folders are those of nodes/XmlBilling.');
	const tests = await readTests();
	let survived = 0;

	/** Tries one mutant after the other until none is left. A failure outside of tests counts, as in `npm test`. */
	async function tryMutants(): Promise<void> {
		for (let next = left.pop(); next !== undefined; next = left.pop()) {
			const { mutant } = next;
			const paths = testsOf(mutant, tests);
			const env = { __STRYKER_ACTIVE_MUTANT__: mutant.id, MUTATION_ORDER: JSON.stringify(paths) };
			const args = ['--bail', '--runTestsByPath', ...paths];
			if (paths.length > 0 && (await failureOf(args, env)) !== undefined) continue;
			survived++;
			const { start } = mutant.location;
			const place = `${relative(copy, mutant.fileName)}:${start.line + 1}:${start.column + 1}`;
			const how = paths.length > 0 ? 'survived' : 'reached by no test';
			console.log(
				`  ${place} ${mutant.mutatorName}: ${how}\n    ${oneLine(originalOf(mutant))}\n    ${oneLine(mutant.replacement)}`,
			);
		}
	}
	await Promise.all(Array.from({ length: availableParallelism() }, tryMutants));
	const score = (100 * (count - survived)) / count;
	console.log(`${score.toFixed(1)} % of ${count} mutants were noticed; the least is ${FLOOR} %.`);
	process.exitCode = score < FLOOR ? 1 : 0;
} finally {
	rmSync(copy, { recursive: true });
}
