/**
 * Bills a client's time entries or expenses (§4.11): those that the form names, or all that `unbilled.ts` finds. A record
 * becomes a line, whose values the form may replace. After the invoice, `markBilled.ts` marks what stays unbilled.
 */
import { isBackwards } from '../../execution/period';
import { dateFrom } from '../../descriptions/commonFields';
import type { IDataObject } from 'n8n-workflow';
import { option, type ItemContext } from '../../execution/item';
import type { Prepared } from '../../execution/operation';
import type { Property } from '../../descriptions/property';
import { without } from '../../helpers/GenericFunctions';
import { expenseRecord, invoiceRecord, projectRecord, timeEntryRecord } from '../../records';
import { capitalized, clientIdOf, nameOf, pluralOf } from '../../records/display';
import { TIME_ENTRIES } from '../../records/methods';
import { isFlat } from '../../records/states';
import { totalsOf } from '../../records/totals';
import { bodiesAt, type Body } from '../../xml/request';
import { withoutTime } from '../../xml/dates';
import { unwrapLocator, withElement, type Values } from '../../xml/encode';
import { decodeNumber, textOf, type BillingRecord } from '../../xml/shape';
import { asShown, check, isAbsent, REQUIRED } from '../../xml/values';
import { createOf } from '../documents/create';
import { lineOfRow, linesInJson, withoutAbsent, type JsonField, type Line } from '../documents/lineRows';
import { expenseLines, timeEntryLines, type LineRules } from '../documents/lineRules';
import { encodeNew, readItems, withItems } from '../documents/lines';
import { withTax } from '../documents/lineTaxes';
import { markBilled } from '../timeEntry/write';
import { expensesUntil, workUntil } from './entryForms';
import { keyOf, withMarking, type Marking } from './markBilled';
import {
	billableTimeEntries,
	expenseLists,
	projectOf,
	taskOf,
	timeEntryLists,
	unbilledExpenses,
	wantedIn,
	type ReadUnbilled,
} from './unbilled';

/** A kind of record that an invoice can be made from (§4.11). */
interface Source extends Marking {
	/** The field with the chosen records. */
	readonly field: string;
	/** The field with the last day to bill. */
	readonly until: Property;
	/** The path of the lines in the request. */
	readonly path: string;
	readonly rules: LineRules;
	readonly unbilled: ReadUnbilled;
	/** The values of a record's line. */
	readonly bring: (item: ItemContext, entry: Entry, clientId: string) => Promise<Values> | Values;
}

/** A record to bill, and the changes to its line. */
interface Entry {
	readonly record: BillingRecord;
	readonly row: Line;
}

/** Bills time entries (§4.11): hours and rate come from the entry and its task unless the form says otherwise. */
export const createFromTimeTracking = bill({
	type: timeEntryRecord,
	field: 'timeEntries',
	until: workUntil,
	path: TIME_ENTRIES,
	rules: timeEntryLines,
	unbilled: billableTimeEntries,
	bring: bringTime,
	lists: (records) => timeEntryLists([...new Set(records.map((entry) => textOf(entry['project_id'])))]),
	warning: (ids) =>
		`The service still lists these time entries as unbilled: ID ${ids}. The next All Unbilled bills them again, unless you use Time Entry › Mark as Billed.`,
	mark: markBilled,
	output: billedTime,
});

/** Bills expenses (§4.11): amount and taxes come from the expense unless the form says otherwise. */
export const createFromExpense = bill({
	type: expenseRecord,
	field: 'expenses',
	until: expensesUntil,
	path: 'expenses/expense',
	rules: expenseLines,
	unbilled: unbilledExpenses,
	bring: bringExpense,
	lists: (_, clientId) => expenseLists(clientId),
	warning: (ids) =>
		`The service still lists these expenses as not invoiced: ID ${ids}. The next All Unbilled bills them again. No method marks them, so choose Selected Below.`,
});

