import { projectLocator, timeEntryLocator } from '../common/locators';
import { previewOptions, listOptions, preview, returnField, updateOptions } from '../common/options';
import { paging } from '../common/paging';
import { projectFilter, projectTaskModes } from '../common/projectFields';
import { timeEntryRecord } from '../../records';
import { operation, type Resource } from '../../engine/operation';
import type { Property } from '../../engine/property';
import { getRecord, listRecords } from '../common/standard';
import { createTimeEntry, updateTimeEntry } from './write';

const billed: Property = {
	displayName: 'Billed',
	name: 'billed',
	type: 'boolean',
	default: true,
	description:
		'Whether the time is on an invoice already, so that it is not billed again. A new entry is not billed when left out.',
	flag: ['Yes', 'No'],
};

const notes: Property = {
	displayName: 'Notes',
	name: 'notes',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	description: 'What was done',
};

const ifExists: Property = {
	displayName: 'If Equal Time Entry Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{ name: 'Create Anyway', value: 'create', description: 'Do not look' },
		{ name: 'Fail', value: 'fail', description: 'Stop with an error that names the entry' },
		{ name: 'Return the Existing Entry', value: 'existing', description: 'Create nothing' },
	],
	default: 'create',
	description:
		'What to do when there is an entry with the same project, task, day, hours and notes, also one that this run has created',
	element: false,
};

export const timeEntry: Resource = {
	option: { name: 'Time Entry', value: 'timeEntry' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create a time entry',
				description: 'Enter hours that were worked on a project',
			},
			method: 'createTimeLog',
			returns: 'The time entry in full',
			properties: [
				{
					displayName: 'Project',
					name: 'projectId',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					required: true,
					description: 'The project that was worked on',
					modes: projectLocator.modes,
				},
				{
					displayName: 'Task',
					name: 'taskId',
					type: 'resourceLocator',
					typeOptions: { loadOptionsDependsOn: ['projectId.value'] },
					default: { mode: 'list', value: '' },
					required: true,
					description: 'What was worked on: one of the tasks that the project is linked to',
					modes: projectTaskModes,
				},
				{
					displayName: 'Work Date',
					name: 'workDate',
					type: 'dateTime',
					required: true,
					default: '',
					description: 'The day on which the work was done',
				},
				{
					displayName: 'Hours Worked',
					name: 'hoursWorked',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. 1.5',
					description: 'In decimals, so that 90 minutes are 1.5. More than zero.',
					kind: 'positiveDecimal',
				},
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [billed, notes],
				},
				{
					displayName: 'Options',
					name: 'options',
					type: 'collection',
					placeholder: 'Add option',
					default: {},
					options: [ifExists, preview, returnField],
				},
			],
			prepare: createTimeEntry,
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete a time entry',
				description: 'Remove a time entry',
			},
			method: 'deleteTimeLog',
			returns: '`timelog_id` and `deleted`, for each item',
			properties: [timeEntryLocator, previewOptions],
			batch: { type: timeEntryRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get a time entry',
				description: 'Read one time entry',
			},
			method: 'getTimeLog',
			returns: 'The time entry',
			properties: [timeEntryLocator],
			run: getRecord(timeEntryRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many time entries',
				description: 'List time entries',
			},
			method: 'listTimeLog',
			returns: 'One item per time entry',
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
							displayName: 'Billed',
							name: 'billed',
							type: 'boolean',
							default: true,
							description: 'Whether to list the entries that are billed already, or those that are not yet',
							flag: ['Yes', 'No'],
						},
						projectFilter,
						{
							displayName: 'Task',
							name: 'taskId',
							type: 'resourceLocator',
							default: { mode: 'list', value: '' },
							description: 'Only records of this task',
							modes: projectTaskModes,
						},
						{
							displayName: 'Work Date',
							name: 'workDate',
							type: 'dateTime',
							default: '',
							description: 'Only the entries of this day',
						},
					],
				},
				listOptions,
			],
			run: listRecords(timeEntryRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update a time entry',
				description: 'Change some values of a time entry and keep the others',
			},
			method: 'updateTimeLog',
			returns: 'The time entry in full',
			properties: [
				timeEntryLocator,
				{
					displayName: 'Update Fields',
					name: 'updateFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [
						billed,
						{
							displayName: 'Hours Worked',
							name: 'hoursWorked',
							type: 'string',
							default: '',
							placeholder: 'e.g. 1.5',
							description: 'In decimals, so that 90 minutes are 1.5. More than zero.',
							kind: 'positiveDecimal',
						},
						notes,
						{
							displayName: 'Project',
							name: 'projectId',
							type: 'resourceLocator',
							default: { mode: 'list', value: '' },
							description: 'The project that was worked on. The task must be linked to it.',
							modes: projectLocator.modes,
						},
						{
							displayName: 'Task',
							name: 'taskId',
							type: 'resourceLocator',
							default: { mode: 'list', value: '' },
							description: 'What was worked on: one of the tasks that the project is linked to',
							modes: projectTaskModes,
						},
						{
							displayName: 'Work Date',
							name: 'workDate',
							type: 'dateTime',
							default: '',
							description: 'The day on which the work was done',
						},
					],
				},
				updateOptions,
			],
			prepare: updateTimeEntry,
		}),
	],
};
