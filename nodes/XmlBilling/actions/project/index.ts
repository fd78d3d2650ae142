import { updateOptions, ifKnown, optionsOfWrite, returnField } from '../../descriptions/options';
import { projectRecord } from '../../records';
import type { Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createProject, updateProject } from './write';
import type { Property } from '../../descriptions/property';
import {
	additionalFields,
	filters,
	optional,
	statusFilter,
	updateFields,
	formField,
} from '../../descriptions/fields';
import { clientFilter, clientLocator, staffLocator } from '../../descriptions/locators';
import { recordDetails, linkedTasks, recordName, taskFilter } from '../../descriptions/commonFields';

const projectName: Property = {
	...recordName,
	placeholder: 'e.g. Website relaunch',
	description: 'As shown in lists and on time entries',
};

const projectDescription: Property = { ...recordDetails, description: 'What the project is about' };

const billingMethod = formField('Billing Method', {
	type: 'options',
	options: [
		{ name: 'Flat', value: 'flat', description: 'Requires a budget' },
		{ name: 'Project', value: 'project', description: 'Requires a budget' },
	],
	required: true,
	default: 'flat',
	description: 'How the project is billed. To use another method, use an expression.',
	open: true,
});

// What the interface calls an amount, the vendor's website counts in hours (§4.10).
const BUDGET =
	'For Flat, enter the price of the whole project, such as 12000.00. For other methods, enter the number that you would enter on the website.';

const budget = formField('Budget', {
	placeholder: 'e.g. 12000.00',
	description: BUDGET,
	kind: 'money',
});

const projectClient = optional(clientLocator, { description: 'Client the project is for' });

const projectManager = optional(staffLocator, {
	displayName: 'Project Manager',
	name: 'projectManagerId',
	description: 'Staff member who leads the project',
});

/** Required and optional fields of a new project (§4.10). */
const newProject = [
	projectName,
	billingMethod,
	{ ...budget, required: true, description: `${BUDGET} Enter 0 if the method needs none.` },
];
const projectFields = additionalFields(projectClient, projectDescription, projectManager, linkedTasks);

const createProjectOptions = optionsOfWrite(ifKnown('Name', 'project'), returnField);

/** Filters of a list of projects (§4.10). */
const projectFilters = filters(
	clientFilter,
	optional(projectName, { name: 'projectName', description: 'Only projects with this name' }),
	statusFilter('projectStatus', {
		description:
			'Only projects with this status. If omitted, the service chooses which to list. For other statuses, use an expression.',
	}),
	optional(taskFilter, { description: 'Only projects with this task' }),
);

/** Fields that an update of a project can change (§4.10). */
const projectChanges = updateFields(
	optional(billingMethod, {
		description:
			'New billing method. For Flat and Project, add the Budget as well. To use another method, use an expression.',
	}),
	optional(budget, {
		description: `${BUDGET} The service does not show the current one, so add it whenever you update such a project.`,
	}),
	projectClient,
	projectDescription,
	optional(projectName),
	projectManager,
	linkedTasks,
);

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
