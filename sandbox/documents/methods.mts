import { type Call, countAgainstPlan, type Methods, reject, type Method } from '../call.mts';
import {
	CHARGES,
	dateFilters,
	filter,
	ORDER,
	statusFilter,
	assertCustomFields,
	CUSTOM_FIELDS,
	replaceCustomFields,
	own,
	type Group,
	checked,
	hasStatus,
	target,
	field,
} from '../fields.mts';
import {
	listMethod,
	deleteMethod,
	getMethod,
	recordType,
	findOwnRecord,
	createMethod,
	updateMethod,
	labelOf,
	ownRecord,
} from '../records.mts';
import type { Values } from '../store.mts';
import type { DocumentKind } from '../tables.mts';
import { parseIdentifier } from '../values.mts';
import { answer, element, type Answer, repeated } from '../xml.mts';
import {
	EMPTY_INVOICE,
	assignNumber,
	invoiceHeader,
	estimateHeader,
	EMPTY_ESTIMATE,
	EMPTY_PROFILE,
	recurringHeader,
} from './headers.mts';
import {
	replaceCharges,
	fillLines,
	deleteDocument,
	replaceLines,
	LINES,
	lineGroup,
	addLines,
	EMPTY_LINE,
} from './lines.mts';
import { sendMethod } from './mail.mts';
import { invoiceFields, estimateFields, recurringFields } from './outputs.mts';
import { settleInvoice, settleDocument } from './settlement.mts';

/** Creates an invoice from the header and the charges of a request, and from lines. An unlisted status counts as Draft. */
function createInvoice(
	call: Call,
	lines: readonly Values[] | undefined,
	after: (id: number) => void = () => undefined,
): Answer {
	const { store, account, clock, groups } = call;
	const { number, ...header } = call.values;
	countAgainstPlan(call, 'invoices');
	const id = store.insert('invoice', {
		account_id: account.id,
		...EMPTY_INVOICE,
		date: clock.today(),
		invoice_status: 'Draft',
		status: 'Active',
		...header,
		...assignNumber(store, 'invoice', account.id, number),
	});
	fillLines(call, 'invoice', id, lines);
	replaceCharges(store, id, groups[CHARGES.group]);
	settleInvoice(store, id, clock.today());
	after(id);
	return answer(element('invoice_id', id));
}

const INVOICE = recordType('4.3', 'invoice');

const NO_INVOICE = 'Invoice id is invalid.';

/** The methods of §4.3 on whole invoices. */
export const invoices: Methods = {
	createInvoice: {
		section: '4.3',
		elements: [CUSTOM_FIELDS, ...invoiceHeader('create', true), lineGroup('createInvoice'), CHARGES],
		answers: 'invoice_id',
		run: (call) => {
			const fields = call.groups[CUSTOM_FIELDS.group] ?? [];
			assertCustomFields(fields);
			return createInvoice(call, call.groups[LINES], (id) =>
				replaceCustomFields(call.store, 'invoice', id, fields),
			);
		},
	},
	updateInvoice: {
		section: '4.3',
		elements: [
			own('invoice_id', '{invoice}', 'invoice', NO_INVOICE, {
				returned: null,
				required: { message: NO_INVOICE },
			}),
			...invoiceHeader('update', true),
			lineGroup('updateInvoice'),
			CHARGES,
		],
		answers: 'invoice_id',
		run: updateInvoice,
	},
	deleteInvoice: deleteMethod(INVOICE, (call, id) => deleteDocument(call, 'invoice', id)),
	getInvoice: getMethod(INVOICE, 'invoice', invoiceFields),
	listInvoice: listMethod({
		...INVOICE,
		path: 'invoices/invoice',
		ordered: 'invoice',
		filters: [
			statusFilter('invoice_record_status', 'invoice.status'),
			filter('client_id', '{client}', 'invoice.client_id = ?'),
			filter('invoice_number', '{invoiceNumber}', 'invoice.number = ?'),
			filter('invoice_status', 'Sent', 'invoice.invoice_status = ?'),
			...dateFilters('invoice.date'),
			...ORDER,
		],
		fields: invoiceFields,
		summary:
			'invoice_id client/client_id number date net_balance total_paid outstanding invoice_status status currency'.split(
				' ',
			),
	}),
	sendInvoiceMail: sendMethod('4.3', 'invoice', 'invoice_id', (sent) => sent),
};

/**
 * Header fields that are left out lose their value, the number included: it becomes the next in the sequence (§4.3). Lines
 * and charges are replaced when the request contains some, and kept otherwise.
 */
