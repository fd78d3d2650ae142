import type { IDataObject } from 'n8n-workflow';
import {
	encodeLines,
	labelAt,
	readItems,
	rowsOf,
	toLines,
	toRawLines,
	withTaxes,
	type RowLabel,
} from '../fields/lines';
import { isSameText } from '../fields/resolve';
import { taskOf, unbilledExpenses, unbilledOf, unbilledTimeEntries, type Unbilled } from '../fields/unbilled';
import type { Body } from '../interface/document';
import { LINE_RULES, expenseLines, timeEntryLines, type Line, type LineRules } from '../interface/lines';
import { estimateRecord, expenseRecord, timeEntryRecord, type RecordType } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import { check, isAbsent } from '../interface/values';
import { sendInvoice } from './invoice.create';
import type { Call } from './operation';
import { collection, option, withElement } from './standard';

/** What an invoice can be made from (§4.11). */
interface Source {
	readonly type: RecordType;
	/** What one is called in messages. */
	readonly label: string;
	/** The field with the chosen ones. */
	readonly field: string;
	/** Where the lines stand in the request. */
	readonly path: string;
	readonly rules: LineRules;
	/** What the further lines of the invoice take. */
	readonly itemRules: LineRules;
	/** What one has to be that is not chosen by itself. */
	readonly wanted: string;
	/** All such. */
	readonly unbilled: (call: Call, wanted: Unbilled) => Promise<BillingRecord[]>;
	/** What a record brings onto its line. */
	readonly bring: (call: Call, record: BillingRecord, row: Line, label: string) => Line | Promise<Line>;
}

/** A record to bill, and what its row says of its line. */
interface Entry {
	readonly record: BillingRecord;
	readonly row: Line;
}

const bill =
	(source: Source) =>
	async (call: Call): Promise<IDataObject[]> => {
		const body = call.body();
		const isAll = isEverything(call);
		const entries = isAll ? await readUnbilled(call, source, body) : await readChosen(call, source);
		if (entries.length === 0) return [];
		const label: RowLabel = isAll
			? (index) => `${source.label} with the ID ${textOf(entries[index]?.record[source.type.id])}`
			: source.label;
		const lines = await Promise.all(
			entries.map(async ({ record, row }, index) => {
				const brought = await source.bring(call, record, row, labelAt(label, index));
				return { ...brought, ...withoutAbsent(row), id: record[source.type.id] };
			}),
		);
		const encoded = encodeLines(call, await withTaxes(call, lines, label), source.rules, label);
		const items = await readItems(call, source.itemRules);
		const billed = withElement(body, source.path, encoded);
		return await sendInvoice(call, items.length > 0 ? withElement(billed, 'items/item', items) : billed);
	};

/** Bills time entries (§4.11): hours and rate come from the entry and its task unless the form says otherwise. */
export const createFromTimeTracking = bill({
	type: timeEntryRecord,
	label: 'Time entry',
	field: 'timeEntries',
	path: 'time_entries/time_entry',
	rules: timeEntryLines,
	itemRules: LINE_RULES.createInvoiceFromTimeTracking,
	wanted: 'unbilled time entry of a billable task',
	unbilled: billableTimeEntries,
	bring: bringTime,
});

/** Bills expenses (§4.11): amount and taxes come from the expense unless the form says otherwise. */
export const createFromExpense = bill({
	type: expenseRecord,
	label: 'Expense',
	field: 'expenses',
	path: 'expenses/expense',
	rules: expenseLines,
	itemRules: LINE_RULES.createInvoiceFromExpense,
	wanted: 'unbilled active expense',
	unbilled: async ({ service }, wanted) => await unbilledExpenses(service, wanted),
	bring: bringExpense,
});

/**
 * Turns an estimate into an invoice. The method of that name reads no estimate (§4.11), so the estimate is read here
 * and carried over: client, lines, title, purchase order, notes and terms. Its taxes cannot be read (§2.2) and have to be chosen.
 */
export async function createFromEstimate(call: Call): Promise<IDataObject[]> {
	// The method itself takes no estimate.
	const { [estimateRecord.id]: id, ...given } = call.body();
	const estimate = await call.service.get(estimateRecord, Number(id));
	const { tax1, tax2 } = call.values;
	const items = Array.isArray(estimate['items']) ? estimate['items'] : [];
	// An answer may show more of a line than a request takes.
	const taken: readonly string[] = LINE_RULES.createInvoiceFromEstimate.elements;
	const rows = items.map((item) => ({
		...Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => taken.includes(name))),
		tax1,
		tax2,
	}));
	const lines = await toLines(call, rows, 'Line');
	const encoded = encodeLines(call, lines, LINE_RULES.createInvoiceFromEstimate, 'Line');
	if (encoded.length === 0) throw call.problem('The estimate has no lines to carry over');

	let body: Body = withElement(given, 'items/item', encoded);
	const client = Object.fromEntries(Object.entries(estimate['client'] ?? {}));
	const header =
		typeof given['client'] === 'object' && !Array.isArray(given['client']) ? given['client'] : {};
	const carried: ReadonlyArray<readonly [path: string, value: unknown]> = [
		['client/client_id', client['client_id']],
		['client/address', header['address'] ?? client['address']],
		['invoice_title', body['invoice_title'] ?? estimate['estimate_title']],
		['po_number', body['po_number'] ?? estimate['po_number']],
		['notes', body['notes'] ?? estimate['notes']],
		['terms', body['terms'] ?? estimate['terms']],
	];
	for (const [path, value] of carried) {
		if (!isAbsent(value)) body = withElement(body, path, String(value));
	}
	if (Number(estimate['total_tax'] ?? 0) !== 0 && isAbsent(tax1) && isAbsent(tax2)) {
		call.warn(
			'The estimate has taxes that the service does not show per line. Choose Tax 1 and Tax 2 to charge them.',
		);
	}
	return await sendInvoice(call, body);
}