function bill(source: Source) {
	return async (item: ItemContext): Promise<Prepared> => {
		const { timeTax1: tax1, timeTax2: tax2 } = item.values;
		// Before the first write, and named as in the form.
		await withTax(item, { tax1 }, 'tax1', 'Tax', true);
		await withTax(item, { tax2 }, 'tax2', 'Second Tax', true);
		const items = await readItems(item);
		const clientId = textOf(clientIdOf(item.body));
		const entries =
			item.values['entriesFrom'] === 'all'
				? await readAll(item, source, clientId)
				: await readChosen(item, source);
		if (entries.length === 0) return [];
		const lines = await Promise.all(entries.map((entry) => lineOf(item, source, entry, clientId)));
		const encoded = await encodeNew(item, lines, source.rules);
		const header = without(without(item.body, 'filter'), 'until');
		const billed = withElement(header, source.path, encoded);
		const prepared = await createOf(item, invoiceRecord, withItems(billed, items));
		const records = entries.map(({ record }) => record);
		return Array.isArray(prepared) ? prepared : withMarking(item, source, clientId, records, prepared);
	};
}

/** All unbilled records of the client that match the form. None only if the form allows that. */
async function readAll(item: ItemContext, source: Source, clientId: string): Promise<Entry[]> {
	const wanted = wantedIn(clientId, item.body);
	if (isBackwards(wanted.period))
		throw item.problem(`Filters › ${dateFrom.displayName} is after ${source.until.displayName}`);
	await item.turn();
	const { records, left } = await source.unbilled(item.api, wanted);
	// The interface doesn't say that billing marks what it bills (§3).
	const unbilled = records.filter((record) => typeof item.written(keyOf(source, record)) !== 'number');
	if (unbilled.length === 0 && option(item, 'ifNothing') !== 'skip')
		throw item.problem(
			`There is nothing to bill: the client with ID ${clientId} has no unbilled ${pluralOf(source.type.label)} that match the form`,
			`${left.join(' ')} This runs once per input item: to run it only once, turn on Execute Once under Settings. To continue without an error, set Options › If Nothing to Bill to Return Nothing.`.trim(),
		);
	for (const sentence of left) item.warn(sentence);
	return unbilled.map((record) => ({
		record,
		row: { path: withId(source, record[source.type.id]), values: {} },
	}));
}

/** The path of a record's line that no row of the form names. */
const withId = ({ type }: Source, id: unknown): string => `${capitalized(type.label)} with ID ${textOf(id)}`;

const ENTRIES_JSON: JsonField = {
	name: 'entriesJson',
	label: 'Entries (JSON)',
	pathAt: (index) => `Entries › ${index + 1}`,
	advice:
		'It should look like [{ "timelog_id": 301, "unit_cost": 95 }], or { "expense_id": 15 } for expenses.',
};

/** The records that the form names, with the changes to their lines. */
async function readChosen(item: ItemContext, source: Source): Promise<Entry[]> {
	const { type, field } = source;
	const isJson = item.values['entriesFrom'] === 'json';
	const rows = isJson
		? linesInJson(item, ENTRIES_JSON)
		: item.rowsOf(field).map((row) => lineOfRow(item, row));
	if (rows.length === 0)
		throw item.problem(
			`No ${type.label} is selected`,
			`Add at least one ${type.label}, or choose All Unbilled.`,
		);
	const chosen = new Map<number, Line>();
	const idField = isJson ? type.id : 'id';
	for (const { path, values } of rows) {
		const at = isJson ? `${path} › ${idField}` : path;
		const checked = check(unwrapLocator(values[idField]), 'identifier', item.timeZone);
		if (!checked.ok || checked.text === undefined)
			throw item.problem(`${at} ${checked.ok ? REQUIRED : checked.problem}`);
		const id = Number(checked.text);
		if (chosen.has(id))
			throw item.problem(
				`${withId(source, id)} is listed twice`,
				'It would be billed twice. List it only once.',
			);
		chosen.set(id, { path: isJson ? withId(source, id) : path, values: without(values, idField) });
	}
	await item.turn();
	return await Promise.all(
		[...chosen].map(async ([id, row]) => ({ record: await item.api.get(type, id), row })),
	);
}

