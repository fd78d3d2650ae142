import { refuse } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { TASK_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const READ = { method: 'getTask', identifier: 'task_id' };
const NAME: ElementSpecification = { path: 'name', example: 'Proof & print', readBack: 'task_name' };

const BILLABLE: ElementSpecification = { path: 'task_billable', example: 'Y', readBack: 'task_billable' };

/** The other elements that createTask and updateTask share. */
const OTHERS: readonly ElementSpecification[] = [
	{ path: 'description', example: 'Two <rounds>', readBack: 'task_description' },
	{
		path: 'task_rate',
		example: '72.50',
		readBack: 'task_rate',
		invalid: refuse('Task rate is invalid.', 'ten', '1.005', '1,000.00', '$5'),
	},
	{ path: 'projects/project_id', repeatable: true, example: '{project}', readBack: 'project/project_id' },
];

/** §4.10 */
export const tasks: readonly MethodSpecification[] = [
	{
		method: 'createTask',
		group: 'tasks',
		section: '§4.10',
		elements: [
			{ ...NAME, required: 'always', invalid: refuse('Please provide valid data.', null, '') },
			{ ...BILLABLE, accepts: ['N', '', null].map((value) => ({ value, returned: 'N' })) },
			...OTHERS,
		],
		answer: { kind: 'identifier', element: 'task_id' },
		read: READ,
	},
	{
		method: 'updateTask',
		group: 'tasks',
		section: '§4.10',
		elements: [
			{
				path: 'task_id',
				required: 'always',
				example: '{newTask}',
				invalid: [
					{ value: '{foreignTask}', status: 403, message: 'Task is not associated with your account.' },
				],
			},
			NAME,
			BILLABLE,
			...OTHERS,
		],
		answer: { kind: 'empty' },
		read: READ,
	},
	{
		method: 'deleteTask',
		group: 'tasks',
		section: '§4.10',
		elements: [{ path: 'task_id', required: 'always', repeatable: true, example: '{task}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getTask',
		group: 'tasks',
		section: '§4.10',
		elements: [{ path: 'task_id', required: 'always', example: '{task}' }],
		answer: { kind: 'record', element: 'task', fields: TASK_FIELDS },
	},
	{
		method: 'listTask',
		group: 'tasks',
		section: '§4.10',
		elements: [
			{ path: 'filter/project_id', example: '{project}' },
			{ path: 'filter/task_name', example: '{taskName}' },
			{ path: 'filter/task_billable', example: '{taskBillable}' },
			{ path: 'filter/task_status', example: 'Active' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'tasks',
			record: 'task',
			identifier: 'task_id',
			count: 'total_records',
		},
		refusals: NOTHING_FOUND,
	},
];
