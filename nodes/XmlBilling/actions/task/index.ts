import { taskLocator } from '../../forms/locators';
import { previewOptions, listOptions, updateOptions } from '../../forms/options';
import { paging } from '../../forms/paging';
import { taskRecord } from '../../records';
import { createUnlessKnown } from '../../engine/writes/duplicates';
import { updateKept } from '../../engine/writes/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import { createTaskOptions, taskChanges, taskFields, taskFilters, taskName } from './forms';
import { getRecord, listRecords } from '../../engine/reads/recordReads';

export const task: Resource = {
	option: { name: 'Task', value: 'task' },
	operations: [
		operation({
			option: { name: 'Create', value: 'create', action: 'Create task', description: 'Add a task' },
			method: 'createTask',
			shows: taskRecord,
			returns: 'The full task',
			properties: [taskName, taskFields, createTaskOptions],
			prepare: createUnlessKnown(taskRecord),
		}),
		operation({
			option: { name: 'Delete', value: 'delete', action: 'Delete task', description: 'Remove a task' },
			method: 'deleteTask',
			returns: '`task_id` and `deleted` for each item',
			properties: [taskLocator, previewOptions],
			batch: { type: taskRecord, done: 'deleted' },
		}),
		operation({
			option: { name: 'Get', value: 'get', action: 'Get task', description: 'Get one task' },
			method: 'getTask',
			shows: taskRecord,
			returns: 'The task',
			properties: [taskLocator],
			run: getRecord(taskRecord),
		}),
		operation({
			option: { name: 'Get Many', value: 'getAll', action: 'Get many tasks', description: 'List tasks' },
			method: 'listTask',
			shows: taskRecord,
			returns: 'One item per task',
			properties: [...paging, taskFilters, listOptions],
			run: listRecords(taskRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update task',
				description: 'Change some values of a task and keep the rest',
			},
			method: 'updateTask',
			shows: taskRecord,
			returns: 'The full task',
			properties: [taskLocator, taskChanges, updateOptions],
			prepare: updateKept(taskRecord),
		}),
	],
};
