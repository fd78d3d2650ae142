import { allOf, field, readList } from '../../lookup/readList';
import type { Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import { timeEntryRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { isSameNumber } from '../../xml/values';
import { createUnlessExists, type Recognition } from '../common/duplicates';
import { dayIn } from '../../xml/dates';
import { showsAll } from '../../records/keptFields';
import { keepsOthers, withKept } from '../common/updateKept';
import { recordKey } from '../../execution/ledger';
import { idOf, type ItemContext } from '../../execution/item';
import type { Caller, Prepared, Write } from '../../execution/operation';
import { writeOf } from '../../execution/recordWrites';

/** Creates a time entry, unless a matching one exists and the option says otherwise. */
export async function createTimeEntry(item: ItemContext): Promise<Prepared> {
	const { body } = item;
	const recognition: Recognition = {
		find: () => findEqual(item, body),
		what: 'A matching time entry',
		keys: [recordKey(timeEntryRecord.name, ...COMPARED.map((name) => body[name]))],
		label: 'If Duplicate Exists',
	};
	return await createUnlessExists(item, timeEntryRecord, recognition);
}

/** What the price of an entry depends on. */
const PRICED = ['hours_worked', 'project_id', 'task_id'];

/** Changes a time entry and keeps the rest, including whether it is billed: it must not be billed twice. */
export async function updateTimeEntry(item: ItemContext): Promise<Write> {
	const { body: given } = item;
	const isKept = keepsOthers(item);
	const priced = Object.fromEntries(PRICED.map((name) => [name, given[name]]));
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

const COMPARED = ['project_id', 'task_id', 'work_date', 'hours_worked', 'notes'];

/** The identifier of the entry with the same project, task, day, hours and notes. */
async function findEqual({ api }: ItemContext, body: Body): Promise<number | undefined> {
	const { project_id, task_id, work_date } = body;
	const [equal] = await readList(api, timeEntryRecord, {
		filter: { project_id, task_id, work_date },
		// A list that isn't asked for billed entries may leave them out (§4.10).
		lists: [{ billed: 'No' }, { billed: 'Yes' }],
		keep: allOf(
			field('hours_worked', (shown) => isSameNumber(shown, textOf(body['hours_worked']))),
			field('notes', (shown) => textOf(shown).trim() === textOf(body['notes']).trim()),
		),
	});
	return equal && Number(equal[timeEntryRecord.id]);
}
