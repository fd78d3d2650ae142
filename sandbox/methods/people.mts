import { type Call, type Methods, countAgainstPlan, reject } from '../call.mts';
import {
	type Elements,
	type Field,
	filter,
	statusFilter,
	assertCustomFields,
	CONTACTS,
	CUSTOM_FIELDS,
	replaceContacts,
	replaceCustomFields,
	checked,
	email,
	text,
	decimal,
	field,
	oneOf,
	own,
	type Options,
} from '../fields.mts';
import {
	listMethod,
	isTaken,
	createMethod,
	deleteMethod,
	getMethod,
	markDeleted,
	recordType,
	updateMethod,
	addLinks,
	linkedIds,
	replaceLinks,
} from '../records.mts';
import type { Store } from '../store.mts';
import type { ClientRow, CreditRow, StaffRow } from '../tables.mts';
import { COUNTRIES, CURRENCIES, LANGUAGES, textOr } from '../values.mts';
import { columns, element, leaves, type Output, repeated } from '../xml.mts';

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

const STAFF = recordType('4.7', 'staff');

/** The level of a member who is not the owner of the account. */
const USER_LEVEL = 2;

const fields = (options: Options) => [
	text('name', "Zoë O'Neil & <son>", options),
	field(
		'username',
		'zoe.oneil',
		(wanted, call) =>
			isTaken(call, 'staff', 'username', wanted) ? reject(`Username [${wanted}] already exists.`) : wanted,
		options,
	),
	email('email', 'zoe@studio.example', options),
	decimal('billing_rate', '87.25', 'Billing rate is invalid.', { key: 'bill_rate', least: 0n }),
	oneOf('user_access_own_record', 'Yes', ['Yes', 'No'], { key: 'access_own_record' }),
	own('assigned_clients/client_id', '{newClient}', 'client', 'Client is invalid.', {
		key: 'clients',
		repeats: true,
	}),
];

/** The methods of §4.7. */
export const staff: Methods = {
	createStaff: createMethod(
		STAFF,
		fields({ required: { message: 'Please provide mandatory data.', when: 'first' } }),
		({ clock }) => ({
			bill_rate: '0.00',
			access_own_record: 'No',
			user_level: USER_LEVEL,
			status: 'Active',
			date_added: clock.now(),
		}),
		({ store, lists }, id) => addLinks(store, 'clientsOfStaff', id, lists['clients']),
	),
	// The assigned clients are replaced when the request names some.
	updateStaff: updateMethod(STAFF, fields({}), {
		after: ({ store, lists }, id) => replaceLinks(store, 'clientsOfStaff', id, lists['clients']),
	}),
	deleteStaff: deleteMethod(STAFF, undefined, 'Staff is invalid.'),
	getStaff: getMethod(STAFF, 'staff', staffFields),
	listStaff: listMethod({
		...STAFF,
		path: 'staff_users/staff',
		count: 'total',
		filters: [
			statusFilter('status', 'staff.status'),
			filter('email', '{staffEmail}', 'staff.email = ? COLLATE NOCASE'),
		],
		fields: staffFields,
		summary: ['staff_id', 'name', 'email', 'status'],
	}),
};

const COLUMNS = 'bill_rate name username email user_level access_own_record status date_added last_login';

/** The fields of a member as getStaff returns them (§2.2). */
function staffFields(store: Store, member: StaffRow): Output[] {
	const clients = repeated('client_id', linkedIds(store, 'clientsOfStaff', member.id));
	return [
		...leaves({ staff_id: member.id, ...columns(member, COLUMNS) }),
		element('assigned_clients', clients),
	];
}
