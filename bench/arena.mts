import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ROOT } from '../host/paths.mts';
import type { SandboxOptions } from '../sandbox/index.mts';
import { loadEngine, type Engine, type RunOptions } from '../test/engine/harness/engine.mts';
import { fillAccount, type AccountSize } from './account.mts';
import { startService, type Service } from './service.mts';

/** How many rounds count. Fewer than five give only a rough idea. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

/** The cost of one run. */
export interface Cost {
	seconds: number;
	/** The requests that the service received during the run. */
	requests: number;
}

/** Runs something once. `round` counts from 0, so that each run can use different data. */
type Entrant = (round: number) => Promise<void>;

export type Item = Record<string, string | number>;
/** The items of a round. */
type ItemsOf = (round: number) => Item[];

/** A service with a filled account in another process, and n8n's engine in this one. */
interface Arena {
	service: Service;
	engine: Engine;
	/** Runs an operation of this package. Each item gives one. */
	ours(parameters: INodeParameters, items: ItemsOf, atOnce?: number): Entrant;
	/** Posts the items' documents through the floor (floor/Floor.node.js). */
	bare(document: (item: Item) => string, items: ItemsOf, atOnce: number): Entrant;
	/** Runs all entrants in turn: once to warm up, then for each round that counts. Returns what these cost. */
	inTurn<Name extends string>(entrants: Readonly<Record<Name, Entrant>>): Promise<Record<Name, Cost[]>>;
}

let [engine, floor]: Array<Promise<Engine> | undefined> = [];

/** Works in an arena, and clears it away. */
export async function inArena<T>(
	size: AccountSize,
	options: Pick<SandboxOptions, 'latencyMs' | 'listRecords'>,
	work: (arena: Arena) => Promise<T>,
): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const database = join(folder, 'account.db');
	fillAccount(database, size);
	const service = await startService({ database, ...options });
	try {
		engine ??= loadEngine(ROOT);
		floor ??= loadEngine(join(ROOT, 'bench', 'floor'));
		return await work(arenaOf(service, await engine, await floor));
	} finally {
		await service.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

const arenaOf = (service: Service, engine: Engine, floor: Engine): Arena => ({
	service,
	engine,
	ours: (parameters, itemsOf, atOnce = 10) => {
		const credential = { ...service.credential, maxConcurrentRequests: atOnce };
		return async (round) => {
			const items = itemsOf(round);
			await outputOf(engine, { credential, parameters, items }, items.length);
		};
	},
	bare: (document, itemsOf, atOnce) => async (round) => {
		const items = itemsOf(round).map((item) => ({ document: document(item) }));
		const parameters = { atOnce, document: '={{ $json.document }}' };
		const { credential } = service;
		await outputOf(floor, { type: 'floor', credentialType: 'floorApi', credential, parameters, items }, 1);
	},
	inTurn: async <Name extends string>(entrants: Readonly<Record<Name, Entrant>>) => {
		const names = Object.keys(entrants) as Name[]; // all keys of the object above
		const costs = Object.fromEntries(names.map((name): [Name, Cost[]] => [name, []])) as Record<Name, Cost[]>;
		for (let round = 0; round <= ROUNDS; round += 1)
			for (const name of names) {
				await service.served();
				collectGarbage();
				const begun = performance.now();
				await entrants[name](round);
				const seconds = (performance.now() - begun) / 1000;
				const requests = await service.served();
				if (round > 0) costs[name].push({ seconds, requests });
			}
		return costs;
	},
});

/** Runs a node. Throws unless it succeeds with the expected number of items. */
export async function outputOf(node: Engine, options: RunOptions, length: number): Promise<IDataObject[]> {
	const { outputs, error } = await node.run(options);
	assert.equal(error, undefined);
	assert.equal(outputs[0]?.length, length);
	return outputs[0].map(({ json }) => json);
}

/** Items with consecutive identifiers, starting at 1 or later. */
export const idsFrom = (first: number, length: number): Array<{ id: number }> =>
	Array.from({ length }, (_, index) => ({ id: first + index }));

setFlagsFromString('--expose-gc');
/** Collects garbage. */
export const collectGarbage = runInNewContext('gc') as () => void; // the flag above defines it

/** The median; of two middle values, the upper one. */
export const median = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
