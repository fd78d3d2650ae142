import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadEngine, SPARING, type Engine } from '../../test/engine/harness/engine.mts';
import StoppingEnvironment, { activeMutant } from './unitEnvironment.mts';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const { cache } = createRequire(import.meta.url);

let loaded: { readonly mutant: string | undefined; readonly engine: Promise<Engine> } | undefined;

/**
 * The environment of the layer `engine`, for a package with mutants. The package is outside Jest's module registry, so
 * it has Node's own globals, while Stryker's runner puts its `__stryker__` (the active mutant, what each test covers) into those
 * of the tests: here they become one object. The package takes it when it is loaded, and what is computed then may be
 * mutated, too; so it is loaded again for each mutant.
 */
export default class MutatedEngineEnvironment extends StoppingEnvironment {
	override async setup(): Promise<void> {
		const mutant = activeMutant();
		if (loaded === undefined || loaded.mutant !== mutant) {
			const shared: unknown = Reflect.get(this.global, '__stryker__') ?? {};
			Reflect.set(globalThis, '__stryker__', shared);
			for (const file of Object.keys(cache)) if (file.startsWith(`${PACKAGE}dist/`)) delete cache[file];
			loaded = { mutant, engine: loadEngine(PACKAGE, SPARING) };
		}
		this.global.engine = await loaded.engine;
		await super.setup();
	}
}
