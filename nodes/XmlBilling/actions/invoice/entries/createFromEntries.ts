import {
	encodeLines,
	linesInJson,
	readItems,
	toLine,
	withItems,
	type JsonField,
} from '../../documents/readLines';
import { resolveLines, withoutAbsent, withTax } from '../../documents/resolveLines';
import {
	billableTimeEntries,
	expensesLeft,
	projectOf,
	taskOf,
	timeEntriesLeft,
	unbilledExpenses,
	unbilledOf,
	type Unbilled,
	warnOfUndated,
} from './unbilled';
import { expensesUntil, workUntil } from './entryForms';
import { isFlat } from '../../../records/states';
import type { Property } from '../../../forms/property';
import { isBody, type Body } from '../../../xml/request';
import {
	LINE_RULES,
	expenseLines,
	timeEntryLines,
	type Line,
	type LineRules,
} from '../../documents/lineRules';
import { expenseRecord, projectRecord, timeEntryRecord } from '../../../records';
import { nameOf } from '../../../records/display';
import { textOf, type BillingRecord } from '../../../xml/shape';
import { asShown, check, isAbsent, quote, REQUIRED } from '../../../xml/values';
import { createOf } from '../../documents/create';
import { INVOICE } from '../../documents/types';
import { valuesOfRow, type Refuse } from '../../../engine/form/tree';
import { recordKey } from '../../../engine/item/ledger';
import { type ItemContext, collection, option } from '../../../engine/item/itemContext';
import type { Prepared } from '../../../engine/item/operation';
import { markBilled } from '../../timeEntry/write';
import { billedTime, withMarking, type Marking } from './marking';
import { withElement, type Values } from '../../../xml/encode';
import { without } from '../../../objects';

/** A kind of record that an invoice can be made from (§4.11). */
interface Source extends Marking {
	/** Names a record in messages. */
	readonly label: string;
	/** The field with the chosen records. */
	readonly field: string;
	/** The path of the lines in the request. */
	readonly path: string;
	readonly rules: LineRules;
	/** The rules for further lines of the invoice. */
	readonly itemRules: LineRules;
	/** Returns the client of a record, or '' if it has none. Only for records whose client the service doesn't check (§7.1). */
	readonly clientOf?: (item: ItemContext, record: BillingRecord) => Promise<string>;
	/** The field with the last day to bill. */
	readonly until: Property;
	/** Describes the records that `unbilled` returns, in the plural. */
	readonly wanted: string;
	readonly unbilled: (item: ItemContext, wanted: Unbilled) => Promise<BillingRecord[]>;
	/** The values of a record's line. */
	readonly bring: (item: ItemContext, record: BillingRecord, row: Line) => Values | Promise<Values>;
}

/** A record to bill, and the changes to its line. */
interface Entry {
	readonly record: BillingRecord;
	readonly row: Line;
}

const bill =
	(source: Source) =>
	async (item: ItemContext): Promise<Prepared> => {
		const { body } = item;
		const { timeTax1, timeTax2 } = item.values;
		await withTax(item, { tax1: timeTax1 }, 'tax1', source.rules, 'Tax');
		await withTax(item, { tax2: timeTax2 }, 'tax2', source.rules, 'Second Tax');
		const isAll = item.values['entriesFrom'] === 'all';
		const clientId = clientIn(body);
		const chosen = isAll ? new Map<string, Line>() : chosenRows(item, source);
		const entries = isAll
			? await readUnbilled(item, source, clientId)
			: await readChosen(item, source, clientId, chosen);
		if (entries.length === 0) return [];
		const lines = await Promise.all(
			entries.map(async ({ record, row }) => {
				const own = { ...taxesFor(item, row.values), ...withoutAbsent(row.values) };
				// The method takes no other type.
				const values: Values = {
					...(await source.bring(item, record, row)),
					...own,
					id: record[source.type.id],
				};
				return { path: row.path, values: without(values, 'type') };
			}),
		);
		const encoded = encodeLines(item, await resolveLines(item, lines, source.rules), source.rules);
		const items = await readItems(item, source.itemRules);
		const billed = withElement(body, source.path, encoded);
		const prepared = await createOf(item, INVOICE, withItems(billed, items));
		if (Array.isArray(prepared)) return prepared;
		const records = entries.map(({ record }) => record);
		// The interface doesn't say that billing marks what it bills (§3).
		const once = records.map((record) => keyIn(source, record[source.type.id]));
		const write = { ...prepared, once: [...(prepared.once ?? []), ...once] };
		return withMarking(item, source, clientId, records, write);
	};

