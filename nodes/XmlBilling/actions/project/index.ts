import { projectLocator } from '../../forms/locators';
import { previewOptions, listOptions, updateOptions } from '../../forms/options';
import { paging } from '../../forms/paging';
import { projectRecord } from '../../records';
import { operation, type Resource } from '../../engine/operation';
import { createProjectOptions, newProject, projectChanges, projectFields, projectFilters } from './forms';
import { createProject, updateProject } from './write';
import { getRecord, listRecords } from '../../engine/reads/recordReads';

export const project: Resource = {
	option: { name: 'Project', value: 'project' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create project',
				description: 'Add a project',
			},
			method: 'createProject',
			shows: projectRecord,
			returns: 'The full project; a warning lists tasks that could not be linked',
			properties: [...newProject, projectFields, createProjectOptions],
			prepare: createProject,
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete project',
				description: 'Remove a project',
			},
			method: 'deleteProject',
			returns: '`project_id` and `deleted` for each item',
			properties: [projectLocator, previewOptions],
			batch: { type: projectRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get project',
				description: 'Get one project',
			},
			method: 'getProject',
			shows: projectRecord,
			returns: 'The project',
			properties: [projectLocator],
			run: getRecord(projectRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many projects',
				description: 'List projects',
			},
			method: 'listProject',
			shows: projectRecord,
			returns: 'One item per project',
			properties: [...paging, projectFilters, listOptions],
			run: listRecords(projectRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update project',
				description: 'Change some values of a project and keep the rest',
			},
			method: 'updateProject',
			shows: projectRecord,
			returns: 'The full project; a warning lists tasks that could not be linked',
			properties: [projectLocator, projectChanges, updateOptions],
			prepare: updateProject,
		}),
	],
};
