import type { IDataObject } from 'n8n-workflow';
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
import { idOf, written } from '../common/standard';

const workDate = (entry: BillingRecord): string | undefined => dayIn(textOf(entry['work_date']));

/** Creates a time entry, unless there is an equal one already and the user wants to know. */
export async function createTimeEntry(item: ItemContext): Promise<IDataObject[]> {
	const body = item.body();
	const recognition: Recognition = {
		find: async () => await findEqual(item, body),
		what: 'An equal time entry',
		keys: [keyOf(timeEntryRecord.name, ...COMPARED.map((name) => body[name]))],
		label: 'If Duplicate Exists',
		otherwise: 'create',
	};
	return await createUnlessExists(item, timeEntryRecord, recognition);
}

/** Changes a time entry and keeps the rest, also whether it is billed: it must not be billed twice. */
export async function updateTimeEntry(item: ItemContext): Promise<IDataObject[]> {
	const body = keepsOthers(item) ? await keepEntry(item) : item.body();
	return await written(item, timeEntryRecord, await item.api.call(item.method, body), 'updated');
}

async function keepEntry(item: ItemContext): Promise<Body> {
	const given = item.body();
	const current = await item.api.get(timeEntryRecord, idOf(item, timeEntryRecord));
	const body = keep(item, timeEntryRecord, given, current, timeEntryRecord.resent);
	return given['billed'] === undefined ? { ...body, billed: await billedOf(item, current) } : body;
}

const COMPARED = ['project_id', 'task_id', 'work_date', 'hours_worked', 'notes'];

/** The identifier of the entry with the same project, task, day, hours and notes. */
async function findEqual({ api: api }: ItemContext, body: Body): Promise<number | undefined> {
	const { project_id, task_id, work_date } = body;
	const listed = await api.list(timeEntryRecord, { project_id, task_id, work_date }, Infinity);
	for (const record of listed) {
		const shown = await readListed(api, timeEntryRecord, record, COMPARED);
		if (isEqual(shown, body)) return Number(record[timeEntryRecord.id]);
	}
	return undefined;
}

// The filters alone are not believed: what the records show is compared.
const isEqual = (record: BillingRecord, body: Body): boolean =>
	textOf(record['project_id']) === body['project_id'] &&
	textOf(record['task_id']) === body['task_id'] &&
	workDate(record) === body['work_date'] &&
	decimalOf(record['hours_worked'])?.eq(textOf(body['hours_worked'])) === true &&
	textOf(record['notes']).trim() === textOf(body['notes']).trim();

/**
 * Whether an entry is billed, which only the filter of the list tells (§4.10). Both answers are compared, so that a service
 * that ignores the filter says nothing.
 */
async function billedOf({ api: api }: ItemContext, entry: BillingRecord): Promise<'Yes' | 'No' | undefined> {
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
