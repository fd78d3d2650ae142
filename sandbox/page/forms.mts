import { removePayment, settleInvoice } from '../documents/lines.mts';
import { addDays, isDate } from '../values.mts';
import { writeRequest, element, type Output } from '../xml.mts';
import type { Service } from '../service.mts';
import type { Values } from '../store.mts';
import type { AccountRow } from '../tables.mts';
import type { Field } from './html.mts';
import { currencyOf, type Subject, type View } from './records.mts';

export type Form = ReadonlyMap<string, string>;

/** The service or the page said no, for this reason. */
export class Refused extends Error {}

/** Calls a method of the service. Returns the text of the first element of its answer. Throws a Refused when it says no. */
export type Ask = (method: string, ...elements: Output[]) => string;

/** Calls the service as an account's owner, through its own methods, with their checks and totals. */
export const askAs =
	(service: Service, { token }: AccountRow): Ask =>
	(method, ...elements) => {
		const { answer } = service.serve({
			authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
			contentType: 'application/x-www-form-urlencoded',
			body: Buffer.from(new URLSearchParams({ xml_request: writeRequest(method, elements) }).toString()),
		});
		if (answer.status !== 200)
			throw new Refused(`The service says: ${answer.text ?? `status ${answer.status}.`}`);
		const content = answer.elements?.[0]?.content;
		return typeof content === 'string' ? content : '';
	};

/** What an owner can do on the pages: the sentence that says it is done, and what a trigger reports then, by its labels. */
export const ACTIONS = {
	creation: ['The invoice is created.', 'Invoice Created'],
	payment: ['The payment is recorded.', 'Payment Recorded'],
	removal: ['The payment is taken back.', 'Payment Removed'],
	due: ['The due date is moved.', 'Invoice Changed, Invoice Due Soon or Invoice Overdue'],
	cancellation: ['The invoice is canceled.', 'Invoice Canceled'],
	stop: ['The profile is stopped.', 'Recurring Profile Stopped'],
	answer: ["The client's answer is recorded.", 'Estimate Status Changed'],
} as const;

export type Action = keyof typeof ACTIONS;

export interface FormShape {
	does: Action;
	submit: string;
	fields: readonly Field[];
	/** Does what the form says. Returns where the record is that shows it, below the account's pages. */
	send: (form: Form) => string;
}

const of = (form: Form, name: string): string => form.get(name) ?? '';

/** Fields that are filled in, as the elements of their names. */
const filled = (form: Form, names: string): Output[] =>
	names.split(' ').flatMap((name) => (of(form, name) === '' ? [] : [element(name, of(form, name))]));

const today = (): string => new Date().toISOString().slice(0, 10);

const choicesOf = ({ store, account }: View, sql: string) =>
	store
		.all<{ value: string | number; text: string }>(sql, account.id)
		.map(({ value, text }) => [String(value), text] as const);

/** The form of a new invoice, with one line. */
export function invoiceForm(view: View, ask: Ask): FormShape {
	const clients = `SELECT id AS value, organization || ' (' || currency || ')' AS text FROM client
		WHERE account_id = ? AND status = 'Active' ORDER BY text COLLATE NOCASE`;
	const taxes = `SELECT name || '|' || value AS value, name || ' (' || value || ' %)' AS text FROM tax
		WHERE account_id = ? AND type = 'Normal' ORDER BY id`;
	const statuses = [
		['sent', 'Sent (No Email)'],
		['draft', 'Draft'],
	] as const;
	return {
		does: 'creation',
		submit: 'Create Invoice',
		fields: [
			{ label: 'Client', name: 'client_id', choices: choicesOf(view, clients), isRequired: true },
			{ label: 'Number (or the Next)', name: 'number' },
			{ label: 'Due Date', name: 'due_date', value: addDays(today(), 14), type: 'date' },
			{ label: 'Status', name: 'status', choices: statuses },
			{ label: 'Notes', name: 'notes' },
			{ label: 'Item', name: 'name', value: 'Design', isRequired: true },
			{ label: 'Quantity', name: 'quantity', value: '1', type: 'amount', isRequired: true },
			{ label: 'Unit Cost', name: 'unit_cost', value: '90.00', type: 'amount', isRequired: true },
			{ label: 'Tax', name: 'tax', choices: [['', 'None'], ...choicesOf(view, taxes)] },
		],
		send: (form) => {
			const [tax1_name = '', tax1_percent = ''] = of(form, 'tax').split('|');
			const taxed = new Map(Object.entries({ tax1_name, tax1_percent }));
			const line = [...filled(form, 'name unit_cost quantity'), ...filled(taxed, 'tax1_name tax1_percent')];
			const id = ask(
				'createInvoice',
				element('client', filled(form, 'client_id')),
				...filled(form, 'number notes due_date status'),
				element('items', [element('item', [...line, element('type', 'Service')])]),
			);
			return `invoice/${id}`;
		},
	};
}

