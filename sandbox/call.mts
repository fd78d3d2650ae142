import type { SQLInputValue } from 'node:sqlite';
import type { Quirk } from './quirks.mts';
import { reject } from './rejection.mts';
import type { Store, Values } from './store.mts';
import type { AccountRow } from './tables.mts';
import type { Element } from './xml.mts';

/** How much the records in lists show. The interface leaves it open (§2.2). */
export type ListRecords = 'full' | 'summary' | 'bare';

/** The order of lists: as the request asks, or another one. */
export type ListOrder = 'asSpecified' | 'oldestFirst';

/** One request, authenticated and parsed, with everything that a method needs to answer it. */
export interface Call {
	account: AccountRow;
	request: Element;
	store: Store;
	clock: Clock;
	listRecords: ListRecords;
	listOrder: ListOrder;
	quirks: readonly Quirk[];
	/** The record that the method acts on; 0 when it acts on none. */
	id: number;
	/** The values of the elements that were sent, by their keys. */
	values: Values;
	/** The values of elements that may be repeated. */
	lists: Record<string, SQLInputValue[]>;
	/** The values of each group of elements, by its path. */
	groups: Record<string, Values[]>;
}

/** The service's current time. Tests supply their own `today`. */
export interface Clock {
	today(): string;
	/** `YYYY-MM-DD HH:MM:SS`, the form of dates that carry a time (§2.1). */
	now(): string;
}

/** A clock with the day from a function and the time of day from the machine, both in UTC. */
export function clockOf(today: () => string = () => new Date().toISOString().slice(0, 10)): Clock {
	return { today, now: () => `${today()} ${new Date().toISOString().slice(11, 19)}` };
}

export function counterOf(store: Store, accountId: number, name: string): number {
	const sql = 'SELECT value FROM counter WHERE account_id = ? AND name = ?';
	return store.one<{ value: number }>(sql, accountId, name)?.value ?? 0;
}

export function setCounter(store: Store, accountId: number, name: string, value: number): void {
	const sql = 'INSERT OR REPLACE INTO counter (account_id, name, value) VALUES (?, ?, ?)';
	store.run(sql, accountId, name, value);
}

/** What a plan may limit (§8), as the message has it, with the column of the limit. */
const LIMITS = {
	clients: 'client_limit',
	invoices: 'invoice_limit',
	'sent invoices': 'mail_limit',
} as const;

/**
 * Counts one more client, invoice or mail of the account. Throws a Rejection with status 426 when its plan allows no more.
 * Deleting records does not restore the allowance.
 */
export function countAgainstPlan(call: Call, what: keyof typeof LIMITS): void {
	const limit = call.account[LIMITS[what]];
	const used = counterOf(call.store, call.account.id, what);
	if (limit !== null && used >= limit)
		reject(`Your plan is limited to ${limit} ${what}. Please upgrade your plan.`, 426);
	setCounter(call.store, call.account.id, what, used + 1);
}
