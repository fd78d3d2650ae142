import Big from 'big.js';
import type { Body, Content } from '../interface/document';
import { invoiceRecord, recurringRecord } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import { bodiesIn, decimalIn, totalsOf } from '../interface/totals';
import { check, isAbsent } from '../interface/values';
import type { Failure } from './failure';
import type { Service } from './service';

/** What a credential says of the writes that it allows. */
export interface LimitSettings {
	readOnly?: unknown;
	greatestAmount?: unknown;
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
		// Anything but a clear no is a yes.
		readOnly: readOnly !== false && !isAbsent(readOnly),
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
	if (amount === undefined) return undefined;
	if (amount.lte(greatest)) return isClear(body) ? undefined : refusedAsUnclear();
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

const refusedAsUnclear = (): Failure =>
	refused(
		'What this request comes to cannot be told, and the credential limits amounts.',
		'Nothing was sent. Give each line, charge and payment every amount and type once, as a plain number or word, and each time entry and expense its unit cost and quantity.',
	);

const AMOUNTS = ['amount', 'discount', 'quantity', 'tax1_percent', 'tax2_percent', 'unit_cost'];
const TYPES = ['discount_type', 'tax1_type', 'tax2_type', 'type'];
const ENTRIES = ['expense', 'time_entry'];

/** Whether a request says plainly what it comes to. The operations write no other; a custom request may. */
const isClear = (body: Body): boolean =>
	Object.entries(body).every(([name, content]) => {
		if (AMOUNTS.includes(name))
			return typeof content === 'string' && /^(-?\d+(\.\d+)?)?$/.test(content.trim());
		if (TYPES.includes(name)) return typeof content === 'string';
		// The service bills its own values where an entry has none.
		const hasOwn = (entry: Body) => ['unit_cost', 'quantity'].every((value) => textOf(entry[value]) !== '');
		const below = bodiesIn(content);
		return below.every(isClear) && (!ENTRIES.includes(name) || below.every(hasOwn));
	});

/** What an invoice, a profile or a payment comes to once the write is done; nothing for other writes. */
async function amountOf(method: string, body: Body, service: Pick<Service, 'get'>): Promise<Big | undefined> {
	if (method === 'invoiceOfflinePayment') {
		const amounts = bodiesIn(body['invoice']).map((payment) => decimalIn(payment, 'amount'));
		return amounts.sort((one, other) => other.cmp(one))[0];
	}
	const type = DOCUMENTS.find(({ name }) => method.toLowerCase().includes(name));
	if (type === undefined || method === type.remove || method.startsWith('send')) return undefined;
	if (method.startsWith('create')) return totalsOf(body).total;
	// What changes no amount may change on any document.
	if (['items', 'additional_charges', type.lineId].every((name) => body[name] === undefined))
		return undefined;
	const amounts: Big[] = [];
	for (const id of textsOf(body[type.id])) {
		const record = await service.get(type, Number(id));
		const after = totalAfter(method, body, type, record);
		// An invoice that is beyond the limit already may become smaller.
		const isLarger = after.gt(totalAfter('', {}, type, record));
		amounts.push(isLarger ? after : new Big(0));
	}
	return amounts.sort((one, other) => other.cmp(one))[0];
}

const DOCUMENTS = [
	{ ...invoiceRecord, remove: 'deleteInvoice', lineId: 'invoice_item_id', shownLineId: 'item_id' },
	{
		...recurringRecord,
		remove: 'deleteRecurring',
		lineId: 'recurring_item_id',
		shownLineId: 'recurring_item_id',
	},
] as const;

type Document = (typeof DOCUMENTS)[number];

/** What a document comes to after a write: with the lines and charges of the request, and those that it leaves alone. */
function totalAfter(method: string, body: Body, type: Document, record: BillingRecord): Big {
	const given = bodiesIn(body['items']).flatMap((items) => bodiesIn(items['item']));
	const isReplaced = method.startsWith('update') && !method.endsWith('Item') && given.length > 0;
	const charges = bodiesIn(body['additional_charges']).flatMap((all) => bodiesIn(all['additional_charge']));
	const { total } = totalsOf({
		items: { item: isReplaced ? given : linesAfter(method, body, given, type, recordsOf(record['items'])) },
		additional_charges: {
			additional_charge: charges.length > 0 ? charges : recordsOf(record['additional_charges']),
		},
	});
	// A profile shows what its taxes come to, but not which lines have them (§2.2): at most, all of them stay.
	return type.name === 'recurring' && !isReplaced
		? total.plus(decimalIn(toBody(record), 'total_tax'))
		: total;
}

function linesAfter(method: string, body: Body, given: Body[], type: Document, present: Body[]): Body[] {
	if (method.startsWith('add')) return [...present, ...given];
	const idOf = (line: Body, name: string) => textOf(line[name]).trim();
	if (method.startsWith('delete')) {
		const gone = textsOf(body[type.lineId]);
		return present.filter((line) => !gone.includes(idOf(line, type.shownLineId)));
	}
	const changed = new Map(given.map((line) => [idOf(line, type.lineId), line]));
	const isKnown = (id: string) => present.some((line) => idOf(line, type.shownLineId) === id);
	return [
		...present.map((line) => ({ ...line, ...changed.get(idOf(line, type.shownLineId)) })),
		// The service may know a line by an identifier in another spelling.
		...[...changed].flatMap(([id, line]) => (isKnown(id) ? [] : [line])),
	];
}

const textsOf = (content: Content | undefined): string[] =>
	[content].flat().map((text) => textOf(text).trim());

const recordsOf = (value: unknown): Body[] => (Array.isArray(value) ? value : []).map(toBody);

const toBody = (record: unknown): Body =>
	Object.fromEntries(Object.entries(record ?? {}).map(([name, part]) => [name, textOf(part)]));
