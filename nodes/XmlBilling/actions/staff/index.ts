import { staffLocator } from '../common/locators';
import { ifKnown, previewOptions, listOptions, updateOptions, preview, returnField } from '../common/options';
import { paging } from '../common/paging';
import { simplifyField } from '../common/simplifyField';
import { staffRecord } from '../../records';
import { createUnlessKnown } from '../../guards/duplicates';
import { updateKept } from '../common/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import type { Property } from '../../engine/property';
import { getRecord, listRecords } from '../common/standard';

const assignedClients: Property = {
	displayName: 'Assigned Client Names or IDs',
	name: 'assignedClients',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getClients' },
	default: [],
	description:
		'All clients that the member is to work for. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	kind: 'identifiers',
	element: 'assigned_clients/client_id',
};

const billingRate: Property = {
	displayName: 'Billing Rate',
	name: 'billingRate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 95.00',
	description: 'What an hour of the member costs. The output shows it as bill_rate.',
	kind: 'decimal',
};

const limitToOwnRecords: Property = {
	displayName: 'Limit to Own Records',
	name: 'userAccessOwnRecord',
	type: 'boolean',
	default: true,
	description: 'Whether the member sees only their own records. The output shows it as access_own_record.',
	flag: ['Yes', 'No'],
};

export const staff: Resource = {
	option: { name: 'Staff', value: 'staff' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create a staff member',
				description: 'Add a staff member',
			},
			method: 'createStaff',
			returns: 'The staff member in full',
			properties: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Nathan Smith',
				},
				{
					displayName: 'Username',
					name: 'username',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. nathan.smith',
					description: 'What the member signs in with. One that is in use is refused.',
				},
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. nathan@example.com',
				},
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [assignedClients, billingRate, limitToOwnRecords],
				},
				{
					displayName: 'Options',
					name: 'options',
					type: 'collection',
					placeholder: 'Add option',
					default: {},
					options: [ifKnown('Email', 'staff member', 'create'), preview, returnField],
				},
			],
			prepare: createUnlessKnown(staffRecord),
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete a staff member',
				description: 'Remove a staff member',
			},
			method: 'deleteStaff',
			returns: '`staff_id` and `deleted`, for each item',
			properties: [staffLocator, previewOptions],
			batch: { type: staffRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get a staff member',
				description: 'Read one staff member',
			},
			method: 'getStaff',
			returns: 'The staff member',
			properties: [staffLocator, simplifyField],
			run: getRecord(staffRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many staff members',
				description: 'List the staff',
			},
			method: 'listStaff',
			returns: 'One item per staff member',
			properties: [
				...paging,
				simplifyField,
				{
					displayName: 'Filters',
					name: 'filters',
					type: 'collection',
					placeholder: 'Add Filter',
					default: {},
					element: 'filter',
					strict: true,
					options: [
						{
							displayName: 'Email',
							name: 'email',
							type: 'string',
							default: '',
							placeholder: 'e.g. nathan@example.com',
							description: 'Only the member with this email',
						},
						{
							displayName: 'Status',
							name: 'status',
							type: 'options',
							options: [
								{ name: 'Active', value: 'Active' },
								{ name: 'Archived', value: 'Archived' },
								{ name: 'Deleted', value: 'Deleted' },
							],
							default: 'Active',
							description: 'Only members with this status. Active ones when left out.',
						},
					],
				},
				listOptions,
			],
			run: listRecords(staffRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update a staff member',
				description: 'Change some values of a staff member and keep the others',
			},
			method: 'updateStaff',
			returns: 'The staff member in full',
			properties: [
				staffLocator,
				{
					displayName: 'Update Fields',
					name: 'updateFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [
						assignedClients,
						billingRate,
						{
							displayName: 'Email',
							name: 'email',
							type: 'string',
							default: '',
							placeholder: 'e.g. nathan@example.com',
						},
						limitToOwnRecords,
						{ displayName: 'Name', name: 'name', type: 'string', default: '' },
						{
							displayName: 'Username',
							name: 'username',
							type: 'string',
							default: '',
							placeholder: 'e.g. nathan.smith',
							description: 'What the member signs in with. One that is in use is refused.',
						},
					],
				},
				updateOptions,
			],
			prepare: updateKept(staffRecord),
		}),
	],
};
