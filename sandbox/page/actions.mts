import { writeRequest, element, type Output } from '../answer.mts';
import type { Service } from '../service.mts';
import type { AccountRow } from '../store/rows.mts';
import { hundredths, parseDecimal } from '../values/decimal.mts';
import type { Subject } from './details.mts';
import { readable } from './html.mts';

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
