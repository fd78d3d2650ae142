import { isBody, type Body } from '../../../xml/request';
import type { Values } from '../../../xml/encode';
import { expenseRecord, projectRecord, taskRecord, timeEntryRecord, type RecordType } from '../../../records';
import { isSameText, textOf, type BillingRecord, type Value } from '../../../xml/shape';
import type { BillingApi } from '../../../transport/billingApi';
import { mapInOrder } from '../../../transport/async';
import type { Property } from '../../../forms/property';
import { someNames } from '../../../xml/text';
import { withoutTime, type Period } from '../../../xml/days';
import { dateFrom } from '../../../forms/periodFields';
import { isAfter, isBackwards, toPeriod } from '../../../engine/reads/period';
import { readForm, type Reading } from '../../../engine/form/read';
import { resolveForm } from '../../../engine/form/resolve';
import { bodyOf } from '../../../engine/form/tree';
import { warnOf, option, type ItemContext } from '../../../engine/item/itemContext';
import { unbilledFilters } from './entryForms';
import { ask, askOf } from '../../../reads/ask';
import { field, unless, type Condition, type Need } from '../../../reads/question';
import { isBillable, isFlat, shows } from '../../../records/states';

/** The time entries or expenses to bill: those of a client, optionally narrowed. */
export interface Unbilled {
	readonly clientId: string;
	readonly projectId: string;
	readonly period: Period;
}

/**
 * Reads the records that can be billed, oldest first.
 *
 * @param leaveOut told the identifiers of records that may lie in the period, but show no day that can be read
 */
export type ReadUnbilled = (
	api: BillingApi,
	wanted: Unbilled,
	leaveOut?: (undated: readonly unknown[]) => void,
) => Promise<BillingRecord[]>;

/**
 * What the form asks for, for a client. Throws an error that names the field.
 *
 * @param until the field with the last day; none for the records to choose from
 */
export async function unbilledOf(
	api: BillingApi,
	clientId: string,
	values: Values,
	reading: Pick<Reading, 'refuse' | 'timeZone'>,
	until?: Property,
): Promise<Unbilled> {
	const last = until === undefined ? [] : [{ ...until, element: 'until' }];
	const form = readForm([{ ...unbilledFilters, element: 'filter' }, ...last], values, {
		...reading,
		// The form was read before, with its expressions. This tells a field that was added and left alone.
		raw: values,
	});
	const { filter, until: to } = bodyOf(await resolveForm(form, api, reading.refuse));
	const { project_id, date_from }: Body = isBody(filter) ? filter : {};
	const period = { from: textOf(date_from), to: textOf(to) };
	if (until !== undefined && isBackwards(period))
		throw reading.refuse(`Filters › ${dateFrom.displayName} ${isAfter(until)}`);
	return { clientId, projectId: textOf(project_id), period };
}

/**
 * A client's active expenses that are not invoiced (§4.9). The records themselves are compared, too: if the service's
 * filters were wrong, another client's expense could be billed.
 */
export const unbilledExpenses: ReadUnbilled = async (api, { clientId, projectId, period }, leaveOut) => {
	const filled = ['client_id', 'date', 'amount', ...(projectId === '' ? [] : ['project_id'])];
	const { records, unclear } = await ask({ api }, expenseRecord, {
		filter: expensesOf(clientId),
		where: [
			BILLABLE,
			of('client_id', clientId),
			...(projectId === '' ? [] : [of('project_id', projectId)]),
			toPeriod('date', period),
		],
		needs: { record: whole(filled, ['project_id', 'vendor', 'notes', 'tax1', 'tax2']) },
	});
	leaveOut?.(unclear);
	return records.map(({ record }) => record).sort(byDay('date'));
};

/** The unbilled time entries in a client's projects (§4.10). The records are compared here as well. */
export const unbilledTimeEntries: ReadUnbilled = async (api, wanted, leaveOut) => {
	const found = await mapInOrder(await projectsOf(api, wanted), async (projectId) => {
		const { records, unclear } = await ask({ api }, timeEntryRecord, {
			filter: timeEntriesOf(projectId),
			where: [BILLABLE, of('project_id', projectId), toPeriod('work_date', wanted.period)],
			needs: { record: whole(['project_id', 'task_id', 'work_date', 'hours_worked'], ['notes']) },
		});
		// A record that doesn't show its project was listed for this one.
		const entries = records.map(({ id, record }) => [id, { project_id: projectId, ...record }] as const);
		return { entries, unclear };
	});
	leaveOut?.(found.flatMap(({ unclear }) => unclear));
	return [...new Map(found.flatMap(({ entries }) => entries)).values()].sort(byDay('work_date'));
};

/** A record that shows fields with content, and others that may be empty. */
const whole = (filled: readonly string[], present: readonly string[] = []): Need<BillingRecord> => ({
	isShown: (record) => shows(record, filled) && present.every((name) => record[name] !== undefined),
	of: (record) => record,
});

/** Which of a client's billed records the service still lists as unbilled. Nothing else shows it (§2.2). */
export type ReadLeft = (
	api: BillingApi,
	billed: readonly BillingRecord[],
	clientId: string,
) => Promise<BillingRecord[]>;

export const expensesLeft: ReadLeft = async (api, billed, clientId) =>
	await leftIn(api, expenseRecord, [expensesOf(clientId)], billed);

export const timeEntriesLeft: ReadLeft = async (api, billed) => {
	const projects = new Set(billed.map((entry) => textOf(entry['project_id'])));
	return await leftIn(api, timeEntryRecord, [...projects].map(timeEntriesOf), billed);
};

