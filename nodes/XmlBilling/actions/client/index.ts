import { clientRecord } from '../../records';
import { customFields } from '../documents/headerFields';
import { clientFilter, clientLocator, country, currency } from '../common/locators';
import {
	ifKnown,
	previewOptions,
	listOptions,
	preview,
	returnField,
	updateOptions,
	writeOptions,
} from '../common/options';
import { paging } from '../common/paging';
import { createClient, createOrUpdateClient, updateClient } from './write';
import { operation, type Resource } from '../../engine/operation';
import type { Property } from '../../engine/property';
import { getRecord, listRecords } from '../common/standard';

const address: Property = {
	displayName: 'Address',
	name: 'address',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

const email: Property = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. office@example.com',
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
	description: 'The language of what the client is sent',
};

const username: Property = {
	displayName: 'Username',
	name: 'username',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.office',
	description:
		'At least five letters, digits or - _ . @, and not in use yet. Made up for a new client when left out.',
};

const workPhone: Property = {
	displayName: 'Work Phone',
	name: 'workPhone',
	type: 'string',
	default: '',
};

export const client: Resource = {
	option: { name: 'Client', value: 'client' },
	operations: [
		operation({
			option: { name: 'Create', value: 'create', action: 'Create a client', description: 'Add a client' },
			method: 'createClient',
			returns: 'The client in full',
			properties: [
				{
					displayName: 'Contact Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Nathan Smith',
					description: 'The person to write to',
				},
				{
					displayName: 'Organization',
					name: 'organization',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Acme Ltd',
				},
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [address, country, currency, customFields, email, language, username, workPhone],
				},
				{
					displayName: 'Options',
					name: 'options',
					type: 'collection',
					placeholder: 'Add option',
					default: {},
					options: [ifKnown('Email', 'client', 'fail'), preview, returnField],
				},
			],
			prepare: createClient,
		}),
		operation({
			option: {
				name: 'Create or Update',
				value: 'upsert',
				action: 'Create or update a client',
				description: 'Create a new record, or update the current one if it already exists (upsert)',
			},
			returns: 'The client in full',
			properties: [
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. office@example.com',
					description: 'Finds the active client with this email; a new client gets it',
				},
				{
					displayName: 'Contact Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Nathan Smith',
					description: 'The person to write to',
				},
				{
					displayName: 'Organization',
					name: 'organization',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Acme Ltd',
				},
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [address, country, currency, customFields, language, username, workPhone],
				},
				writeOptions,
			],
			prepare: createOrUpdateClient,
		}),
		operation({
			option: { name: 'Delete', value: 'delete', action: 'Delete a client', description: 'Remove a client' },
			method: 'deleteClient',
			returns: '`client_id` and `deleted`, for each item',
			properties: [clientLocator, previewOptions],
			batch: { type: clientRecord, done: 'deleted' },
		}),
		operation({
			option: { name: 'Get', value: 'get', action: 'Get a client', description: 'Read one client' },
			method: 'getClient',
			returns: 'The client',
			properties: [clientLocator],
			run: getRecord(clientRecord),
		}),
		operation({
			option: { name: 'Get Many', value: 'getAll', action: 'Get many clients', description: 'List clients' },
			method: 'listClient',
			returns: 'One item per client',
			properties: [
				...paging,
				{
					displayName: 'Filters',
					name: 'filters',
					type: 'collection',
					placeholder: 'Add Filter',
					default: {},
					element: 'filter',
					strict: true,
					options: [
						clientFilter,
						{
							displayName: 'Email',
							name: 'clientEmail',
							type: 'string',
							default: '',
							placeholder: 'e.g. office@example.com',
							description: 'Only the client with this business email',
						},
						{
							displayName: 'Status',
							name: 'clientStatus',
							type: 'string',
							default: '',
							placeholder: 'e.g. Archived',
							description: 'Only clients with this status. Active ones when left out.',
						},
					],
				},
				listOptions,
			],
			run: listRecords(clientRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update a client',
				description: 'Change some values of a client and keep the others',
			},
			method: 'updateClient',
			returns: 'The client in full',
			properties: [
				clientLocator,
				{
					displayName: 'Update Fields',
					name: 'updateFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [
						{
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
						},
						address,
						{ displayName: 'Contact Name', name: 'name', type: 'string', default: '' },
						country,
						currency,
						customFields,
						email,
						language,
						{ displayName: 'Organization', name: 'organization', type: 'string', default: '' },
						username,
						workPhone,
					],
				},
				updateOptions,
			],
			prepare: updateClient,
		}),
	],
};
