import { listRecords } from '../../execution/recordReads';
import { clientRecord } from '../../records';
import { clientLocator, currency, clientFilter, country } from '../../descriptions/locators';
import {
	reportShape,
	updateOptions,
	writeOptions,
	ifExists,
	optionsOfWrite,
	returnField,
} from '../../descriptions/options';
import { getStatement } from './statement';
import { createClient, createOrUpdateClient, updateClient } from './write';
import { reportPeriod, address, customFields, email, recordName } from '../../descriptions/commonFields';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { foldText } from '../../helpers/GenericFunctions';
import { checkedValue, collection, type ItemContext } from '../../execution/item';
import { allOf, type Condition } from '../../lookup/readList';
import type { Narrowed } from '../../execution/period';
import { isSameText } from '../../xml/identity';
import { textOf } from '../../xml/shape';
import { shows } from '../../records/states';
import type { Property } from '../../descriptions/property';
import {
	additionalFields,
	filters,
	optional,
	rowTitle,
	statusFilter,
	updateFields,
	formField,
} from '../../descriptions/fields';

const emailToMatch: Property = {
	...email,
	description: 'Email of the active client to update. If no active client has it, a new one is created.',
};

/** The codes are the service's own (§2.1). */
const language = formField('Language', {
	type: 'options',
	options: [
		{ name: 'Croatian', value: 'cro' },
		{ name: 'Dutch', value: 'dt' },
		{ name: 'English', value: 'en' },
		{ name: 'French', value: 'fr' },
		{ name: 'German', value: 'de' },
		{ name: 'Indonesian', value: 'ind' },
		{ name: 'Italian', value: 'it' },
		{ name: 'Polish', value: 'po' },
		{ name: 'Portuguese', value: 'por' },
		{ name: 'Russian', value: 'ru' },
		{ name: 'Spanish', value: 'sp' },
		{ name: 'Swedish', value: 'swd' },
	],
	default: 'en',
	description: 'Language of messages to the client. It is English until you choose another.',
});

const username = formField('Username', {
	placeholder: 'e.g. acme.office',
	description:
		'For signing in to the client portal: at least five letters, digits or - _ . @. If omitted, the service creates one for a new client.',
	kind: 'username',
});

const workPhone = formField('Work Phone', { description: 'Business phone number, in any format' });

const contactName: Property = {
	...recordName,
	displayName: 'Contact Name',
	placeholder: 'e.g. Nathan Smith',
	description: 'Person at the organization',
};

const organization = formField('Organization', {
	required: true,
	placeholder: 'e.g. Acme Ltd',
	description: 'Company or person to bill, as shown on documents',
	hint: 'For a person, enter their name',
});

const details = [address, country, customFields, language, username, workPhone];

const clientEmail = optional(email, {
	description: 'Email that invoices go to. Without one, they cannot be sent.',
	hint: 'If a client might already have it, add If Email Exists under Options to return that client',
});

/** Optional fields of a new client besides its names and its email (§4.6). */
const clientFields = additionalFields(...details);

const createClientOptions = optionsOfWrite(
	ifExists({
		label: 'Email',
		record: 'client',
		condition:
			'an active client already has this email or, for a client without an email, this organization and contact name',
	}),
	returnField,
);

/** Filters of a list of clients (§4.6). */
const clientFilters = filters(
	formField('Contains', {
		placeholder: 'e.g. harbour',
		description:
			'Only clients with this text in their organization, contact name or email, ignoring case and accents. Slow on large accounts.',
		element: false,
	}),
	optional(clientFilter, { description: 'Only this client' }),
	optional(email, { name: 'clientEmail', description: 'Only the client with this business email' }),
	optional(organization, {
		placeholder: 'e.g. Harbour Books Ltd',
		description: 'Only clients with exactly this organization, in any case. Slow on large accounts.',
		element: false,
	}),
	statusFilter('clientStatus'),
);

const additionalContacts = formField('Additional Contacts', {
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, ...rowTitle('row.name || row.email') },
	default: { contact: [{ name: '', email: '' }] },
	placeholder: 'Add Contact',
	description: 'More people to contact at the client',
	options: [
		{
			displayName: 'Contact',
			name: 'contact',
			values: [
				formField('Additional Contact Name', {
					name: 'name',
					description: 'Full name of this person',
					element: 'a_name',
				}),
				formField('Additional Contact Email', {
					name: 'email',
					placeholder: 'e.g. office@example.com',
					description: 'Where to reach this person',
					element: 'a_email',
					kind: 'email',
				}),
			],
		},
	],
});

/** Fields that an update of a client can change (§4.6). */
const clientChanges = updateFields(
	...details,
	currency,
	additionalContacts,
	optional(contactName),
	optional(email, { description: 'New email that invoices go to' }),
	optional(organization),
);

/** Selects clients by their names here, because the service has no such filters (§4.6). */
export function byNames(item: ItemContext): Narrowed {
	const { organization: whole, contains } = collection(item, 'filters');
	const wanted = checkedValue(item, 'Filters › Organization', whole);
	const part = checkedValue(item, 'Filters › Contains', contains);
	// What only has accents must not match everything.
	const folded = foldText(part) || part;
	const isWhole = matching(['organization'], (shown) => isSameText(shown, wanted));
	const hasPart = matching(['organization', 'name', 'email'], (shown) => foldText(shown).includes(folded));
	if (wanted === '' && part === '') return {};
	if (part === '') return { keep: isWhole };
	return { keep: wanted === '' ? hasPart : allOf(isWhole, hasPart) };
}

/** Clients of which one field matches. A list may omit any of them (§2.2), and a client need not have all. */
const matching =
	(fields: readonly string[], matches: (shown: string) => boolean): Condition =>
	(client, isListed) => {
		if (fields.some((field) => matches(textOf(client[field])))) return true;
		return isListed && !shows(client, fields) ? undefined : false;
	};

export const client: Resource = {
	option: { name: 'Client', value: 'client' },
	operations: [
		createOf(
			clientRecord,
			[contactName, organization, clientEmail, currency, clientFields, createClientOptions],
			createClient,
		),
		operation({
			option: {
				name: 'Create or Update',
				value: 'upsert',
				action: 'Create or update client',
				description: 'Create a new record, or update the current one if it already exists (upsert)',
			},
			shows: clientRecord,
			properties: [emailToMatch, contactName, organization, currency, clientFields, writeOptions],
			prepare: createOrUpdateClient,
		}),
		deleteOf(clientRecord, {
			// Documented by the vendor; the interface gives no reason (§4.6).
			perhaps: 'Perhaps it has an active project or recurring profile: stop or delete that first.',
		}),
		getOf(clientRecord),
		listOf(clientRecord, [clientFilters], { run: listRecords(clientRecord, byNames) }),
		operation({
			option: {
				name: 'Get Statement',
				value: 'getStatement',
				action: 'Get statement of client',
				description:
					"Show a client's invoices and payments with balances. May take one more request per invoice.",
			},
			properties: [clientLocator, ...reportPeriod, reportShape],
			run: getStatement,
		}),
		updateOf(clientRecord, [clientChanges, updateOptions], updateClient),
	],
};
