import { CHARGE_PATHS } from '../documents/charges.ts';
import { answerInvoiceId, createInvoice } from '../documents/createInvoice.ts';
import { INVOICE_HEADER_PATHS } from '../documents/invoiceHeader.ts';
import { LINE_RULES, linePaths, readLine, readLines, type LineValues } from '../documents/lines.ts';
import { elementsAt, wordAt, type Element } from '../element.ts';
import type { Call, Methods } from '../method.ts';
import { findOwnRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { ClientRow, ExpenseRow, TaskRow, TimeEntryRow } from '../store/rows.ts';

/** The methods of §4.11 that create an invoice from what was recorded before. */
export const invoicesFrom: Methods = {
	createInvoiceFromTimeTracking: {
		elements: [
			...INVOICE_HEADER_PATHS,
			'time_entries/time_entry/id',
			...linePaths('time_entries/time_entry', LINE_RULES.timeEntry),
			...linePaths('items/item', LINE_RULES.createInvoiceFromTimeTracking),
			...CHARGE_PATHS,
		],
		answer: (call) => {
			const readAll = () => [
				...elementsAt(call.request, 'time_entries/time_entry').map((line) => billTimeEntry(call, line)),
				...readLines(call.request, 'items/item', LINE_RULES.createInvoiceFromTimeTracking),
			];
			return answerInvoiceId(createInvoice(call, { takesLateFee: false, readLines: readAll }));
		},
	},
	createInvoiceFromExpense: {
		elements: [
			...INVOICE_HEADER_PATHS,
			'late_fee',
			'expenses/expense/id',
			...linePaths('expenses/expense', LINE_RULES.expense),
			...linePaths('items/item', LINE_RULES.createInvoiceFromExpense),
			...CHARGE_PATHS,
		],
		answer: (call) => {
			const readAll = (client: ClientRow) => [
				...elementsAt(call.request, 'expenses/expense').map((line) => invoiceExpense(call, client, line)),
				...readLines(call.request, 'items/item', LINE_RULES.createInvoiceFromExpense),
			];
			return answerInvoiceId(createInvoice(call, { takesLateFee: true, readLines: readAll }));
		},
	},
	// It takes no estimate, whatever its name says (§4.11).
	createInvoiceFromEstimate: {
		elements: [
			...INVOICE_HEADER_PATHS,
			...linePaths('items/item', LINE_RULES.createInvoiceFromEstimate),
			...CHARGE_PATHS,
		],
		answer: (call) => {
			const readAll = () => readLines(call.request, 'items/item', LINE_RULES.createInvoiceFromEstimate);
			return answerInvoiceId(createInvoice(call, { takesLateFee: false, readLines: readAll }));
		},
	},
};

/** The line for a time entry, which is billed from then on. A name or description that is left out comes from the task or the entry. */
function billTimeEntry(call: Call, line: Element): LineValues {
	const id = wordAt(line, 'id') || reject('Time-entry id is required.');
	const entry = findOwnRecord<TimeEntryRow>(call, 'timeEntry', id);
	if (entry?.status !== 'Active' || entry.billed === 'Yes') {
		return reject('Time-entry id is not valid or already billed.');
	}
	const task = call.store.one<TaskRow>('SELECT * FROM task WHERE id = ?', entry.task_id);
	const values = readLine(line, LINE_RULES.timeEntry, { name: task?.name, description: entry.notes });
	call.store.update('time_entry', entry.id, { billed: 'Yes' });
	return values;
}

/** The line for an expense, which is invoiced from then on. A name or description that is left out comes from the expense. */
function invoiceExpense(call: Call, client: ClientRow, line: Element): LineValues {
	const id = wordAt(line, 'id') || reject('Expense id is required.');
	const expense = findOwnRecord<ExpenseRow>(call, 'expense', id);
	if (expense?.status !== 'Active' || expense.client_id !== client.id || expense.invoiced === 'Yes') {
		return reject(`Expense [${id}] is not assigned to this client or not active or already invoiced.`);
	}
	const values = readLine(line, LINE_RULES.expense, { name: expense.vendor, description: expense.notes });
	call.store.update('expense', expense.id, { invoiced: 'Yes' });
	return values;
}
