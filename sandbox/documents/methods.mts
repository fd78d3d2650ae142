import { countAgainstPlan, type Call } from '../call.mts';
import {
	type Method,
	type Methods,
	CHARGES,
	checked,
	CUSTOM_FIELDS,
	dateFilters,
	field,
	filter,
	hasStatus,
	ORDER,
	own,
	statusFilter,
	target,
	type Elements,
	type Field,
	type Group,
} from '../fields.mts';
import { findOwnRecord, labelOf, ownRecord } from '../ownership.mts';
import { createMethod, deleteMethod, getMethod, listMethod, updateMethod } from '../records.mts';
import { reject } from '../rejection.mts';
import type { Store, Values } from '../store.mts';
import type { DocumentKind, RecordRows } from '../tables.mts';
import { parseIdentifier } from '../values.mts';
import { answer, element, repeated, type Answer, type Output } from '../xml.mts';
import {
	assignNumber,
	EMPTY_INVOICE,
	estimateFields,
	estimateHeader,
	invoiceFields,
	invoiceHeader,
	PLAIN_FREQUENCY,
	recurringFields,
	recurringHeader,
} from './headers.mts';
import {
	addLines,
	deleteDocument,
	EMPTY_LINE,
	lineGroup,
	LINES,
	replaceCharges,
	replaceLines,
	settleDocument,
} from './lines.mts';
import { sendMethod } from './mail.mts';

const settle = ({ store, clock }: Call, kind: DocumentKind, id: number): void =>
	settleDocument(store, kind, id, clock.today());

/** What creating and updating an estimate or a profile does besides storing its header. */
const withLines = (kind: DocumentKind) => (call: Call, id: number) => {
	replaceLines(call, kind, id);
	settle(call, kind, id);
};

interface DocumentType<Kind extends DocumentKind> {
	section: string;
	kind: Kind;
	name: 'Invoice' | 'Estimate' | 'Recurring';
	fields: (store: Store, row: RecordRows[Kind]) => Output[];
	summary: string;
	filters: readonly Field[];
	/** Whether its list takes an order (§4.3, §4.4). */
	isOrdered?: true;
}

/** The methods that all documents have: §4.3, §4.4 and §4.5. */
function common<Kind extends DocumentKind>(type: DocumentType<Kind>): Methods {
	const { section, kind, name, fields, summary, isOrdered } = type;
	const record = { section, kind, path: `${kind}s/${kind}` };
	const identifier = `${kind}_id`;
	const itemIdentifier = `${kind}_item_id`;
	const orders = {
		number: [`${kind}.number_key`],
		date: [`${kind}.date`],
		[identifier]: [],
		organization: ['client.organization COLLATE NOCASE'],
	};
	/** The element of a line that is on one of the documents which the request names. */
	const item = (idsOf: (call: Call) => readonly number[], options: { key?: string; repeats?: true }) =>
		checked(
			itemIdentifier,
			`{${kind}Item}`,
			'{unknown}',
			(text, call) => {
				const sql = 'SELECT id, document_id FROM line WHERE id = ? AND document = ?';
				const id = parseIdentifier(text) ?? 0;
				const line = call.store.one<{ id: number; document_id: number }>(sql, id, kind);
				return line !== undefined && idsOf(call).includes(line.document_id) ? line.id : undefined;
			},
			{ message: `${labelOf(kind)} item is invalid.`, required: {}, ...options },
		);
	return {
		[`delete${name}`]: deleteMethod(record, (call, id) => deleteDocument(call, kind, id)),
		[`get${name}`]: getMethod(record, fields),
		[`list${name}`]: listMethod({
			...{ ...record, fields, summary: summary.split(' ') },
			...(isOrdered ? { orders } : {}),
			filters: [
				...type.filters,
				filter('client_id', '{client}', `${kind}.client_id = ?`),
				filter(`${kind}_number`, `{${kind}Number}`, `${kind}.number = ?`),
				...dateFilters(`${kind}.date`),
				...(isOrdered ? ORDER : []),
			],
		}),
		// Lines are added at the end. The answer has the identifiers of the document and of each line.
		[`add${name}Item`]: {
			section,
			elements: [target(kind, identifier), lineGroup(`add${name}Item`)],
			answers: `${identifier} ${kind}_items/${itemIdentifier}`,
			run: (call) => {
				const added = addLines(call.store, kind, call.id, call.groups[LINES]);
				settle(call, kind, call.id);
				return answer(
					element(identifier, call.id),
					element(`${kind}_items`, repeated(itemIdentifier, added)),
				);
			},
		},
		// Each line gets the values of the request; only the tax types stay, which these methods do not take (§4.2).
		[`update${name}Item`]: {
			section,
			elements: [
				target(kind, identifier),
				lineGroup(`update${name}Item`, LINES, [item(({ id }) => [id], { key: 'id' })]),
			],
			answers: '',
			run: (call) => {
				for (const { id, ...values } of call.groups[LINES] ?? [])
					call.store.update('line', Number(id), { ...EMPTY_LINE, ...values });
				settle(call, kind, call.id);
				return answer();
			},
		},
		// If a line is on none of the documents that the request names, it is refused.
		[`delete${name}Item`]: {
			section,
			elements: [
				field(identifier, `{${kind}}`, (text, call) => ownRecord(call, kind, text).id, {
					required: { message: `${labelOf(kind)} id is invalid.` },
					repeats: true,
				}),
				item(({ lists }) => lists[identifier]?.map(Number) ?? [], { repeats: true }),
			],
			answers: '',
			run: (call) => {
				const { store, lists } = call;
				for (const line of lists[itemIdentifier] ?? []) store.run('DELETE FROM line WHERE id = ?', line);
				for (const id of lists[identifier] ?? []) settle(call, kind, Number(id));
				return answer();
			},
		},
	};
}

