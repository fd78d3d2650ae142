import { clientFilter, clientLocator, projectLocator, staffLocator } from '../common/locators';
import { ifKnown, previewOptions, listOptions, updateOptions, preview, returnField } from '../common/options';
import { paging } from '../common/paging';
import { simplifyField } from '../common/simplifyField';
import { linkedTasks, taskFilter } from '../common/projectFields';
import { projectRecord } from '../../records';
import { operation, type Resource } from '../../engine/operation';
import type { Property } from '../../engine/property';
import { createProject, updateProject } from './write';
import { getRecord, listRecords } from '../common/standard';

const projectClient: Property = {
	displayName: 'Client',
	name: 'clientId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The client that the project is for',
	modes: clientLocator.modes,
};

const projectDescription: Property = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

const projectManager: Property = {
	displayName: 'Project Manager',
	name: 'projectManagerId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The staff member who leads the project',
	modes: staffLocator.modes,
};

export const project: Resource = {
	option: { name: 'Project', value: 'project' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create a project',
				description: 'Add a project',
			},
			method: 'createProject',
			returns: 'The project in full; a warning names tasks that could not be linked',
			properties: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Website relaunch',
				},
				{
					displayName: 'Billing Method',
					name: 'billingMethod',
					type: 'options',
					options: [
						{ name: 'Flat', value: 'flat', description: 'Takes a budget' },
						{ name: 'Project', value: 'project', description: 'Takes a budget' },
					],
					required: true,
					default: 'flat',
					description:
						'How the project is billed. Another method that the service knows can be given with an expression.',
					open: true,
				},
				{
					displayName: 'Budget',
					name: 'budget',
					type: 'string',
					default: '',
					placeholder: 'e.g. 12000.00',
					description: 'What the project comes to. Required with the billing methods Flat and Project.',
					kind: 'decimal',
				},
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [projectClient, projectDescription, projectManager, linkedTasks],
				},
				{
					displayName: 'Options',
					name: 'options',
					type: 'collection',
					placeholder: 'Add option',
					default: {},
					options: [ifKnown('Name', 'project', 'create'), preview, returnField],
				},
			],
			prepare: createProject,
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete a project',
				description: 'Remove a project',
			},
			method: 'deleteProject',
			returns: '`project_id` and `deleted`, for each item',
			properties: [projectLocator, previewOptions],
			batch: { type: projectRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get a project',
				description: 'Read one project',
			},
			method: 'getProject',
			returns: 'The project',
			properties: [projectLocator, simplifyField],
			run: getRecord(projectRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many projects',
				description: 'List projects',
			},
			method: 'listProject',
			returns: 'One item per project',
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
						clientFilter,
						{
							displayName: 'Name',
							name: 'projectName',
							type: 'string',
							default: '',
							placeholder: 'e.g. Website relaunch',
							description: 'Only projects with this name',
						},
						{
							displayName: 'Status',
							name: 'projectStatus',
							type: 'options',
							options: [
								{ name: 'Active', value: 'Active' },
								{ name: 'Archived', value: 'Archived' },
								{ name: 'Deleted', value: 'Deleted' },
							],
							default: 'Active',
							description:
								'Only projects with this status. The service decides when left out. Another status can be given with an expression.',
							open: true,
						},
						taskFilter,
					],
				},
				listOptions,
			],
			run: listRecords(projectRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update a project',
				description: 'Change some values of a project and keep the others',
			},
			method: 'updateProject',
			returns: 'The project in full; a warning names tasks that could not be linked',
			properties: [
				projectLocator,
				{
					displayName: 'Update Fields',
					name: 'updateFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [
						{
							displayName: 'Billing Method',
							name: 'billingMethod',
							type: 'options',
							options: [
								{ name: 'Flat', value: 'flat', description: 'Takes a budget' },
								{ name: 'Project', value: 'project', description: 'Takes a budget' },
							],
							default: 'flat',
							description:
								'How the project is billed from now on. With Flat and Project, add the Budget as well. Another method that the service knows can be given with an expression.',
							open: true,
						},
						{
							displayName: 'Budget',
							name: 'budget',
							type: 'string',
							default: '',
							placeholder: 'e.g. 12000.00',
							description:
								'What the project comes to. The service does not show it, so it cannot be read and sent again: when left out, nothing is sent about the billing of a project with a budget.',
							kind: 'decimal',
						},
						projectClient,
						projectDescription,
						{ displayName: 'Name', name: 'name', type: 'string', default: '' },
						projectManager,
						linkedTasks,
					],
				},
				updateOptions,
			],
			prepare: updateProject,
		}),
	],
};
