import { columns, leaves, type Output } from '../answer.mts';
import type { Elements } from '../fields/field.mts';
import { filter } from '../fields/filters.mts';
import { date, decimal, oneOf, own, text } from '../fields/kinds.mts';
import { linkedIds } from '../links.mts';
import { listMethod } from '../lists.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { createMethod, deleteMethod, getMethod, updateMethod } from '../records.mts';
import { reject } from '../rejection.mts';
import type { TimeEntryRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';

const TIME_LOG = {
	section: '4.10',
	kind: 'timeEntry',
	identifier: 'timelog_id',
	example: '{timeEntry}',
} as const;

const NO_DATE = 'Work date is invalid.';

const fields = (isNew: boolean, project: string, task: string): Elements => {
	const needed = isNew ? { required: { message: 'Please provide valid data.', when: 'last' as const } } : {};
	return [
		own('project_id', project, 'project', 'Project id is invalid.', needed),
		own('task_id', task, 'task', 'Task id is invalid.', needed),
		date('work_date', '2026-02-28', NO_DATE, needed),
		decimal('hours_worked', '1.25', 'Hours is invalid.', { least: 1n, ...needed }),
		text('notes', 'Layout & <text>'),
		oneOf('billed', 'Yes', ['Yes', 'No'], { returned: null }),
	];
};

/** The methods of §4.10 on time entries. */
export const timeLogs: Methods = {
	createTimeLog: createMethod(TIME_LOG, fields(true, '{project}', '{task}'), (call) => {
		assertLinked(call, call.values['project_id'], call.values['task_id']);
		return { billed: 'No', status: 'Active' };
	}),
	updateTimeLog: updateMethod(TIME_LOG, fields(false, '{newProject}', '{newTask}'), {
		// An entry may keep a project and a task that are no longer linked.
		before: (call, present) => {
			const { project_id = present.project_id, task_id = present.task_id } = call.values;
			if (project_id !== present.project_id || task_id !== present.task_id)
				assertLinked(call, project_id, task_id);
		},
	}),
	deleteTimeLog: deleteMethod(TIME_LOG),
	getTimeLog: getMethod(TIME_LOG, 'timelog', timeLogFields),
	listTimeLog: listMethod({
		...TIME_LOG,
		path: 'timelogs/timelog',
		always: `time_entry.status = 'Active'`,
		filters: [
			filter('project_id', '{project}', 'time_entry.project_id = ?'),
			filter('task_id', '{task}', 'time_entry.task_id = ?'),
			filter('billed', 'No', 'time_entry.billed = ?'),
			date('filter/work_date', '{workDate}', NO_DATE, { sql: 'time_entry.work_date = ?' }),
		],
		fields: timeLogFields,
		// §2.2 shows the fields of this list's records, so only bare lists leave them out.
		summary: 'timelog_id project_id task_id work_date hours_worked notes log_status'.split(' '),
	}),
};

function assertLinked({ store }: Call, project: unknown, task: unknown): void {
	if (!linkedIds(store, 'tasksOfProject', Number(project)).includes(Number(task)))
		reject('Task is not associated with provided project.');
}

/** The fields of a time entry as getTimeLog returns them (§2.2). */
function timeLogFields(_: Store, entry: TimeEntryRow): Output[] {
	const taken = columns(entry, 'project_id task_id work_date hours_worked notes');
	return leaves({ ...taken, log_status: entry.status });
}
