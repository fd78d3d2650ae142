import { answer, element, type Answer } from '../answer.ts';
import { clientFields, clientRecord } from '../clients/record.ts';
import { chooseUsername } from '../clients/username.ts';
import {
	assertCurrencyMayBe,
	CONTACT_PATHS,
	readClientValues,
	readContacts,
	replaceContacts,
} from '../clients/values.ts';
import { CUSTOM_FIELD_PATHS, readCustomFields, replaceCustomFields } from '../customFields.ts';
import { deleteMethod } from '../deletion.ts';
import { wordAt } from '../element.ts';
import { answerList, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { Call, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import { countAgainstPlan } from '../planLimits.ts';
import type { ClientRow } from '../store/rows.ts';

const CLIENT_PATHS = [
	'name',
	'organization',
	'email',
	'username',
	'work_phone',
	'address',
	'country',
	'language',
	'currency',
	...CUSTOM_FIELD_PATHS,
];

/** The methods of §4.6. */
export const clients: Methods = {
	createClient: { elements: CLIENT_PATHS, answer: createClient },
	updateClient: { elements: ['client_id', ...CLIENT_PATHS, ...CONTACT_PATHS], answer: updateClient },
	deleteClient: deleteMethod('client', 'client_id', 'Client id is invalid.'),
	getClient: {
		elements: ['client_id'],
		answer: (call) => answer(element('client', clientFields(call.store, existingClient(call)))),
	},
	listClient: { elements: filterPaths('client_id', 'client_email', 'client_status'), answer: listClients },
};

function createClient(call: Call): Answer {
	const { request, store, account } = call;
	const values = readClientValues(request, {
		email: '',
		work_phone: '',
		address: '',
		country: account.country_code,
		currency: account.currency_code,
		language: 'en',
	});
	const sources = [values.email.split('@', 1)[0] ?? '', values.organization, values.name];
	const username = chooseUsername(call, wordAt(request, 'username'), { sources });
	const customFields = readCustomFields(request);
	countAgainstPlan(call, 'clients');
	const id = store.insert('client', { account_id: account.id, ...values, username, status: 'Active' });
	replaceCustomFields(store, 'client', id, customFields);
	return answer(element('client_id', id));
}

/** What the request leaves out stays as it is; custom fields and contacts are replaced when the request carries some. */
function updateClient(call: Call): Answer {
	const { request, store } = call;
	const client = existingClient(call);
	const values = readClientValues(request, client);
	const username = chooseUsername(call, wordAt(request, 'username'), client);
	assertCurrencyMayBe(store, client, values.currency);
	const customFields = readCustomFields(request);
	const contacts = readContacts(request);
	store.update('client', client.id, { ...values, username });
	if (customFields.length > 0) replaceCustomFields(store, 'client', client.id, customFields);
	if (contacts.length > 0) replaceContacts(store, client.id, contacts);
	return { status: 200, text: String(client.id) };
}

function existingClient(call: Call): ClientRow {
	return ownRecord<ClientRow>(call, 'client', wordAt(call.request, 'client_id'));
}

function listClients(call: Call): Answer {
	const { request, store, listRecords } = call;
	return answerList<ClientRow>(call, {
		table: 'client',
		conditions: [
			statusFilter(request, 'client_status', 'client.status'),
			...filtersOf(request, {
				client_id: 'client.id = ?',
				client_email: 'client.email = ? COLLATE NOCASE',
			}),
		],
		wrapper: 'clients',
		count: 'total',
		record: (client) => clientRecord(store, listRecords, client),
	});
}
