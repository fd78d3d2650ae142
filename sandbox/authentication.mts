import { reject } from './rejection.mts';
import type { AccountRow } from './store/rows.mts';
import type { Store } from './store/store.mts';

/**
 * The account whose token a request carries (§5) as the user name of HTTP Basic authentication; the password is ignored.
 * Throws a Rejection with status 400 without a token, 401 when the account is not active, 403 otherwise.
 */
export function authenticate(store: Store, authorization: string | undefined): AccountRow {
	if (authorization === undefined) reject('Token is required.');
	const token = tokenOf(authorization) ?? reject('Authentication failed', 403);
	if (token === '') reject('Token is required.');
	const account = store.one<AccountRow>('SELECT * FROM account WHERE token = ?', token);
	if (account === undefined) return reject('Token is not recognised.', 403);
	if (account.state === 'inactive') reject('Account is not active.', 401);
	if (account.state === 'noApi') reject('Your plan does not include access to the API.', 403);
	return account;
}

/** The user name in a Basic authorization header, or undefined when it is no such header. */
export function tokenOf(authorization: string): string | undefined {
	const encoded = /^Basic +([A-Za-z0-9+/]*={0,2})$/i.exec(authorization)?.[1];
	const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
	const colon = decoded.indexOf(':');
	return colon === -1 ? undefined : decoded.slice(0, colon);
}
