import { isDate } from '../values/date.mts';
import { parseDecimal } from '../values/decimal.mts';
import { createInvoice, LINES_SHOWN, pay, Refused, type Ask, type Form } from './actions.mts';
import type { Subject } from './details.mts';
import { input, markup, type Choices, type Field, type Html } from './html.mts';

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
