import { DAY, optional, rowTitle, severalFromList, formField } from './fields';
import { projectLocator, searchedBy, taskLocator } from './locators';
import type { Property } from './property';

// Fields that several resources share. Spread one to change it.

export const recordName = formField('Name', { required: true });

export const email = formField('Email', {
	required: true,
	placeholder: 'e.g. office@example.com',
	kind: 'email',
});

export const address = formField('Address', {
	typeOptions: { rows: 3 },
	description: 'Postal address, as used on new documents',
});

export const recordDetails = formField('Description', {
	typeOptions: { rows: 3 },
	description: 'Becomes the description of lines that bill it',
});

export const notes = formField('Notes', {
	typeOptions: { rows: 3 },
	description: 'Notes shown on the document',
});

export const customFields = formField('Custom Fields', {
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, ...rowTitle('row.label') },
	default: { customField: [{ label: '', value: '' }] },
	placeholder: 'Add Custom Field',
	description: 'Up to four custom fields. The service does not return them, so an update cannot keep them.',
	most: 4,
	options: [
		{
			displayName: 'Custom Field',
			name: 'customField',
			values: [
				formField('Label', { description: 'Name of the field, such as Cost center' }),
				formField('Value', { description: 'Text next to the label' }),
			],
		},
	],
});

/** A text of a recurring profile, with what the vendor fills in on each invoice (§4.5), and n8n takes for an expression. */
export const withPlaceholders = (text: Property): Property => ({
	...text,
	description:
		"The service should fill in {{month}} and the like, here and in lines. In expressions, write {{ '{{' }}month}}.",
});

export const dateFrom = formField('Date From', {
	...DAY,
	description: 'Only documents dated on or after this day (YYYY-MM-DD)',
});

export const dateTo = formField('Date To', {
	...DAY,
	description: 'Only documents dated on or before this day (YYYY-MM-DD)',
});

/** Narrows a list of documents to old ones. */
export const olderThanDays = formField('Older Than Days', {
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 36_500 },
	default: 14,
	description: 'Only documents dated more than this many days before today',
	element: false,
});

const period = (from: string, to: string, more: Partial<Property> = {}): [Property, Property] => [
	{ ...dateFrom, description: from, element: false, ...more },
	{ ...dateTo, description: to, element: false, ...more },
];

/** The fields of a period that is not sent, because the service can't filter by one. */
export const unsentPeriod = (what: string, because: string): [Property, Property] =>
	period(
		`Only ${what} on or after this day (YYYY-MM-DD). ${because}`,
		`Only ${what} on or before this day (YYYY-MM-DD). ${because}`,
	);

/** The period of a report. Strict, because an empty expression must not widen it. */
export const reportPeriod: Property[] = period(
	'First day of the report (YYYY-MM-DD). By default, it begins with the first invoice.',
	'Last day of the report (YYYY-MM-DD). Defaults to today.',
	{ strict: true },
);

/** The project whose records a list shows. */
export const projectFilter = optional(projectLocator, { description: 'Only records of this project' });

/** The task whose records a list shows. */
export const taskFilter = optional(taskLocator, { description: 'Only records of this task' });

/** The modes of a task in a form that also has its project: the list shows only tasks of that project. */
export const projectTaskModes = searchedBy('searchProjectTasks', taskLocator.modes);

/** Where a form with such a list has its project. */
export const projectPaths = ['', 'updateFields.', 'filters.'].map((at) => `${at}${projectLocator.name}`);

export const linkedTasks = severalFromList('getTasks', 'Task', {
	name: 'taskIds',
	description: 'Complete list of the tasks that time can be logged to, such as 4, 7',
	kind: 'identifiers',
	element: 'tasks/task_id',
});

export const linkedProjects = severalFromList('getProjects', 'Project', {
	name: 'projectIds',
	description: 'Complete list of the projects the task belongs to, such as 4, 7',
	kind: 'identifiers',
	element: 'projects/project_id',
});
