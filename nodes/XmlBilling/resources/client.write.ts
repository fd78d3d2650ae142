import { CLIENT_EMAIL, findByKey } from '../fields/resolve';
import { clientRecord } from '../interface/records';
import type { Call } from './operation';
import { idOf, option, withElement, written, writtenRecord } from './standard';

/**
 * Creates a client, unless one has its email already and the user wants to know (§4.6: the service itself only
 * refuses a user name that is in use).
 */
export async function createClient(call: Call) {
	const body = call.body();
	const guard = option(call, 'ifExists') ?? 'fail';
	if (guard !== 'create' && typeof body['email'] === 'string') {
		const email = body['email'];
		const [existing] = await findByKey(call.service, CLIENT_EMAIL, email.trim());
		const id = Number(existing?.[clientRecord.id]);
		if (existing !== undefined && guard === 'existing')
			return [await writtenRecord(call, clientRecord, id, 'existing')];
		if (existing !== undefined) {
			throw call.problem(
				`A client with the email '${email}' exists already: ID ${id}`,
				'Nothing was created. Under Options, If Email Exists decides what happens then.',
			);
		}
	}
	return await written(call, clientRecord, await call.service.call(call.method, body), 'created');
}

// What an answer shows and a request takes (§2.2, §4.6). The rest cannot be read and is kept by the service.
const READABLE = ['name', 'organization', 'email', 'work_phone', 'address', 'currency'];

/** Changes a client. Name and organization must always be sent, and what is left out may be lost (§4.6). */
export async function updateClient(call: Call) {
	const given = call.body();
	let body = given;
	if (option(call, 'keepUnchanged') !== false) {
		const current = await call.service.get(clientRecord, idOf(call, clientRecord));
		for (const field of READABLE) {
			const value = current[field];
			if (body[field] === undefined && typeof value === 'string' && value !== '') {
				body = withElement(body, field, value);
			}
		}
	}
	return await written(call, clientRecord, await call.service.call(call.method, body), 'updated');
}
