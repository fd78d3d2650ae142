import { createInvoice } from '../documents/createInvoice.mts';
import type { Group } from '../fields/field.mts';
import { CHARGES } from '../fields/groups.mts';
import { invoiceHeader } from '../fields/headers.mts';
import { checked } from '../fields/kinds.mts';
import { LINES, linesOf } from '../fields/lines.mts';
import type { Call } from '../call.mts';
import type { Methods } from '../method.mts';
import { findOwnRecord } from '../ownership.mts';
import { reject } from '../rejection.mts';
import type { Values } from '../store/store.mts';

const NO_ENTRY = 'Time-entry id is not valid or already billed.';

const TIME_ENTRIES: Group = linesOf('timeEntry', 'time_entries/time_entry', [
	checked(
		'id',
		'{timeEntry}',
		{ message: NO_ENTRY, wrong: '{billedTimeEntry}' },
		(text, call) => {
			const entry = findOwnRecord(call, 'timeEntry', text);
			return entry?.status === 'Active' && entry.billed === 'No' ? entry.id : undefined;
		},
		{ returned: null, required: { message: 'Time-entry id is required.' } },
	),
]);

const notInvoiceable = (id: unknown) =>
	`Expense [${String(id)}] is not assigned to this client or not active or already invoiced.`;

const EXPENSES: Group = linesOf('expense', 'expenses/expense', [
	checked(
		'id',
		'{expense}',
		{ message: notInvoiceable('{invoicedExpense}'), wrong: '{invoicedExpense}' },
		(text, call) => {
			const expense = findOwnRecord(call, 'expense', text);
			const isRight = expense?.status === 'Active' && expense.client_id === call.values['client_id'];
			return isRight && expense.invoiced === 'No' ? expense.id : reject(notInvoiceable(text));
		},
		{ returned: null, required: { message: 'Expense id is required.' } },
	),
]);

/** The methods of §4.11 that create an invoice from other records. */
export const invoicesFrom: Methods = {
	createInvoiceFromTimeTracking: {
		section: '4.11',
		elements: [
			...invoiceHeader('create', false),
			TIME_ENTRIES,
			linesOf('createInvoiceFromTimeTracking'),
			CHARGES,
		],
		answers: 'invoice_id',
		run: (call) => {
			const { groups } = call;
			const billed = (groups[TIME_ENTRIES.group] ?? []).map((line) => billTimeEntry(call, line));
			return createInvoice(call, [...billed, ...(groups[LINES] ?? [])]);
		},
	},
	createInvoiceFromExpense: {
		section: '4.11',
		elements: [...invoiceHeader('create', true), EXPENSES, linesOf('createInvoiceFromExpense'), CHARGES],
		answers: 'invoice_id',
		run: (call) => {
			const { groups } = call;
			const invoiced = (groups[EXPENSES.group] ?? []).map((line) => invoiceExpense(call, line));
			return createInvoice(call, [...invoiced, ...(groups[LINES] ?? [])]);
		},
	},
	// It takes no estimate, whatever its name says (§4.11).
	createInvoiceFromEstimate: {
		section: '4.11',
		elements: [...invoiceHeader('create', false), linesOf('createInvoiceFromEstimate'), CHARGES],
		answers: 'invoice_id',
		run: (call) => createInvoice(call, call.groups[LINES]),
	},
};

/** The line for a time entry, which is billed from then on. A name or description that is left out comes from the task or the entry. */
function billTimeEntry({ store, quirks }: Call, { id, ...line }: Values): Values {
	const entry = store.row('timeEntry', Number(id));
	// Another line of the request may have billed it.
	if (entry.billed === 'Yes') reject(NO_ENTRY);
	if (!quirks.includes('marksNothing')) store.update('time_entry', entry.id, { billed: 'Yes' });
	return { type: 'Time', name: store.row('task', entry.task_id).name, description: entry.notes, ...line };
}

/** The line for an expense, which is invoiced from then on. A name or description that is left out comes from the expense. */
function invoiceExpense({ store, quirks }: Call, { id, ...line }: Values): Values {
	const expense = store.row('expense', Number(id));
	if (expense.invoiced === 'Yes') reject(notInvoiceable(id));
	if (!quirks.includes('marksNothing')) store.update('expense', expense.id, { invoiced: 'Yes' });
	return { type: 'Expense', name: expense.vendor, description: expense.notes, ...line };
}
