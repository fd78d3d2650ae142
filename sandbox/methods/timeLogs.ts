import { answer, element, leaves, type Output } from '../answer.ts';
import { wordAt } from '../element.ts';
import { answerList, filterPaths, filtersOf } from '../lists.ts';
import type { ListRecords, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { TimeEntryRow } from '../store/rows.ts';

/** The methods of §4.10 on time entries. */
export const timeLogs: Methods = {
	getTimeLog: {
		elements: ['timelog_id'],
		answer: (call) => {
			const entry = ownRecord<TimeEntryRow>(call, 'timeEntry', wordAt(call.request, 'timelog_id'));
			return answer(element('timelog', timeLogFields(entry)));
		},
	},
	listTimeLog: {
		elements: filterPaths('project_id', 'task_id', 'work_date', 'billed'),
		answer: (call) =>
			answerList<TimeEntryRow>(call, {
				table: 'time_entry',
				conditions: [
					{ sql: `time_entry.status = 'Active'`, values: [] },
					...filtersOf(call.request, {
						project_id: 'time_entry.project_id = ?',
						task_id: 'time_entry.task_id = ?',
						work_date: 'time_entry.work_date = ?',
						billed: 'time_entry.billed = ?',
					}),
				],
				order: { columns: [], direction: 'DESC' },
				wrapper: 'timelogs',
				count: 'total_records',
				record: (entry) => timeLogRecord(call.listRecords, entry),
			}),
	},
};

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
