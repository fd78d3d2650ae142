import { refuse } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { LISTED_TIME_LOG_FIELDS, TIME_LOG_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const READ = { method: 'getTimeLog', identifier: 'timelog_id' };

const WRONG_HOURS = refuse('Hours is invalid.', '0', '0.00', '-1', 'two', '1,5', '1.005');

/** An element that createTimeLog needs: how it refuses a missing value, and wrong ones. */
const needed = (element: ElementSpecification): ElementSpecification => ({
	...element,
	required: 'always',
	invalid: [...refuse('Please provide valid data.', null, ''), ...(element.invalid ?? [])],
});

/** §4.10 */
export const timeLogs: readonly MethodSpecification[] = [
	{
		method: 'createTimeLog',
		group: 'timeLogs',
		section: '§4.10',
		elements: [
			needed({
				path: 'project_id',
				example: '{project}',
				readBack: 'project_id',
				invalid: refuse('Project id is invalid.', 'abc', '{foreignProject}', '{unknown}'),
			}),
			needed({
				path: 'task_id',
				example: '{task}',
				readBack: 'task_id',
				invalid: refuse('Task id is invalid.', 'abc', '{foreignTask}', '{unknown}'),
			}),
			needed({
				path: 'work_date',
				example: '2026-02-28',
				readBack: 'work_date',
				invalid: refuse('Work date is invalid.', '2026-02-30', '28.02.2026', 'today'),
			}),
			needed({
				path: 'hours_worked',
				example: '1.25',
				readBack: 'hours_worked',
				invalid: WRONG_HOURS,
			}),
			{ path: 'notes', example: 'Layout & <text>', readBack: 'notes' },
			{ path: 'billed', example: 'Yes' },
		],
		answer: { kind: 'identifier', element: 'timelog_id' },
		read: READ,
		refusals: [
			{
				status: 400,
				message: 'Task is not associated with provided project.',
				when: 'the task is not linked to the project',
				change: { task_id: '{newTask}' },
			},
		],
	},
	{
		method: 'updateTimeLog',
		group: 'timeLogs',
		section: '§4.10',
		elements: [
			{
				path: 'timelog_id',
				required: 'always',
				example: '{timeEntry}',
				invalid: [
					{
						value: '{foreignTimeEntry}',
						status: 403,
						message: 'Timelog is not associated with your account.',
					},
				],
			},
			{ path: 'project_id', example: '{newProject}', readBack: 'project_id' },
			{ path: 'task_id', example: '{newTask}', readBack: 'task_id' },
			{ path: 'work_date', example: '2026-02-28', readBack: 'work_date' },
			{ path: 'hours_worked', example: '1.25', readBack: 'hours_worked', invalid: WRONG_HOURS },
			{ path: 'notes', example: 'Layout & <text>', readBack: 'notes' },
			{ path: 'billed', example: 'Yes' },
		],
		answer: { kind: 'empty' },
		read: READ,
	},
	{
		method: 'deleteTimeLog',
		group: 'timeLogs',
		section: '§4.10',
		elements: [{ path: 'timelog_id', required: 'always', repeatable: true, example: '{timeEntry}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getTimeLog',
		group: 'timeLogs',
		section: '§4.10',
		elements: [{ path: 'timelog_id', required: 'always', example: '{timeEntry}' }],
		answer: { kind: 'record', element: 'timelog', fields: TIME_LOG_FIELDS },
	},
	{
		method: 'listTimeLog',
		group: 'timeLogs',
		section: '§4.10',
		elements: [
			{ path: 'filter/project_id', example: '{project}' },
			{ path: 'filter/task_id', example: '{task}' },
			{ path: 'filter/work_date', example: '{workDate}' },
			{ path: 'filter/billed', example: 'No' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'timelogs',
			record: 'timelog',
			identifier: 'timelog_id',
			count: 'total_records',
			fields: LISTED_TIME_LOG_FIELDS,
		},
		refusals: NOTHING_FOUND,
	},
];
