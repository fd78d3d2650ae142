import { answer, element, leaves, repeated } from '../answer.ts';
import { wordAt } from '../element.ts';
import type { Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { TaskRow } from '../store/rows.ts';

/** The methods of §4.10 on tasks. */
export const tasks: Methods = {
	getTask: {
		elements: ['task_id'],
		answer: (call) => {
			const task = ownRecord<TaskRow>(call, 'task', wordAt(call.request, 'task_id'));
			const links = call.store.all<{ project_id: number }>(
				'SELECT project_id FROM project_task WHERE task_id = ? ORDER BY project_id',
				task.id,
			);
			return answer(
				element('task', [
					...leaves({
						task_id: task.id,
						task_name: task.name,
						task_description: task.description,
						task_billable: task.billable,
						task_rate: task.rate,
						created_date: task.created_date,
						status: task.status,
					}),
					element(
						'project',
						repeated(
							'project_id',
							links.map(({ project_id }) => project_id),
						),
					),
				]),
			);
		},
	},
};
