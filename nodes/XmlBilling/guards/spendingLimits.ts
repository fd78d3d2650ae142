import Big from 'big.js';
import { isClear } from './clearAmounts';
import type { Body, Content } from '../xml/request';
import { methodNamed } from '../xml/methods';
import { invoiceRecord, recurringRecord } from '../records';
import { textOf, type BillingRecord } from '../xml/shape';
import { bodiesIn, decimalIn, totalsOf } from '../xml/totals';
import { check, isAbsent } from '../xml/values';
import type { Failure } from '../transport/failure';
import type { BillingApi } from '../transport/billingApi';

/** What a credential says of the writes that it allows. */
export interface LimitSettings {
	readOnly?: unknown;
	greatestAmount?: unknown;
}

/** The same, read. */
export interface SpendingLimits {
	readonly readOnly: boolean;
	/** For one invoice or payment; `wrong` when what was filled in is no amount, so that nothing passes by mistake. */
	readonly greatest: Big | 'wrong' | undefined;
}

/** Reads what the credential allows. */
export function readSpendingLimits({ readOnly, greatestAmount }: LimitSettings): SpendingLimits {
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
	{ readOnly, greatest }: SpendingLimits,
	method: string,
	body: Body,
	api: Pick<BillingApi, 'get'>,
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
	const known = methodNamed(method)?.name;
	if (known === undefined) {
		return refused(
			'The credential limits amounts, and the interface has no such method.',
			'Nothing was sent. Correct the name of the method, or use another credential.',
		);
	}
	if (!bearsAmount(known)) return undefined;
	const amount = await amountOf(known, body, api);
	if (amount?.gt(greatest) === true) {
		return refused(
			'The amount is more than the credential allows.',
			`Nothing was sent. The amount is ${amount.toFixed(2)}, and the Greatest Amount ${greatest.toFixed(2)}. Check the amount, or raise the limit in the credential.`,
		);
	}
	return isClear(known, body) ? undefined : refusedAsUnclear();
}

const refused = (message: string, advice: string): Failure => ({
	message,
	advice,
	effect: 'none',
	transient: false,
});

const refusedAsUnclear = (): Failure =>
	refused(
		'The total of this request is unclear, and the credential limits amounts.',
		'Nothing was sent. Spell each element and each type as the interface does, put it where it belongs, and give each amount once, as a plain number. A charge and a payment need their amount, a time entry and an expense their unit cost and quantity.',
	);

/** Whether a method may change what an invoice, a profile or a payment comes to. */
const bearsAmount = (method: string): boolean =>
	method === PAYMENT ||
	(documentOf(method) !== undefined && !/^(get|list|send)|^delete(Invoice|Recurring)$/.test(method));

const PAYMENT = 'invoiceOfflinePayment';

const documentOf = (method: string): Document | undefined =>
	DOCUMENTS.find(({ name }) => method.toLowerCase().includes(name));

/** What an invoice, a profile or a payment comes to once the write is done; nothing for other writes. */
async function amountOf(method: string, body: Body, api: Pick<BillingApi, 'get'>): Promise<Big | undefined> {
	if (method === PAYMENT) {
		const amounts = bodiesIn(body['invoice']).map((payment) => decimalIn(payment, 'amount'));
		return amounts.sort((one, other) => other.cmp(one))[0];
	}
	const type = documentOf(method);
	if (type === undefined) return undefined;
	if (method.startsWith('create')) return totalsOf(body).total;
	// What changes no amount may change on any document.
	if (['items', 'additional_charges', type.lineId].every((name) => body[name] === undefined))
		return undefined;
	const amounts: Big[] = [];
	for (const id of textsOf(body[type.id])) {
		const record = await api.get(type, Number(id));
		const after = totalAfter(method, body, type, record);
		// An invoice that is beyond the limit already may become smaller.
		const isLarger = after.gt(totalAfter('', {}, type, record));
		amounts.push(isLarger ? after : new Big(0));
	}
	return amounts.sort((one, other) => other.cmp(one))[0];
}

const DOCUMENTS = [invoiceRecord, recurringRecord] as const;

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
	const changeOf = (id: string) => given.find((line) => idOf(line, type.lineId) === id);
	const isKnown = (id: string) => present.some((line) => idOf(line, type.shownLineId) === id);
	// The service may know a line by an identifier in another spelling; of a line that is named twice, both count.
	const isMore = (line: Body) => {
		const id = idOf(line, type.lineId);
		return !isKnown(id) || changeOf(id) !== line;
	};
	return [
		...present.map((line) => ({ ...line, ...changeOf(idOf(line, type.shownLineId)) })),
		...given.filter(isMore),
	];
}

const textsOf = (content: Content | undefined): string[] =>
	[content].flat().map((text) => textOf(text).trim());

const recordsOf = (value: unknown): Body[] => (Array.isArray(value) ? value : []).map(toBody);

const toBody = (record: unknown): Body =>
	Object.fromEntries(Object.entries(record ?? {}).map(([name, part]) => [name, textOf(part)]));
