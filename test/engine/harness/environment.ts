import { fileURLToPath } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';
import { loadEngine, type Engine } from './engine.ts';

declare global {
	/** The repository's built package in n8n's engine. */
	var engine: Engine;
}

let loading: Promise<Engine> | undefined;

/**
 * Gives tests the global `engine`. It is loaded outside of Jest's module registry, by Node itself as in n8n, and once per
 * process: within the registry, errors of sockets are not instances of `Error`, and the expression engine does not load.
 * The package is the repository's own build, or that in the folder PACKAGE_PATH.
 */
export default class EngineEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		loading ??= loadEngine(process.env.PACKAGE_PATH ?? fileURLToPath(new URL('../../../', import.meta.url)));
		this.global.engine = await loading;
		await super.setup();
	}
}
