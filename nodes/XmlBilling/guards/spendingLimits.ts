import Big from 'big.js';
import { isClear, LIMITED } from './clearAmounts';
import type { Body, Content } from '../xml/request';
import { CHARGES, ITEMS, methodNamed, type Method } from '../xml/methods';
import { money } from '../records/display';
import { textOf, type BillingRecord } from '../xml/shape';
import { bodiesAt, bodiesFrom, bodiesIn, bodyFrom, decimalIn, totalsOf } from '../xml/totals';
import { check, isAbsent } from '../xml/values';
import type { Failure } from '../transport/failure';
import type { BillingApi, WriteGuard } from '../transport/billingApi';

/** The credential's limits on writes. */
export interface LimitSettings {
	readOnly?: unknown;
	maximumAmount?: unknown;
}

/** The same limits, checked. */
export interface SpendingLimits {
	readonly readOnly: boolean;
	/** The limit on one invoice, profile or payment. `wrong` if it is not an amount: then nothing passes. */
	readonly maximum: Big | 'wrong' | undefined;
}

export function readSpendingLimits({ readOnly, maximumAmount }: LimitSettings): SpendingLimits {
	const checked = check(maximumAmount, 'notNegativeDecimal', 'utc');
	const maximum = checked.ok ? checked.text : 'wrong';
	return {
		// Anything but a clear no counts as yes.
		readOnly: readOnly !== false && !isAbsent(readOnly),
		maximum: maximum === undefined || maximum === 'wrong' ? maximum : new Big(maximum),
	};
}

export function spendingGuardOf(credential: LimitSettings): WriteGuard {
	const limits = readSpendingLimits(credential);
	return async (method, body, api) => await refusalOf(limits, method, body, api);
}

/**
 * Returns why the credential rejects a write: it is read-only, or the invoice, recurring profile or payment would exceed
 * its maximum amount. Returns undefined if the write is allowed. Reads existing documents, because their current lines
 * and charges count as well.
 */
export async function refusalOf(
	{ readOnly, maximum }: SpendingLimits,
	method: string,
	body: Body,
	api: Pick<BillingApi, 'get'>,
): Promise<Failure | undefined> {
	if (readOnly)
		return refused(
			'The credential is read-only.',
			'Switch Read Only off in the credential, or use another credential.',
		);
	if (maximum === undefined) return undefined;
	if (maximum === 'wrong')
		return refused(
			'The Maximum Amount in the credential is not a plain number.',
			'Correct it, for example to 1200.50.',
		);
	const known = methodNamed(method);
	if (known === undefined)
		return refused(
			'The credential limits amounts, and the interface has no such method.',
			'Correct the name of the method, or use another credential.',
		);
	const type = LIMITED.find(({ name }) => name === known.kind);
	if (type === undefined || !setsAmount(known)) return undefined;
	const found = await amountOf(known, type, body, api);
	if (found?.amount.gt(maximum) === true)
		return refused(
			'The amount is more than the credential allows.',
			`The amount is ${money(found.amount, found.currency)}, and the Maximum Amount is ${maximum.toFixed(2)}. Check the amount, or raise the limit in the credential.`,
		);
	return isClear(known, body) ? undefined : refused(UNCLEAR, CLEAR);
}

const UNCLEAR = 'The total of this request is unclear, and the credential limits amounts.';
const CLEAR =
	'Spell each element and each type as in the specification, put it in its place, and give each amount once, as a plain number. Charges and payments need an amount; time entries and expenses need a unit cost and a quantity.';

const refused = (message: string, advice: string): Failure => ({
	message,
	advice: `Nothing was sent. ${advice}`,
	effect: 'none',
	transient: false,
});

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
