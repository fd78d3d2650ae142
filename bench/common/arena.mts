import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TABLES } from './rows.mts';
import { fillAccount, type AccountSize } from './account.mts';
import type { SandboxOptions } from '../../sandbox/index.mts';
import { startService, type ServiceProcess } from './service.mts';
import { Store } from '../../sandbox/store.mts';
import type { Engine, RunOptions } from '../../test/engine/harness/engine.mts';
import { loadFloor, loadTested } from './packages.mts';
import type { Entrant } from './rounds.mts';

/** The size of the account, and the latency of the service. */
export interface ArenaOptions extends AccountSize {
	/** Clients in addition to those of the invoices. */
	moreClients?: number;
	/** Whether those are older than the clients of the invoices. */
	areOlder?: boolean;
	/** Changes the account before the service starts. */
	change?: (store: Store) => void;
	latencyMs: number;
	/** How the service answers. */
	answers?: Pick<SandboxOptions, 'listRecords' | 'quirks'>;
}

/** An input item. */
export type Item = Record<string, string | number>;

/** The items of a round. Rounds count from 0. */
export type ItemsOf = (round: number) => Item[];

/** A service in another process, and n8n's engine in this one. */
export interface Arena {
	service: ServiceProcess;
	engine: Engine;
	/** The number of requests since the last call. */
	served: () => Promise<number>;
	/**
	 * Runs an operation of this package with a maximum of concurrent requests, and with limits of the credential. Each item is
	 * one request unless stated otherwise.
	 */
	ours: (
		parameters: INodeParameters,
		items: ItemsOf,
		more?: { atOnce?: number; length?: number; limits?: Record<string, string> },
	) => Entrant;
	/** Posts the items' documents through the floor (floorNode.mts), with a maximum of concurrent requests. */
	bare: (
		document: (item: Item) => string,
		items: ItemsOf,
		atOnce: number,
		more?: { isReadFromForm?: boolean },
	) => Entrant;
	close: () => Promise<void>;
}

/** Fills an account, starts a service with it, and loads the package under test and the floor. */
export async function openArena({
	moreClients = 0,
	areOlder = false,
	change = () => undefined,
	latencyMs,
	answers = {},
	...size
}: ArenaOptions): Promise<Arena> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const database = join(folder, 'account.db');
	fillAccount(database, size);
	changeStore(database, (store) => {
		addClients(store, moreClients, areOlder);
		change(store);
	});
	const service = await startService({ database, latencyMs, ...answers });
	const engine = await loadTested();
	const floor = await loadFloor();
	const { served } = service;
	return {
		service,
		engine,
		served,
		ours: (parameters, itemsOf, { atOnce = 10, length, limits = {} } = {}) => ({
			served,
			run: async (round) => {
				const items = itemsOf(round);
				const credential = { ...service.credential, ...limits, maxConcurrentRequests: atOnce };
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
		close: async () => {
			await service.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Runs a node. Throws unless it succeeds with the expected number of items. */
export async function outputOf(engine: Engine, options: RunOptions, length: number): Promise<IDataObject[]> {
	const { outputs, error } = await engine.run(options);
	assert.equal(error, undefined);
	assert.equal(outputs[0]?.length, length);
	return outputs[0].map(({ json }) => json);
}

/** Items with consecutive identifiers, starting at 1 or later. */
export const idsFrom = (first: number, length: number): Array<{ id: number }> =>
	Array.from({ length }, (_, index) => ({ id: first + index }));

/** A request document (§4.1). The body already is XML. */
export const documentOf = (method: string, body: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><request method="${method}">${body}</request>`;

function changeStore(database: string, change: (store: Store) => void): void {
	const store = new Store(database);
	try {
		store.transaction(() => change(store));
	} finally {
		store.close();
	}
}

function addClients(store: Store, length: number, areOlder: boolean): void {
	const account_id = store.one<{ id: number }>(`SELECT id FROM account WHERE key = 'main'`)?.id ?? 0;
	for (const { id } of idsFrom(1_000_000, length))
		store.insert('client', { account_id, ...OTHER_TABLES.client.row(id) });
	if (areOlder) store.run('UPDATE invoice SET client_id = client_id + ?', length);
}
