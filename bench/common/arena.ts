import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TABLES } from './rows.ts';
import { fillAccount, type AccountSize } from './account.ts';
import { startService, type ServiceProcess } from './service.ts';
import { Store } from '../../sandbox/store/store.ts';
import type { Engine, RunOptions } from '../../test/engine/harness/engine.ts';
import { loadFloor, loadTested } from './packages.ts';
import type { Entrant } from './rounds.ts';

/** What is in the account, and how late the service answers. */
export interface ArenaOptions extends AccountSize {
	/** How many clients there are in addition to those of the invoices. */
	moreClients?: number;
	latencyMs: number;
}

/** An item that goes in. */
export type Item = Record<string, string | number>;

/** The items of a round, which counts from 0. */
export type ItemsOf = (round: number) => Item[];

/** A service in another process, and n8n's engine in this one. */
export interface Arena {
	service: ServiceProcess;
	engine: Engine;
	/** How many requests there were since this was last asked. */
	served: () => Promise<number>;
	/** An operation of this package, so many requests at once. Each item becomes one, unless it says how many there are. */
	ours: (parameters: INodeParameters, items: ItemsOf, more?: { atOnce?: number; length?: number }) => Entrant;
	/** The documents of the items, posted by the floor (floorNode.ts), so many at once. */
	bare: (
		document: (item: Item) => string,
		items: ItemsOf,
		atOnce: number,
		more?: { isReadFromForm?: boolean },
	) => Entrant;
	/** Runs one small execution, after which n8n has let go of the one before. */
	settle: () => Promise<void>;
	close: () => Promise<void>;
}

const ONE_READ = { resource: 'client', operation: 'get', clientId: { __rl: true, mode: 'id', value: 1 } };

/** Fills an account, starts a service with it, and loads the package under test and the floor. */
export async function openArena({ moreClients = 0, latencyMs, ...size }: ArenaOptions): Promise<Arena> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const database = join(folder, 'account.db');
	fillAccount(database, size);
	if (moreClients > 0) addClients(database, moreClients);
	const service = await startService({ database, latencyMs });
	const engine = await loadTested();
	const floor = await loadFloor();
	const served = async () => (await service.served()).length;
	return {
		service,
		engine,
		served,
		ours: (parameters, itemsOf, { atOnce = 10, length } = {}) => ({
			served,
			run: async (round) => {
				const items = itemsOf(round);
				const credential = { ...service.credential, maxConcurrentRequests: atOnce };
				await outputOf(engine, { credential, parameters, items }, length ?? items.length);
			},
		}),
		bare: (document, itemsOf, atOnce, { isReadFromForm = false } = {}) => ({
			served,
			run: async (round) => {
				const items = itemsOf(round).map((item) => ({ document: document(item) }));
				const { credential } = service;
				const parameters = { atOnce, isReadFromForm, document: '={{ $json.document }}' };
				await outputOf(floor, { type: 'floor', credential, parameters, items }, 1);
			},
		}),
		settle: async () =>
			void (await outputOf(engine, { credential: service.credential, parameters: ONE_READ }, 1)),
		close: async () => {
			await service.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Runs a node. Throws unless it ends without an error and with so many items. */
export async function outputOf(engine: Engine, options: RunOptions, length: number): Promise<IDataObject[]> {
	const { outputs, error } = await engine.run(options);
	assert.equal(error, undefined);
	assert.equal(outputs[0]?.length, length);
	return outputs[0].map(({ json }) => json);
}

/** So many items with an identifier each, from 1 or from a later one. */
export const idsFrom = (first: number, length: number): Array<{ id: number }> =>
	Array.from({ length }, (_, index) => ({ id: first + index }));

/** A request document (§4.1). The body is XML already. */
export const documentOf = (method: string, body: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><request method="${method}">${body}</request>`;

function addClients(database: string, length: number): void {
	const store = new Store(database);
	try {
		store.transaction(() => {
			const account_id = store.one<{ id: number }>(`SELECT id FROM account WHERE key = 'main'`)?.id ?? 0;
			for (const { id } of idsFrom(1_000_000, length))
				store.insert('client', { account_id, ...OTHER_TABLES.client.row(id) });
		});
	} finally {
		store.close();
	}
}
