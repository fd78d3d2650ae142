import { columns, element, leaves, repeated, type Output } from '../answer.mts';
import type { Elements } from '../fields/field.mts';
import { filter, hasStatus } from '../fields/filters.mts';
import { checked, decimal, own, text, word } from '../fields/kinds.mts';
import { addLinks, linkedIds, replaceLinks } from '../links.mts';
import { listMethod } from '../lists.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { findOwnRecord } from '../ownership.mts';
import { createMethod, deleteMethod, getMethod, recordType, updateMethod } from '../records.mts';
import { reject } from '../rejection.mts';
import type { ProjectRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';
import { hundredths } from '../values/decimal.mts';

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

const fields = (isNew: boolean): Elements => [
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
		fields(true),
		({ clock }) => ({ rate: '0.00', created_date: clock.now(), status: 'Active' }),
		linkProject,
	),
	// The tasks are replaced when the request names some.
	updateProject: updateMethod({ ...PROJECT, example: '{newProject}' }, fields(false), {
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
