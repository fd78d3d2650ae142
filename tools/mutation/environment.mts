import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Circus } from '@jest/types';
import EngineEnvironment from '../../test/engine/harness/environment.mts';

/** The mutant that is active, and in the run without one, the folder for what each file of tests reaches. */
const { __STRYKER_ACTIVE_MUTANT__: active, MUTATION_REACHED: folder } = process.env;

interface Reached {
	__stryker__?: { mutantCoverage?: { static: Record<string, number> } };
}

/** The mutants that were reached since the last time. */
function take({ __stryker__: { mutantCoverage } = {} }: Reached): string[] {
	const ids = Object.keys(mutantCoverage?.static ?? {});
	if (mutantCoverage !== undefined) mutantCoverage.static = {};
	return ids;
}

/** Reached when the package was loaded, once per process: all tests of `engine` rely on it. */
let atLoad: string[] | undefined;
let isCaught = false;

/** Tells which mutants a file of tests reaches, or skips everything once a test has caught the active one. */
export default class MutatedEnvironment extends EngineEnvironment {
	override handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent): void {
		super.handleTestEvent(event);
		if (active === undefined) return;
		if (event.name === 'test_start' && isCaught) event.test.mode = 'skip';
		if (event.name === 'test_done') isCaught ||= event.test.errors.length > 0;
	}

	override async setup(): Promise<void> {
		await super.setup();
		const now = take(globalThis as Reached);
		atLoad ??= now;
	}

	override async teardown(): Promise<void> {
		if (folder !== undefined) {
			// The package is outside of Jest's modules, and so are its globals.
			const isUnit = /[\\/]test[\\/]unit[\\/]/.test(this.testPath);
			const mutants = isUnit
				? take(this.global as Reached)
				: [...(atLoad ?? []), ...take(globalThis as Reached)];
			const name = this.testPath.replaceAll(/\W/g, '-');
			writeFileSync(join(folder, `${name}.json`), JSON.stringify({ path: this.testPath, mutants }));
		}
		await super.teardown();
	}
}
