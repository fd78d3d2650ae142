import {
	byNames,
	clientChanges,
	clientEmail,
	clientFields,
	clientFilters,
	contactName,
	createClientOptions,
	emailToMatch,
	organization,
} from './forms';
import { listRecords } from '../../execution/recordReads';
import { clientRecord } from '../../records';
import { clientLocator, currency } from '../../descriptions/locators';
import { reportShape, updateOptions, writeOptions } from '../../descriptions/options';
import { getStatement } from './statement';
import { createClient, createOrUpdateClient, updateClient } from './write';
import { reportPeriod } from '../../descriptions/commonFields';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';

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
