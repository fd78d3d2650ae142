import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.ts';
import type { Engine } from '../harness/engine.ts';

/** What a user of the service comes to: the data of an item, or what is read instead of it. */
export type Told = { readonly data: unknown } | { readonly text: string };

/** Where a user is at work. */
export interface Scene {
	readonly engine: Engine;
	readonly sandbox: Sandbox;
	readonly credential: { baseUrl: string; token: string };
	/** Whether an error ends the run, instead of becoming an error item. */
	readonly stops: boolean;
	/** Whether the time limit is to be short. */
	readonly isHurried: boolean;
}

/** What a user does: one entry for each item, or a single one. */
export interface Act {
	readonly run: () => Promise<Told[]>;
	/** The same again, once there is no fault any more. */
	readonly runAgain?: () => Promise<Told[]>;
	/** What must stay as it is when a run fails. */
	readonly saved?: () => string;
}

/** Gets ready, while there is no fault yet. */
export type Begin = (scene: Scene) => Promise<Act>;

const SHORT = { timeout: 4, pollBudgetMs: 15_000 };
const LONG = { timeout: 60, pollBudgetMs: 300_000 };

const limitsOf = ({ isHurried }: Scene) => (isHurried ? SHORT : LONG);

/** An operation of the action node, and what of an item's data is looked at. */
interface Operation {
	readonly resource: string;
	readonly operation: string;
	readonly items?: IDataObject[];
	readonly parameters?: INodeParameters;
	/** Sends one request after the other. */
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
		const run = async (): Promise<Told[]> => {
			const { outputs, error } = await engine.run({
				credential,
				items,
				settings: stops ? {} : { onError: 'continueRegularOutput' },
				parameters: { resource, operation, ...parameters },
			});
			if (error) return [told(error)];
			return (outputs[0] ?? []).map(({ json }) =>
				typeof json['error'] === 'string'
					? told({ message: json['error'], description: json['message'] })
					: { data: show(json) },
			);
		};
		return Promise.resolve({ run });
	};

/** Fills the list of a locator, as the editor does. */
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

/** Polls, once there is something to find. A service that is not trusted has no first poll before. */
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

/** One after the other. */
export const both =
	(first: Begin, second: Begin): Begin =>
	async (scene) => {
		const acts = [await first(scene), await second(scene)];
		return {
			run: async () => {
				const told: Told[] = [];
				for (const { run } of acts) told.push(...(await run()));
				return told;
			},
		};
	};

/** What an error has for its user. Within Jest, those of n8n are not instances of `Error`. */
interface Readable {
	readonly message: string;
	readonly description?: unknown;
}

const isError = (error: unknown): error is Readable =>
	typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';

const told = (error: Readable): Told => ({
	text: `${error.message} ${typeof error.description === 'string' ? error.description : ''}`,
});

async function tried(work: () => Promise<unknown>): Promise<Told[]> {
	try {
		return [{ data: await work() }];
	} catch (error) {
		if (isError(error)) return [told(error)];
		throw error;
	}
}
