import type { Property } from '../../engine/property';
import { projectLocator, taskLocator } from './locators';

/** The project whose records a list shows. */
export const projectFilter: Property = {
	displayName: 'Project',
	name: 'projectId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Only records of this project',
	modes: projectLocator.modes,
};

/** The task whose records a list shows. */
export const taskFilter: Property = {
	displayName: 'Task',
	name: 'taskId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Only records of this task',
	modes: taskLocator.modes,
};

/** How one of a project's tasks is chosen, in a form that has the project as well. */
export const projectTaskModes: Property['modes'] = taskLocator.modes.map((mode) =>
	mode.name === 'list'
		? { ...mode, typeOptions: { searchListMethod: 'searchProjectTasks', searchable: true } }
		: mode,
);

/** The tasks that a project is linked to. */
export const linkedTasks: Property = {
	displayName: 'Task Names or IDs',
	name: 'taskIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTasks' },
	default: [],
	description:
		'All tasks that the project is to have: time can be entered for these. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	kind: 'identifiers',
	element: 'tasks/task_id',
};

/** The projects that a task is linked to. */
export const linkedProjects: Property = {
	displayName: 'Project Names or IDs',
	name: 'projectIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getProjects' },
	default: [],
	description:
		'All projects that the task is to belong to. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	kind: 'identifiers',
	element: 'projects/project_id',
};
