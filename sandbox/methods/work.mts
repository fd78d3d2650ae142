import { hundredths } from '../amounts.mts';
import { type Call, type Methods, reject } from '../call.mts';
import {
	type Elements,
	filter,
	hasStatus,
	checked,
	decimal,
	own,
	text,
	word,
	statusFilter,
	oneOf,
	type Options,
	date,
} from '../fields.mts';
import {
	addLinks,
	linkedIds,
	replaceLinks,
	listMethod,
	findOwnRecord,
	createMethod,
	deleteMethod,
	getMethod,
	recordType,
	updateMethod,
} from '../records.mts';
import type { Store } from '../store.mts';
import type { ProjectRow, TaskRow, TimeEntryRow } from '../tables.mts';
import { columns, element, leaves, repeated, type Output } from '../xml.mts';

const PROJECT = recordType('4.10', 'project');

/** The billing methods, and which of them need a budget. §4.10 names the first two; the others are this service's own. */
const NEEDS_BUDGET = new Map([
	['flat', true],
	['project', true],
	['staff', false],
	['task', false],
]);

const NO_METHOD = 'Billing method is invalid.';
const NO_BUDGET = 'Amount is invalid.';

const projectElements = (isNew: boolean): Elements => [
	text('name', 'Relaunch <2>', isNew ? { required: { message: 'Please provide valid data.' } } : {}),
	checked(
		'billing_method',
		'flat',
		{ message: NO_METHOD, wrong: 'hourly' },
		(found) => (NEEDS_BUDGET.has(found) ? found : undefined),
		isNew ? { required: { message: NO_METHOD } } : {},
	),
	decimal('budget', '1200.50', NO_BUDGET, { key: 'rate', least: 0n, together: assertBudget, returned: null }),
	own('client_id', '{client}', 'client', 'Client id is invalid.'),
	own('project_manager_id', '{staff}', 'staff', 'Project manager id is invalid.'),
	text('description', 'Pages & <forms>'),
	word('tasks/task_id', '{task}', { key: 'tasks', repeats: true }),
];

/** The methods of §4.10 on projects. */
export const projects: Methods = {
	createProject: createMethod(
		PROJECT,
		projectElements(true),
		({ clock }) => ({ rate: '0.00', created_date: clock.now(), status: 'Active' }),
		linkProject,
	),
	// The tasks are replaced when the request names some.
	updateProject: updateMethod({ ...PROJECT, example: '{newProject}' }, projectElements(false), {
		answers: 'identifier',
		after: linkProject,
	}),
	deleteProject: deleteMethod(PROJECT),
	getProject: getMethod(PROJECT, 'project', projectFields),
	listProject: listMethod({
		...PROJECT,
		path: 'projects/project',
		filters: [
			// §4.10 gives the status no default: without one, only deleted projects are left out.
			filter('project_status', 'Active', hasStatus('project.status'), {
				otherwise: `project.status <> 'Deleted'`,
			}),
			filter('client_id', '{projectClient}', 'project.client_id = ?'),
			filter('task_id', '{task}', 'project.id IN (SELECT project_id FROM project_task WHERE task_id = ?)'),
			filter('project_name', '{projectName}', 'project.name = ? COLLATE NOCASE'),
		],
		fields: projectFields,
		summary: ['project_id', 'client_id', 'project_name', 'billing_method', 'status'],
	}),
};

function assertBudget({ store, id, values }: Call): void {
	const { billing_method, rate = '0.00' } = { ...(id === 0 ? {} : store.row('project', id)), ...values };
	if (NEEDS_BUDGET.get(String(billing_method)) && hundredths(String(rate)) === 0n) reject(NO_BUDGET);
}

/** Links a project to its manager and to the tasks of the request. The answer lists the tasks that cannot be linked (§4.10). */
function linkProject(call: Call, id: number): Output[] {
	const { store, values, lists } = call;
	const manager = values['project_manager_id'];
	if (manager !== undefined) addLinks(store, 'staffOfProject', id, [manager]);
	const texts = (lists['tasks'] ?? []).map(String);
	const isOwn = (text: string) => findOwnRecord(call, 'task', text) !== undefined;
	replaceLinks(store, 'tasksOfProject', id, texts.filter(isOwn));
	const invalid = texts.filter((text) => !isOwn(text));
	return invalid.length > 0 ? [element('invalid', repeated('task_id', invalid))] : [];
}

/** The fields of a project as getProject returns them (§2.2). Its rate is the budget of the requests, unless it is billed flat. */
function projectFields(store: Store, project: ProjectRow): Output[] {
	return [
		...leaves({
			project_id: project.id,
			...columns(project, 'client_id project_manager_id'),
			project_name: project.name,
			project_description: project.description,
			// The vendor's sample shows a budget of a flat project nowhere.
			project_rate: project.billing_method === 'flat' ? '0.00' : project.rate,
			billing_method: project.billing_method,
			project_billed: isBilled(store, project) ? 'Yes' : 'No',
			...columns(project, 'created_date status'),
		}),
		element('staff', repeated('staff_id', linkedIds(store, 'staffOfProject', project.id))),
		element('task', repeated('task_id', linkedIds(store, 'tasksOfProject', project.id))),
	];
}

/** True when the project has time entries, and all of them are billed. */
function isBilled(store: Store, { id }: ProjectRow): boolean {
	const sql = `SELECT DISTINCT billed FROM time_entry WHERE project_id = ? AND status <> 'Deleted'`;
	const found = store.all<{ billed: string }>(sql, id);
	return found.length > 0 && found.every(({ billed }) => billed === 'Yes');
}

const TASK = recordType('4.10', 'task');

const taskElements = (options: Options) => [
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
		taskElements({ required: { message: 'Please provide valid data.' } }),
		({ clock }) => ({
			billable: 'N',
			rate: '0.00',
			created_date: clock.now(),
			status: 'Active',
		}),
		linkTask,
	),
	updateTask: updateMethod({ ...TASK, example: '{newTask}' }, taskElements({}), { after: linkTask }),
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

const TIME_LOG = {
	section: '4.10',
	kind: 'timeEntry',
	identifier: 'timelog_id',
	example: '{timeEntry}',
} as const;

const NO_DATE = 'Work date is invalid.';

const timeLogElements = (isNew: boolean, project: string, task: string): Elements => {
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
	createTimeLog: createMethod(TIME_LOG, timeLogElements(true, '{project}', '{task}'), (call) => {
		assertLinked(call, call.values['project_id'], call.values['task_id']);
		return { billed: 'No', status: 'Active' };
	}),
	updateTimeLog: updateMethod(TIME_LOG, timeLogElements(false, '{newProject}', '{newTask}'), {
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
