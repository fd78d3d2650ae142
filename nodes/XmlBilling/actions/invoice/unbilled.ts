import { toPeriod } from '../../execution/period';
import { allOf, field, readList, type Condition } from '../../lookup/readList';
import {
	expenseRecord,
	projectRecord,
	taskRecord,
	timeEntryRecord,
	type RecordType,
	type Watched,
} from '../../records';
import { isBillable, isFlat, shows } from '../../records/states';
import { mapInOrder } from '../../helpers/async';
import type { BillingApi } from '../../transport/billingApi';
import { withoutTime, type Period } from '../../xml/dates';
import { isBody, type Body } from '../../xml/request';
import { isSameText } from '../../xml/identity';
import { textOf, type BillingRecord, type Value } from '../../xml/shape';
import { someNames } from '../../helpers/GenericFunctions';

/** The time entries or expenses to bill: those of a client, optionally narrowed. */
export interface Wanted {
	readonly clientId: string;
	readonly projectId: string;
	readonly period: Period;
}

/** Records that can be billed, oldest first, and sentences about those that are left out. */
interface Unbilled {
	readonly records: BillingRecord[];
	readonly left: string[];
}

export type ReadUnbilled = (api: BillingApi, wanted: Wanted) => Promise<Unbilled>;

/** What a form asks for, for a client, as its body has it. */
export function wantedIn(clientId: string, { filter, until }: Body): Wanted {
	const { project_id, date_from }: Body = isBody(filter) ? filter : {};
	const period = { from: textOf(date_from), to: textOf(until) };
	return { clientId, projectId: textOf(project_id), period };
}

/** The list of a client's expenses that are not invoiced (§4.9). */
export const expenseLists = (clientId: string): Body[] => [
	{ client_id: clientId, is_expense_invoiced: 'No' },
];

/** The lists of unbilled time entries in these projects (§4.10). */
export const timeEntryLists = (projectIds: readonly string[]): Body[] =>
	projectIds.map((project_id) => ({ project_id, billed: 'No' }));

/** A client's active expenses that are not invoiced. Their list has no filter for a project (§4.9). */
export const unbilledExpenses: ReadUnbilled = async (api, { clientId, projectId, period }) => {
	const conditions = [isBillable, toPeriod('date', period)];
	if (projectId !== '') conditions.push(field('project_id', (shown) => textOf(shown) === projectId));
	const fields = {
		filled: ['client_id', 'date', 'amount'],
		present: ['project_id', 'vendor', 'notes', 'tax1', 'tax2'],
	};
	return await readUnbilled(api, expenseRecord, expenseLists(clientId), allOf(...conditions), 'date', fields);
};

/** The unbilled time entries in a client's projects. */
export const unbilledTimeEntries: ReadUnbilled = async (api, wanted) => {
	const lists = timeEntryLists(await projectsOf(api, wanted));
	if (lists.length === 0) return { records: [], left: [] };
	// The list has no filter for entries that are archived or deleted (§4.10).
	const keep = allOf(isBillable, toPeriod('work_date', wanted.period));
	return await readUnbilled(api, timeEntryRecord, lists, keep, 'work_date', timeEntryRecord.watched);
};

async function readUnbilled(
	api: BillingApi,
	type: RecordType,
	lists: readonly Body[],
	keep: Condition,
	day: string,
	{ filled, present }: Watched,
): Promise<Unbilled> {
	const left: string[] = [];
	const records = await readList(api, type, {
		lists,
		keep,
		isEnough: (listed) => shows(listed, filled) && present.every((name) => listed[name] !== undefined),
		leaveOut(undated) {
			left.push(
				`Not billed, because the dates of these records cannot be read: ${type.label} with ID ${someNames(undated)}.`,
			);
		},
	});
	records.sort((one, other) => withoutTime(one[day]).localeCompare(withoutTime(other[day])));
	return { records, left };
}

/** Leaves out hours on a non-billable task (§2.2), and hours besides a flat price (§4.10). */
export const billableTimeEntries: ReadUnbilled = async (api, wanted) => {
	const { records: all, left } = await unbilledTimeEntries(api, wanted);
	const records: BillingRecord[] = [];
	const free: string[] = [];
	const flat: string[] = [];
	const priced = await mapInOrder(all, async (entry) => {
		return { entry, project: await projectOf(api, entry), task: await taskOf(api, entry) };
	});
	for (const { entry, project, task } of priced) {
		if (isFlat(project)) flat.push(textOf(entry['project_id']));
		else if (isSameText(task['task_billable'], 'N')) free.push(textOf(entry[timeEntryRecord.id]));
		else records.push(entry);
	}
	if (free.length > 0)
		left.push(
			`Not billed, because their tasks are not billable: time entries with ID ${someNames(free)}. To bill them, make their tasks billable, or select the entries.`,
		);
	if (flat.length > 0)
		left.push(
			`Not billed, because they are billed flat: the time entries of projects with ID ${someNames(flat)}. To bill them, select the entries and set a Unit Cost under Changes.`,
		);
	return { records, left };
};

/** The identifiers of a client's projects, or of the chosen one if it is the client's. */
async function projectsOf(api: BillingApi, { clientId, projectId }: Wanted): Promise<string[]> {
	if (projectId === '') {
		const projects = await api.list(projectRecord, { client_id: clientId }, Infinity);
		return projects.map((project) => textOf(project[projectRecord.id]));
	}
	const project = await readOnce(api, projectRecord, projectId);
	return textOf(project['client_id']) === clientId ? [projectId] : [];
}

/** A time entry's task, which has the name and rate of the work. */
export const taskOf = (api: BillingApi, entry: BillingRecord): Promise<BillingRecord> =>
	readOnce(api, taskRecord, entry['task_id']);

/** A time entry's project. */
export const projectOf = (api: BillingApi, entry: BillingRecord): Promise<BillingRecord> =>
	readOnce(api, projectRecord, entry['project_id']);

const readOnce = async (api: BillingApi, type: RecordType, id: Value | undefined): Promise<BillingRecord> =>
	(await api.find(type, Number(id))) ?? (await api.get(type, Number(id)));
