import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Instrumenting from '@stryker-mutator/instrumenter';
import { ROOT } from '../../host/paths.mts';
import type { Folder } from './folders.mts';
import { keyOf } from './onlySampled.mts';

/** A change at one place in the code. Lines and columns count from 0. */
export interface Mutant {
	fileName: string;
	location: { start: { line: number; column: number }; end: { line: number; column: number } };
	mutatorName: string;
	replacement: string;
}

// Stryker's own copy, wherever npm installed it.
const { Instrumenter } = createRequire(import.meta.resolve('@stryker-mutator/core'))(
	'@stryker-mutator/instrumenter',
) as typeof Instrumenting;

const silent = () => undefined;
const no = () => false;
const LOGGER = {
	...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
	...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, isWarnEnabled: no },
	...{ isErrorEnabled: no, isFatalEnabled: no },
};

/** The code that a mutant replaces. */
export function originalOf({ fileName, location: { start, end } }: Mutant): string {
	const lines = readFileSync(fileName, 'utf8')
		.split('\n')
		.slice(start.line, end.line + 1);
	const last = lines.length - 1;
	return lines
		.map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
		.join('\n');
}

/**
 * Whether a mutant only changes a text for people, recognized by its blanks. Such texts affect neither money nor
 * events, and tests of them would only repeat them. Names of elements, methods and choices have no blanks.
 */
const isForPeople = (mutant: Mutant): boolean =>
	mutant.mutatorName === 'StringLiteral' && /\S\s+\S/.test(originalOf(mutant));

/** All mutants of a folder in file order, without those of texts for people. */
export async function mutantsOf({ files }: Folder): Promise<Mutant[]> {
	const cwd = join(ROOT, 'nodes', 'XmlBilling');
	const empty = files.filter((pattern) => globSync(pattern, { cwd }).length === 0);
	if (empty.length > 0) throw new Error(`folders.mts names what is not there: ${empty.join(', ')}`);
	const names = globSync(files, { cwd }).sort();
	const sources = names.map((name) => {
		const path = join(cwd, name);
		return { name: path, mutate: true, content: readFileSync(path, 'utf8') };
	});
	const options = { ignorers: [], plugins: null, excludedMutations: [] };
	const { mutants } = await new Instrumenter(LOGGER).instrument(sources, options);
	return mutants.filter((mutant) => !isForPeople(mutant));
}

/** A random sample of mutants, or all. The same seed and sources give the same sample. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
	const rankOf = (mutant: Mutant) =>
		createHash('sha256')
			.update(`${seed} ${keyOf(mutant)}`)
			.digest('hex');
	return mutants
		.map((mutant) => ({ mutant, rank: rankOf(mutant) }))
		.sort((a, b) => a.rank.localeCompare(b.rank))
		.slice(0, count)
		.map(({ mutant }) => mutant);
}
