import { element, leaves, repeated, type Output } from '../answer.ts';
import { linkedIds } from '../links.ts';
import type { ProjectRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/** The fields of a project as getProject returns them (§2.2). Its rate is the budget that requests give. */
export function projectFields(store: Store, project: ProjectRow): Output[] {
	return [
		...leaves({
			project_id: project.id,
			client_id: project.client_id,
			project_manager_id: project.project_manager_id,
			project_name: project.name,
			project_description: project.description,
			project_rate: project.rate,
			billing_method: project.billing_method,
			project_billed: isBilled(store, project) ? 'Yes' : 'No',
			created_date: project.created_date,
			status: project.status,
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
