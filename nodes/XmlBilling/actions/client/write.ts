import { findByKey } from '../../transport/listed';
import { clientRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createUnlessKnown } from '../../guards/duplicates';
import { keep, updateKept } from '../common/resendUnchanged';
import { createdInRun, createInRun, keyOf } from '../../guards/createdInRun';
import type { ItemContext } from '../../engine/itemContext';
import { written, writtenRecord } from '../common/standard';

/** Creates a client, unless one has its email (§4.6: the service itself only refuses a user name that is in use). */
export const createClient = createUnlessKnown(clientRecord, 'fail');

const findByEmail = async ({ api: api }: ItemContext, email: string): Promise<BillingRecord[]> =>
	await findByKey(api, clientRecord, email.trim());

const idIn = (client: BillingRecord | undefined): number | undefined =>
	client === undefined ? undefined : Number(client[clientRecord.id]);

/**
 * Creates a client, or changes the one that has its email (§4.6). Several clients with the email are an error that names
 * them, because the wrong one could be changed.
 */
export async function createOrUpdateClient(item: ItemContext) {
	const body = item.body();
	const email = textOf(body['email']);
	const [found, ...others] = (await findByEmail(item, email)).map(idIn);
	if (others.length > 0) {
		throw item.problem(
			`More than one client has this email: IDs ${[found, ...others].join(', ')}`,
			`Nothing was changed. The email is ${quote(email.trim())}. Update the right one by its ID.`,
		);
	}
	const creation = { keys: [keyOf(clientRecord.name, 'email', email)], method: 'createClient', body };
	const id = found ?? createdInRun(item, creation);
	if (id === undefined) {
		const create = async () =>
			await written(item, clientRecord, await item.api.call('createClient', body), 'created');
		return await createInRun(item, creation, create, ([client]) => client?.[clientRecord.id]);
	}
	const changes = { [clientRecord.id]: String(id), ...body };
	const current = await item.api.get(clientRecord, id);
	await item.api.call('updateClient', keep(item, clientRecord, changes, current, clientRecord.resent));
	return [await writtenRecord(item, clientRecord, id, 'updated')];
}

/** Changes a client. Name and organization must always be sent, and what is left out may be lost (§4.6). */
export const updateClient = updateKept(clientRecord);