const keyIn = ({ type }: Source, id: unknown): string => recordKey(type.name, id);

/** Bills time entries (§4.11): hours and rate come from the entry and its task unless the form says otherwise. */
export const createFromTimeTracking = bill({
	type: timeEntryRecord,
	label: 'Time entry',
	field: 'timeEntries',
	path: 'time_entries/time_entry',
	rules: timeEntryLines,
	itemRules: LINE_RULES.createInvoiceFromTimeTracking,
	clientOf: async ({ api }, record) => textOf((await projectOf(api, record))['client_id']),
	until: workUntil,
	wanted: 'unbilled time entries for billable tasks',
	unbilled: billableTimeEntries,
	bring: bringTime,
	left: timeEntriesLeft,
	warning: (ids) =>
		`The service still lists these time entries as unbilled: ID ${ids}. The next All Unbilled bills them again, unless you use Time Entry › Mark as Billed.`,
	mark: markBilled,
	output: billedTime,
});

/** Bills expenses (§4.11): amount and taxes come from the expense unless the form says otherwise. */
export const createFromExpense = bill({
	type: expenseRecord,
	label: 'Expense',
	field: 'expenses',
	path: 'expenses/expense',
	rules: expenseLines,
	itemRules: LINE_RULES.createInvoiceFromExpense,
	until: expensesUntil,
	wanted: 'unbilled active expenses',
	unbilled: async (item, wanted) =>
		await unbilledExpenses(item.api, wanted, warnOfUndated(item, expenseRecord)),
	bring: bringExpense,
	left: expensesLeft,
	warning: (ids) =>
		`The service still lists these expenses as not invoiced: ID ${ids}. The next All Unbilled bills them again. No method marks them, so choose Selected Below.`,
});

const clientIn = ({ client }: Body): string => (isBody(client) ? textOf(client['client_id']) : '');

async function readUnbilled(item: ItemContext, source: Source, clientId: string): Promise<Entry[]> {
	const { api, timeZone, values } = item;
	const refuse: Refuse = (message, advice = 'Nothing was sent. Correct the field.') =>
		item.problem(message, advice);
	const wanted = await unbilledOf(api, clientId, values, { timeZone, refuse }, source.until);
	// Others may have changed what was read for an earlier item.
	item.api.forget(source.type.name);
	const isBilled = ({ [source.type.id]: id }: BillingRecord) =>
		typeof item.written(keyIn(source, id)) === 'number';
	const records = (await source.unbilled(item, wanted)).filter((record) => !isBilled(record));
	if (records.length > 0)
		return records.map((record) => ({
			record,
			row: { path: withId(source, record[source.type.id]), values: {} },
		}));
	if (option(item, 'ifNothing') === 'skip') return [];
	const narrowing = [
		...(isAbsent(item.values['until']) ? [] : [source.until.displayName]),
		...(Object.keys(collection(item, 'filters')).length > 0 ? ['the filters'] : []),
	];
	const matching = narrowing.length === 0 ? '' : ` that match ${narrowing.join(' and ')}`;
	throw item.problem(
		`There is nothing to bill: the client with ID ${clientId} has no ${source.wanted}${matching}`,
		'Nothing was sent. To continue without an error, set Options › If Nothing to Bill to Return Nothing.',
	);
}

const readChosen = async (
	item: ItemContext,
	source: Source,
	clientId: string,
	chosen: ReadonlyMap<string, Line>,
): Promise<Entry[]> =>
	await Promise.all(
		[...chosen].map(async ([id, row]) => {
			const record = await item.api.get(source.type, Number(id));
			await refuseOtherClient(item, source, record, clientId);
			return { record, row };
		}),
	);

async function refuseOtherClient(
	item: ItemContext,
	{ type, label, clientOf }: Source,
	record: BillingRecord,
	clientId: string,
): Promise<void> {
	const owner = await clientOf?.(item, record);
	if (owner === undefined || Number(owner) === 0 || owner === clientId) return;
	throw item.problem(
		`${label} with ID ${textOf(record[type.id])} belongs to the client with ID ${owner}, not to the one with ID ${clientId}`,
		'Nothing was sent. Select only entries that belong to the client you are billing.',
	);
}

