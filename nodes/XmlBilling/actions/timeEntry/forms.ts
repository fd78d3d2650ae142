import { checkedValue, collection, type ItemContext } from '../../execution/item';
import {
	notes,
	projectFilter,
	projectTaskModes,
	taskFilter,
	unsentPeriod,
} from '../../descriptions/commonFields';
import { inPeriod, periodOf, type Narrowed } from '../../execution/period';
import type { Property } from '../../descriptions/property';
import {
	DAY,
	additionalFields,
	filters,
	optional,
	unbilledOnly,
	updateFields,
	formField,
	switchField,
} from '../../descriptions/fields';
import { clientFilter, projectLocator, taskLocator } from '../../descriptions/locators';
import { ifExists, optionsOfWrite, returnField } from '../../descriptions/options';

const project: Property = { ...projectLocator, description: 'Project that was worked on' };

const task: Property = {
	...taskLocator,
	description: 'Task that was worked on. It must be linked to the project.',
	modes: projectTaskModes,
};

const workDate = formField('Work Date', {
	...DAY,
	required: true,
	description: 'Day the work was done (YYYY-MM-DD)',
});

const hoursWorked = formField('Hours Worked', {
	required: true,
	placeholder: 'e.g. 1.5',
	description: 'Decimal number greater than zero, such as 1.5 for 90 minutes',
	kind: 'hours',
});

const billed = switchField('Billed', {
	description:
		'Whether the time is already on an invoice and must not be billed again. A new entry is unbilled by default.',
	flag: ['Yes', 'No'],
});

const workNotes: Property = {
	...notes,
	placeholder: 'e.g. Drafts of the home page',
	description: 'What was done. Becomes the line description when billed.',
};

/** Required and optional fields of a new time entry (§4.10). */
export const newTimeEntry = [
	project,
	{ ...task, typeOptions: { loadOptionsDependsOn: ['projectId.value'] } },
	workDate,
	hoursWorked,
];
export const timeEntryFields = additionalFields(billed, workNotes);

export const createTimeEntryOptions = optionsOfWrite(
	ifExists({
		label: 'Duplicate',
		record: 'entry',
		condition:
			'an entry, or one created earlier in this run, has the same project, task, day, hours and notes',
	}),
	returnField,
);

/** The only filter by date that the service has (§4.10). */
const workDay = optional(workDate, { description: 'Only entries for this day (YYYY-MM-DD)' });

const timeFilters = [
	projectFilter,
	{ ...taskFilter, modes: projectTaskModes },
	workDay,
	...unsentPeriod('work done', 'Slow on large accounts, unless both dates are the same.'),
];

/** Filters of a list of time entries (§4.10). */
export const timeEntryFilters = filters(
	...timeFilters,
	unbilledOnly('billed', 'time entries that are not billed yet'),
);

/** The same for those that are not billed, also of one client, which the service has no filter for. */
export const unbilledTimeFilters = filters(
	{ ...clientFilter, element: false },
	...timeFilters.filter((field) => field !== workDay),
);

/** Fields that an update of a time entry can change (§4.10). */
export const timeEntryChanges = updateFields(
	billed,
	optional(hoursWorked),
	workNotes,
	optional(project, { description: 'Project that was worked on. The task must be linked to it.' }),
	optional(task),
	optional(workDate),
);

/** Selects time entries by day. The list can be asked for a single day only (§4.10), which the form may also give as a period. */
export function byWorkDate(item: ItemContext): Narrowed {
	const values = collection(item, 'filters');
	const day = checkedValue(item, `Filters › ${workDay.displayName}`, values[workDay.name], 'date');
	const { from, to } = periodOf(item, values, 'Filters › ');
	const narrowed = inPeriod(item, 'work_date');
	if (day !== '') return { ...narrowed, filter: { work_date: day } };
	return from !== '' && from === to ? { filter: { work_date: from } } : narrowed;
}
