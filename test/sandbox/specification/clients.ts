import { CUSTOM_FIELDS, refuse } from './lines.ts';
import { NOT_FOUND, PAGING } from './lists.ts';
import { CLIENT_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const MANDATORY = refuse('Please provide mandatory data.', null, '');
const READ = { method: 'getClient', identifier: 'client_id' };

/** The elements that createClient and updateClient share (§4.6). */
const CLIENT: readonly ElementSpecification[] = [
	{ path: 'name', required: 'always', example: "Zoë O'Neil", readBack: 'name', invalid: MANDATORY },
	{
		path: 'organization',
		required: 'always',
		example: 'Fish & Ships <Ltd>',
		readBack: 'organization',
		invalid: MANDATORY,
	},
	{
		path: 'email',
		example: 'zoe@ships.example',
		readBack: 'email',
		invalid: refuse('Email is invalid.', 'zoe', 'zoe@', '@ships.example', 'zoe@ships', 'zoe o@ships.example'),
	},
	{
		path: 'username',
		example: 'zoe_o.neil@1-2',
		invalid: refuse('Username is invalid.', 'zoe1', 'zoe o neil', 'zoë.oneil', 'zoe+oneil'),
	},
	{ path: 'work_phone', example: '0044 20 7946 0000', readBack: 'work_phone' },
	{ path: 'address', example: '2 Harbour Road\nBristol', readBack: 'address' },
	{ path: 'country', example: 'NZL', invalid: refuse('Country code is invalid.', 'NZ', 'nzl', 'XXZ') },
	{ path: 'language', example: 'swd', invalid: refuse('Language is invalid.', 'es', 'EN', 'english') },
	{
		path: 'currency',
		example: 'NZD',
		readBack: 'currency',
		invalid: refuse('Currency code is invalid.', 'NZ$', 'nzd', 'ZZZ'),
	},
];

/** §4.6 */
export const clients: readonly MethodSpecification[] = [
	{
		method: 'createClient',
		group: 'clients',
		section: '§4.6',
		elements: [...CLIENT, ...CUSTOM_FIELDS],
		answer: { kind: 'identifier', element: 'client_id' },
		read: READ,
		refusals: [
			{
				status: 400,
				message: 'Username [{takenUsername}] already exists.',
				when: 'another client has the user name',
				change: { username: '{takenUsername}' },
			},
			{
				status: 426,
				message: 'Your plan is limited to 2 clients. Please upgrade your plan.',
				when: 'the plan allows no more clients',
				account: 'limited',
				after: 2,
			},
		],
	},
	{
		method: 'updateClient',
		group: 'clients',
		section: '§4.6',
		elements: [
			{
				path: 'client_id',
				required: 'always',
				example: '{newClient}',
				invalid: refuse('Client id is invalid.', null, '', 'abc', '1.5'),
			},
			...CLIENT,
			{ path: 'additional_contacts/contact/a_name', example: 'Second Contact' },
			{ path: 'additional_contacts/contact/a_email', example: 'second@ships.example' },
			...CUSTOM_FIELDS,
		],
		answer: { kind: 'text' },
		read: READ,
		refusals: [
			{
				status: 400,
				message: 'Currency can not be changed.',
				when: 'the client has invoices that are not drafts',
				change: { client_id: '{client}', currency: 'NZD' },
			},
		],
	},
	{
		method: 'deleteClient',
		group: 'clients',
		section: '§4.6',
		elements: [{ path: 'client_id', required: 'always', repeatable: true, example: '{client}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getClient',
		group: 'clients',
		section: '§4.6',
		elements: [{ path: 'client_id', required: 'always', example: '{clientWithCredit}' }],
		answer: { kind: 'record', element: 'client', fields: CLIENT_FIELDS },
	},
	{
		method: 'listClient',
		group: 'clients',
		section: '§4.6',
		elements: [
			{ path: 'filter/client_id', example: '{client}' },
			{ path: 'filter/client_email', example: '{clientEmail}' },
			{ path: 'filter/client_status', example: 'Active' },
			...PAGING,
		],
		answer: { kind: 'list', wrapper: 'clients', record: 'client', identifier: 'client_id', count: 'total' },
		refusals: [{ status: 404, message: NOT_FOUND, when: 'there is none', account: 'empty' }],
	},
];
