import { taskLocator } from '../common/locators';
import { ifKnown, previewOptions, listOptions, updateOptions, preview, returnField } from '../common/options';
import { paging } from '../common/paging';
import { linkedProjects, projectFilter } from '../common/projectFields';
import { taskRecord } from '../../records';
import { createUnlessKnown } from '../../guards/duplicates';
import { updateKept } from '../common/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import type { Property } from '../../engine/property';
import { getRecord, listRecords } from '../common/standard';

const billable: Property = {
	displayName: 'Billable',
	name: 'taskBillable',
	type: 'boolean',
	default: true,
	description: 'Whether clients are billed for work on the task. A new task is not billable when left out.',
	flag: ['Y', 'N'],
};

const taskDescription: Property = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

const rate: Property = {
	displayName: 'Rate',
	name: 'taskRate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 90.00',
	description: 'What an hour of the task costs',
	kind: 'decimal',
};

export const task: Resource = {
	option: { name: 'Task', value: 'task' },
	operations: [
		operation({
			option: { name: 'Create', value: 'create', action: 'Create a task', description: 'Add a task' },
			method: 'createTask',
			returns: 'The task in full',
			properties: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Design',
				},
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [billable, taskDescription, linkedProjects, rate],
				},
				{
					displayName: 'Options',
					name: 'options',
					type: 'collection',
					placeholder: 'Add option',
					default: {},
					options: [ifKnown('Name', 'task', 'create'), preview, returnField],
				},
			],
			prepare: createUnlessKnown(taskRecord),
		}),
		operation({
			option: { name: 'Delete', value: 'delete', action: 'Delete a task', description: 'Remove a task' },
			method: 'deleteTask',
			returns: '`task_id` and `deleted`, for each item',
			properties: [taskLocator, previewOptions],
			batch: { type: taskRecord, done: 'deleted' },
		}),
		operation({
			option: { name: 'Get', value: 'get', action: 'Get a task', description: 'Read one task' },
			method: 'getTask',
			returns: 'The task',
			properties: [taskLocator],
			run: getRecord(taskRecord),
		}),
		operation({
			option: { name: 'Get Many', value: 'getAll', action: 'Get many tasks', description: 'List tasks' },
			method: 'listTask',
			returns: 'One item per task',
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
						{
							displayName: 'Billable',
							name: 'taskBillable',
							type: 'boolean',
							default: true,
							description: 'Whether to list the tasks that clients are billed for, or the others',
							flag: ['Y', 'N'],
						},
						{
							displayName: 'Name',
							name: 'taskName',
							type: 'string',
							default: '',
							placeholder: 'e.g. Design',
							description: 'Only tasks with this name',
						},
						projectFilter,
						{
							displayName: 'Status',
							name: 'taskStatus',
							type: 'options',
							options: [
								{ name: 'Active', value: 'Active' },
								{ name: 'Archived', value: 'Archived' },
								{ name: 'Deleted', value: 'Deleted' },
							],
							default: 'Active',
							description:
								'Only tasks with this status. Active ones when left out. Another status can be given with an expression.',
							open: true,
						},
					],
				},
				listOptions,
			],
			run: listRecords(taskRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update a task',
				description: 'Change some values of a task and keep the others',
			},
			method: 'updateTask',
			returns: 'The task in full',
			properties: [
				taskLocator,
				{
					displayName: 'Update Fields',
					name: 'updateFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [
						billable,
						taskDescription,
						{ displayName: 'Name', name: 'name', type: 'string', default: '' },
						linkedProjects,
						rate,
					],
				},
				updateOptions,
			],
			prepare: updateKept(taskRecord),
		}),
	],
};
