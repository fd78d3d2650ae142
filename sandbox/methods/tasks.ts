import { answer, element, leaves, repeated, type Answer, type Output } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { textAt, wordAt } from '../element.ts';
import { linkedIds, replaceLinks } from '../links.ts';
import { listRecord } from '../listRecord.ts';
import { answerList, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { Call, Methods } from '../method.ts';
import { ownIdsAt, ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { TaskRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { decimalOr } from '../values/decimal.ts';
import { wordOr, Y_N } from '../values/words.ts';

const PROJECTS = 'projects/project_id';

const TASK_PATHS = ['name', 'description', 'task_billable', 'task_rate', PROJECTS];

const SUMMARY = ['task_id', 'task_name', 'task_billable', 'task_rate', 'status'];

/** The methods of §4.10 on tasks. */
export const tasks: Methods = {
	createTask: { elements: TASK_PATHS, answer: createTask },
	updateTask: { elements: ['task_id', ...TASK_PATHS], answer: updateTask },
	deleteTask: deleteMethod('task', 'task_id', 'Task id is invalid.'),
	getTask: {
		elements: ['task_id'],
		answer: (call) => answer(element('task', taskFields(call.store, taskAt(call)))),
	},
	listTask: {
		elements: filterPaths('project_id', 'task_name', 'task_billable', 'task_status'),
		answer: (call) =>
			answerList<TaskRow>(call, {
				table: 'task',
				conditions: [
					statusFilter(call.request, 'task_status', 'task.status'),
					...filtersOf(call.request, {
						project_id: 'task.id IN (SELECT task_id FROM project_task WHERE project_id = ?)',
						task_name: 'task.name = ? COLLATE NOCASE',
						task_billable: 'task.billable = ?',
					}),
				],
				wrapper: 'tasks',
				count: 'total_records',
				record: (task) => listRecord(call.listRecords, 'task', taskFields(call.store, task), SUMMARY),
			}),
	},
};

function createTask(call: Call): Answer {
	const { store, account, clock } = call;
	const values = readTaskValues(call, { name: '', description: '', billable: 'N', rate: '0.00' });
	const id = store.insert('task', {
		account_id: account.id,
		...values,
		created_date: clock.now(),
		status: 'Active',
	});
	linkProjects(call, id);
	return answer(element('task_id', id));
}

/** What the request leaves out stays as it is; the projects are replaced when the request names some. */
function updateTask(call: Call): Answer {
	const task = taskAt(call);
	call.store.update('task', task.id, readTaskValues(call, task));
	linkProjects(call, task.id);
	return answer();
}

type TaskValues = Pick<TaskRow, 'name' | 'description' | 'billable' | 'rate'>;

/** The values of a task. What the request leaves out, or sends empty, is taken from the defaults. Throws a Rejection with the message of §7.1. */
function readTaskValues({ request }: Call, defaults: TaskValues): TaskValues {
	const name = textAt(request, 'name') || defaults.name;
	return {
		name: name === '' ? reject('Please provide valid data.') : name,
		description: textAt(request, 'description') || defaults.description,
		billable: wordOr(Y_N, wordAt(request, 'task_billable'), defaults.billable),
		rate: decimalOr(wordAt(request, 'task_rate'), defaults.rate, 'Task rate is invalid.', 0n),
	};
}

function linkProjects(call: Call, id: number): void {
	const { ids, invalid } = ownIdsAt(call, 'project', PROJECTS);
	if (invalid.length > 0) reject('Project id is invalid.');
	if (ids.length > 0) replaceLinks(call.store, 'projectsOfTask', id, ids);
}

function taskAt(call: Call): TaskRow {
	return ownRecord<TaskRow>(call, 'task', wordAt(call.request, 'task_id'));
}

/** The fields of a task as getTask returns them (§2.2). */
function taskFields(store: Store, task: TaskRow): Output[] {
	return [
		...leaves({
			task_id: task.id,
			task_name: task.name,
			task_description: task.description,
			task_billable: task.billable,
			task_rate: task.rate,
			created_date: task.created_date,
			status: task.status,
		}),
		element('project', repeated('project_id', linkedIds(store, 'projectsOfTask', task.id))),
	];
}
