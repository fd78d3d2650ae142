import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { CheckStatus, type Checker, type CheckResult } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';

/** Identifies a mutant across runs of Stryker over the same sources, in which its number differs. */
export function keyOf(mutant: Pick<Mutant, 'fileName' | 'location' | 'mutatorName' | 'replacement'>): string {
	const { fileName, location, mutatorName, replacement } = mutant;
	const { start, end } = location;
	const file = `${basename(dirname(fileName))}/${basename(fileName)}`;
	return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(' ');
}

/**
 * A checker of Stryker's that lets only the sampled mutants pass. Ranges of code alone can't say which: a mutant that empties
 * a function has all those inside it in its range.
 */
class Sampled implements Checker {
	private keys: ReadonlySet<string> = new Set();

	init(): Promise<void> {
		// `mutation.mts` wrote the file.
		this.keys = new Set(JSON.parse(readFileSync(process.env['MUTATION_SAMPLE'] ?? '', 'utf8')) as string[]);
		return Promise.resolve();
	}

	group(mutants: Mutant[]): Promise<string[][]> {
		return Promise.resolve([mutants.map(({ id }) => id)]);
	}

	check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
		const verdict = (mutant: Mutant): CheckResult =>
			this.keys.has(keyOf(mutant))
				? { status: CheckStatus.Passed }
				: { status: CheckStatus.CompileError, reason: 'not sampled' };
		return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)])));
	}
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sampled', injectableClass: Sampled }];
