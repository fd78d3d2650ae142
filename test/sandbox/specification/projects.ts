import { refuse } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { PROJECT_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const READ = { method: 'getProject', identifier: 'project_id' };

/** The elements that createProject and updateProject share, and need on neither. */
const OPTIONAL = {
	client: { path: 'client_id', example: '{client}', readBack: 'client_id' },
	manager: { path: 'project_manager_id', example: '{staff}', readBack: 'project_manager_id' },
	description: { path: 'description', example: 'Pages & <forms>', readBack: 'project_description' },
	tasks: { path: 'tasks/task_id', repeatable: true, example: '{task}', readBack: 'task/task_id' },
} satisfies Record<string, ElementSpecification>;

const NAME: ElementSpecification = { path: 'name', example: 'Relaunch <2>', readBack: 'project_name' };
const BILLING_METHOD: ElementSpecification = {
	path: 'billing_method',
	example: 'flat',
	readBack: 'billing_method',
};
const BUDGET: ElementSpecification = { path: 'budget', example: '1200.50' };

/** §4.10 */
export const projects: readonly MethodSpecification[] = [
	{
		method: 'createProject',
		group: 'projects',
		section: '§4.10',
		elements: [
			{ ...NAME, required: 'always', invalid: refuse('Please provide valid data.', null, '') },
			{
				...BILLING_METHOD,
				required: 'always',
				invalid: refuse('Billing method is invalid.', null, '', 'no such method'),
			},
			{
				// Both billing methods that the specification names need a budget.
				...BUDGET,
				required: 'always',
				invalid: refuse('Amount is invalid.', null, '', 'ten', '1.005', '1,000'),
			},
			{
				...OPTIONAL.client,
				invalid: refuse('Client id is invalid.', 'abc', '{foreignClient}', '{unknown}'),
			},
			{
				...OPTIONAL.manager,
				invalid: refuse('Project manager id is invalid.', 'abc', '{foreignStaff}', '{unknown}'),
			},
			OPTIONAL.description,
			{
				...OPTIONAL.tasks,
				passedOver: { values: ['{foreignTask}', '{unknown}'], listed: 'invalid/task_id' },
			},
		],
		answer: { kind: 'identifier', element: 'project_id' },
		read: READ,
		refusals: [
			{
				status: 400,
				message: 'Amount is invalid.',
				when: 'the billing method is project and there is no budget',
				change: { billing_method: 'project', budget: null },
			},
		],
	},
	{
		method: 'updateProject',
		group: 'projects',
		section: '§4.10',
		elements: [
			{
				path: 'project_id',
				required: 'always',
				example: '{newProject}',
				invalid: [
					{
						value: '{foreignProject}',
						status: 403,
						message: 'Project is not associated with your account.',
					},
				],
			},
			NAME,
			{ ...BILLING_METHOD, invalid: refuse('Billing method is invalid.', 'no such method') },
			BUDGET,
			...Object.values(OPTIONAL),
		],
		answer: { kind: 'identifier', element: 'project_id' },
		read: READ,
	},
	{
		method: 'deleteProject',
		group: 'projects',
		section: '§4.10',
		elements: [{ path: 'project_id', required: 'always', repeatable: true, example: '{project}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getProject',
		group: 'projects',
		section: '§4.10',
		elements: [
			{
				path: 'project_id',
				required: 'always',
				example: '{project}',
				invalid: refuse('Project id is invalid.', null, '', 'abc', '0', '1.5'),
			},
		],
		answer: { kind: 'record', element: 'project', fields: PROJECT_FIELDS },
	},
	{
		method: 'listProject',
		group: 'projects',
		section: '§4.10',
		elements: [
			{ path: 'filter/client_id', example: '{projectClient}' },
			{ path: 'filter/task_id', example: '{task}' },
			{ path: 'filter/project_name', example: '{projectName}' },
			{ path: 'filter/project_status', example: 'Active' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'projects',
			record: 'project',
			identifier: 'project_id',
			count: 'total_records',
		},
		refusals: NOTHING_FOUND,
	},
];
