import { optional, searchedBy, severalFromList } from './fields';
import { projectLocator, taskLocator } from './locators';

/** The project whose records a list shows. */
export const projectFilter = optional(projectLocator, { description: 'Only records of this project' });

/** The task whose records a list shows. */
export const taskFilter = optional(taskLocator, { description: 'Only records of this task' });

/** The modes of a task in a form that also has its project: the list shows only tasks of that project. */
export const projectTaskModes = searchedBy('searchProjectTasks', taskLocator.modes);

/** Where a form with such a list has its project. */
export const projectPaths = ['', 'updateFields.', 'filters.'].map((at) => `${at}${projectLocator.name}`);

export const linkedTasks = severalFromList('getTasks', {
	displayName: 'Task Names or IDs',
	name: 'taskIds',
	description: 'Complete list of the tasks that time can be logged to, such as 4, 7',
	kind: 'identifiers',
	element: 'tasks/task_id',
});

export const linkedProjects = severalFromList('getProjects', {
	displayName: 'Project Names or IDs',
	name: 'projectIds',
	description: 'Complete list of the projects the task belongs to, such as 4, 7',
	kind: 'identifiers',
	element: 'projects/project_id',
});
