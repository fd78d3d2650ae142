import { readItems } from '../fields/lines';
import type { Body } from '../interface/document';
import { LINE_RULES } from '../interface/lines';
import { invoiceRecord } from '../interface/records';
import { textOf, type BillingRecord, type Value } from '../interface/shape';
import type { Call } from './operation';
import { findByNumber, warnOfNumber } from './invoice.create';
import { idOf, option, withElement, written } from './standard';

/** Where a request's header element is found in an answer (§2.2, §4.3). */
const HEADER: ReadonlyArray<readonly [element: string, read: (record: BillingRecord) => string]> = [
	['invoice_title', (record) => textOf(record['invoice_title'])],
	['number', (record) => textOf(record['number'])],
	['date', (record) => day(record['date'])],
	['due_date', (record) => day(record['invoice_due_date'])],
	['schedule_date', (record) => day(record['invoice_schedule_date'])],
	// In an answer `late_fee` is an amount; the rule is `late_fee_id`, and 0 is none.
	['late_fee', (record) => (record['late_fee_id'] === 0 ? '' : textOf(record['late_fee_id']))],
	['po_number', (record) => textOf(record['po_number'])],
	['status', (record) => textOf(record['invoice_status']).toLowerCase()],
	['notes', (record) => textOf(record['notes'])],
	['terms', (record) => textOf(record['terms'])],
];

// With lines in the request, any other status makes the invoice a draft (§4.3).
const KEPT_STATUSES = ['draft', 'sent', 'viewed', 'paid', 'partial-paid'];

/**
 * Changes an invoice. The service erases every header field that is left out (§4.3), so the invoice is read first and
 * all that it has is sent again with the changes. Lines are sent only when they are replaced.
 */
export async function updateInvoice(call: Call) {
	const given = call.body();
	const items = await readItems(call, LINE_RULES.updateInvoice);
	let body = given;
	if (option(call, 'keepUnchanged') !== false) {
		body = keepHeader(given, await call.service.get(invoiceRecord, idOf(call, invoiceRecord)));
	}
	if (items.length > 0) body = withElement(body, 'items/item', items);
	await refuseNumberInUse(call, given);
	if (items.length > 0) warnOfDraft(call, textOf(body['status']));
	const output = await written(call, invoiceRecord, await call.service.call(call.method, body), 'updated');
	warnOfNumber(call, output, body['number']);
	return output;
}

function warnOfDraft(call: Call, status: string): void {
	if (KEPT_STATUSES.includes(status)) return;
	call.warn(
		`The service makes an invoice ${status === '' ? 'without a status' : `with the status '${status}'`} a draft when its lines change.`,
	);
}

// The service would silently give the invoice another number than one that is in use (§4.3).
async function refuseNumberInUse(call: Call, { number }: Body): Promise<void> {
	const id = typeof number === 'string' ? await findByNumber(call, number) : undefined;
	if (id === undefined || id === idOf(call, invoiceRecord)) return;
	throw call.problem(
		`Another invoice has the number '${textOf(number)}' already: ID ${id}`,
		'Nothing was changed. Choose another number.',
	);
}

/** The body with every header value of the record that the body does not set itself. */
export function keepHeader(given: Body, record: BillingRecord): Body {
	let body = given;
	const client = asRecord(record['client']);
	const kept: ReadonlyArray<readonly [path: string, value: string]> = [
		['client/client_id', textOf(client['client_id'] ?? record['client_id'])],
		// An address belongs to its client: it is not carried over to another one.
		['client/address', isAnotherClient(given, client) ? '' : textOf(client['address'])],
		...HEADER.map(([element, read]) => [element, read(record)] as const),
	];
	for (const [path, value] of kept) {
		if (value !== '' && !isSet(body, path)) body = withElement(body, path, value);
	}
	return body;
}

function isAnotherClient(given: Body, current: BillingRecord): boolean {
	const chosen = isBody(given['client']) ? given['client']['client_id'] : undefined;
	return chosen !== undefined && chosen !== textOf(current['client_id']);
}

function isSet(body: Body, path: string): boolean {
	const [first = '', second] = path.split('/');
	const content = body[first];
	return second === undefined ? content !== undefined : isBody(content) && content[second] !== undefined;
}

const isBody = (content: Body[string]): content is Body =>
	typeof content === 'object' && !Array.isArray(content);

const asRecord = (value: Value | undefined): BillingRecord =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

// Answers may show a time with a date, which requests do not take (§2.1); a date of zeros is none.
const day = (value: Value | undefined): string => {
	const date = textOf(value).slice(0, 10);
	return /^\d{4}-\d{2}-\d{2}$/.test(date) && !date.startsWith('0000') ? date : '';
};