/** The line that bills a record. */
async function lineOf(item: ItemContext, source: Source, entry: Entry, clientId: string): Promise<Line> {
	const { record, row } = entry;
	const { tax1, tax2, ...brought } = await source.bring(item, entry, clientId);
	const taxes = Object.entries({ tax1, tax2 }).filter(([tax]) =>
		[tax, `${tax}_name`, `${tax}_percent`].every((key) => isAbsent(row.values[key])),
	);
	const own = withoutAbsent(row.values);
	const values: Values = { ...brought, ...Object.fromEntries(taxes), ...own, id: record[source.type.id] };
	// The method takes no other type.
	return { path: row.path, values: without(values, 'type') };
}

/** Throws if an entry is another client's: the service doesn't check that (§7.1). */
async function bringTime(item: ItemContext, { record, row }: Entry, clientId: string): Promise<Values> {
	const project = await projectOf(item.api, record);
	const owner = textOf(project['client_id']);
	if (Number(owner) !== 0 && owner !== clientId)
		throw item.problem(
			`Time entry with ID ${textOf(record[timeEntryRecord.id])} belongs to the client with ID ${owner}, not to the one with ID ${clientId}`,
			'Select only entries that belong to the client you are billing.',
		);
	const isPriced = !isAbsent(row.values['unit_cost']);
	const task = isPriced && !isAbsent(row.values['name']) ? {} : await taskOf(item.api, record);
	if (!isPriced) refuseUnclearRate(item, project, task, row.path);
	return {
		name: task['task_name'],
		description: record['notes'],
		quantity: asShown(record['hours_worked'] ?? 0),
		unit_cost: asShown(task['task_rate']),
		tax1: item.values['timeTax1'],
		tax2: item.values['timeTax2'],
	};
}

/** Throws unless the rate of an entry's task is its price, as far as its project shows (§4.10). */
function refuseUnclearRate(
	item: ItemContext,
	project: BillingRecord,
	task: BillingRecord,
	label: string,
): void {
	const name = nameOf(projectRecord, project);
	const rate = Number(task['task_rate'] ?? 0);
	const other = Number(project['project_rate'] ?? 0);
	const advice = 'Select the entry, and set its Unit Cost under Changes.';
	if (isFlat(project)) throw item.problem(`${label} has no price: ${name} is billed flat`, advice);
	if (rate === 0) throw item.problem(`${label} has no price: its task has no hourly rate`, advice);
	if (other !== 0 && other !== rate)
		throw item.problem(
			`${label} has two rates: one of its task, and another one of ${name}`,
			`The task's rate is ${rate}, the project's ${other}. Nobody documents which of them the service bills. ${advice}`,
		);
}

function bringExpense(_: ItemContext, { record }: Entry): Values {
	const taxOf = (tax: string) => (Number(record[tax] ?? 0) === 0 ? undefined : record[tax]);
	return {
		name: isAbsent(record['vendor']) ? 'Expense' : record['vendor'],
		description: record['notes'],
		unit_cost: asShown(record['amount']),
		tax1: taxOf('tax1'),
		tax2: taxOf('tax2'),
	};
}

/** The output field of the billed time entries: hours and amounts as on their lines, after discounts and before taxes. */
function billedTime(records: readonly BillingRecord[], body: Body): IDataObject {
	const { lines } = totalsOf({ time_entries: body['time_entries'] });
	return {
		time_entries: bodiesAt(body, TIME_ENTRIES).map(({ name, description, quantity }, index) => {
			const { [index]: record = {} } = records;
			const { [index]: amounts } = lines;
			return {
				name,
				hours: decodeNumber(textOf(quantity)),
				amount: amounts && decodeNumber(amounts.cost.minus(amounts.discount).toFixed(2)),
				work_date: withoutTime(record['work_date']),
				description,
				timelog_id: record['timelog_id'],
			};
		}),
	};
}