/** A method that creates an invoice from the header and the charges of a request, from its lines, and from those before them. */
const creator = (
	section: string,
	elements: Elements,
	linesBefore: (call: Call) => readonly Values[] = () => [],
): Method => ({
	section,
	elements: [...elements, CHARGES],
	answers: 'invoice_id',
	run: (call) => {
		const { store, account, clock, groups } = call;
		const { number, ...header } = call.values;
		const lines = linesBefore(call);
		countAgainstPlan(call, 'invoices');
		const id = store.insert('invoice', {
			...{ account_id: account.id, ...EMPTY_INVOICE, date: clock.today() },
			...{ invoice_status: 'Draft', status: 'Active', ...header },
			...assignNumber(store, 'invoice', account.id, number),
		});
		addLines(store, 'invoice', id, [...lines, ...(groups[LINES] ?? [])]);
		replaceCharges(store, id, groups[CHARGES.group]);
		settle(call, 'invoice', id);
		return answer(element('invoice_id', id));
	},
});

/**
 * Header fields that are left out lose their value, the number included: it becomes the next in the sequence (§4.3). Lines
 * and charges are replaced when the request contains some, and kept otherwise.
 */
function updateInvoice(call: Call): Answer {
	const { store, values, groups, account } = call;
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
	settle(call, 'invoice', invoice.id);
	return answer(element('invoice_id', invoice.id));
}

const invoices: Methods = {
	createInvoice: creator('4.3', [
		CUSTOM_FIELDS,
		...invoiceHeader('create', true),
		lineGroup('createInvoice'),
	]),
	updateInvoice: {
		section: '4.3',
		elements: [
			own('invoice_id', '{invoice}', 'invoice', { returned: null, required: {} }),
			...invoiceHeader('update', true),
			lineGroup('updateInvoice'),
			CHARGES,
		],
		answers: 'invoice_id',
		run: updateInvoice,
	},
	...common({
		...{ section: '4.3', kind: 'invoice', name: 'Invoice', fields: invoiceFields, isOrdered: true },
		filters: [
			statusFilter('invoice_record_status', 'invoice.status'),
			filter('invoice_status', 'Sent', 'invoice.invoice_status = ?'),
		],
		summary: 'client/client_id number date net_balance total_paid outstanding invoice_status status currency',
	}),
	sendInvoiceMail: sendMethod('4.3', 'invoice', 'invoice_id', (sent) => sent),
};

const NO_ENTRY = 'Time-entry id is not valid or already billed.';

const TIME_ENTRIES: Group = lineGroup('timeEntry', 'time_entries/time_entry', [
	checked(
		'id',
		'{timeEntry}',
		'{billedTimeEntry}',
		(text, call) => {
			const entry = findOwnRecord(call, 'timeEntry', text);
			return entry?.status === 'Active' && entry.billed === 'No' ? entry.id : undefined;
		},
		{ message: NO_ENTRY, returned: null, required: { message: 'Time-entry id is required.' } },
	),
]);

/** The line for a time entry, which is billed from then on. A name or description that is left out comes from the task or the entry. */
function billTimeEntry({ store, quirks }: Call, { id, ...line }: Values): Values {
	const entry = store.row('timeEntry', Number(id));
	// Another line of the request may have billed it.
	if (entry.billed === 'Yes') reject(NO_ENTRY);
	if (!quirks.includes('marksNothing')) store.update('time_entry', entry.id, { billed: 'Yes' });
	return { type: 'Time', name: store.row('task', entry.task_id).name, description: entry.notes, ...line };
}

const notInvoiceable = (id: unknown) =>
	`Expense [${String(id)}] is not assigned to this client or not active or already invoiced.`;

