import Big from 'big.js';
import { isClear, LIMITED } from './clearAmounts';
import type { Body, Content } from '../xml/request';
import { CHARGES, ITEMS, type Method } from '../xml/methods';
import { money } from '../records/display';
import { textOf, type BillingRecord } from '../xml/shape';
import { bodiesAt, bodiesFrom, bodiesIn, bodyFrom, decimalIn, totalsOf } from '../xml/totals';
import { check } from '../xml/values';
import type { Failure } from '../transport/failure';
import type { BillingApi } from '../transport/billingApi';
import { refused } from './refused';

/** The most that one invoice, profile or payment may come to; undefined if there is no limit. */
export type Maximum = Big | undefined;

export function readMaximum(given: unknown): Maximum | 'wrong' {
	const checked = check(given, 'notNegativeDecimal', 'utc');
	if (!checked.ok) return 'wrong';
	return checked.text === undefined ? undefined : new Big(checked.text);
}

/**
 * Returns why the invoice, recurring profile or payment of a write would exceed the maximum amount; undefined if it does
 * not. Reads existing documents, because their current lines and charges count as well. Compares amounts alone, whatever
 * their currency.
 */
export async function refuseAmount(
	maximum: Maximum,
	method: Method,
	body: Body,
	api: Pick<BillingApi, 'get'>,
): Promise<Failure | undefined> {
	if (maximum === undefined) return undefined;
	const type = LIMITED.find(({ name }) => name === method.kind);
	if (type === undefined || !setsAmount(method)) return undefined;
	const found = await amountOf(method, type, body, api);
	if (found?.amount.gt(maximum) === true)
		return refused(
			'The amount is more than the credential allows.',
			`The amount is ${money(found.amount, found.currency)}, and the Maximum Amount is ${maximum.toFixed(2)}. Check the amount, or raise the limit in the credential.`,
		);
	return isClear(method, body) ? undefined : refused(UNCLEAR, CLEAR);
}

const UNCLEAR = 'The total of this request is unclear, and the credential limits amounts.';
const CLEAR =
	'Spell each element and each type as in the specification, put it in its place, and give each amount once, as a plain number. Charges and payments need an amount; time entries and expenses need a unit cost and a quantity.';

const setsAmount = ({ verb, of }: Method): boolean =>
	of === 'lines' || ['create', 'pay', 'update'].includes(verb);

/** An amount, and its currency if a record shows it. */
interface Amount {
	readonly amount: Big;
	readonly currency?: unknown;
}

type Limited = (typeof LIMITED)[number];

/** The largest amount that a write results in; undefined if it changes none. */
async function amountOf(
	method: Method,
	type: Limited,
	body: Body,
	api: Pick<BillingApi, 'get'>,
): Promise<Amount | undefined> {
	if (method.verb === 'pay')
		return largest(bodiesIn(body['invoice']).map((payment) => ({ amount: decimalIn(payment, 'amount') })));
	if (method.verb === 'create') return { amount: totalsOf(body).total };
	// The limit doesn't apply to a write that changes no amount.
	const parts = ['items', 'additional_charges', type.lineId];
	if (parts.every((name) => body[name] === undefined)) return undefined;
	const amounts: Amount[] = [];
	for (const id of textsOf(body[type.id])) {
		const record = await api.get(type, Number(id));
		const { before, after } = totalsAround(method, type, body, record);
		// A document that already exceeds the limit may become smaller.
		const amount = after.gt(before) ? after : new Big(0);
		amounts.push({ amount, currency: record['currency'] });
	}
	return largest(amounts);
}

const largest = (amounts: Amount[]): Amount | undefined =>
	amounts.sort((one, other) => other.amount.cmp(one.amount))[0];

function totalsAround(method: Method, type: Limited, body: Body, record: BillingRecord) {
	const [lines, charges] = [bodiesFrom(record['items']), bodiesFrom(record['additional_charges'])];
	const [given, newCharges] = [bodiesAt(body, ITEMS), bodiesAt(body, CHARGES)];
	const isReplaced = method.of === undefined && given.length > 0;
	const newLines = isReplaced ? given : linesAfter(method, type, body, lines, given);
	// A profile shows the sum of its taxes, but not which lines they are on (§2.2). This assumes that all stay.
	const hiddenTax = type.showsTaxes ? new Big(0) : decimalIn(bodyFrom(record), 'total_tax');
	const totalWith = (item: Body[], additional_charge: Body[]) =>
		totalsOf({ items: { item }, additional_charges: { additional_charge } }).total;
	const after = totalWith(newLines, newCharges.length > 0 ? newCharges : charges);
	return {
		before: totalWith(lines, charges).plus(hiddenTax),
		after: isReplaced ? after : after.plus(hiddenTax),
	};
}

function linesAfter({ verb }: Method, type: Limited, body: Body, lines: Body[], given: Body[]): Body[] {
	if (verb === 'add') return [...lines, ...given];
	const idOf = (line: Body, name: string) => textOf(line[name]).trim();
	if (verb === 'delete') {
		const gone = textsOf(body[type.lineId]);
		return lines.filter((line) => !gone.includes(idOf(line, type.shownLineId)));
	}
	const changeOf = (id: string) => given.find((line) => idOf(line, type.lineId) === id);
	const isKnown = (id: string) => lines.some((line) => idOf(line, type.shownLineId) === id);
	// The service may accept another spelling of a line's identifier. If a line is named twice, both changes count.
	const isMore = (line: Body) => {
		const id = idOf(line, type.lineId);
		return !isKnown(id) || changeOf(id) !== line;
	};
	return [
		...lines.map((line) => ({ ...line, ...changeOf(idOf(line, type.shownLineId)) })),
		...given.filter(isMore),
	];
}

const textsOf = (content: Content | undefined): string[] =>
	[content].flat().map((text) => textOf(text).trim());
