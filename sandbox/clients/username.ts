import type { Call } from '../method.ts';
import { reject } from '../rejection.ts';
import { isTaken } from '../uniqueness.ts';

/**
 * The user name of a client: the wanted one, or the present one when none is wanted; a new client without either gets one made
 * from the first of the given texts that suits. Throws a Rejection when the wanted name is no user name, or another client of
 * the account has it.
 */
export function chooseUsername(
	call: Call,
	wanted: string,
	client: { id: number; username: string } | { sources: readonly string[] },
): string {
	const isNew = 'sources' in client;
	if (wanted === '') return isNew ? generateUsername(call, client.sources) : client.username;
	if (!isUsername(wanted)) reject('Username is invalid.');
	const ownId = isNew ? undefined : client.id;
	return isTaken(call, 'client', 'username', wanted, ownId)
		? reject(`Username [${wanted}] already exists.`)
		: wanted;
}

/** At least five characters: letters, digits and `- _ . @` (§8). */
function isUsername(text: string): boolean {
	return /^[A-Za-z0-9_.@-]{5,}$/.test(text);
}

function generateUsername(call: Call, sources: readonly string[]): string {
	const candidates = sources.map((source) =>
		source
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '.')
			.replace(/^\.|\.$/g, ''),
	);
	const base = candidates.find(isUsername) ?? 'client';
	let username = base;
	for (let suffix = 2; isTaken(call, 'client', 'username', username); suffix += 1)
		username = `${base}${suffix}`;
	return username;
}
