import { hundredths, parseDecimal } from '../amounts.mts';
import type { Service } from '../service.mts';
import type { Store } from '../store.mts';
import type { AccountRow } from '../tables.mts';
import { isDate } from '../values.mts';
import { writeRequest, element, type Output } from '../xml.mts';
import { type Choices, readable, input, markup, type Field, type Html } from './html.mts';
import type { Subject } from './records.mts';

/** What an account is called. The interface allows one without a company. */
export const nameOf = ({ company }: AccountRow): string => company || 'Unnamed Account';

const choicesOf =
	(sql: string) =>
	(store: Store, { id }: AccountRow) =>
		store.arrays(sql, id).map(([value = '', text = '']): Choices[number] => [String(value), String(text)]);

/** The active clients of an account. */
export const clientsOf = choicesOf(
	`SELECT id, organization || ' (' || currency || ')' FROM client WHERE account_id = ? AND status = 'Active' ORDER BY 2 COLLATE NOCASE`,
);

/** The taxes of an account that any line can have: their names with their percentages. */
export const taxesOf = choicesOf(
	"SELECT name, value FROM tax WHERE account_id = ? AND type = 'Normal' ORDER BY id",
);

/** The payment methods of an account. */
export const paymentMethodsOf = choicesOf(
	'SELECT name, name AS text FROM payment_method WHERE account_id = ? ORDER BY 1',
);

/** What a form has sent: each field with its text, without blanks around it. */
export type Form = ReadonlyMap<string, string>;

/** The service or the page said no, for this reason. */
export class Refused extends Error {}

/** The lines that the form of an invoice has room for. */
export const LINES_SHOWN = 3;

const DAY_MS = 86_400_000;

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
export function createInvoice(ask: Ask, form: Form, taxes: ReadonlyMap<string, string>): string {
	const lines = Array.from({ length: LINES_SHOWN }, (_, at) => lineOf(form, at, taxes));
	const due = new Date(Date.now() + Number(of(form, 'days')) * DAY_MS);
	const header = [
		element('client', [element('client_id', of(form, 'client'))]),
		...filled({ number: of(form, 'number'), notes: of(form, 'notes') }),
		element('due_date', due.toISOString().slice(0, 10)),
		element('status', of(form, 'status').toLowerCase()),
	];
	return ask('createInvoice', [...header, element('items', lines.flat())], 'invoice_id');
}

/** Records a payment of an invoice (§4.11), and returns its identifier. The service would take more than is outstanding; the page does not. */
export function pay(ask: Ask, { id, row, currency }: Subject, form: Form): string {
	const { amount = '', method, date, notes } = Object.fromEntries(form);
	const outstanding = readable(`${row.outstanding} ${currency}`);
	if ((parseDecimal(amount) ?? 0n) > hundredths(String(row.outstanding)))
		throw new Refused(`The amount is more than the ${outstanding} outstanding. Enter that much or less.`);
	const fields = filled({ id: String(id), amount, method, date, notes });
	ask('invoiceOfflinePayment', [element('invoice', fields)]);
	return String(id);
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

/** A form that an owner fills in. */
export interface FormShape {
	action: string;
	submit: string;
	fields: readonly Field[];
	/** The fields of each line. All but the first line may be left out, with all their required fields. */
	lines?: ReadonlyArray<readonly Field[]>;
	/** Does what the form says. Returns the identifier of the record that shows it. */
	send: (ask: Ask, form: Form) => string;
}

const PRICE = { type: 'amount', isRequired: true } as const;

const taxChoice = ([name, percent]: Choices[number]) => [name, `${name} (${percent} %)`] as const;

const STATUSES = ['Sent', 'Draft'].map((status) => [status, status] as const);

/** The form of a new invoice. */
export const invoiceForm = (base: string, clients: Choices, taxes: Choices): FormShape => ({
	action: `${base}/invoice`,
	submit: 'Create Invoice',
	fields: [
		{ label: 'Client', name: 'client', choices: clients, isRequired: true },
		{ label: 'Number', name: 'number', hint: 'If blank or in use, the next one' },
		{ label: 'Due in Days', name: 'days', value: '14', type: 'number' },
		{ label: 'Status', name: 'status', choices: STATUSES, hint: 'Sent only marks it: no email is sent' },
		{ label: 'Notes', name: 'notes' },
	],
	lines: Array.from({ length: LINES_SHOWN }, (_, at) => [
		{ label: 'Name', name: `line${at}`, value: at === 0 ? 'Design' : '', isRequired: true },
		{ label: 'Quantity', name: `quantity${at}`, value: '1', type: 'amount' },
		{ label: 'Unit Cost', name: `cost${at}`, value: at === 0 ? '90.00' : '', ...PRICE },
		{ label: 'Tax', name: `tax${at}`, choices: [['', 'None'], ...taxes.map(taxChoice)] },
	]),
	send: (ask, form) => createInvoice(ask, form, new Map(taxes)),
});

/** The form of a payment: what is outstanding, unless less is filled in. */
export function paymentForm(subject: Subject, methods: Choices): FormShape {
	const { base, id, row, currency } = subject;
	const today = new Date().toISOString().slice(0, 10);
	return {
		action: `${base}/invoice/${id}/payment`,
		submit: 'Record Payment',
		fields: [
			{ label: 'Amount', name: 'amount', value: String(row.outstanding), hint: `In ${currency}`, ...PRICE },
			{ label: 'Method', name: 'method', choices: methods, isRequired: true },
			{ label: 'Date', name: 'date', value: today, type: 'date' },
			{ label: 'Notes', name: 'notes' },
		],
		send: (ask, form) => pay(ask, subject, form),
	};
}

/** The markup of a form, with what was filled in before. */
export function markupOf({ action, submit, fields, lines = [] }: FormShape, filled: Form = new Map()): Html {
	const show = (field: Field) => input({ ...field, value: filled.get(field.name) ?? field.value });
	const groups = lines.map((line, at) => {
		const inputs = line.map((field) => show({ ...field, isRequired: field.isRequired && at === 0 }));
		return markup`<fieldset><legend>Line ${at + 1}</legend>${inputs}</fieldset>`;
	});
	return markup`<form method="post" action="${action}"><p class="quiet">Fields with <b>*</b> are required.</p>
${fields.map(show)}${groups}<p><button>${submit}</button></p></form>`;
}

/** What is wrong with a text, by the type of its field. The service checks it again. */
const CHECKS: Record<string, (text: string) => string | false> = {
	amount: (text) =>
		parseDecimal(text) === undefined &&
		'Enter a number with at most two decimals and no commas, such as 1234.50.',
	date: (text) => !isDate(text) && 'Enter a day such as 2026-02-28.',
	number: (text) => !/^\d{1,4}$/.test(text) && 'Enter a whole number such as 14.',
};

/** Throws a Refused that names the first field that is wrong. */
export function check({ fields, lines = [] }: FormShape, form: Form): void {
	const checkField = ({ label, name, type = 'text', isRequired = false }: Field, line = '') => {
		const text = form.get(name) ?? '';
		const complaint = text === '' ? isRequired && 'Fill in this field.' : CHECKS[type]?.(text);
		if (complaint) throw new Refused(`${line}${label}: ${complaint}`);
	};
	for (const field of fields) checkField(field);
	for (const [at, line] of lines.entries())
		if (at === 0 || line.some(({ name, isRequired }) => isRequired && form.get(name)))
			for (const field of line) checkField(field, `Line ${at + 1}, `);
}
