import type { AccountRow } from './store/rows.ts';

/** The accounts of a new database. Their fixed tokens are not secrets: they only open a sandbox. */
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

/** The purpose of each account. */
export const ACCOUNT_PURPOSES: Readonly<Record<string, string>> = {
	main: 'the account to work with',
	second: 'a second account, to check that records stay separate',
	empty: 'has no records: every list is empty',
	limited: 'a small plan: soon answers with status 426',
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
