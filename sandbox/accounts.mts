import { rowsOf } from './seed/rowsOf.mts';
import type { AccountRow } from './store/rows.mts';

const ROWS = rowsOf(
	['key', 'company', 'owner', 'country_code', 'currency_code'],
	`
main | Northwind Studio Ltd | Morgan Hale | GBR | GBP
second | Atelier Lumière SARL | Camille Renard | FRA | EUR
empty |  |  | USA | USD
limited | Small Plan Company | Sam Little | USA | USD
inactive | Closed Account Company | Ines Former | ESP | EUR
noApi | Basic Plan Company | Bo Basic | SWE | SEK`,
);

const PLANS: Readonly<Record<string, Partial<AccountRow>>> = {
	limited: { client_limit: 2, invoice_limit: 2, mail_limit: 1 },
	inactive: { state: 'inactive' },
	noApi: { state: 'noApi' },
};

/** The accounts of a new database. Their fixed tokens are not secrets: they only open a sandbox. */
export const ACCOUNTS: ReadonlyArray<Omit<AccountRow, 'id'>> = ROWS.map((row) => ({
	...row,
	token: `sandbox-token-${row.key}`,
	state: 'active',
	client_limit: null,
	invoice_limit: null,
	mail_limit: null,
	...PLANS[row.key],
}));

/** The purpose of each account. */
export const ACCOUNT_PURPOSES: Readonly<Record<string, string>> = {
	main: 'the account to work with',
	second: 'a second account, to check that records stay separate',
	empty: 'has no records: every list is empty',
	limited: 'a small plan: soon answers with status 426',
	inactive: 'not active: status 401',
	noApi: 'a plan without API access: status 403',
};
