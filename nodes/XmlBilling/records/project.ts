import { organizationOf } from './display';
import { repeated, numbers, texts, words } from '../xml/shape';
import { clientLink, type RecordType } from './recordType';
import { shownId, shownIds, shownText, shownWord } from './keptFields';

/** §4.10 */
export const projectRecord = {
	name: 'project',
	label: 'project',
	id: 'project_id',
	wrapper: 'projects',
	list: 'listProject',
	get: 'getProject',
	shape: {
		...texts('project_name', 'project_description'),
		...words('billing_method', 'project_billed', 'created_date', 'status'),
		...numbers('project_id', 'client_id', 'project_manager_id', 'project_rate'),
		staff: repeated('staff_id', 'number'),
		task: repeated('task_id', 'number'),
	},
	knownBy: {
		word: 'name',
		field: 'project_name',
		filter: 'project_name',
		mode: 'projectName',
	},
	picker: {
		search: 'searchProjects',
		exampleId: '5',
		needs: 'project_name',
		detail: [organizationOf, 'project_description'],
	},
	links: [
		clientLink,
		{ field: 'project_manager_id', to: 'staff', adds: { project_manager_name: 'name' } },
		{ field: 'staff', to: 'staff', adds: { staff_names: 'name' } },
		{ field: 'task', to: 'task', adds: { task_names: 'task_name' } },
	],
	columns: {
		names: ['project_name', 'client_organization'],
		money: ['project_rate'],
		others: ['billing_method', 'project_billed', 'project_manager_name', 'created_date', 'status'],
		ids: ['project_id', 'client_id'],
	},
	isWide: true,
	// Answers don't show the budget.
	keptOnUpdate: {
		name: shownText('project_name'),
		billing_method: shownWord('billing_method'),
		client_id: shownId('client_id'),
		project_manager_id: shownId('project_manager_id'),
		description: shownText('project_description'),
		'tasks/task_id': shownIds('task'),
	},
	unlisted: [],
	watched: {
		hasClient: true,
		filled: ['project_name', 'billing_method', 'created_date', 'status'],
		present: ['project_description', 'staff', 'task'],
	},
} as const satisfies RecordType;
