import { timeEntryLocator } from '../../forms/locators';
import { previewOptions, listOptions, updateOptions } from '../../forms/options';
import { paging } from '../../forms/paging';
import { timeEntryRecord } from '../../records';
import { operation, type Resource } from '../../engine/operation';
import {
	createTimeEntryOptions,
	newTimeEntry,
	timeEntryChanges,
	timeEntryFields,
	timeEntryFilters,
} from './forms';
import { getRecord } from '../../engine/reads/recordReads';
import { listTimeEntries } from './getMany';
import { createTimeEntry, updateTimeEntry } from './write';

export const timeEntry: Resource = {
	option: { name: 'Time Entry', value: 'timeEntry' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create time entry',
				description: 'Log hours worked on a project',
			},
			method: 'createTimeLog',
			shows: timeEntryRecord,
			returns: 'The full time entry',
			properties: [...newTimeEntry, timeEntryFields, createTimeEntryOptions],
			prepare: createTimeEntry,
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete time entry',
				description: 'Remove a time entry',
			},
			method: 'deleteTimeLog',
			returns: '`timelog_id` and `deleted` for each item',
			properties: [timeEntryLocator, previewOptions],
			batch: { type: timeEntryRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get time entry',
				description: 'Get one time entry',
			},
			method: 'getTimeLog',
			shows: timeEntryRecord,
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
			shows: timeEntryRecord,
			returns: 'One item per time entry',
			properties: [...paging, timeEntryFilters, listOptions],
			run: listTimeEntries,
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update time entry',
				description: 'Change some values of a time entry and keep the rest',
			},
			method: 'updateTimeLog',
			shows: timeEntryRecord,
			returns: 'The full time entry',
			properties: [timeEntryLocator, timeEntryChanges, updateOptions],
			prepare: updateTimeEntry,
		}),
	],
};
