import { listOf, words } from '../xml/shape';
import type { RecordType } from './recordType';
import { shownId, shownIds, shownText } from './resent';

/** §4.10 */
export const projectRecord = {
	name: 'project',
	label: 'project',
	id: 'project_id',
	wrapper: 'projects',
	list: 'listProject',
	get: 'getProject',
	shape: {
		...words('billing_method', 'project_billed', 'created_date', 'status'),
		project_id: 'number',
		client_id: 'number',
		project_manager_id: 'number',
		project_rate: 'number',
		staff: listOf('staff_id', 'number'),
		task: listOf('task_id', 'number'),
	},
	knownBy: {
		word: 'name',
		field: 'project_name',
		filter: 'project_name',
		mode: 'projectName',
		example: 'Website relaunch',
	},
	picker: {
		search: 'searchProjects',
		exampleId: '5',
		shows: 'project_name',
		title: ['project_name'],
		detail: ['project_description'],
	},
	simplified: [
		'project_id',
		'client_id',
		'project_manager_id',
		'project_name',
		'project_rate',
		'billing_method',
		'project_billed',
		'created_date',
		'status',
	],
	// Answers don't show the budget.
	resent: {
		name: shownText('project_name'),
		billing_method: shownText('billing_method'),
		client_id: shownId('client_id'),
		project_manager_id: shownId('project_manager_id'),
		description: shownText('project_description'),
		'tasks/task_id': shownIds('task'),
	},
	watched: {
		hasClient: true,
		lists: [{}],
		filled: ['project_name', 'billing_method', 'created_date', 'status'],
		present: ['project_description', 'staff', 'task'],
	},
} as const satisfies RecordType;
