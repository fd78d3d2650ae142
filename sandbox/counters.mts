import type { Store } from './store/store.mts';

/** The value of one of an account's counters; 0 at first. */
export function counterOf(store: Store, accountId: number, name: string): number {
	const sql = 'SELECT value FROM counter WHERE account_id = ? AND name = ?';
	return store.one<{ value: number }>(sql, accountId, name)?.value ?? 0;
}

/** Sets one of an account's counters. */
export function setCounter(store: Store, accountId: number, name: string, value: number): void {
	const sql = 'INSERT OR REPLACE INTO counter (account_id, name, value) VALUES (?, ?, ?)';
	store.run(sql, accountId, name, value);
}