function updateInvoice(call: Call): Answer {
	const { store, values, groups, clock, account } = call;
	const { invoice_id, number, ...header } = values;
	const invoice = store.row('invoice', Number(invoice_id));
	const lines = groups[LINES] ?? [];
	const charges = groups[CHARGES.group] ?? [];
	const row: Values = { ...EMPTY_INVOICE, date: '', ...header };
	store.update('invoice', invoice.id, {
		invoice_status: lines.length > 0 ? 'Draft' : invoice.invoice_status,
		...row,
		...assignNumber(store, 'invoice', account.id, number, invoice.id),
		// A late fee charged by the old rule is dropped when the rule changes.
		late_fee: row['late_fee_id'] === invoice.late_fee_id ? invoice.late_fee : '0.00',
	});
	replaceLines(call, 'invoice', invoice.id);
	if (charges.length > 0) replaceCharges(store, invoice.id, charges);
	settleInvoice(store, invoice.id, clock.today());
	return answer(element('invoice_id', invoice.id));
}

const NO_ENTRY = 'Time-entry id is not valid or already billed.';

const TIME_ENTRIES: Group = lineGroup('timeEntry', 'time_entries/time_entry', [
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

const EXPENSES: Group = lineGroup('expense', 'expenses/expense', [
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
			lineGroup('createInvoiceFromTimeTracking'),
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
		elements: [...invoiceHeader('create', true), EXPENSES, lineGroup('createInvoiceFromExpense'), CHARGES],
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
		elements: [...invoiceHeader('create', false), lineGroup('createInvoiceFromEstimate'), CHARGES],
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

const ESTIMATE = recordType('4.4', 'estimate');

/** The methods of §4.4 on whole estimates. */
export const estimates: Methods = {
	createEstimate: {
		section: '4.4',
		elements: [...estimateHeader('create'), lineGroup('createEstimate')],
		answers: 'estimate_id',
		run: (call) => {
			const { store, values, groups, account, clock } = call;
			const id = store.insert('estimate', {
				account_id: account.id,
				...EMPTY_ESTIMATE,
				date: clock.today(),
				status: 'Active',
				...values,
				...assignNumber(store, 'estimate', account.id, values['number']),
			});
			fillLines(call, 'estimate', id, groups[LINES]);
			settleDocument(store, 'estimate', id, clock.today());
			return answer(element('estimate_id', id));
		},
	},
	updateEstimate: {
		section: '4.4',
		elements: [
			target('estimate', 'estimate_id', '{estimate}'),
			...estimateHeader('update'),
			lineGroup('updateEstimate'),
		],
		answers: '',
		run: updateEstimate,
	},
	deleteEstimate: deleteMethod(ESTIMATE, (call, id) => deleteDocument(call, 'estimate', id)),
	getEstimate: getMethod(ESTIMATE, 'estimate', estimateFields),
	listEstimate: listMethod({
		...ESTIMATE,
		path: 'estimates/estimate',
		ordered: 'estimate',
		filters: [
			// The word may be a record status or an estimate_status, which is stored as sent, in any case (§3, §4.1).
			filter(
				'status',
				'Active',
				`(${hasStatus('estimate.status')} OR estimate.estimate_status = ? COLLATE NOCASE)`,
				{ otherwise: `estimate.status = 'Active'` },
			),
			filter('client_id', '{client}', 'estimate.client_id = ?'),
			filter('estimate_number', '{estimateNumber}', 'estimate.number = ?'),
			...dateFilters('estimate.date'),
			...ORDER,
		],
		fields: estimateFields,
		summary: ['estimate_id', 'client', 'number', 'date', 'estimate_status'],
	}),
	sendEstimateMail: sendMethod('4.4', 'estimate', 'success/estimate_id', (sent) => [
		element('success', sent),
	]),
};

/** The client is required (§4.4). What else the request leaves out stays as it is. */
function updateEstimate(call: Call): Answer {
	const { store, id, values, account, clock } = call;
	const number = values['number'] ?? store.row('estimate', id).number;
	const numbering = assignNumber(store, 'estimate', account.id, number, id);
	store.update('estimate', id, { ...values, ...numbering });
	replaceLines(call, 'estimate', id);
	settleDocument(store, 'estimate', id, clock.today());
	return answer();
}

const PROFILE = recordType('4.5', 'recurring');

/** The methods of §4.5 on whole recurring profiles. */
export const recurring: Methods = {
	createRecurring: createMethod(
		PROFILE,
		[...recurringHeader('create'), lineGroup('createRecurring')],
		({ store, account, clock }) => ({
			...EMPTY_PROFILE,
			date: clock.today(),
			number: assignNumber(store, 'recurring', account.id).number,
			recurring_status: 'Active',
		}),
		(call, id) => {
			fillLines(call, 'recurring', id, call.groups[LINES]);
			settle(call, id);
		},
	),
	updateRecurring: updateMethod(PROFILE, [...recurringHeader('optional'), lineGroup('updateRecurring')], {
		answers: 'identifier',
		after: (call, id) => {
			replaceLines(call, 'recurring', id);
			settle(call, id);
		},
	}),
	deleteRecurring: deleteMethod(PROFILE, (call, id) => deleteDocument(call, 'recurring', id)),
	getRecurring: getMethod(PROFILE, 'recurring', recurringFields),
	listRecurring: listMethod({
		...PROFILE,
		path: 'recurrings/recurring',
		filters: [
			statusFilter('recurring_record_status', 'recurring.recurring_status'),
			filter('client_id', '{client}', 'recurring.client_id = ?'),
			filter('recurring_number', '{recurringNumber}', 'recurring.number = ?'),
			...dateFilters('recurring.date'),
		],
		fields: recurringFields,
		summary: ['recurring_id', 'client', 'number', 'date', 'frequency', 'recurring_status'],
	}),
};

function settle({ store, clock }: Call, id: number): void {
	settleDocument(store, 'recurring', id, clock.today());
}

const DOCUMENTS = [
	['invoice', 'Invoice', '4.3'],
	['estimate', 'Estimate', '4.4'],
	['recurring', 'Recurring', '4.5'],
] as const;

type Name = (typeof DOCUMENTS)[number][1];

/** The methods of §4.3, §4.4 and §4.5 on the lines of a document. */
export const items: Methods = Object.fromEntries(
	DOCUMENTS.flatMap(([document, name, section]) => [
		[`add${name}Item`, addItems(document, name, section)],
		[`update${name}Item`, updateItems(document, name, section)],
		[`delete${name}Item`, deleteItems(document, section)],
	]),
);

/** Adds lines at the end. Answers with the identifiers of the document and of each line. */
function addItems(document: DocumentKind, name: Name, section: string): Method {
	const identifier = `${document}_id`;
	return {
		section,
		elements: [target(document, identifier, `{${document}}`), lineGroup(`add${name}Item`)],
		answers: `${identifier} ${document}_items/${document}_item_id`,
		run: ({ store, id, groups, clock }) => {
			const added = addLines(store, document, id, groups[LINES]);
			settleDocument(store, document, id, clock.today());
			return answer(
				element(identifier, id),
				element(`${document}_items`, repeated(`${document}_item_id`, added)),
			);
		},
	};
}

/** Gives each line the values of the request; only the tax types stay, which these methods do not take (§4.2). */
function updateItems(document: DocumentKind, name: Name, section: string): Method {
	const message = `${labelOf(document)} item is invalid.`;
	const item = checked(
		`${document}_item_id`,
		`{${document}Item}`,
		{ message, wrong: '{unknown}' },
		(text, call) => lineAt(call, document, text, [call.id]),
		{ key: 'id', required: { message } },
	);
	return {
		section,
		elements: [
			target(document, `${document}_id`, `{${document}}`),
			lineGroup(`update${name}Item`, LINES, [item]),
		],
		answers: '',
		run: ({ store, id, groups, clock }) => {
			for (const { id: line, ...values } of groups[LINES] ?? [])
				store.update('line', Number(line), { ...EMPTY_LINE, ...values });
			settleDocument(store, document, id, clock.today());
			return answer();
		},
	};
}

/** Removes lines of the documents that the request names. If a line is on none of them, the request is refused. */
function deleteItems(document: DocumentKind, section: string): Method {
	const required = (what: string) => ({ message: `${labelOf(document)} ${what} is invalid.` });
	const refusal = { ...required('item'), wrong: '{unknown}' };
	return {
		section,
		elements: [
			field(`${document}_id`, `{${document}}`, (text, call) => ownRecord(call, document, text).id, {
				required: required('id'),
				repeats: true,
			}),
			checked(
				`${document}_item_id`,
				`{${document}Item}`,
				refusal,
				(text, call) => lineAt(call, document, text, call.lists[`${document}_id`]?.map(Number) ?? []),
				{ required: required('item'), repeats: true },
			),
		],
		answers: '',
		run: ({ store, lists, clock }) => {
			for (const line of lists[`${document}_item_id`] ?? []) store.run('DELETE FROM line WHERE id = ?', line);
			for (const id of lists[`${document}_id`] ?? [])
				settleDocument(store, document, Number(id), clock.today());
			return answer();
		},
	};
}

/** The identifier of the line that a text names on one of the given documents, or undefined. */
function lineAt({ store }: Call, document: DocumentKind, text: string, ids: readonly number[]) {
	const sql = 'SELECT id, document_id FROM line WHERE id = ? AND document = ?';
	const line = store.one<{ id: number; document_id: number }>(sql, parseIdentifier(text) ?? 0, document);
	return line !== undefined && ids.includes(line.document_id) ? line.id : undefined;
}
