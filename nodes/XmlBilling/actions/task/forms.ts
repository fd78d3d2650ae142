import type { Property } from '../../engine/property';
import { additionalFields, filters, optional, options, RECORD_STATES, updateFields } from '../common/fields';
import { ifKnown, preview, returnField } from '../common/options';
import { linkedProjects, projectFilter } from '../common/projectFields';

/** What a new task is called. */
export const name: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Design',
};

const billable: Property = {
	displayName: 'Billable',
	name: 'taskBillable',
	type: 'boolean',
	default: true,
	description: 'Whether clients are billed for work on the task. A new task is not billable by default.',
	flag: ['Y', 'N'],
};

const description: Property = {
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
	description: 'Hourly rate',
	kind: 'decimal',
};

/** What a new task can have besides its name (§4.10). */
export const taskFields = additionalFields(billable, description, linkedProjects, rate);

/** Options of a new task. */
export const createTaskOptions = options(ifKnown('Name', 'task', 'create'), preview, returnField);

/** What narrows a list of tasks (§4.10). */
export const taskFilters = filters(
	optional(billable, { description: 'Whether to list the billable tasks or the others' }),
	optional(name, { name: 'taskName', description: 'Only tasks with this name' }),
	projectFilter,
	{
		displayName: 'Status',
		name: 'taskStatus',
		type: 'options',
		options: RECORD_STATES,
		default: 'Active',
		description:
			'Only tasks with this status. Defaults to active ones. To use another status, use an expression.',
		open: true,
	},
);

/** What can be changed on a task (§4.10). */
export const taskChanges = updateFields(billable, description, linkedProjects, optional(name), rate);
