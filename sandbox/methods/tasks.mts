import { columns, element, leaves, repeated, type Output } from '../answer.mts';
import { filter, statusFilter } from '../fields/filters.mts';
import { decimal, oneOf, own, text, type Options } from '../fields/kinds.mts';
import { linkedIds, replaceLinks } from '../links.mts';
import { listMethod } from '../lists.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { createMethod, deleteMethod, getMethod, recordType, updateMethod } from '../records.mts';
import type { TaskRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';

const TASK = recordType('4.10', 'task');

const fields = (options: Options) => [
	text('name', 'Proof & print', options),
	text('description', 'Two <rounds>'),
	oneOf('task_billable', 'Y', ['Y', 'N'], { key: 'billable' }),
	decimal('task_rate', '72.50', 'Task rate is invalid.', { key: 'rate', least: 0n }),
	own('projects/project_id', '{project}', 'project', 'Project id is invalid.', {
		key: 'projects',
		repeats: true,
	}),
];

/** Replaces the projects of a task when the request names some. */
const linkTask = ({ store, lists }: Call, id: number) =>
	replaceLinks(store, 'projectsOfTask', id, lists['projects']);

/** The methods of §4.10 on tasks. */
export const tasks: Methods = {
	createTask: createMethod(
		TASK,
		fields({ required: { message: 'Please provide valid data.' } }),
		({ clock }) => ({
			billable: 'N',
			rate: '0.00',
			created_date: clock.now(),
			status: 'Active',
		}),
		linkTask,
	),
	updateTask: updateMethod({ ...TASK, example: '{newTask}' }, fields({}), { after: linkTask }),
	deleteTask: deleteMethod(TASK),
	getTask: getMethod(TASK, 'task', taskFields),
	listTask: listMethod({
		...TASK,
		path: 'tasks/task',
		filters: [
			statusFilter('task_status', 'task.status'),
			filter('project_id', '{project}', 'task.id IN (SELECT task_id FROM project_task WHERE project_id = ?)'),
			filter('task_name', '{taskName}', 'task.name = ? COLLATE NOCASE'),
			filter('task_billable', '{taskBillable}', 'task.billable = ?'),
		],
		fields: taskFields,
		summary: ['task_id', 'task_name', 'task_billable', 'task_rate', 'status'],
	}),
};

/** The fields of a task as getTask returns them (§2.2). */
function taskFields(store: Store, task: TaskRow): Output[] {
	return [
		...leaves({
			task_id: task.id,
			task_name: task.name,
			task_description: task.description,
			task_billable: task.billable,
			task_rate: task.rate,
			...columns(task, 'created_date status'),
		}),
		element('project', repeated('project_id', linkedIds(store, 'projectsOfTask', task.id))),
	];
}