// A source that is not offered is refused: another one may have been meant.
function isEverything(call: Call): boolean {
	const from = textOf(call.values['entriesFrom']);
	if (from === 'all' || from === 'chosen') return from === 'all';
	throw call.problem(`What to bill is one of all and chosen, not '${from}'`, 'Nothing was sent.');
}

async function readUnbilled(call: Call, source: Source, { client }: Body): Promise<Entry[]> {
	const clientId = typeof client === 'object' && !Array.isArray(client) ? textOf(client['client_id']) : '';
	const read = unbilledOf(clientId, call.values, call.timeZone);
	if (!read.ok) throw call.problem(`${read.field} ${read.problem}`, 'Nothing was sent. Correct the field.');
	const records = await source.unbilled(call, read.wanted);
	if (records.length > 0) return records.map((record) => ({ record, row: {} }));
	if (option(call, 'ifNothing') === 'skip') return [];
	const isNarrowed = Object.keys(collection(call, 'filters')).length > 0;
	throw call.problem(
		`There is nothing to bill: client ${clientId} has no ${source.wanted}${isNarrowed ? ' that the filters let through' : ''}`,
		'Nothing was sent. Under Options, If Nothing to Bill decides what happens then.',
	);
}

async function readChosen(call: Call, source: Source): Promise<Entry[]> {
	const name = source.label.toLowerCase();
	const rows = toRawLines(call, rowsOf(call.values[source.field], 'entry'), source.label);
	if (rows.length === 0) {
		throw call.problem(
			`There is no ${name} to bill`,
			`Add at least one ${name}, or choose All Unbilled Ones.`,
		);
	}
	return await Promise.all(
		chosenIds(call, source, rows).map(async (id, index) => ({
			record: await call.service.get(source.type, Number(id)),
			row: rows[index] ?? {},
		})),
	);
}

function chosenIds(call: Call, { label }: Source, rows: readonly Line[]): string[] {
	const ids = new Set<string>();
	for (const [index, row] of rows.entries()) {
		const id = check(row['id'], 'identifier', call.timeZone);
		if (!id.ok) throw call.problem(`${labelAt(label, index)} ${id.problem}`);
		if (id.text === undefined) throw call.problem(`${labelAt(label, index)} is required and was left empty`);
		if (ids.has(id.text))
			throw call.problem(`${label} ${id.text} is named twice`, 'It would be billed twice. Name it once.');
		ids.add(id.text);
	}
	return [...ids];
}

// Hours of a task that is not billable are no one's debt (§2.2).
async function billableTimeEntries(call: Call, wanted: Unbilled): Promise<BillingRecord[]> {
	const entries = await unbilledTimeEntries(call.service, wanted);
	const tasks = await Promise.all(entries.map(async (entry) => await taskOf(call.service, entry)));
	const isFree = (_: unknown, index: number) => isSameText(tasks[index]?.['task_billable'], 'N');
	const free = entries.filter(isFree).map((entry) => textOf(entry[timeEntryRecord.id]));
	if (free.length > 0)
		call.warn(`Not billed, because their task is not billable: time entries ${free.join(', ')}.`);
	return entries.filter((entry, index) => !isFree(entry, index));
}

async function bringTime(call: Call, record: BillingRecord, row: Line, label: string): Promise<Line> {
	const needsTask = isAbsent(row['name']) || isAbsent(row['unit_cost']);
	const task = needsTask ? await taskOf(call.service, record) : {};
	const hasRate = Number(task['task_rate'] ?? 0) !== 0;
	if (isAbsent(row['unit_cost']) && !hasRate) {
		throw call.problem(
			`${label} has no price: its task has no hourly rate`,
			'Set Billed Unit Cost under Changes, or give the task a rate.',
		);
	}
	return {
		name: task['task_name'],
		description: record['notes'],
		quantity: record['hours_worked'],
		unit_cost: task['task_rate'],
	};
}

function bringExpense(_: Call, record: BillingRecord): Line {
	const taxes = ['tax1', 'tax2'].filter((tax) => Number(record[tax] ?? 0) !== 0);
	return {
		name: isAbsent(record['vendor']) ? 'Expense' : record['vendor'],
		description: record['notes'],
		unit_cost: record['amount'],
		...Object.fromEntries(taxes.map((tax) => [tax, record[tax]])),
	};
}

const withoutAbsent = (line: Line): Line =>
	Object.fromEntries(Object.entries(line).filter(([, value]) => !isAbsent(value)));
