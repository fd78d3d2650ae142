import type { Row } from './details.ts';
import type { KindName } from './kinds.ts';
import { LINES_SHOWN, type Form } from './actions.ts';
import { input, markup, select, type Choices, type Html } from './html.ts';

const form = (action: string, submit: string, ...fields: Html[]): Html =>
	markup`<form method="post" action="${action}">${fields}<button>${submit}</button></form>`;

/** The kinds of record that the page can create. */
export const hasForm = (name: KindName): name is 'invoice' | 'client' =>
	name === 'invoice' || name === 'client';

/** The form of a new invoice, with what was filled in before. */
export function invoiceForm(base: string, clients: Choices, taxes: Choices, filled: Form): Html {
	const value = (name: string, otherwise = '') => filled.get(name) ?? otherwise;
	const lines = Array.from(
		{ length: LINES_SHOWN },
		(_, at) =>
			markup`<fieldset><legend>Line ${at + 1}</legend>${input({ label: 'Name', name: `line${at}`, value: value(`line${at}`, at === 0 ? 'Design' : '') })}
${input({ label: 'Quantity', name: `quantity${at}`, value: value(`quantity${at}`, '1') })}
${input({ label: 'Unit Cost', name: `cost${at}`, value: value(`cost${at}`, at === 0 ? '90.00' : '') })}
${select('Tax', `tax${at}`, [['', 'None'], ...taxes], value(`tax${at}`))}</fieldset>`,
	);
	return form(
		`${base}/invoice`,
		'Create Invoice',
		select('Client', 'client', clients, value('client')),
		input({ label: 'Number', name: 'number', value: value('number'), hint: 'blank: the next one' }),
		input({ label: 'Due in Days', name: 'days', value: value('days', '14') }),
		select(
			'Status',
			'status',
			[
				['Sent', 'Sent'],
				['Draft', 'Draft'],
			],
			value('status', 'Sent'),
		),
		input({ label: 'Notes', name: 'notes', value: value('notes') }),
		...lines,
	);
}

/** The form of a new client. */
export function clientForm(base: string, currency: string, filled: Form): Html {
	const field = (label: string, name: string, otherwise = '') =>
		input({ label, name, value: filled.get(name) ?? otherwise, type: name === 'email' ? 'email' : 'text' });
	return form(
		`${base}/client`,
		'Create Client',
		field('Organization', 'organization'),
		field('Name', 'name'),
		field('Email', 'email'),
		field('Address', 'address'),
		field('Currency', 'currency', currency),
	);
}

/** The form of a payment: what is outstanding, unless less is filled in. */
export function paymentForm(base: string, invoice: Row, methods: Choices, filled: Form): Html {
	const today = new Date().toISOString().slice(0, 10);
	const value = (name: string, otherwise: string) => filled.get(name) ?? otherwise;
	return markup`<h2>Record a Payment</h2>
		${form(
			`${base}/invoice/${String(invoice.id)}/payment`,
			'Record Payment',
			input({ label: 'Amount', name: 'amount', value: value('amount', String(invoice.outstanding)) }),
			select('Method', 'method', methods, value('method', '')),
			input({ label: 'Date', name: 'date', value: value('date', today), type: 'date' }),
			input({ label: 'Notes', name: 'notes', value: value('notes', '') }),
		)}`;
}

/** What a client decides about an estimate. */
export const decisionForm = (base: string, estimate: Row): Html =>
	markup`<h2>What the Client Decides</h2>
<form method="post" action="${base}/estimate/${String(estimate.id)}/status">
<button name="status" value="Accepted">Accept</button>
<button name="status" value="Declined">Decline</button></form>`;
