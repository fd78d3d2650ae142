import type { Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import { timeEntryRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { createUnlessExists, recognizedByContent } from '../common/duplicates';
import { dayIn } from '../../xml/dates';
import { showsAll } from '../../records/keptFields';
import { keepsOthers, withKept } from '../common/updateKept';
import { idOf, type ItemContext } from '../../execution/item';
import type { Caller, Prepared, Write } from '../../execution/operation';
import { writeOf } from '../../execution/recordWrites';
import { pick } from '../../records/outputRecord';

// Two time entries match if these fields are equal. Lists have filters for some of them (§4.10).
const FILTERS = ['project_id', 'task_id', 'work_date'];
const OTHERS = ['hours_worked', 'notes'];
// A list that isn't asked for billed entries may leave them out (§4.10).
const LISTS = [{ billed: 'No' }, { billed: 'Yes' }];

/** Creates a time entry, unless a matching one exists and the option says otherwise. */
export const createTimeEntry = (item: ItemContext): Promise<Prepared> =>
	createUnlessExists(
		item,
		timeEntryRecord,
		recognizedByContent(item, timeEntryRecord, FILTERS, OTHERS, LISTS),
	);

/** What the price of an entry depends on. */
const PRICED = ['hours_worked', 'project_id', 'task_id'];

/** Changes a time entry and keeps the rest, including whether it is billed: it must not be billed twice. */
export async function updateTimeEntry(item: ItemContext): Promise<Write> {
	const { body: given } = item;
	const isKept = keepsOthers(item);
	const priced = pick(given, PRICED);
	if (!isKept && PRICED.every((name) => given[name] === undefined))
		return writeOf(item, timeEntryRecord, given, 'updated');
	await item.turn();
	const current = await item.api.get(timeEntryRecord, idOf(item, timeEntryRecord));
	const body = isKept ? withKept(item, timeEntryRecord, given, current, timeEntryRecord.keptOnUpdate) : given;
	if (given['billed'] !== undefined || !(await isBilled(item, current)))
		return writeOf(item, timeEntryRecord, body, 'updated');
	if (!showsAll(current, priced, timeEntryRecord.keptOnUpdate))
		item.warn(
			'This time entry is already billed, and its invoice does not change with it. To bill a difference, add a line to an invoice, or another time entry.',
		);
	return writeOf(item, timeEntryRecord, isKept ? { ...body, billed: 'Yes' } : body, 'updated');
}

const MARK = 'updateTimeLog';

/** Marks the item's entry as billed or unbilled, and keeps the rest. */
export const markTimeEntry =
	(billed: 'Yes' | 'No') =>
	async (item: ItemContext): Promise<Write> => {
		await item.turn();
		const body = marked(item, await item.api.get(timeEntryRecord, idOf(item, timeEntryRecord)), billed);
		return { ...writeOf(item, timeEntryRecord, body, 'updated'), method: MARK };
	};

/** Marks an entry as billed, and keeps the rest. */
export const markBilled = async (item: ItemContext, id: number, api: Caller): Promise<Answer> =>
	await api.call(MARK, marked(item, await item.api.get(timeEntryRecord, id), 'Yes'));

const marked = (item: ItemContext, entry: BillingRecord, billed: 'Yes' | 'No'): Body => {
	const given = { [timeEntryRecord.id]: textOf(entry[timeEntryRecord.id]), billed };
	return withKept(item, timeEntryRecord, given, entry, timeEntryRecord.keptOnUpdate);
};

/** Whether an entry is billed. Only a filter of the list shows this (§4.10). */
async function isBilled({ api }: ItemContext, entry: BillingRecord): Promise<boolean> {
	const filter = {
		project_id: textOf(entry['project_id']),
		task_id: textOf(entry['task_id']),
		work_date: dayIn(entry['work_date']),
		billed: 'Yes',
	};
	const listed = await api.list(timeEntryRecord, filter, Infinity);
	return listed.some((record) => record[timeEntryRecord.id] === entry[timeEntryRecord.id]);
}
