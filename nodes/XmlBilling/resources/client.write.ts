import { CLIENT_EMAIL, findByKey } from '../fields/resolve';
import type { Body } from '../interface/document';
import { clientRecord } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import type { Call } from './operation';
import { idOf, option, written, writtenRecord } from './standard';

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

/**
 * Creates a client, or changes the one that has its email (§4.6). Several clients with the email are an error that names
 * them, because the wrong one could be changed.
 */
export async function createOrUpdateClient(call: Call) {
	const body = call.body();
	const email = textOf(body['email']).trim();
	const [existing, ...others] = await findByKey(call.service, CLIENT_EMAIL, email);
	if (others.length > 0) {
		const ids = [existing, ...others].map((record) => textOf(record?.[clientRecord.id]));
		throw call.problem(
			`More than one client has the email '${email}': ID ${ids.join(', ')}`,
			'Nothing was changed. Update the right one by its ID.',
		);
	}
	if (existing === undefined) {
		return await written(call, clientRecord, await call.service.call('createClient', body), 'created');
	}
	const id = Number(existing[clientRecord.id]);
	const changes = {
		[clientRecord.id]: String(id),
		...keepUnchanged(body, await call.service.get(clientRecord, id)),
	};
	await call.service.call('updateClient', changes);
	return [await writtenRecord(call, clientRecord, id, 'updated')];
}

/** Changes a client. Name and organization must always be sent, and what is left out may be lost (§4.6). */
export async function updateClient(call: Call) {
	const given = call.body();
	const body =
		option(call, 'keepUnchanged') === false
			? given
			: keepUnchanged(given, await call.service.get(clientRecord, idOf(call, clientRecord)));
	return await written(call, clientRecord, await call.service.call(call.method, body), 'updated');
}

function keepUnchanged(given: Body, current: BillingRecord): Body {
	const kept = READABLE.filter((field) => given[field] === undefined && textOf(current[field]) !== '');
	return { ...given, ...Object.fromEntries(kept.map((field) => [field, textOf(current[field])])) };
}
