import { writeRequest, element, type Output } from '../answer.ts';
import type { Service } from '../service.ts';
import type { AccountRow } from '../store/rows.ts';

/** What a form has sent: each field with its text, without blanks around it. */
export type Form = ReadonlyMap<string, string>;

/** The service said no. The message is its own. */
export class Refused extends Error {}

/** The lines that the form of an invoice has room for. */
export const LINES_SHOWN = 3;

const DAY_MS = 86_400_000;

/** Does in an account what its owner has filled in, through the service's own methods, with their checks and totals. */
export class Owner {
	private readonly service: Service;
	private readonly account: AccountRow;

	constructor(service: Service, account: AccountRow) {
		this.service = service;
		this.account = account;
	}

	/** Creates an invoice (§4.3). Returns its identifier. */
	createInvoice(form: Form, taxes: ReadonlyMap<string, string>): string {
		const days = /^\d{1,4}$/.test(of(form, 'days')) ? Number(of(form, 'days')) : 0;
		const lines = Array.from({ length: LINES_SHOWN }, (_, at) => lineOf(form, at, taxes));
		return this.ask('createInvoice', 'invoice_id', [
			element('client', [element('client_id', of(form, 'client'))]),
			...filled({ number: of(form, 'number'), notes: of(form, 'notes') }),
			element('due_date', new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)),
			element('status', of(form, 'status').toLowerCase()),
			element('items', lines.flat()),
		]);
	}

	/** Creates a client (§4.6). Returns its identifier. */
	createClient(form: Form): string {
		const names = ['organization', 'name', 'email', 'address', 'currency'];
		return this.ask(
			'createClient',
			'client_id',
			filled(Object.fromEntries(names.map((name) => [name, of(form, name)]))),
		);
	}

	/** Records a payment of an invoice (§4.11). */
	pay(invoice: string, form: Form): void {
		const { amount, method, date, notes } = Object.fromEntries(form);
		const fields = filled({ id: invoice, amount, method, date, notes });
		this.ask('invoiceOfflinePayment', '', [element('invoice', fields)]);
	}

	/** Calls a method as the account. Returns the text of an element of the answer. Throws when it is refused. */
	private ask(method: string, wanted: string, elements: readonly Output[]): string {
		const document = writeRequest(method, elements);
		const { answer } = this.service.serve({
			authorization: `Basic ${Buffer.from(`${this.account.token}:`).toString('base64')}`,
			contentType: 'application/x-www-form-urlencoded',
			body: Buffer.from(new URLSearchParams({ xml_request: document }).toString()),
		});
		if (answer.status !== 200)
			throw new Refused(answer.text ?? `The service answered with status ${answer.status}.`);
		const found = answer.elements?.find(({ name }) => name === wanted);
		return typeof found?.content === 'string' ? found.content : '';
	}
}

const of = (form: Form, name: string): string => form.get(name) ?? '';

/** The elements for the fields that are filled in. */
const filled = (fields: Readonly<Record<string, string | undefined>>): Output[] =>
	Object.entries(fields).flatMap(([name, text = '']) => (text === '' ? [] : [element(name, text)]));

/** A line of the form, or nothing if its row is blank. */
function lineOf(form: Form, at: number, taxes: ReadonlyMap<string, string>): Output[] {
	const [name, cost, tax] = ['line', 'cost', 'tax'].map((field) => of(form, `${field}${at}`));
	if (name === '' && cost === '') return [];
	const percent = taxes.get(tax ?? '');
	return [
		element('item', [
			element('name', name ?? ''),
			element('type', 'Service'),
			...filled({ unit_cost: cost, quantity: of(form, `quantity${at}`) || '1' }),
			...(percent === undefined ? [] : filled({ tax1_name: tax, tax1_percent: percent })),
		]),
	];
}
