import { updateOptions } from '../../descriptions/options';
import { projectRecord } from '../../records';
import { operation, type Resource } from '../../execution/operation';
import { deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createProjectOptions, newProject, projectChanges, projectFields, projectFilters } from './forms';
import { createProject, updateProject } from './write';

export const project: Resource = {
	option: { name: 'Project', value: 'project' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create project',
				description: 'Create a project',
			},
			method: 'createProject',
			shows: projectRecord,
			properties: [...newProject, projectFields, createProjectOptions],
			prepare: createProject,
		}),
		deleteOf(projectRecord),
		getOf(projectRecord),
		listOf(projectRecord, [projectFilters]),
		updateOf(projectRecord, [projectChanges, updateOptions], updateProject),
	],
};