/** What can be done to a record. All but a payment is done by hand: the interface has no method for just that. */
export function formsOf(subject: Subject, ask: Ask): FormShape[] {
	const { store, kind, row } = subject;
	const id = Number(row['id']);
	const here = `${kind}/${id}`;
	if (kind === 'payment') {
		const send = () => {
			removePayment(store, id, today());
			return `invoice/${row['invoice_id']}`;
		};
		return [{ does: 'removal', submit: 'Take Payment Back', fields: [], send }];
	}
	const change = (values: Values) => {
		store.update(kind, id, values);
		return here;
	};
	if (row['recurring_status'] === 'Active') {
		const send = () => change({ recurring_status: 'Stop' });
		return [{ does: 'stop', submit: 'Stop Profile', fields: [], send }];
	}
	if (row['status'] !== 'Active') return [];
	if (kind === 'estimate') {
		const words = ['Accepted', 'Rejected'];
		const choices = words.map((word) => [word, word] as const);
		const send = (form: Form) => {
			const answer = words.find((word) => word === form.get('answer'));
			if (answer === undefined) throw new Refused(`Choose one of ${words.join(', ')}.`);
			return change({ estimate_status: answer });
		};
		const fields = [{ label: "Client's Answer", name: 'answer', choices, isRequired: true }];
		return [{ does: 'answer', submit: 'Record Answer', fields, send }];
	}
	const outstanding = String(row['outstanding']);
	if (kind !== 'invoice' || Number(outstanding) <= 0) return [];
	const named = 'SELECT name AS value, name AS text FROM payment_method WHERE account_id = ? ORDER BY name';
	const amount = `Amount in ${currencyOf(subject)}`;
	const due_date = String(row['due_date']);
	return [
		{
			does: 'payment',
			submit: 'Record Payment',
			fields: [
				{ label: amount, name: 'amount', value: outstanding, type: 'amount', isRequired: true },
				{ label: 'Method', name: 'method', choices: choicesOf(subject, named), isRequired: true },
				{ label: 'Date', name: 'date', value: today(), type: 'date' },
				{ label: 'Notes', name: 'notes' },
			],
			send: (form) => {
				const payment = [element('id', id), ...filled(form, 'amount method date notes')];
				ask('invoiceOfflinePayment', element('invoice', payment));
				return here;
			},
		},
		{
			does: 'due',
			submit: 'Move Due Date',
			fields: [{ label: 'Due Date', name: 'due_date', value: due_date, type: 'date', isRequired: true }],
			send: (form) => {
				if (!isDate(of(form, 'due_date'))) throw new Refused('Enter a day such as 2026-02-28.');
				store.update(kind, id, { due_date: of(form, 'due_date') });
				settleInvoice(store, id, today());
				return here;
			},
		},
		{
			does: 'cancellation',
			submit: 'Cancel Invoice',
			fields: [],
			send: () => change({ status: 'Cancel' }),
		},
	];
}
