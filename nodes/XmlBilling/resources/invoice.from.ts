import type { IDataObject } from 'n8n-workflow';
import { encodeLines, readItems, rowsOf, toLines } from '../fields/lines';
import type { Body } from '../interface/document';
import { LINE_RULES, expenseLines, timeEntryLines, type Line, type LineRules } from '../interface/lines';
import { estimateRecord, expenseRecord, taskRecord, timeEntryRecord } from '../interface/records';
import { check, isAbsent } from '../interface/values';
import { sendInvoice } from './invoice.create';
import type { Call } from './operation';
import { withElement } from './standard';

/** Bills time entries (§4.11): hours and rate come from the entry and its task unless the form says otherwise. */
export async function createFromTimeTracking(call: Call): Promise<IDataObject[]> {
	const body = call.body();
	const entries = await readEntries(call, 'timeEntries', 'Time entry');
	const lines = await Promise.all(
		entries.map(async (entry, index) => await fillFromTimeEntry(call, entry, index)),
	);
	const encoded = encodeLines(call, lines, timeEntryLines, 'Time entry');
	return await sendWithEntries(
		call,
		body,
		'time_entries/time_entry',
		encoded,
		LINE_RULES.createInvoiceFromTimeTracking,
	);
}

/** Bills expenses (§4.11): the amount comes from the expense unless the form says otherwise. */
export async function createFromExpense(call: Call): Promise<IDataObject[]> {
	const body = call.body();
	const entries = await readEntries(call, 'expenses', 'Expense');
	const lines = await Promise.all(entries.map(async (entry) => await fillFromExpense(call, entry)));
	const encoded = encodeLines(call, lines, expenseLines, 'Expense');
	return await sendWithEntries(call, body, 'expenses/expense', encoded, LINE_RULES.createInvoiceFromExpense);
}

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

async function readEntries(call: Call, collection: string, label: string): Promise<Line[]> {
	const entries = await toLines(call, rowsOf(call.values[collection], 'entry'), label);
	if (entries.length === 0)
		throw call.problem(
			`There is no ${label.toLowerCase()} to bill`,
			`Add at least one ${label.toLowerCase()}.`,
		);
	const billed = new Set<string>();
	for (const [index, entry] of entries.entries()) {
		const id = check(entry['id'], 'identifier', call.timeZone);
		if (!id.ok) throw call.problem(`${label} ${index + 1} › ID ${id.problem}`);
		if (id.text === undefined)
			throw call.problem(`${label} ${index + 1} › ID is required and was left empty`);
		if (billed.has(id.text))
			throw call.problem(`${label} ${id.text} is named twice`, 'It would be billed twice. Name it once.');
		billed.add(id.text);
	}
	return entries;
}

async function fillFromTimeEntry(call: Call, entry: Line, index: number): Promise<Line> {
	if (!isAbsent(entry['name']) && !isAbsent(entry['quantity']) && !isAbsent(entry['unit_cost'])) return entry;
	const record = await call.service.get(timeEntryRecord, Number(entry['id']));
	const taskId = Number(record['task_id']);
	const task = await call.service.once(
		`task ${taskId}`,
		async () => await call.service.get(taskRecord, taskId),
	);
	const filled = fill(entry, {
		name: task['task_name'],
		description: record['notes'],
		quantity: record['hours_worked'],
		unit_cost: Number(task['task_rate'] ?? 0) === 0 ? '' : task['task_rate'],
	});
	if (isAbsent(filled['unit_cost'])) {
		throw call.problem(
			`Time entry ${index + 1} has no price: its task has no hourly rate`,
			'Set Unit Cost under Changes, or give the task a rate.',
		);
	}
	return filled;
}

async function fillFromExpense(call: Call, entry: Line): Promise<Line> {
	if (!isAbsent(entry['name']) && !isAbsent(entry['unit_cost'])) return entry;
	const record = await call.service.get(expenseRecord, Number(entry['id']));
	return fill(entry, {
		name: isAbsent(record['vendor']) ? 'Expense' : record['vendor'],
		description: record['notes'],
		unit_cost: record['amount'],
	});
}

const fill = (line: Line, values: Line): Line => ({
	...values,
	...Object.fromEntries(Object.entries(line).filter(([, value]) => !isAbsent(value))),
});

async function sendWithEntries(
	call: Call,
	given: Body,
	path: string,
	entries: Body[],
	rules: LineRules,
): Promise<IDataObject[]> {
	const items = await readItems(call, rules);
	const body = withElement(given, path, entries);
	return await sendInvoice(call, items.length > 0 ? withElement(body, 'items/item', items) : body);
}
