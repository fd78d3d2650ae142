import type { Clock } from '../call.mts';
import { Store, type Values } from '../store.mts';
import { seedDocuments } from './documents.mts';
import { seedGoods, seedClients, seedWork, rowsOf } from './records.mts';

/** The number of records of each account that has some. */
const SIZES = new Map([
	['main', { invoices: 100, estimates: 30, recurring: 12, projects: 5, timeEntries: 32, expenses: 16 }],
	['second', { invoices: 20, estimates: 6, recurring: 3, projects: 2, timeEntries: 8, expenses: 5 }],
]);

/**
 * Fills a new database with accounts and their settings, and on request with records. Nothing is random, and dates count from
 * today: the same day gives the same records.
 */
export function fillDatabase(store: Store, clock: Clock, withRecords: boolean): void {
	const ids = ACCOUNTS.map((account) => ({ key: account.key, id: store.insert('account', { ...account }) }));
	for (const { key, id: account_id } of ids) {
		if (key !== 'empty') seedSettings(store, account_id);
		const size = SIZES.get(key);
		if (!withRecords || size === undefined) continue;
		const empty = { store, account_id, today: clock.today(), clients: [] };
		const seeding = { ...empty, clients: seedClients(empty, key === 'main') };
		seedDocuments(seeding, size);
		seedGoods(seeding);
		seedWork(seeding, size);
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
	const known = filled.get(key);
	if (known !== undefined) return new Store(path, known);
	const store = openFilled(path, clock, withRecords);
	filled.set(key, store.database.serialize());
	return store;
}

function openFilled(path: string, clock: Clock, withRecords: boolean): Store {
	const store = new Store(path);
	if (store.isNew) store.transaction(() => fillDatabase(store, clock, withRecords));
	return store;
}

const ROWS = rowsOf(
	['key', 'company', 'owner', 'country_code', 'currency_code', 'purpose'],
	`
main | Northwind Studio Ltd | Morgan Hale | GBR | GBP | the account to work with
second | Atelier Lumière SARL | Camille Renard | FRA | EUR | a second account, to check that records stay separate
empty |  |  | USA | USD | has no records: every list is empty
limited | Small Plan Company | Sam Little | USA | USD | a small plan: soon answers with status 426
inactive | Closed Account Company | Ines Former | ESP | EUR | not active: status 401
noApi | Basic Plan Company | Bo Basic | SWE | SEK | a plan without API access: status 403`,
);

const PLANS: Readonly<Record<string, Values>> = {
	limited: { client_limit: 2, invoice_limit: 2, mail_limit: 1 },
	inactive: { state: 'inactive' },
	noApi: { state: 'noApi' },
};

/** The accounts of a new database. Their fixed tokens are not secrets: they only open a sandbox. */
const ACCOUNTS = ROWS.map(({ purpose: _, ...row }) => ({
	...{ ...row, token: `sandbox-token-${row.key}`, state: 'active', ...PLANS[row.key] },
}));

export const ACCOUNT_PURPOSES: Readonly<Record<string, string>> = Object.fromEntries(
	ROWS.map(({ key, purpose }) => [key, purpose]),
);

// The vendor documents the three types, but not what a group shows as its value. Here, it shows none.
const TAXES = rowsOf(
	['name', 'type', 'value'],
	`
VAT | Normal | 20.00
VAT reduced | Normal | 5.50
GST | Normal | 18.00
Service tax | Normal | 2.50
PST | Compound | 10.00
GST and service tax | Group
Zero-rated | Normal | 0.00`,
);

const LATE_FEES = [
	{ name: '5 percent after due date', type: 'Percent', amount: '5.00', active: 1 },
	{ name: 'Reminder fee 15.00', type: 'Fixed', amount: '15.00', active: 1 },
	{ name: '10 percent (no longer used)', type: 'Percent', amount: '10.00', active: 0 },
];

const PAYMENT_METHODS = ['Bank Transfer', 'Cash', 'Cheque', 'Credit Card', 'Direct Debit'];

/** Gives an account its taxes, late-fee rules (the last one inactive) and offline payment methods. */
function seedSettings(store: Store, accountId: number): void {
	for (const tax of TAXES) store.insert('tax', { account_id: accountId, ...tax });
	for (const rule of LATE_FEES) store.insert('late_fee', { account_id: accountId, ...rule });
	for (const name of PAYMENT_METHODS) store.insert('payment_method', { account_id: accountId, name });
}
