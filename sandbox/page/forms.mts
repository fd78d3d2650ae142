import { hundredths, parseDecimal } from '../amounts.mts';
import { removePayment, settleInvoice } from '../documents/settlement.mts';
import type { Service } from '../service.mts';
import type { Store } from '../store.mts';
import type { AccountRow } from '../tables.mts';
import { addDays, isDate } from '../values.mts';
import { writeRequest, element, type Output } from '../xml.mts';
import { type Choices, readable, input, markup, type Field, type Html } from './html.mts';
import type { Subject } from './records.mts';

/** What an account is called. The interface allows one without a company. */
export const nameOf = ({ company }: AccountRow): string => company || 'Unnamed Account';

const choicesOf = (sql: string) => (store: Store, account: number) =>
	store.arrays(sql, account).map(([value = '', text = '']): Choices[number] => [String(value), String(text)]);

/** The active clients of an account. */
const clientsOf = choicesOf(
	`SELECT id, organization || ' (' || currency || ')' FROM client WHERE account_id = ? AND status = 'Active' ORDER BY 2 COLLATE NOCASE`,
);

/** The taxes of an account that any line can have: their names with their percentages. */
const taxesOf = choicesOf("SELECT name, value FROM tax WHERE account_id = ? AND type = 'Normal' ORDER BY id");

/** The payment methods of an account. */
const paymentMethodsOf = choicesOf(
	'SELECT name, name AS text FROM payment_method WHERE account_id = ? ORDER BY 1',
);

/** What a form has sent: each field with its text, without blanks around it. */
export type Form = ReadonlyMap<string, string>;

/** The service or the page said no, for this reason. */
export class Refused extends Error {}

/** The lines that the form of an invoice has room for. */
const LINES_SHOWN = 3;

const today = (): string => new Date().toISOString().slice(0, 10);

/** Calls a method of the service. Returns the text of an element of its answer. Throws a Refused when it says no. */
export type Ask = (method: string, elements: readonly Output[], wanted?: string) => string;

/** Calls the service as an account's owner, through its own methods, with their checks and totals. */
export const askAs =
	(service: Service, { token }: AccountRow): Ask =>
	(method, elements, wanted) => {
		const { answer } = service.serve({
			authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
			contentType: 'application/x-www-form-urlencoded',
			body: Buffer.from(new URLSearchParams({ xml_request: writeRequest(method, elements) }).toString()),
		});
		if (answer.status !== 200)
			throw new Refused(`The service says: ${answer.text ?? `status ${answer.status}.`}`);
		const found = answer.elements?.find(({ name }) => name === wanted);
		return typeof found?.content === 'string' ? found.content : '';
	};

/** Creates an invoice (§4.3). Returns its identifier. */
function createInvoice(ask: Ask, form: Form, taxes: ReadonlyMap<string, string>): string {
	const lines = Array.from({ length: LINES_SHOWN }, (_, at) => lineOf(form, at, taxes));
	const header = [
		element('client', [element('client_id', of(form, 'client'))]),
		...filled({ number: of(form, 'number'), notes: of(form, 'notes'), due_date: of(form, 'due') }),
		element('status', of(form, 'status').toLowerCase()),
	];
	return ask('createInvoice', [...header, element('items', lines.flat())], 'invoice_id');
}

/** Records a payment of an invoice (§4.11). The service would take more than is outstanding; the page does not. */
function pay(ask: Ask, { id, row, currency }: Subject, form: Form): void {
	const { amount = '', method, date, notes } = Object.fromEntries(form);
	const outstanding = readable(`${row.outstanding} ${currency}`);
	if ((parseDecimal(amount) ?? 0n) > hundredths(String(row.outstanding)))
		throw new Refused(`The amount is more than the ${outstanding} outstanding. Enter that much or less.`);
	const fields = filled({ id: String(id), amount, method, date, notes });
	ask('invoiceOfflinePayment', [element('invoice', fields)]);
}

