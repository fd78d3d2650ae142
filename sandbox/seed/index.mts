import { ACCOUNTS } from '../accounts.mts';
import type { Clock } from '../clock.mts';
import { Store } from '../store/store.mts';
import { seedGoods } from './catalogue.mts';
import { seedClients } from './clients.mts';
import { seedDocuments } from './documents.mts';
import { seedInvoices } from './invoices.mts';
import { seedSettings } from './settings.mts';
import { seedWork } from './work.mts';

/** The number of records of each account that has some. */
const SIZES: Record<
	string,
	Record<'invoices' | 'estimates' | 'recurring' | 'projects' | 'timeEntries' | 'expenses', number>
> = {
	main: { invoices: 100, estimates: 30, recurring: 12, projects: 5, timeEntries: 32, expenses: 16 },
	second: { invoices: 20, estimates: 6, recurring: 3, projects: 2, timeEntries: 8, expenses: 5 },
};

/**
 * Fills a new database with accounts and their settings, and on request with records. Nothing is random, and dates count from
 * today: the same day gives the same records.
 */
export function fillDatabase(store: Store, clock: Clock, withRecords: boolean): void {
	const ids = ACCOUNTS.map((account) => ({ key: account.key, id: store.insert('account', { ...account }) }));
	for (const { key, id } of ids) {
		if (key !== 'empty') seedSettings(store, id);
		const size = SIZES[key];
		if (!withRecords || size === undefined) continue;
		const clientIds = seedClients(store, id, key === 'main', clock.today());
		seedInvoices(store, id, clientIds, size.invoices, clock.today());
		seedDocuments(store, id, clientIds, size, clock.today());
		seedGoods(store, id, clock.today());
		seedWork(store, id, clientIds, size, clock.today());
	}
}

const MEMORY = ':memory:';

/** The databases in memory that were filled so far, by day and size. */
const filled = new Map<string, Uint8Array>();

/**
 * Opens a database and fills it when it is new, or opens a copy of a serialized one. In memory, one is filled per day and
 * process, and then copied, because filling takes seven times as long. Throws when another version of the sandbox made the file.
 */
export function openDatabase(path: string | Uint8Array, clock: Clock, withRecords: boolean): Store {
	if (typeof path !== 'string') return new Store(MEMORY, path);
	if (path !== MEMORY) return openFilled(path, clock, withRecords);
	const key = `${clock.today()} ${withRecords}`;
	const copied = filled.get(key) ?? copyOf(openFilled(path, clock, withRecords));
	filled.set(key, copied);
	return new Store(path, copied);
}

function openFilled(path: string, clock: Clock, withRecords: boolean): Store {
	const store = new Store(path);
	if (store.isNew) store.transaction(() => fillDatabase(store, clock, withRecords));
	return store;
}

function copyOf(store: Store): Uint8Array {
	const copied = store.database.serialize();
	store.close();
	return copied;
}
