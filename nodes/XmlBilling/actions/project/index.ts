import { updateOptions } from '../../descriptions/options';
import { projectRecord } from '../../records';
import type { Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createProjectOptions, newProject, projectChanges, projectFields, projectFilters } from './forms';
import { createProject, updateProject } from './write';

export const project: Resource = {
	option: { name: 'Project', value: 'project' },
	operations: [
		createOf(projectRecord, [...newProject, projectFields, createProjectOptions], createProject),
		deleteOf(projectRecord),
		getOf(projectRecord),
		listOf(projectRecord, [projectFilters]),
		updateOf(projectRecord, [projectChanges, updateOptions], updateProject),
	],
};
