import { columns, element, leaves, type Output } from '../answer.mts';
import type { Elements, Field } from '../fields/field.mts';
import { filter, statusFilter } from '../fields/filters.mts';
import {
	assertCustomFields,
	CONTACTS,
	CUSTOM_FIELDS,
	replaceContacts,
	replaceCustomFields,
} from '../fields/groups.mts';
import { checked, email, text } from '../fields/kinds.mts';
import { listMethod } from '../lists.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { isTaken } from '../ownership.mts';
import { countAgainstPlan } from '../planLimits.mts';
import { createMethod, deleteMethod, getMethod, markDeleted, recordType, updateMethod } from '../records.mts';
import { reject } from '../rejection.mts';
import type { ClientRow, CreditRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';
import { COUNTRIES, CURRENCIES, LANGUAGES } from '../values/codes.mts';
import { textOr } from '../values/text.mts';

const CLIENT = recordType('4.6', 'client');

const required = { message: 'Please provide mandatory data.' };

const FIELDS: Elements = [
	text('name', "Zoë O'Neil", { required }),
	text('organization', 'Fish & Ships <Ltd>', { required }),
	email('email', 'zoe@ships.example'),
	text('work_phone', '0044 20 7946 0000'),
	text('address', '2 Harbour Road\nBristol'),
	code('country', 'NZL', 'Country code is invalid.', COUNTRIES, null),
	code('currency', 'NZD', 'Currency code is invalid.', CURRENCIES),
	code('language', 'swd', 'Language is invalid.', LANGUAGES, null),
	checked(
		'username',
		'zoe_o.neil@1-2',
		{ message: 'Username is invalid.', wrong: 'zoe1' },
		(wanted, call) => {
			if (!isUsername(wanted)) return undefined;
			return isTaken(call, 'client', 'username', wanted)
				? reject(`Username [${wanted}] already exists.`)
				: wanted;
		},
		{ returned: null },
	),
];

/** The methods of §4.6. */
export const clients: Methods = {
	createClient: createMethod(CLIENT, [...FIELDS, CUSTOM_FIELDS], newClient, (call, id) =>
		replaceCustomFields(call.store, 'client', id, customFieldsOf(call)),
	),
	// Custom fields and contacts are replaced when the request contains some.
	updateClient: updateMethod({ ...CLIENT, example: '{newClient}' }, [...FIELDS, CUSTOM_FIELDS, CONTACTS], {
		answers: 'text()',
		before: (call, client) => {
			assertCurrencyMayBe(call, client);
			assertCustomFields(customFieldsOf(call));
		},
		after: (call, id) => {
			const contacts = call.groups[CONTACTS.group] ?? [];
			const fields = customFieldsOf(call);
			if (fields.length > 0) replaceCustomFields(call.store, 'client', id, fields);
			if (contacts.length > 0) replaceContacts(call.store, id, contacts);
		},
	}),
	// Documented by the vendor: a client with an active project or recurring profile stays.
	deleteClient: deleteMethod({ ...CLIENT, example: '{newClient}' }, ({ store }, id) => {
		if (isNeeded(store, id)) return false;
		markDeleted(store, 'client', id);
		return true;
	}),
	getClient: getMethod({ ...CLIENT, example: '{clientWithCredit}' }, 'client', clientFields),
	listClient: listMethod({
		...CLIENT,
		path: 'clients/client',
		count: 'total',
		filters: [
			statusFilter('client_status', 'client.status'),
			filter('client_id', '{client}', 'client.id = ?'),
			filter('client_email', '{clientEmail}', 'client.email = ? COLLATE NOCASE'),
		],
		fields: clientFields,
		summary: ['client_id', 'name', 'organization', 'email'],
	}),
};

function code(
	path: string,
	example: string,
	message: string,
	codes: ReadonlySet<string>,
	returned?: null,
): Field {
	const parse = (found: string) => (codes.has(found) ? found : undefined);
	return checked(path, example, { message, wrong: 'ZZZ' }, parse, { returned });
}

function newClient(call: Call) {
	const { account, values } = call;
	const [mailbox = ''] = textOr(values['email']).split('@', 1);
	const username = values['username'] ?? newUsername(call, [mailbox, values['organization'], values['name']]);
	assertCustomFields(customFieldsOf(call));
	countAgainstPlan(call, 'clients');
	return {
		email: '',
		work_phone: '',
		address: '',
		country: account.country_code,
		currency: account.currency_code,
		language: 'en',
		username,
		status: 'Active',
	};
}

/** Refuses another currency for a client that has invoices other than drafts (§4.6). */
function assertCurrencyMayBe({ store, values }: Call, client: ClientRow): void {
	const { currency = client.currency } = values;
	const sql = `SELECT 1 FROM invoice WHERE client_id = ? AND invoice_status <> 'Draft'`;
	if (currency !== client.currency && store.one(sql, client.id) !== undefined)
		reject('Currency can not be changed.');
}

/** Whether a client has an active project or recurring profile. */
function isNeeded(store: Store, id: number): boolean {
	const sql = `SELECT 1 FROM project WHERE client_id = ? AND status = 'Active'
		UNION SELECT 1 FROM recurring WHERE client_id = ? AND recurring_status = 'Active'`;
	return store.one(sql, id, id) !== undefined;
}

function customFieldsOf({ groups }: Call) {
	return groups[CUSTOM_FIELDS.group] ?? [];
}

/** At least five characters: letters, digits and `- _ . @` (§8). */
function isUsername(name: string): boolean {
	return /^[A-Za-z0-9_.@-]{5,}$/.test(name);
}

/** A user name made from the first of the given texts that suits. */
function newUsername(call: Call, sources: readonly unknown[]): string {
	const candidates = sources.map((source) =>
		String(source)
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

/** The fields of a client as getClient returns them (§2.2). */
function clientFields(store: Store, client: ClientRow): Output[] {
	const { id } = client;
	const credits = store.all<CreditRow>('SELECT * FROM credit WHERE client_id = ? ORDER BY id', id);
	return [
		...leaves({ client_id: id, ...columns(client, 'name organization address email work_phone currency') }),
		element(
			'credits',
			credits.map((credit) =>
				element('credit', leaves(columns(credit, 'amount payment_method payment_note credit_date'))),
			),
		),
	];
}
