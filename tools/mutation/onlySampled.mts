import { readFileSync } from 'node:fs';
import { CheckStatus, type Checker, type CheckResult } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { keyOf } from './key.mts';

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
