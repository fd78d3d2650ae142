import { taskLocator } from '../../forms/locators';
import { updateOptions } from '../../forms/options';
import { taskRecord } from '../../records';
import { createUnlessKnown } from '../../engine/writes/duplicates';
import { updateKept } from '../../engine/writes/resendUnchanged';
import { operation, type Resource } from '../../engine/item/operation';
import { deleteOf, getOf, listOf } from '../common/rows';
import { createTaskOptions, taskChanges, taskFields, taskFilters, taskName } from './forms';

export const task: Resource = {
	option: { name: 'Task', value: 'task' },
	operations: [
		operation({
			option: { name: 'Create', value: 'create', action: 'Create task', description: 'Create a task' },
			method: 'createTask',
			shows: taskRecord,
			properties: [taskName, taskFields, createTaskOptions],
			prepare: createUnlessKnown(taskRecord),
		}),
		deleteOf(taskRecord),
		getOf(taskRecord),
		listOf(taskRecord, [taskFilters]),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update task',
				description: 'Change some values of a task and keep the rest',
			},
			method: 'updateTask',
			shows: taskRecord,
			properties: [taskLocator, taskChanges, updateOptions],
			prepare: updateKept(taskRecord),
		}),
	],
};