async function leftIn(
	api: BillingApi,
	type: RecordType,
	lists: readonly Body[],
	billed: readonly BillingRecord[],
): Promise<BillingRecord[]> {
	const { records } = await ask({ api }, type, { lists, where: [BILLABLE], needs: {} });
	const left = new Set(records.map(({ id }) => id));
	return billed.filter((record) => left.has(Number(record[type.id])));
}

const expensesOf = (clientId: string): Body => ({ client_id: clientId, is_expense_invoiced: 'No' });

const timeEntriesOf = (projectId: string): Body => ({ project_id: projectId, billed: 'No' });

/** Warns of unbilled records that a period leaves out although they may lie in it. */
export const warnOfUndated =
	(item: ItemContext, type: RecordType) =>
	(undated: readonly unknown[]): void =>
		warnOf(
			item,
			undated,
			(some) =>
				`Not billed, because the dates of these records cannot be read: ${type.label} with ID ${some}.`,
		);

/**
 * Those of them to bill. Nobody is billed for hours on a non-billable task (§2.2), or for hours besides a flat price. Warns of
 * those that are left out, and throws if nothing else is there, unless the item may bill nothing.
 */
export async function billableTimeEntries(item: ItemContext, wanted: Unbilled): Promise<BillingRecord[]> {
	const all = await unbilledTimeEntries(item.api, wanted, warnOfUndated(item, timeEntryRecord));
	const entries = await Promise.all(
		all.map(async (entry) => ({
			entry,
			isFlat: isFlat(await projectOf(item.api, entry)),
			isFree: isSameText((await taskOf(item.api, entry))['task_billable'], 'N'),
		})),
	);
	const billed = entries.filter((one) => !one.isFlat && !one.isFree);
	const free = entries
		.filter((one) => one.isFree && !one.isFlat)
		.map(({ entry }) => textOf(entry[timeEntryRecord.id]));
	const flat = entries.filter((one) => one.isFlat).map(({ entry }) => textOf(entry['project_id']));
	if (billed.length === 0 && all.length > 0 && option(item, 'ifNothing') !== 'skip') {
		const reasons = [
			...(free.length > 0 ? [`for non-billable tasks (with ID ${someNames(free)})`] : []),
			...(flat.length > 0 ? [`of projects that are billed flat (with ID ${someNames(flat)})`] : []),
		];
		const advice = [
			...(free.length > 0
				? ['To bill non-billable time, make its tasks billable, or select its entries.']
				: []),
			...(flat.length > 0
				? ['To bill time of a flat project, select its entries and set a Unit Cost under Changes.']
				: []),
		];
		throw item.problem(
			`There is nothing to bill: the unbilled time entries are ${reasons.join(' or ')}`,
			`Nothing was sent. ${advice.join(' ')}`,
		);
	}
	warnOf(
		item,
		free,
		(ids) => `Not billed, because their tasks are not billable: time entries with ID ${ids}.`,
	);
	warnOf(
		item,
		flat,
		(ids) => `Not billed, because they are billed flat: the time entries of projects with ID ${ids}.`,
	);
	return billed.map(({ entry }) => entry);
}

/** The identifiers of a client's projects, or of the chosen one if it is the client's. */
async function projectsOf(api: BillingApi, { clientId, projectId }: Unbilled): Promise<string[]> {
	const listed =
		projectId === ''
			? await api.list(projectRecord, { client_id: clientId }, Infinity)
			: [await api.get(projectRecord, Number(projectId))];
	const projects = await askOf({ api }, projectRecord, listed, { project: whole(['client_id']) });
	// Those that show how they are billed need no read of their own.
	for (const { project } of projects.filter(showsBilling))
		await ownProject(api, project[projectRecord.id], project);
	return projects.flatMap(({ id, project }) => (isOf(project['client_id'], clientId) ? [String(id)] : []));
}

const showsBilling = ({ project }: { readonly project: BillingRecord }): boolean =>
	whole(['billing_method'], ['project_rate']).isShown(project);

/** A time entry's task, which has the name and rate of the work. Each task is read once. */
export const taskOf = async (api: BillingApi, entry: BillingRecord): Promise<BillingRecord> =>
	await readOnce(api, taskRecord, entry['task_id']);

/** A time entry's project. Each project is read once. */
export const projectOf = async (api: BillingApi, entry: BillingRecord): Promise<BillingRecord> =>
	await ownProject(api, entry['project_id']);

const ownProject = async (
	api: BillingApi,
	id: Value | undefined,
	known?: BillingRecord,
): Promise<BillingRecord> =>
	await api.remember(
		projectRecord.name,
		`with its billing, id ${textOf(id)}`,
		async () => known ?? (await readOnce(api, projectRecord, id)),
	);

const readOnce = async (
	api: BillingApi,
	type: typeof taskRecord | typeof projectRecord,
	id: Value | undefined,
): Promise<BillingRecord> => (await api.find(type, Number(id))) ?? (await api.get(type, Number(id)));

// A missing field can't be compared. An empty one belongs to nobody.
const isOf = (shown: Value | undefined, id: string): boolean => shown === undefined || textOf(shown) === id;

const of = (name: string, id: string): Condition => field(name, (shown) => isOf(shown, id));

const BILLABLE = unless((record) => !isBillable(record));

const byDay = (field: string) => (one: BillingRecord, other: BillingRecord) =>
	withoutTime(one[field]).localeCompare(withoutTime(other[field]));
