import { numbers, textOf, texts, words } from '../xml/shape';
import { dayPart } from './display';
import { projectLink, type RecordType } from './recordType';
import { shownDay, shownDecimal, shownId, shownText } from './keptFields';

/** §4.10 */
export const timeEntryRecord = {
	name: 'timelog',
	label: 'time entry',
	id: 'timelog_id',
	wrapper: 'timelogs',
	list: 'listTimeLog',
	get: 'getTimeLog',
	shape: {
		...words('work_date', 'billed', 'log_status', 'status'),
		...texts('notes'),
		...numbers('timelog_id', 'project_id', 'task_id', 'hours_worked'),
	},
	picker: {
		search: 'searchTimeEntries',
		isByTime: true,
		exampleId: '301',
		needs: 'work_date',
		title: [dayPart('work_date'), (entry) => `${textOf(entry['hours_worked'])} h`],
		detail: ['notes'],
	},
	links: [projectLink, { field: 'task_id', to: 'task', adds: { task_name: 'task_name' } }],
	columns: {
		names: ['project_name', 'task_name'],
		money: ['hours_worked'],
		others: ['work_date', 'billed', 'log_status', 'status', 'notes'],
		ids: ['timelog_id', 'project_id', 'task_id'],
	},
	// Answers don't show whether an entry is billed.
	keptOnUpdate: {
		project_id: shownId('project_id'),
		task_id: shownId('task_id'),
		work_date: shownDay('work_date'),
		hours_worked: shownDecimal('hours_worked'),
		notes: shownText('notes'),
	},
	watched: { filled: ['project_id', 'task_id', 'work_date', 'hours_worked'], present: ['notes'] },
} as const satisfies RecordType;
