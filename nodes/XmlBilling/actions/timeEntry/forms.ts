import type { Property } from '../../engine/property';
import { additionalFields, filters, optional, options, updateFields } from '../common/fields';
import { projectLocator, taskLocator } from '../common/locators';
import { preview, returnField } from '../common/options';
import { projectFilter, projectTaskModes, taskFilter } from '../common/projectFields';

const project: Property = { ...projectLocator, description: 'Project that was worked on' };

const task: Property = {
	...taskLocator,
	description: 'What was worked on: a task that is linked to the project',
	modes: projectTaskModes,
};

const workDate: Property = {
	displayName: 'Work Date',
	name: 'workDate',
	type: 'dateTime',
	required: true,
	default: '',
	description: 'Day the work was done',
};

const hoursWorked: Property = {
	displayName: 'Hours Worked',
	name: 'hoursWorked',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 1.5',
	description: 'Decimal number above zero: 90 minutes are 1.5',
	kind: 'positiveDecimal',
};

const billed: Property = {
	displayName: 'Billed',
	name: 'billed',
	type: 'boolean',
	default: true,
	description:
		'Whether the time is on an invoice already and must not be billed again. A new entry is unbilled by default.',
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
	displayName: 'If Duplicate Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{ name: 'Create Anyway', value: 'create', description: 'Do not look' },
		{ name: 'Fail', value: 'fail', description: 'Stop with an error that identifies the entry' },
		{ name: 'Return the Existing Entry', value: 'existing', description: 'Create nothing' },
	],
	default: 'create',
	description:
		'What to do if an entry has the same project, task, day, hours and notes, including one created earlier in this run',
	element: false,
};

/** What a new time entry needs, and can have (§4.10). */
export const newTimeEntry = [
	project,
	{ ...task, typeOptions: { loadOptionsDependsOn: ['projectId.value'] } },
	workDate,
	hoursWorked,
];
export const timeEntryFields = additionalFields(billed, notes);

/** Options of a new time entry. */
export const createTimeEntryOptions = options(ifExists, preview, returnField);

/** What narrows a list of time entries (§4.10). */
export const timeEntryFilters = filters(
	optional(billed, { description: 'Whether to list the entries that are billed or those that are not' }),
	projectFilter,
	{ ...taskFilter, modes: projectTaskModes },
	optional(workDate, { description: 'Only the entries of this day' }),
);

/** What can be changed on a time entry (§4.10). */
export const timeEntryChanges = updateFields(
	billed,
	optional(hoursWorked),
	notes,
	optional(project, { description: 'Project that was worked on. The task must be linked to it.' }),
	optional(task),
	optional(workDate),
);
