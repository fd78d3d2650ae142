import Big from 'big.js';
import type { Body, Content } from '../interface/document';
import { invoiceRecord, recurringRecord, type RecordType } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import { totalsOf } from '../interface/totals';
import { check } from '../interface/values';
import type { Failure } from './failure';
import type { Service } from './service';

/** What a credential says of the writes that it allows. */
export interface LimitSettings {
	readOnly?: boolean;
	greatestAmount?: string | number;
}

/** The same, read. */
export interface Limits {
	readonly readOnly: boolean;
	/** For one invoice or payment; `wrong` when what was filled in is no amount, so that nothing passes by mistake. */
	readonly greatest: Big | 'wrong' | undefined;
}

/** Reads what the credential allows. */
export function readLimits({ readOnly, greatestAmount }: LimitSettings): Limits {
	const checked = check(greatestAmount, 'notNegativeDecimal', 'utc');
	const greatest = checked.ok ? checked.text : 'wrong';
	return {
		readOnly: readOnly === true,
		greatest: greatest === undefined || greatest === 'wrong' ? greatest : new Big(greatest),
	};
}

/**
 * Why the credential does not let a write go: it is for reading only, or the invoice, the recurring profile or the payment
 * would come to more than its greatest amount. Nothing when it may go. An invoice that exists is read for it, because its
 * present lines and charges count as well.
 */
export async function refusalOf(
	{ readOnly, greatest }: Limits,
	method: string,
	body: Body,
	service: Pick<Service, 'get'>,
): Promise<Failure | undefined> {
	if (readOnly) {
		return refused(
			'The credential is for reading only.',
			'Nothing was sent. Switch Read Only off in the credential, or use another credential.',
		);
	}
	if (greatest === undefined) return undefined;
	if (greatest === 'wrong') {
		return refused(
			'The Greatest Amount in the credential is not a plain number.',
			'Nothing was sent. Correct it, for example to 1200.50.',
		);
	}
	const amount = await amountOf(method, body, service);
	if (amount === undefined || amount.lte(greatest)) return undefined;
	return refused(
		`The amount of ${amount.toFixed(2)} is more than the ${greatest.toFixed(2)} that the credential allows.`,
		'Nothing was sent. Check the amount, or raise the Greatest Amount in the credential.',
	);
}

const refused = (message: string, advice: string): Failure => ({
	message,
	advice,
	effect: 'none',
	passing: false,
});

/** What an invoice, a profile or a payment comes to once the write is done; nothing for other writes. */
async function amountOf(method: string, body: Body, service: Pick<Service, 'get'>): Promise<Big | undefined> {
	if (method === 'invoiceOfflinePayment') return greatestOf(bodiesOf(body['invoice']).map(amountIn));
	const type = DOCUMENTS.find(({ name }) => method.toLowerCase().includes(name));
	if (type === undefined || /^(delete|send)/.test(method)) return undefined;
	if (method.startsWith('create')) return totalsOf(body).total;
	// What changes no amount may change on any document.
	if (body['items'] === undefined && body['additional_charges'] === undefined) return undefined;
	const record = await service.get(type, Number(body[type.id]));
	return totalsOf(afterwards(method, body, record)).total.plus(hiddenTax(type, record));
}

// A profile shows what its taxes come to, but not which lines have them (§2.2): at most, all of them stay.
const hiddenTax = (type: RecordType, record: BillingRecord): Big =>
	type === recurringRecord ? amountIn({ amount: textOf(record['total_tax']) }) : new Big(0);

const DOCUMENTS: readonly RecordType[] = [invoiceRecord, recurringRecord];

const greatestOf = (amounts: readonly Big[]): Big | undefined =>
	amounts.reduce<Big | undefined>(
		(most, amount) => (most === undefined || amount.gt(most) ? amount : most),
		undefined,
	);

function amountIn({ amount }: Body): Big {
	const checked = check(amount, 'decimal', 'utc');
	return new Big(checked.ok ? (checked.text ?? '0') : '0');
}

/** The lines and charges of a document after a write: those of the request, and those that it leaves alone. */
function afterwards(method: string, body: Body, record: BillingRecord): Body {
	const given = bodiesOf(inner(body['items'], 'item'));
	const present = recordsOf(record['items']);
	const charges = bodiesOf(inner(body['additional_charges'], 'additional_charge'));
	return {
		items: { item: linesAfter(method, given, present) },
		additional_charges: {
			additional_charge: charges.length > 0 ? charges : recordsOf(record['additional_charges']),
		},
	};
}

function linesAfter(method: string, given: Body[], present: Body[]): Body[] {
	if (method.startsWith('add')) return [...present, ...given];
	if (!method.endsWith('Item')) return given.length > 0 ? given : present;
	const changed = new Map(given.map((line) => [lineIdOf(line), line]));
	return present.map((line) => ({ ...line, ...changed.get(lineIdOf(line)) }));
}

// Requests and answers name it differently (§2.2, §4.3, §4.5).
const lineIdOf = (line: Body): string =>
	textOf(line['item_id'] ?? line['invoice_item_id'] ?? line['recurring_item_id']);

const recordsOf = (value: unknown): Body[] =>
	(Array.isArray(value) ? value : []).map((entry: unknown) =>
		Object.fromEntries(Object.entries(entry ?? {}).map(([name, part]) => [name, textOf(part)])),
	);

const bodiesOf = (content: Content | undefined): Body[] =>
	(Array.isArray(content) ? content : [content]).filter(isBody);

const inner = (content: Content | undefined, name: string): Content | undefined =>
	isBody(content) ? content[name] : undefined;

const isBody = (content: Content | undefined): content is Body =>
	typeof content === 'object' && !Array.isArray(content);
