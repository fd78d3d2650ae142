import type { Property } from '../../forms/property';
import { additionalFields, filters, optional, statusFilter, updateFields } from '../../forms/fields';
import { ifKnown, optionsOfWrite, returnField } from '../../forms/options';
import { linkedProjects, projectFilter } from '../../forms/projectFields';
import { description, name } from '../../forms/textFields';

export const taskName: Property = {
	...name,
	placeholder: 'e.g. Design',
	description: 'Kind of work. Becomes the name of lines that bill it.',
};

const taskDescription: Property = { ...description, description: 'What the work includes' };

const billable: Property = {
	displayName: 'Billable',
	name: 'taskBillable',
	type: 'boolean',
	default: true,
	description: 'Whether clients are billed for work on the task. A new task is not billable by default.',
	flag: ['Y', 'N'],
};

const rate: Property = {
	displayName: 'Rate',
	name: 'taskRate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 90.00',
	description: 'Hourly rate, such as 90.00',
	kind: 'money',
};

/** Optional fields of a new task besides its name (§4.10). */
export const taskFields = additionalFields(billable, taskDescription, linkedProjects, rate);

export const createTaskOptions = optionsOfWrite(ifKnown('Name', 'task'), returnField);

/** Filters of a list of tasks (§4.10). */
export const taskFilters = filters(
	optional(billable, { description: 'Whether to list tasks that are billable (on) or not billable (off)' }),
	optional(taskName, { name: 'taskName', description: 'Only tasks with this name' }),
	projectFilter,
	statusFilter('taskStatus'),
);

/** Fields that an update of a task can change (§4.10). */
export const taskChanges = updateFields(billable, taskDescription, linkedProjects, optional(taskName), rate);