const ENTRIES_JSON: JsonField = {
	name: 'entriesJson',
	label: 'Entries (JSON)',
	pathAt: (index) => `Entries › ${index + 1}`,
	advice:
		'It should look like [{ "timelog_id": 301, "unit_cost": 95 }], or { "expense_id": 15 } for expenses.',
};

/** The chosen records by identifier, with the changes to their lines. */
function chosenRows(item: ItemContext, source: Source): Map<string, Line> {
	const name = source.label.toLowerCase();
	const isJson = item.values['entriesFrom'] === 'json';
	const rows = isJson
		? linesInJson(item, ENTRIES_JSON, true).map(({ path, values: { [source.type.id]: id, ...values } }) => ({
				path: `${path} › ${source.type.id}`,
				values: { ...values, id },
			}))
		: item.rowsOf(source.field).map((row) => toLine(item, valuesOfRow(row), row.path));
	if (rows.length === 0) {
		throw item.problem(`No ${name} is selected`, `Add at least one ${name}, or choose All Unbilled.`);
	}
	const chosen = new Map<string, Line>();
	for (const { path, values } of rows) {
		const id = check(values['id'], 'identifier', item.timeZone);
		if (!id.ok) throw item.problem(`${path} ${id.problem}`);
		if (id.text === undefined) throw item.problem(`${path} ${REQUIRED}`);
		if (chosen.has(id.text))
			throw item.problem(
				`${withId(source, id.text)} is listed twice`,
				'It would be billed twice. List it only once.',
			);
		chosen.set(id.text, { path: isJson ? withId(source, id.text) : path, values });
	}
	return chosen;
}

/** The path of a record's line that no row of the form names. */
const withId = ({ label }: Source, id: unknown): string => `${label} with ID ${textOf(id)}`;

async function bringTime(item: ItemContext, record: BillingRecord, { path, values }: Line): Promise<Values> {
	const isPriced = !isAbsent(values['unit_cost']);
	const task = isPriced && !isAbsent(values['name']) ? {} : await taskOf(item.api, record);
	if (!isPriced) refuseUnclearRate(item, await projectOf(item.api, record), task, path);
	return {
		name: task['task_name'],
		description: record['notes'],
		quantity: asShown(record['hours_worked'] ?? 0),
		unit_cost: asShown(task['task_rate']),
	};
}

/** Throws unless the rate of an entry's task is its price, as far as its project shows (§4.10). */
function refuseUnclearRate(
	item: ItemContext,
	project: BillingRecord,
	task: BillingRecord,
	label: string,
): void {
	const [name, rate, other] = [
		nameOf(projectRecord, project),
		textOf(task['task_rate']),
		textOf(project['project_rate']),
	];
	if (isFlat(project)) {
		throw item.problem(
			`${label} has no price: ${name} is billed flat`,
			'Nothing was sent. To bill it besides the price of the project, set Unit Cost under Changes.',
		);
	}
	if (Number(rate) === 0) {
		throw item.problem(
			`${label} has no price: its task has no hourly rate`,
			'Set Unit Cost under Changes, or give the task a rate.',
		);
	}
	if ([0, Number(rate)].includes(Number(other))) return;
	throw item.problem(
		`${label} has two rates: one of its task, and another one of ${name}`,
		`Nothing was sent. The task's rate is ${quote(rate)}, the project's ${quote(other)}. Nobody documents which of them the service bills. Select the entry, and set its Unit Cost under Changes.`,
	);
}

function bringExpense(_: ItemContext, record: BillingRecord, { values }: Line): Values {
	const taxes = ['tax1', 'tax2'].filter((tax) => Number(record[tax] ?? 0) !== 0);
	return {
		name: isAbsent(record['vendor']) ? 'Expense' : record['vendor'],
		description: record['notes'],
		unit_cost: asShown(record['amount']),
		...unlessSet(values, Object.fromEntries(taxes.map((tax) => [tax, record[tax]]))),
	};
}

// A time entry has no taxes of its own, so it gets the form's.
const taxesFor = ({ values: { timeTax1, timeTax2 } }: ItemContext, row: Values): Values =>
	unlessSet(row, withoutAbsent({ tax1: timeTax1, tax2: timeTax2 }));

/** The taxes that a row does not set itself, be it by ID, name or percentage. */
const unlessSet = (row: Values, taxes: Values): Values =>
	Object.fromEntries(
		Object.entries(taxes).filter(([tax]) =>
			[tax, `${tax}_name`, `${tax}_percent`].every((key) => isAbsent(row[key])),
		),
	);
