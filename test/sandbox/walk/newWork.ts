import { textAt } from './answers.ts';
import type { Succeed } from './newRecords.ts';

/** Creates a project and a task that are linked to nothing but each other. Returns their identifiers by placeholder. */
export async function createNewWork(succeed: Succeed): Promise<Record<string, string>> {
	const newProject = textAt(
		await succeed('createProject', { name: 'New Project', billing_method: 'flat', budget: '100' }),
		'project_id',
	);
	const newTask = textAt(
		await succeed('createTask', { name: 'New Task', 'projects/project_id': newProject }),
		'task_id',
	);
	return { newProject, newTask };
}
