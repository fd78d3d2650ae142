import { readListed } from '../../transport/listed';
import type { Body } from '../../xml/request';
import { timeEntryRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf } from '../../xml/values';
import { createUnlessExists, type Recognition } from '../../guards/duplicates';
import { dayIn } from '../../records/resent';
import { keepsOthers, keep } from '../common/resendUnchanged';
import { keyOf } from '../../guards/createdInRun';
import type { ItemContext } from '../../engine/itemContext';
import type { Prepared, Write } from '../../engine/operation';
import { writeOf } from '../../engine/recordWrites';

const workDate = (entry: BillingRecord): string | undefined => dayIn(textOf(entry['work_date']));

/** Creates a time entry, unless a matching one exists and the option says otherwise. */
export async function createTimeEntry(item: ItemContext): Promise<Prepared> {
	const { body } = item;
	const recognition: Recognition = {
		find: async () => await findEqual(item, body),
		what: 'A matching time entry',
		keys: [keyOf(timeEntryRecord.name, ...COMPARED.map((name) => body[name]))],
		label: 'If Duplicate Exists',
	};
	return await createUnlessExists(item, timeEntryRecord, recognition);
}

/** Changes a time entry and keeps the rest, including whether it is billed: it must not be billed twice. */
export async function updateTimeEntry(item: ItemContext): Promise<Write> {
	const body = keepsOthers(item) ? await keepEntry(item) : item.body;
	return writeOf(item, timeEntryRecord, body, 'updated');
}

async function keepEntry(item: ItemContext): Promise<Body> {
	const { body: given } = item;
	const current = await item.current(timeEntryRecord);
	const body = keep(item, timeEntryRecord, given, current, timeEntryRecord.resent);
	return given['billed'] === undefined ? { ...body, billed: await billedOf(item, current) } : body;
}

const COMPARED = ['project_id', 'task_id', 'work_date', 'hours_worked', 'notes'];

/** The identifier of the entry with the same project, task, day, hours and notes. */
async function findEqual({ api }: ItemContext, body: Body): Promise<number | undefined> {
	const { project_id, task_id, work_date } = body;
	const listed = await api.list(timeEntryRecord, { project_id, task_id, work_date }, Infinity);
	for (const record of listed) {
		const shown = await readListed(api, timeEntryRecord, record, COMPARED);
		if (isEqual(shown, body)) return Number(record[timeEntryRecord.id]);
	}
	return undefined;
}

// The service's filters are not trusted: the records themselves are compared.
const isEqual = (record: BillingRecord, body: Body): boolean =>
	textOf(record['project_id']) === body['project_id'] &&
	textOf(record['task_id']) === body['task_id'] &&
	workDate(record) === body['work_date'] &&
	decimalOf(record['hours_worked'])?.eq(textOf(body['hours_worked'])) === true &&
	textOf(record['notes']).trim() === textOf(body['notes']).trim();

/**
 * Whether an entry is billed. Only the list's filter shows this (§4.10), so both of its values are tried.
 *
 * @returns undefined if the service ignores the filter
 */
async function billedOf({ api }: ItemContext, entry: BillingRecord): Promise<'Yes' | 'No' | undefined> {
	const { project_id, task_id } = entry;
	const filter = { project_id: textOf(project_id), task_id: textOf(task_id), work_date: workDate(entry) };
	const isListed = async (billed: 'Yes' | 'No') => {
		const listed = await api.list(timeEntryRecord, { ...filter, billed }, Infinity);
		return listed.some((record) => record[timeEntryRecord.id] === entry[timeEntryRecord.id]);
	};
	const [isBilled, isUnbilled] = await Promise.all([isListed('Yes'), isListed('No')]);
	if (isBilled === isUnbilled) return undefined;
	return isBilled ? 'Yes' : 'No';
}
