import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import type { Engine } from '../harness/engine.mts';

/** What a user gets to see: the data of an item, or a text instead. */
export type Shown = { readonly data: unknown } | { readonly text: string };

/** What a call is made with. */
export interface Scene {
	readonly engine: Engine;
	readonly sandbox: Sandbox;
	readonly credential: { baseUrl: string; token: string };
	/** Whether an error ends the run, instead of becoming an error item. */
	readonly stops: boolean;
	/** Whether to use a short time limit. */
	readonly isHurried: boolean;
}

/** What a user does. It returns one entry for each item, or a single one. */
export interface Action {
	readonly run: () => Promise<Shown[]>;
	/** The same action again, once the fault is over. */
	readonly runAgain?: () => Promise<Shown[]>;
	/** The state that must not change if a run fails. */
	readonly saved?: () => string;
}

/** Prepares the action while there is no fault yet. */
export type Begin = (scene: Scene) => Promise<Action>;

// Long enough for an answer on a busy machine.
const SHORT = { timeout: 10, pollBudgetMs: 45_000 };
const LONG = { timeout: 60, pollBudgetMs: 300_000 };

const limitsOf = ({ isHurried }: Scene) => (isHurried ? SHORT : LONG);

/** An operation of the action node, and the part of an item's data that is compared. */
interface Operation {
	readonly resource: string;
	readonly operation: string;
	readonly items?: IDataObject[];
	readonly parameters?: INodeParameters;
	/** Sends requests one at a time. */
	readonly isOneByOne?: boolean;
	readonly show?: (json: IDataObject) => unknown;
}

/** Runs an operation of the action node. */
export const operate =
	({ resource, operation, items = [{}], parameters, isOneByOne, show = (json) => json }: Operation): Begin =>
	(scene) => {
		const { engine, stops } = scene;
		const { timeout } = limitsOf(scene);
		const credential = { ...scene.credential, timeout, ...(isOneByOne ? { maxConcurrentRequests: 1 } : {}) };
		const run = async (): Promise<Shown[]> => {
			const { outputs, error } = await engine.run({
				credential,
				items,
				settings: stops ? {} : { onError: 'continueRegularOutput' },
				parameters: { resource, operation, ...parameters },
			});
			if (error) return [shown(error)];
			return (outputs[0] ?? []).map(({ json }) =>
				typeof json['error'] === 'string'
					? shown({ message: json['error'], description: json['message'] })
					: { data: show(json) },
			);
		};
		return Promise.resolve({ run });
	};

/** Loads the list of a locator, like the editor. */
export const search =
	(method: string): Begin =>
	({ engine, credential }) =>
		Promise.resolve({ run: () => tried(() => engine.searchList({ method, credential })) });

/** Tests the credential. */
export const testCredential: Begin = ({ engine, credential }) =>
	Promise.resolve({
		run: async () => {
			const { status, message } = await engine.testCredential(credential);
			return [status === 'OK' ? { data: message } : { text: message }];
		},
	});

/** Polls once there is something to find. An untrusted service has no first poll before that. */
export const poll =
	(happen: Begin): Begin =>
	async (scene) => {
		const { credential, sandbox } = scene;
		const parameters = { events: ['invoiceCreated', 'paymentRecorded'] };
		const first = scene.engine.trigger({ parameters, credential });
		await tried(first.poll);
		await (await happen(scene)).run();
		sandbox.clearRequests();
		// Another process goes on from what is stored.
		const stored = JSON.parse(JSON.stringify(first.staticData)) as IDataObject; // it was one before
		const { poll, staticData } = scene.engine.trigger({ parameters, credential, staticData: stored });
		const run = () =>
			tried(async () => {
				const items = await poll({ budgetMs: limitsOf(scene).pollBudgetMs });
				return (items ?? []).map(({ json }) => json['event_id']);
			});
		return { run, runAgain: run, saved: () => JSON.stringify(staticData) };
	};

/** Runs one after the other. */
export const both =
	(first: Begin, second: Begin): Begin =>
	async (scene) => {
		const acts = [await first(scene), await second(scene)];
		return {
			run: async () => {
				const results: Shown[] = [];
				for (const { run } of acts) results.push(...(await run()));
				return results;
			},
		};
	};

/** The parts of an error that its user sees. Within Jest, n8n's errors are not instances of `Error`. */
interface Readable {
	readonly message: string;
	readonly description?: unknown;
}

const isError = (error: unknown): error is Readable =>
	typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';

const shown = (error: Readable): Shown => ({
	text: `${error.message} ${typeof error.description === 'string' ? error.description : ''}`,
});

async function tried(work: () => Promise<unknown>): Promise<Shown[]> {
	try {
		return [{ data: await work() }];
	} catch (error) {
		if (isError(error)) return [shown(error)];
		throw error;
	}
}
