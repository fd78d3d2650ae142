import type { AccountRow } from './store/rows.ts';

/** The accounts of a new database. The tokens are no secrets: they are fixed, and open nothing but a sandbox. */
export const ACCOUNTS: ReadonlyArray<Omit<AccountRow, 'id'>> = [
	account('main', 'Northwind Studio Ltd', 'Morgan Hale', 'GBR', 'GBP'),
	account('second', 'Atelier Lumière SARL', 'Camille Renard', 'FRA', 'EUR'),
	account('empty', '', '', 'USA', 'USD'),
	{
		...account('limited', 'Small Plan Company', 'Sam Little', 'USA', 'USD'),
		client_limit: 2,
		invoice_limit: 2,
		mail_limit: 1,
	},
	{ ...account('inactive', 'Closed Account Company', 'Ines Former', 'ESP', 'EUR'), state: 'inactive' },
	{ ...account('noApi', 'Basic Plan Company', 'Bo Basic', 'SWE', 'SEK'), state: 'noApi' },
];

/** What each account is for, in words for people. */
export const ACCOUNT_PURPOSES: Readonly<Record<string, string>> = {
	main: 'the account to work with',
	second: 'another account, to see that records stay apart',
	empty: 'nothing in it: every list is empty',
	limited: 'a small plan: status 426 comes soon',
	inactive: 'not active: status 401',
	noApi: 'a plan without API access: status 403',
};

function account(
	key: string,
	company: string,
	owner: string,
	country_code: string,
	currency_code: string,
): Omit<AccountRow, 'id'> {
	return {
		key,
		token: `sandbox-token-${key}`,
		state: 'active',
		company,
		owner,
		country_code,
		currency_code,
		client_limit: null,
		invoice_limit: null,
		mail_limit: null,
	};
}
