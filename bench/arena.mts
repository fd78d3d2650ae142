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

/** Runs something once. `round` counts from 0, so that each run can use different data. */
type Entrant = (round: number) => Promise<unknown>;

export type Item = Record<string, string | number>;
/** The items of a round. */
type ItemsOf = (round: number) => Item[];

/** A service with a filled account in another process, and n8n's engine in this one. */
interface Arena {
	service: Service;
	engine: Engine;
	/** Runs an operation of this package. Each item gives one. */
	ours: (parameters: INodeParameters, items: ItemsOf) => Entrant;
	/** Posts the items' documents through the floor (floor/Floor.node.js). */
	bare: (document: (item: Item) => string, items: ItemsOf, atOnce: number) => Entrant;
}

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
	const { credential } = service;
	try {
		const engine = await loadEngine(ROOT);
		const floor = await loadEngine(join(ROOT, 'bench', 'floor'));
		return await work({
			service,
			engine,
			ours: (parameters, itemsOf) => async (round) => {
				const items = itemsOf(round);
				await outputOf(engine, { credential, parameters, items }, items.length);
			},
			bare: (document, itemsOf, atOnce) => async (round) => {
				const items = itemsOf(round).map((item) => ({ document: document(item) }));
				const parameters = { atOnce, document: '={{ $json.document }}' };
				await outputOf(
					floor,
					{ type: 'floor', credentialType: 'floorApi', credential, parameters, items },
					1,
				);
			},
		});
	} finally {
		await service.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** How long ours takes, and how many times as long as theirs: medians of the rounds, in each of which noise affects both. */
export async function compare(ours: Entrant, theirs: Entrant): Promise<{ seconds: number; times: number }> {
	const secondsOf = async (entrant: Entrant, round: number) => {
		collectGarbage();
		const begun = performance.now();
		await entrant(round);
		return (performance.now() - begun) / 1000;
	};
	const rounds: Array<{ own: number; other: number }> = [];
	for (let round = 0; round <= ROUNDS; round += 1)
		rounds.push({ own: await secondsOf(ours, round), other: await secondsOf(theirs, round) });
	// The first round warms up.
	const counting = rounds.slice(1);
	return {
		seconds: median(counting.map(({ own }) => own)),
		times: median(counting.map(({ own, other }) => own / other)),
	};
}

/** Runs a node. Throws unless it succeeds with the expected number of items. */
export async function outputOf(node: Engine, options: RunOptions, length: number): Promise<IDataObject[]> {
	const { outputs, error } = await node.run(options);
	assert.equal(error, undefined);
	assert.equal(outputs[0]?.length, length);
	return outputs[0].map(({ json }) => json);
}

/** Items with consecutive identifiers from 1 on. */
export const ids = (length: number): Array<{ id: number }> =>
	Array.from({ length }, (_, index) => ({ id: index + 1 }));

setFlagsFromString('--expose-gc');
/** Collects garbage. */
export const collectGarbage = runInNewContext('gc') as () => void; // the flag above defines it

/** The median; of two middle values, the upper one. */
export const median = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