const EXPENSES: Group = lineGroup('expense', 'expenses/expense', [
	checked(
		'id',
		'{expense}',
		'{invoicedExpense}',
		(text, call) => {
			const expense = findOwnRecord(call, 'expense', text);
			const isRight = expense?.status === 'Active' && expense.client_id === call.values['client_id'];
			return isRight && expense.invoiced === 'No' ? expense.id : reject(notInvoiceable(text));
		},
		{
			message: notInvoiceable('{invoicedExpense}'),
			...{ returned: null, required: { message: 'Expense id is required.' } },
		},
	),
]);

/** The line for an expense, which is invoiced from then on. A name or description that is left out comes from the expense. */
function invoiceExpense({ store, quirks }: Call, { id, ...line }: Values): Values {
	const expense = store.row('expense', Number(id));
	if (expense.invoiced === 'Yes') reject(notInvoiceable(id));
	if (!quirks.includes('marksNothing')) store.update('expense', expense.id, { invoiced: 'Yes' });
	return { type: 'Expense', name: expense.vendor, description: expense.notes, ...line };
}

const invoicesFrom: Methods = {
	createInvoiceFromTimeTracking: creator(
		'4.11',
		[...invoiceHeader('create', false), TIME_ENTRIES, lineGroup('createInvoiceFromTimeTracking')],
		(call) => (call.groups[TIME_ENTRIES.group] ?? []).map((line) => billTimeEntry(call, line)),
	),
	createInvoiceFromExpense: creator(
		'4.11',
		[...invoiceHeader('create', true), EXPENSES, lineGroup('createInvoiceFromExpense')],
		(call) => (call.groups[EXPENSES.group] ?? []).map((line) => invoiceExpense(call, line)),
	),
	// It takes no estimate, whatever its name says (§4.11).
	createInvoiceFromEstimate: creator('4.11', [
		...invoiceHeader('create', false),
		lineGroup('createInvoiceFromEstimate'),
	]),
};

const ESTIMATE = { section: '4.4', kind: 'estimate', path: 'estimates/estimate' } as const;

const estimates: Methods = {
	createEstimate: createMethod(
		ESTIMATE,
		[...estimateHeader('create'), lineGroup('createEstimate')],
		({ store, account, clock, values }) => {
			const { number, number_key } = assignNumber(store, 'estimate', account.id, values['number']);
			values['number'] = number;
			return { estimate_status: 'Draft', date: clock.today(), status: 'Active', number_key };
		},
		withLines('estimate'),
	),
	// The client is required (§4.4). What else the request leaves out stays as it is.
	updateEstimate: updateMethod(ESTIMATE, [...estimateHeader('update'), lineGroup('updateEstimate')], {
		before: ({ store, account, id, values }, present) => {
			const number = values['number'] ?? present.number;
			Object.assign(values, assignNumber(store, 'estimate', account.id, number, id));
		},
		after: withLines('estimate'),
	}),
	...common({
		...{ section: '4.4', kind: 'estimate', name: 'Estimate', fields: estimateFields, isOrdered: true },
		filters: [
			// The word may be a record status or an estimate_status, which is stored as sent, in any case (§3, §4.1).
			filter(
				'status',
				'Active',
				`(${hasStatus('estimate.status')} OR estimate.estimate_status = ? COLLATE NOCASE)`,
				{ otherwise: `estimate.status = 'Active'` },
			),
		],
		summary: 'client number date estimate_status',
	}),
	sendEstimateMail: sendMethod('4.4', 'estimate', 'success/estimate_id', (sent) => [
		element('success', sent),
	]),
};

const PROFILE = { section: '4.5', kind: 'recurring', path: 'recurrings/recurring' } as const;

const profiles: Methods = {
	createRecurring: createMethod(
		PROFILE,
		[...recurringHeader('create'), lineGroup('createRecurring')],
		({ store, account, clock }) => ({
			...{ frequency: PLAIN_FREQUENCY, occurence: 0, date: clock.today(), recurring_status: 'Active' },
			number: assignNumber(store, 'recurring', account.id).number,
		}),
		withLines('recurring'),
	),
	updateRecurring: updateMethod(PROFILE, [...recurringHeader('optional'), lineGroup('updateRecurring')], {
		answers: 'identifier',
		after: withLines('recurring'),
	}),
	...common({
		...{ section: '4.5', kind: 'recurring', name: 'Recurring', fields: recurringFields },
		filters: [statusFilter('recurring_record_status', 'recurring.recurring_status')],
		summary: 'client number date frequency recurring_status',
	}),
};

export const documentMethods: Methods = { ...invoices, ...invoicesFrom, ...estimates, ...profiles };
