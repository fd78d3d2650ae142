import { fileURLToPath } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';
import { loadEngine, SPARING, type Engine } from './engine.mts';
import { isToFail, QUIRK } from './quirks.mts';

declare global {
	/** The repository's built package in n8n's engine. */
	var engine: Engine;
}

/** A test, or a block of tests. The block of a file has no parent. */
interface Named {
	name: string;
	parent?: Named;
}

/** Jest's data about a test. */
interface TestEvent {
	name: string;
	test?: Named & { failing?: boolean };
}

/** What the waits between tries take in tests, of what they take in n8n. */
const WAITS = 1 / 20;

let loading: Promise<Engine> | undefined;

/**
 * Gives tests the global `engine`. It is loaded outside of Jest's module registry, by Node itself as in n8n, and once per
 * process: within the registry, errors of sockets are not instances of `Error`, and the expression engine does not load.
 * The package is the repository's own build, or that in the folder PACKAGE_PATH.
 */
export default class EngineEnvironment extends TestEnvironment {
	protected readonly testPath: string;

	constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
		super(config, context);
		this.testPath = context.testPath;
	}

	/** Has a test that is expected to fail with this run's quirk fail, and reports it if it doesn't. */
	handleTestEvent({ name, test }: TestEvent): void {
		if (name === 'test_start' && test && isToFail(this.testPath, nameOf(test))) test.failing = true;
	}

	override async setup(): Promise<void> {
		if (loading === undefined && QUIRK !== undefined) console.log(`QUIRK=${QUIRK}`);
		const path = process.env.PACKAGE_PATH ?? fileURLToPath(new URL('../../../', import.meta.url));
		loading ??= loadEngine(path, SPARING);
		this.global.engine = await loading;
		// For each file, as a test may have changed it.
		this.global.engine.setWaits(WAITS);
		await super.setup();
	}
}

/** The full name of a test, without that of the file's own block. */
const nameOf = ({ name, parent }: Named): string =>
	parent?.parent === undefined ? name : `${nameOf(parent)} ${name}`;
