import { clientRecord } from '../../records';
import { clientLocator } from '../../forms/locators';
import { previewOptions, listOptions, updateOptions, writeOptions } from '../../forms/options';
import { paging } from '../../forms/paging';
import {
	clientChanges,
	clientEmail,
	clientFields,
	clientFilters,
	contactName,
	createClientOptions,
	emailToMatch,
	organization,
	statementPeriod,
} from './forms';
import { listClients } from './getMany';
import { getStatement, statementSchemas } from './getStatement';
import { createClient, createOrUpdateClient, updateClient } from './write';
import { operation, type Resource } from '../../engine/operation';
import { getRecord } from '../../engine/reads/recordReads';

export const client: Resource = {
	option: { name: 'Client', value: 'client' },
	operations: [
		operation({
			option: { name: 'Create', value: 'create', action: 'Create client', description: 'Add a client' },
			method: 'createClient',
			shows: clientRecord,
			returns: 'The full client',
			properties: [contactName, organization, clientEmail, clientFields, createClientOptions],
			prepare: createClient,
		}),
		operation({
			option: {
				name: 'Create or Update',
				value: 'upsert',
				action: 'Create or update client',
				description: 'Create a new record, or update the current one if it already exists (upsert)',
			},
			shows: clientRecord,
			returns: 'The full client, which is not written if it already has all values',
			properties: [emailToMatch, contactName, organization, clientFields, writeOptions],
			prepare: createOrUpdateClient,
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete client',
				description: 'Remove a client. No operation restores it.',
			},
			method: 'deleteClient',
			returns: '`client_id` and `deleted` for each item',
			properties: [clientLocator, previewOptions],
			batch: {
				type: clientRecord,
				done: 'deleted',
				// Documented by the vendor; the interface gives no reason (§4.6).
				perhaps: 'Perhaps it has an active project or recurring profile: stop or delete that first.',
			},
		}),
		operation({
			option: { name: 'Get', value: 'get', action: 'Get client', description: 'Get one client' },
			method: 'getClient',
			shows: clientRecord,
			returns: 'The client',
			properties: [clientLocator],
			run: getRecord(clientRecord),
		}),
		operation({
			option: { name: 'Get Many', value: 'getAll', action: 'Get many clients', description: 'List clients' },
			method: 'listClient',
			shows: clientRecord,
			returns: 'One item per client',
			properties: [...paging, clientFilters, listOptions],
			run: listClients,
		}),
		operation({
			option: {
				name: 'Get Statement',
				value: 'getStatement',
				action: 'Get statement of client',
				description:
					"Show a client's invoices and payments with balances. Where lists show too little, this takes one more request per invoice.",
			},
			output: statementSchemas,
			returns: 'One item per currency; most clients have one',
			properties: [clientLocator, ...statementPeriod],
			run: getStatement,
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update client',
				description: 'Change some values of a client and keep the rest',
			},
			method: 'updateClient',
			shows: clientRecord,
			returns: 'The full client',
			properties: [clientLocator, clientChanges, updateOptions],
			prepare: updateClient,
		}),
	],
};
