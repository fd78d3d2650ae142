import type { Property } from '../../engine/property';
import { additionalFields, filters, optional, options, updateFields } from '../common/fields';
import { clientFilter, country, currency } from '../common/locators';
import { ifKnown, preview, returnField } from '../common/options';
import { address, email, name } from '../common/textFields';
import { customFields } from '../documents/headerFields';

export const emailToMatch: Property = {
	...email,
	description: 'Email of the active client to update. If no active client has it, a new one is created.',
};

/** The codes are the service's own (§2.1). */
const language: Property = {
	displayName: 'Language',
	name: 'language',
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
	description: 'Language of messages to the client',
};

const username: Property = {
	displayName: 'Username',
	name: 'username',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.office',
	description:
		'At least five characters: letters, digits and - _ . @. It must not be in use. For a new client, the service generates one by default.',
};

const workPhone: Property = {
	displayName: 'Work Phone',
	name: 'workPhone',
	type: 'string',
	default: '',
};

export const contactName: Property = {
	...name,
	displayName: 'Contact Name',
	placeholder: 'e.g. Nathan Smith',
	description: 'Person to contact',
};

export const organization: Property = {
	displayName: 'Organization',
	name: 'organization',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Acme Ltd',
};

const details = [address, country, currency, customFields, language, username, workPhone];

/** Optional fields of a new client: with an email, and without one where the form already asks for it (§4.6). */
export const clientFields = additionalFields(...details, optional(email));
export const matchedClientFields = additionalFields(...details);

export const createClientOptions = options(ifKnown('Email', 'client', 'fail'), preview, returnField);

/** Filters of a list of clients (§4.6). */
export const clientFilters = filters(
	optional(clientFilter, { description: 'Only this client' }),
	optional(email, { name: 'clientEmail', description: 'Only the client with this business email' }),
	{
		displayName: 'Status',
		name: 'clientStatus',
		type: 'string',
		default: '',
		placeholder: 'e.g. Archived',
		description: 'Only clients with this status. Defaults to active ones.',
	},
);

const additionalContacts: Property = {
	displayName: 'Additional Contacts',
	name: 'additionalContacts',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: { contact: [{ name: '', email: '' }] },
	placeholder: 'Add Contact',
	options: [
		{
			displayName: 'Contact',
			name: 'contact',
			values: [
				{
					displayName: 'Additional Contact Name',
					name: 'name',
					type: 'string',
					default: '',
					element: 'a_name',
				},
				{
					displayName: 'Additional Contact Email',
					name: 'email',
					type: 'string',
					placeholder: 'e.g. office@example.com',
					default: '',
					element: 'a_email',
				},
			],
		},
	],
};

/** Fields that an update of a client can change (§4.6). */
export const clientChanges = updateFields(
	...details,
	additionalContacts,
	optional(contactName),
	optional(email),
	optional(organization),
);