const of = (form: Form, name: string): string => form.get(name) ?? '';

/** The elements for the fields that are filled in. */
const filled = (fields: Readonly<Record<string, string | undefined>>): Output[] =>
	Object.entries(fields).flatMap(([name, text = '']) => (text === '' ? [] : [element(name, text)]));

/** A line of the form, or nothing if its row is blank. */
function lineOf(form: Form, at: number, taxes: ReadonlyMap<string, string>): Output[] {
	const [name = '', cost = '', tax = ''] = ['line', 'cost', 'tax'].map((field) => of(form, `${field}${at}`));
	if (name === '' && cost === '') return [];
	const percent = taxes.get(tax);
	return [
		element('item', [
			element('name', name),
			element('type', 'Service'),
			...filled({ unit_cost: cost, quantity: of(form, `quantity${at}`) || '1' }),
			...(percent === undefined ? [] : filled({ tax1_name: tax, tax1_percent: percent })),
		]),
	];
}

/** What an owner can do on the pages: the sentence that says it is done, and what a trigger reports then, by its labels. */
export const ACTIONS = {
	creation: ['The invoice is created.', 'Invoice Created'],
	payment: ['The payment is recorded.', 'Payment Recorded'],
	removal: ['The payment is taken back.', 'Payment Removed'],
	due: ['The due date is moved.', 'Invoice Changed, Invoice Due Soon or Invoice Overdue'],
	answer: ["The client's answer is recorded.", 'Estimate Status Changed'],
} as const;

export type Action = keyof typeof ACTIONS;

/** A form that an owner fills in. */
interface FormShape {
	does: Action;
	/** Where it is sent. */
	address: string;
	submit: string;
	fields: readonly Field[];
	/** The fields of each line. All but the first line may be left out, with all their required fields. */
	lines?: ReadonlyArray<readonly Field[]>;
	/** Does what the form says. Returns the address of the record that shows it. */
	send: (ask: Ask, form: Form) => string;
}

const PRICE = { type: 'amount', isRequired: true } as const;

const taxChoice = ([name, percent]: Choices[number]) => [name, `${name} (${percent} %)`] as const;

const choose = (...texts: string[]): Choices => texts.map((text) => [text, text]);

/** The form of a new invoice. */
export function invoiceForm(store: Store, { id, key }: AccountRow): FormShape {
	const taxes = taxesOf(store, id);
	return {
		does: 'creation',
		address: `/${key}/invoice`,
		submit: 'Create Invoice',
		fields: [
			{ label: 'Client', name: 'client', choices: clientsOf(store, id), isRequired: true },
			{ label: 'Number', name: 'number', hint: 'If blank or in use, the next one' },
			{ label: 'Due Date', name: 'due', value: addDays(today(), 14), type: 'date' },
			{
				label: 'Status',
				name: 'status',
				choices: choose('Sent', 'Draft'),
				hint: 'Sent only marks it: no email is sent',
			},
			{ label: 'Notes', name: 'notes' },
		],
		lines: Array.from({ length: LINES_SHOWN }, (_, at) => [
			{ label: 'Name', name: `line${at}`, value: at === 0 ? 'Design' : '', isRequired: true },
			{ label: 'Quantity', name: `quantity${at}`, value: '1', type: 'amount' },
			{ label: 'Unit Cost', name: `cost${at}`, value: at === 0 ? '90.00' : '', ...PRICE },
			{ label: 'Tax', name: `tax${at}`, choices: [['', 'None'], ...taxes.map(taxChoice)] },
		]),
		send: (ask, form) => `/${key}/invoice/${createInvoice(ask, form, new Map(taxes))}`,
	};
}

