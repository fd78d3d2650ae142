import { repeated, numbers, texts, words } from '../xml/shape';
import type { RecordType } from './recordType';
import { shownDecimal, shownIds, shownText, shownWord } from './keptFields';

/** §4.10 */
export const taskRecord = {
	name: 'task',
	label: 'task',
	id: 'task_id',
	wrapper: 'tasks',
	list: 'listTask',
	get: 'getTask',
	shape: {
		...texts('task_name', 'task_description'),
		...words('task_billable', 'created_date', 'status'),
		...numbers('task_id', 'task_rate'),
		project: repeated('project_id', 'number'),
	},
	knownBy: { word: 'name', field: 'task_name', filter: 'task_name', mode: 'taskName' },
	picker: { search: 'searchTasks', exampleId: '9', needs: 'task_name', detail: ['task_description'] },
	links: [{ field: 'project', to: 'project', adds: { project_names: 'project_name' } }],
	columns: {
		names: ['task_name'],
		money: ['task_rate'],
		others: ['task_billable', 'status', 'created_date', 'task_description'],
		ids: ['task_id', 'project_names'],
	},
	keptOnUpdate: {
		name: shownText('task_name'),
		description: shownText('task_description'),
		task_billable: shownWord('task_billable'),
		task_rate: shownDecimal('task_rate'),
		'projects/project_id': shownIds('project'),
	},
	watched: {
		filled: ['task_name', 'task_billable', 'created_date', 'status'],
		present: ['task_description', 'project'],
	},
} as const satisfies RecordType;
