import { answer, element, leaves, type Answer, type Output } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { textAt, wordAt } from '../element.ts';
import { linkedIds } from '../links.ts';
import { answerList, filterPaths, filtersOf, type Condition } from '../lists.ts';
import type { Call, ListRecords, Methods } from '../method.ts';
import { ownIdOr, ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { TimeEntryRow } from '../store/rows.ts';
import { dateOr } from '../values/date.ts';
import { decimalOr } from '../values/decimal.ts';
import { wordOr, YES_NO } from '../values/words.ts';

const TIME_LOG_PATHS = ['project_id', 'task_id', 'work_date', 'hours_worked', 'notes', 'billed'];

const REQUIRED_MESSAGE = 'Please provide valid data.';
const DATE_MESSAGE = 'Work date is invalid.';

/** The methods of §4.10 on time entries. */
export const timeLogs: Methods = {
	createTimeLog: {
		elements: TIME_LOG_PATHS,
		answer: (call) => {
			const { store, account } = call;
			const values = { account_id: account.id, ...readTimeLogValues(call), status: 'Active' };
			return answer(element('timelog_id', store.insert('time_entry', values)));
		},
	},
	updateTimeLog: {
		elements: ['timelog_id', ...TIME_LOG_PATHS],
		answer: (call) => {
			const entry = timeEntryAt(call);
			call.store.update('time_entry', entry.id, readTimeLogValues(call, entry));
			return answer();
		},
	},
	deleteTimeLog: deleteMethod('timeEntry', 'timelog_id', 'Timelog id is invalid.'),
	getTimeLog: {
		elements: ['timelog_id'],
		answer: (call) => answer(element('timelog', timeLogFields(timeEntryAt(call)))),
	},
	listTimeLog: {
		elements: filterPaths('project_id', 'task_id', 'work_date', 'billed'),
		answer: listTimeLogs,
	},
};

type TimeLogValues = Pick<
	TimeEntryRow,
	'project_id' | 'task_id' | 'work_date' | 'hours_worked' | 'notes' | 'billed'
>;

/**
 * The values of a time entry. What the request leaves out, or sends empty, stays as it is on the present entry; a new one
 * needs all but notes and billed. Throws a Rejection with the message of §7.1.
 */
function readTimeLogValues(call: Call, present?: TimeEntryRow): TimeLogValues {
	const { request } = call;
	const word = (name: string) => wordAt(request, name);
	const project = ownIdOr(call, 'project', word('project_id'), present?.project_id, 'Project id is invalid.');
	const task = ownIdOr(call, 'task', word('task_id'), present?.task_id, 'Task id is invalid.');
	const date = dateOr(word('work_date'), present?.work_date, DATE_MESSAGE);
	const hours = decimalOr(word('hours_worked'), present?.hours_worked, 'Hours is invalid.', 1n);
	const values = {
		project_id: project ?? reject(REQUIRED_MESSAGE),
		task_id: task ?? reject(REQUIRED_MESSAGE),
		work_date: date ?? reject(REQUIRED_MESSAGE),
		hours_worked: hours ?? reject(REQUIRED_MESSAGE),
		notes: textAt(request, 'notes') || (present?.notes ?? ''),
		billed: wordOr(YES_NO, word('billed'), present?.billed ?? 'No'),
	};
	assertLinked(call, values, present);
	return values;
}

/** A new pair of project and task must be linked. An entry may keep a pair that no longer is. */
function assertLinked({ store }: Call, { project_id, task_id }: TimeLogValues, present?: TimeEntryRow): void {
	if (project_id === present?.project_id && task_id === present.task_id) return;
	if (!linkedIds(store, 'tasksOfProject', project_id).includes(task_id))
		reject('Task is not associated with provided project.');
}

function timeEntryAt(call: Call): TimeEntryRow {
	return ownRecord<TimeEntryRow>(call, 'timeEntry', wordAt(call.request, 'timelog_id'));
}

function listTimeLogs(call: Call): Answer {
	const { request, listRecords } = call;
	return answerList<TimeEntryRow>(call, {
		table: 'time_entry',
		conditions: [
			{ sql: `time_entry.status = 'Active'`, values: [] },
			...filtersOf(request, {
				project_id: 'time_entry.project_id = ?',
				task_id: 'time_entry.task_id = ?',
				billed: 'time_entry.billed = ?',
			}),
			...workDateFilter(call),
		],
		wrapper: 'timelogs',
		count: 'total_records',
		record: (entry) => timeLogRecord(listRecords, entry),
	});
}

function workDateFilter({ request }: Call): Condition[] {
	const date = dateOr(wordAt(request, 'filter/work_date'), undefined, DATE_MESSAGE);
	return date === undefined ? [] : [{ sql: 'time_entry.work_date = ?', values: [date] }];
}

/** The fields of a time entry as getTimeLog returns them; its identifier is in lists only (§2.2). */
function timeLogFields(entry: TimeEntryRow): Output[] {
	const { project_id, task_id, work_date, hours_worked, notes, status } = entry;
	return leaves({ project_id, task_id, work_date, hours_worked, notes, log_status: status });
}

/** §2.2 shows the fields of this list's records, so they are left out only when the sandbox is told to be bare. */
function timeLogRecord(records: ListRecords, entry: TimeEntryRow): Output {
	const identifier = leaves({ timelog_id: entry.id });
	return element('timelog', records === 'bare' ? identifier : [...identifier, ...timeLogFields(entry)]);
}