/** What can be done to a record. All but a payment is done by hand: the interface has no method for just that. */
export function formsOf(subject: Subject): FormShape[] {
	const { store, base, kind, id, row, currency } = subject;
	const here = `${base}/${kind}/${id}`;
	const form = (
		does: Action,
		submit: string,
		fields: readonly Field[],
		change: (form: Form, ask: Ask) => unknown,
		shown = here,
	): FormShape => ({
		...{ does, submit, fields, address: `${here}/${does}` },
		send: (ask, filled) => {
			change(filled, ask);
			return shown;
		},
	});
	if (kind === 'payment') {
		const remove = () => removePayment(store, id, today());
		return [form('removal', 'Take Payment Back', [], remove, `${base}/invoice/${row.invoice_id}`)];
	}
	if (row.status !== 'Active') return [];
	if (kind === 'estimate') {
		const choices = choose('Accepted', 'Rejected');
		const answer: Field = { label: "Client's Answer", name: 'answer', choices, isRequired: true };
		const change = (filled: Form) => store.update(kind, id, { estimate_status: of(filled, 'answer') });
		return [form('answer', 'Record Answer', [answer], change)];
	}
	const outstanding = String(row.outstanding);
	if (kind !== 'invoice' || hundredths(outstanding) <= 0n) return [];
	const methods = paymentMethodsOf(store, Number(row.account_id));
	const payment: Field[] = [
		{ label: 'Amount', name: 'amount', value: outstanding, hint: `In ${currency}`, ...PRICE },
		{ label: 'Method', name: 'method', choices: methods, isRequired: true },
		{ label: 'Date', name: 'date', value: today(), type: 'date' },
		{ label: 'Notes', name: 'notes' },
	];
	const due: Field = {
		label: 'Due Date',
		name: 'due',
		value: String(row.due_date),
		type: 'date',
		isRequired: true,
	};
	const moveDueDate = (filled: Form) => {
		store.update(kind, id, { due_date: of(filled, 'due') });
		settleInvoice(store, id, today());
	};
	return [
		form('payment', 'Record Payment', payment, (filled, ask) => pay(ask, subject, filled)),
		form('due', 'Move Due Date', [due], moveDueDate),
	];
}

/** The markup of a form, with what was filled in before. */
export function markupOf({ address, submit, fields, lines = [] }: FormShape, filled: Form = new Map()): Html {
	const show = (field: Field) => input({ ...field, value: filled.get(field.name) ?? field.value });
	const groups = lines.map((line, at) => {
		const inputs = line.map((field) => show({ ...field, isRequired: field.isRequired && at === 0 }));
		return markup`<fieldset><legend>Line ${at + 1}</legend>${inputs}</fieldset>`;
	});
	return markup`<form method="post" action="${address}">${fields.map(show)}${groups}<p><button>${submit}</button></p></form>`;
}

/** What is wrong with a text, by the type of its field. The service checks it again. */
const CHECKS: Record<string, (text: string) => string | false> = {
	amount: (text) =>
		parseDecimal(text) === undefined &&
		'Enter a number with at most two decimals and no commas, such as 1234.50.',
	date: (text) => !isDate(text) && 'Enter a day such as 2026-02-28.',
};

/** Throws a Refused that names the first field that is wrong. */
export function check({ fields, lines = [] }: FormShape, form: Form): void {
	const checkField = ({ label, name, type = 'text', isRequired = false, choices }: Field, line = '') => {
		const text = of(form, name);
		const isOffered = text === '' || !choices || choices.some(([offered]) => offered === text);
		const wrong = isOffered ? CHECKS[type]?.(text) : 'Choose one of the texts.';
		const complaint = text === '' ? isRequired && 'Fill in this field.' : wrong;
		if (complaint) throw new Refused(`${line}${label}: ${complaint}`);
	};
	for (const field of fields) checkField(field);
	for (const [at, line] of lines.entries())
		if (at === 0 || line.some(({ name, isRequired }) => isRequired && form.get(name)))
			for (const field of line) checkField(field, `Line ${at + 1}, `);
}
