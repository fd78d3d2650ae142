import { readList } from '../../lookup/readList';
import { clientRecord } from '../../records';
import { shows } from '../../records/states';
import { isSameText } from '../../xml/identity';
import { textOf } from '../../xml/shape';
import { isAbsent, quote } from '../../xml/values';
import { createUnlessExists, recognizedBy, theOnly, type Recognition } from '../common/duplicates';
import { createOrUpdate, updateKept } from '../common/updateKept';
import { recordKey } from '../../execution/ledger';
import { createRecord } from '../../execution/recordWrites';
import type { ItemContext } from '../../execution/item';
import type { Prepared, Write } from '../../execution/operation';

/**
 * Creates a client, unless one has its email or, if it has none, its organization and contact name (§4.6: the service
 * itself only rejects usernames that are in use).
 */
export async function createClient(item: ItemContext): Promise<Prepared> {
	const byEmail = recognizedBy(item, clientRecord);
	if (byEmail.find === undefined)
		return await createUnlessExists(
			item,
			clientRecord,
			{ ...byEmail, ...recognizedByNames(item) },
			newClient(item),
		);
	// Of those that this run creates, the ones without an email are known by their keys.
	await item.turn(ALL_CLIENTS);
	return await createUnlessExists(item, clientRecord, byEmail, newClient(item));
}

/** Creates a client, or changes the one with its email (§4.6). */
export const createOrUpdateClient = (item: ItemContext): Promise<Prepared> =>
	createOrUpdate(item, clientRecord, newClient(item));

/** Says which currency the service chose for a client: it can't be changed after the first invoice. */
const newClient = (item: ItemContext): Write => ({
	...createRecord(item, clientRecord),
	inspect({ currency }) {
		if (item.body['currency'] === undefined && !isAbsent(currency))
			item.warn(`No Currency was given, so the service took ${textOf(currency)}. Change it before you bill.`);
	},
});

const NAMES = ['organization', 'name'];
const NAMED = 'with this organization and contact name';
const ALL_CLIENTS = 'clients before the run';

function recognizedByNames(item: ItemContext): Partial<Recognition> {
	const { api, body, written } = item;
	const key = recordKey(clientRecord.name, 'names', ...NAMES.map((name) => body[name]));
	const [organization = '', name = ''] = NAMES.map((field) => textOf(body[field]));
	// No filter takes names, so all active clients are read.
	const load = () => readList(api, clientRecord, { isEnough: (client) => shows(client, NAMES) });
	return {
		find: async () => {
			const created = written(key);
			if (typeof created === 'number') return created;
			const clients = await api.remember(ALL_CLIENTS, 'active', load);
			const same = clients.filter(
				(client) => isSameText(client['organization'], organization) && isSameText(client['name'], name),
			);
			const only = theOnly(item, clientRecord, same, NAMED, `The contact name is ${quote(name)}.`);
			return only && Number(only[clientRecord.id]);
		},
		keys: [key],
		what: `A client ${NAMED}`,
	};
}

/**
 * Changes a client. Requests must have a name and organization, and may erase omitted values (§4.6). Warns of a new email,
 * which existing documents don't get, as the vendor documents.
 */
export const updateClient = updateKept(clientRecord, (item, before) => {
	const { email } = item.body;
	if (email !== undefined && !isSameText(before['email'], textOf(email)))
		item.warn(
			'Existing invoices and recurring profiles may keep the old email address. Check it before you send one.',
		);
});
