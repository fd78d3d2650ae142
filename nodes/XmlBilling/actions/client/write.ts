import { CLIENT_EMAIL, findByKey } from '../../engine/resolveLocators';
import { clientRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createUnlessKnown } from '../../guards/duplicates';
import { keep, shownText, updateKept, type Kept } from '../common/resendUnchanged';
import { createdInRun, createInRun, keyOf } from '../../guards/createdInRun';
import type { ItemContext } from '../../engine/itemContext';
import { written, writtenRecord } from '../common/standard';

/** Creates a client, unless one has its email (§4.6: the service itself only refuses a user name that is in use). */
export const createClient = createUnlessKnown(CLIENT_EMAIL, 'email', 'fail');

const findByEmail = async ({ api: service }: ItemContext, email: string): Promise<BillingRecord[]> =>
	await findByKey(service, CLIENT_EMAIL, email.trim());

const idIn = (client: BillingRecord | undefined): number | undefined =>
	client === undefined ? undefined : Number(client[clientRecord.id]);

// What an answer shows and a request takes (§2.2, §4.6). The rest cannot be read and is kept by the service.
const KEPT: Kept = {
	name: shownText('name'),
	organization: shownText('organization'),
	email: shownText('email'),
	work_phone: shownText('work_phone'),
	address: shownText('address'),
	currency: shownText('currency'),
};

/**
 * Creates a client, or changes the one that has its email (§4.6). Several clients with the email are an error that names
 * them, because the wrong one could be changed.
 */
export async function createOrUpdateClient(call: ItemContext) {
	const body = call.body();
	const email = textOf(body['email']);
	const [found, ...others] = (await findByEmail(call, email)).map(idIn);
	if (others.length > 0) {
		throw call.problem(
			`More than one client has this email: IDs ${[found, ...others].join(', ')}`,
			`Nothing was changed. The email is ${quote(email.trim())}. Update the right one by its ID.`,
		);
	}
	const creation = { keys: [keyOf(clientRecord.name, 'email', email)], method: 'createClient', body };
	const id = found ?? createdInRun(call, creation);
	if (id === undefined) {
		const create = async () =>
			await written(call, clientRecord, await call.api.call('createClient', body), 'created');
		return await createInRun(call, creation, create, ([client]) => client?.[clientRecord.id]);
	}
	const changes = { [clientRecord.id]: String(id), ...body };
	const current = await call.api.get(clientRecord, id);
	await call.api.call('updateClient', keep(call, clientRecord, changes, current, KEPT));
	return [await writtenRecord(call, clientRecord, id, 'updated')];
}

/** Changes a client. Name and organization must always be sent, and what is left out may be lost (§4.6). */
export const updateClient = updateKept(clientRecord, KEPT);
