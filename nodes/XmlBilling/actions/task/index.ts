import {
	additionalFields,
	filters,
	optional,
	statusFilter,
	updateFields,
	switchField,
	formField,
} from '../../descriptions/fields';
import { ifKnown, optionsOfWrite, returnField, updateOptions } from '../../descriptions/options';
import { recordDetails, linkedProjects, projectFilter, recordName } from '../../descriptions/commonFields';
import type { Property } from '../../descriptions/property';
import type { Resource } from '../../execution/operation';
import { createUnlessKnown } from '../common/duplicates';
import { updateKept } from '../common/updateKept';
import { taskRecord } from '../../records';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';

const taskName: Property = {
	...recordName,
	placeholder: 'e.g. Design',
	description: 'Kind of work. Becomes the name of lines that bill it.',
};

const taskDescription: Property = { ...recordDetails, description: 'What the work includes' };

const billable = switchField('Billable', {
	name: 'taskBillable',
	description: 'Whether clients are billed for work on the task. A new task is not billable by default.',
	flag: ['Y', 'N'],
});

const rate = formField('Rate', {
	name: 'taskRate',
	placeholder: 'e.g. 90.00',
	description: 'Hourly rate, such as 90.00',
	kind: 'money',
});

/** Optional fields of a new task besides its name (§4.10). */
const taskFields = additionalFields(billable, taskDescription, linkedProjects, rate);

const createTaskOptions = optionsOfWrite(ifKnown('Name', 'task'), returnField);

/** Filters of a list of tasks (§4.10). */
const taskFilters = filters(
	optional(billable, { description: 'Whether to list tasks that are billable (on) or not billable (off)' }),
	optional(taskName, { name: 'taskName', description: 'Only tasks with this name' }),
	projectFilter,
	statusFilter('taskStatus'),
);

/** Fields that an update of a task can change (§4.10). */
const taskChanges = updateFields(billable, taskDescription, linkedProjects, optional(taskName), rate);

export const task: Resource = {
	option: { name: 'Task', value: 'task' },
	operations: [
		createOf(taskRecord, [taskName, taskFields, createTaskOptions], createUnlessKnown(taskRecord)),
		deleteOf(taskRecord),
		getOf(taskRecord),
		listOf(taskRecord, [taskFilters]),
		updateOf(taskRecord, [taskChanges, updateOptions], updateKept(taskRecord)),
	],
};
