import { answer, element, repeated, type Answer } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { wordAt } from '../element.ts';
import { addLinks, replaceLinks } from '../links.ts';
import { listRecord } from '../listRecord.ts';
import { answerList, filterPaths, filtersOf } from '../lists.ts';
import type { Call, Methods } from '../method.ts';
import { ownIdsAt, ownRecord } from '../ownership.ts';
import { projectFields } from '../projects/record.ts';
import { readProjectValues, type ProjectValues } from '../projects/values.ts';
import type { ProjectRow } from '../store/rows.ts';

const TASKS = 'tasks/task_id';

const PROJECT_PATHS = [
	'name',
	'billing_method',
	'budget',
	'client_id',
	'project_manager_id',
	'description',
	TASKS,
];

const SUMMARY = ['project_id', 'client_id', 'project_name', 'billing_method', 'status'];

const NEW_PROJECT: ProjectValues = {
	name: '',
	description: '',
	rate: '0.00',
	billing_method: '',
	client_id: null,
	project_manager_id: null,
};

/** The methods of §4.10 on projects. */
export const projects: Methods = {
	createProject: { elements: PROJECT_PATHS, answer: createProject },
	updateProject: { elements: ['project_id', ...PROJECT_PATHS], answer: updateProject },
	deleteProject: deleteMethod('project', 'project_id', 'Project id is invalid.'),
	getProject: {
		elements: ['project_id'],
		answer: (call) => answer(element('project', projectFields(call.store, projectAt(call)))),
	},
	listProject: {
		elements: filterPaths('client_id', 'task_id', 'project_name', 'project_status'),
		answer: listProjects,
	},
};

function createProject(call: Call): Answer {
	const { store, account, clock } = call;
	const values = readProjectValues(call, NEW_PROJECT);
	const id = store.insert('project', {
		account_id: account.id,
		...values,
		created_date: clock.now(),
		status: 'Active',
	});
	return linkProject(call, id, values);
}

/** What the request leaves out stays as it is; the tasks are replaced when the request names some. */
function updateProject(call: Call): Answer {
	const project = projectAt(call);
	const values = readProjectValues(call, project);
	call.store.update('project', project.id, values);
	return linkProject(call, project.id, values);
}

/** Links a project to its manager and to the tasks that the request names. Those that cannot be linked are in the answer (§4.10). */
function linkProject(call: Call, id: number, { project_manager_id }: ProjectValues): Answer {
	if (project_manager_id !== null) addLinks(call.store, 'staffOfProject', id, [project_manager_id]);
	const { ids, invalid } = ownIdsAt(call, 'task', TASKS);
	if (ids.length > 0) replaceLinks(call.store, 'tasksOfProject', id, ids);
	const refused = invalid.length > 0 ? [element('invalid', repeated('task_id', invalid))] : [];
	return answer(element('project_id', id), ...refused);
}

function projectAt(call: Call): ProjectRow {
	return ownRecord<ProjectRow>(call, 'project', wordAt(call.request, 'project_id'));
}

/** §4.10 gives the status no default: without one, only deleted projects are left out. */
function listProjects(call: Call): Answer {
	const { request, store, listRecords } = call;
	const isAnyStatus = wordAt(request, 'filter/project_status') === '';
	return answerList<ProjectRow>(call, {
		table: 'project',
		conditions: [
			...(isAnyStatus ? [{ sql: `project.status <> 'Deleted'`, values: [] }] : []),
			...filtersOf(request, {
				client_id: 'project.client_id = ?',
				task_id: 'project.id IN (SELECT project_id FROM project_task WHERE task_id = ?)',
				project_name: 'project.name = ? COLLATE NOCASE',
				project_status: 'project.status = ?',
			}),
		],
		wrapper: 'projects',
		count: 'total_records',
		record: (project) => listRecord(listRecords, 'project', projectFields(store, project), SUMMARY),
	});
}
