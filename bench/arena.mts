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
	ours: (parameters: INodeParameters, items: ItemsOf, atOnce: number) => Entrant;
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
			ours: (parameters, itemsOf, atOnce) => async (round) => {
				const items = itemsOf(round);
				const limited = { ...credential, maxConcurrentRequests: atOnce };
				await outputOf(engine, { credential: limited, parameters, items }, items.length);
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

/** What ours takes, and how many times as much as theirs: medians of the rounds, in each of which noise affects both. */
export async function compare(ours: Entrant, theirs: Entrant) {
	const costOf = async (entrant: Entrant, round: number) => {
		collectGarbage();
		const [begun, used] = [performance.now(), process.cpuUsage()];
		await entrant(round);
		const { user, system } = process.cpuUsage(used);
		return { seconds: (performance.now() - begun) / 1000, processorSeconds: (user + system) / 1e6 };
	};
	type Cost = Awaited<ReturnType<typeof costOf>>;
	const rounds: Array<{ own: Cost; other: Cost }> = [];
	for (let round = 0; round <= ROUNDS; round += 1)
		rounds.push({ own: await costOf(ours, round), other: await costOf(theirs, round) });
	// The first round warms up.
	const counting = rounds.slice(1);
	const own = (part: keyof Cost) => median(counting.map((round) => round.own[part]));
	const times = (part: keyof Cost) => median(counting.map((round) => round.own[part] / round.other[part]));
	return {
		...{ seconds: own('seconds'), times: times('seconds') },
		...{ processorSeconds: own('processorSeconds'), processorTimes: times('processorSeconds') },
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
