import { findByKey } from '../../transport/listed';
import { clientRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createUnlessKnown } from '../../guards/duplicates';
import { keep, updateKept } from '../common/resendUnchanged';
import { createdInRun, keyOf } from '../../guards/createdInRun';
import type { ItemContext } from '../../engine/itemContext';
import type { Write } from '../../engine/operation';
import { createRecord, writtenRecord } from '../../engine/recordWrites';

/** Creates a client, unless one has its email (§4.6: the service itself only rejects usernames that are in use). */
export const createClient = createUnlessKnown(clientRecord, 'fail');

const findByEmail = async ({ api }: ItemContext, email: string): Promise<BillingRecord[]> =>
	await findByKey(api, clientRecord, email.trim());

const idIn = (client: BillingRecord | undefined): number | undefined =>
	client === undefined ? undefined : Number(client[clientRecord.id]);

/**
 * Creates a client, or changes the one with its email (§4.6). If several have it, throws an error that names them, because
 * the wrong one could be changed.
 */
export async function createOrUpdateClient(item: ItemContext): Promise<Write> {
	const body = item.body;
	const email = textOf(body['email']);
	const [found, ...others] = (await findByEmail(item, email)).map(idIn);
	if (others.length > 0) {
		throw item.problem(
			`More than one client has this email: IDs ${[found, ...others].join(', ')}`,
			`Nothing was changed. The email is ${quote(email.trim())}. Update the right one by its ID.`,
		);
	}
	const keys = [keyOf(clientRecord.name, 'email', email)];
	const create = { ...createRecord(item, clientRecord), method: 'createClient' };
	const id = found ?? createdInRun(item, keys, create);
	if (id === undefined) return { ...create, creates: { keys, id: clientRecord.id } };
	const changes = { [clientRecord.id]: String(id), ...body };
	const current = await item.api.get(clientRecord, id);
	return {
		method: 'updateClient',
		body: keep(item, clientRecord, changes, current, clientRecord.resent),
		finish: async () => [await writtenRecord(item, clientRecord, id, 'updated')],
	};
}

/** Changes a client. Requests must have a name and organization, and may erase omitted values (§4.6). */
export const updateClient = updateKept(clientRecord);
