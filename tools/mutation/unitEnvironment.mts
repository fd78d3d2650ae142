import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

/** The variable in which Stryker names the active mutant. Unset in the first run, which has none. */
export const activeMutant = (): string | undefined => process.env['__STRYKER_ACTIVE_MUTANT__'];

/** The mutant that a test has caught. */
let caught: string | undefined;

/** An environment that skips everything once a test has caught the mutant, in this file and the next ones. */
export default class StoppingEnvironment extends TestEnvironment {
	handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent, state: Circus.State): void {
		const active = activeMutant();
		if (active === undefined) return;
		if (event.name === 'run_start' && caught === active) state.testNamePattern = /(?!)/;
		if (event.name === 'test_start' && caught === active) event.test.mode = 'skip';
		if (event.name === 'test_done' && event.test.errors.length > 0) caught = active;
	}
}
