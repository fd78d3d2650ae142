import { reject } from '../rejection.ts';
import type { Store } from '../store/store.ts';

/**
 * The user name of a client: the wanted one, or the present one when none is wanted; a new client without either gets one made
 * from the first of the given texts that suits. Throws a Rejection when the wanted name is no user name, or another client of
 * the account has it.
 */
export function chooseUsername(
	store: Store,
	accountId: number,
	wanted: string,
	client: { id: number; username: string } | { sources: readonly string[] },
): string {
	const isNew = 'sources' in client;
	if (wanted === '') return isNew ? generateUsername(store, accountId, client.sources) : client.username;
	if (!isUsername(wanted)) reject('Username is invalid.');
	const isTakenByAnother = isTaken(store, accountId, wanted, isNew ? 0 : client.id);
	return isTakenByAnother ? reject(`Username [${wanted}] already exists.`) : wanted;
}

/** At least five characters: letters, digits and `- _ . @` (§8). */
function isUsername(text: string): boolean {
	return /^[A-Za-z0-9_.@-]{5,}$/.test(text);
}

/** True when another client of the account has the user name; upper and lower case are the same. */
function isTaken(store: Store, accountId: number, username: string, ownId = 0): boolean {
	const sql = 'SELECT 1 FROM client WHERE account_id = ? AND username = ? COLLATE NOCASE AND id <> ?';
	return store.one(sql, accountId, username, ownId) !== undefined;
}

function generateUsername(store: Store, accountId: number, sources: readonly string[]): string {
	const candidates = sources.map((source) =>
		source
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '.')
			.replace(/^\.|\.$/g, ''),
	);
	const base = candidates.find(isUsername) ?? 'client';
	let username = base;
	for (let suffix = 2; isTaken(store, accountId, username); suffix += 1) username = `${base}${suffix}`;
	return username;
}
