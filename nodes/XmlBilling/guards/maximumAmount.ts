import Big from 'big.js';
import { clearIdentifiers, isClear, isReadable, LIMITED, type ShownAmounts } from './clearAmounts';
import type { Body } from '../xml/request';
import { CHARGES, ITEMS, type Method } from '../records/methods';
import { money, nameById, numberOf } from '../records/display';
import { textOf, type BillingRecord } from '../xml/shape';
import { bodiesAt, bodiesFrom, bodiesIn, bodyFrom, decimalIn } from '../xml/bodies';
import { totalOf, totalsOf } from '../records/totals';
import { check } from '../xml/values';
import type { Failure } from '../transport/failure';
import type { BillingApi } from '../transport/billingApi';
import { mapInOrder } from '../transport/mapInOrder';
import { refused } from './refused';

/** The most that one invoice, profile or payment may come to; undefined if there is no limit. */
export type Maximum = Big | undefined;

/** The limit as the credential has it, or its problem. */
export function readMaximum(given: unknown): Maximum | string {
	const checked = check(given, 'notNegativeMoney', 'utc');
	if (!checked.ok) return checked.problem;
	return checked.text === undefined ? undefined : new Big(checked.text);
}

/**
 * Returns why the invoice, recurring profile or payment of a write would exceed the maximum amount, or might, because its
 * amount is unclear; undefined if it does not. Reads existing documents, because their current lines and charges count as
 * well. Compares amounts alone, whatever their currency.
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
	const unclear = isClear(method, body) ? undefined : refused(UNCLEAR, CLEAR);
	const isNew = method.verb === 'create' || method.verb === 'pay';
	if (!isNew && unclear !== undefined) return unclear;
	const found = isNew ? newAmount(method, body) : await changedAmount(method, type, body, api);
	if (found !== undefined && 'advice' in found) return found;
	if (found?.amount.gt(maximum) !== true) return unclear;
	return refused(
		'The amount is more than the credential allows.',
		`The amount is ${money(found.amount, found.currency)}, and the Maximum Amount is ${maximum.toFixed(2)}. Check the amount, or raise the limit in the credential.`,
	);
}

const UNCLEAR = 'The total of this request is unclear, and the credential limits amounts.';
const CLEAR =
	'Spell each element, type and identifier as in the specification, put it in its place, name each line once, and give each amount once, as a plain number with at most two decimal places. Charges and payments need an amount; time entries and expenses need a unit cost and a quantity.';

const setsAmount = ({ verb, of }: Method): boolean =>
	of === 'lines' || ['create', 'pay', 'update'].includes(verb);

/** An amount, and its currency if a record shows it. */
interface Amount {
	readonly amount: Big;
	readonly currency?: unknown;
}

type Limited = (typeof LIMITED)[number];

/** The amount of a new document, or the largest of payments. */
const newAmount = ({ verb }: Method, body: Body): Amount | undefined =>
	verb === 'create'
		? { amount: totalsOf(body).total }
		: largest(bodiesIn(body['invoice']).map((payment) => ({ amount: decimalIn(payment, 'amount') })));

/** The largest amount that a change results in, or why that cannot be told; undefined if it changes none. */
async function changedAmount(
	method: Method,
	type: Limited,
	body: Body,
	api: Pick<BillingApi, 'get'>,
): Promise<Amount | Failure | undefined> {
	// The limit doesn't apply to a write that changes no amount.
	const parts = ['items', 'additional_charges'];
	if (method.of === undefined && parts.every((name) => body[name] === undefined)) return undefined;
	const [ids, lineIds] = [clearIdentifiers(body[type.id]), namedLines(method, type, body)];
	if (ids === undefined || lineIds === undefined || new Set(lineIds).size < lineIds.length)
		return refused(UNCLEAR, CLEAR);
	const named = [...new Set(ids)];
	const records = await mapInOrder(named, async (id) => await api.get(type, id));
	const shown = new Set(
		records.flatMap((record) => bodiesFrom(record['items']).map((line) => line[type.shownLineId])),
	);
	const stranger = lineIds.find((id) => !shown.has(String(id)));
	// The service may find it in another document, whose amount is not known here.
	if (stranger !== undefined)
		return refused(
			`The line with ID ${stranger} does not belong to the document, and the credential limits amounts.`,
			'Check the identifiers of the document and of the line.',
		);
	const amounts = records.map((record) => amountAfter(method, type, body, record));
	const hidden = named.findIndex((_, index) => amounts[index] === undefined);
	if (hidden >= 0)
		return refused(
			`The amount of ${nameById(type, named[hidden], numberOf(type, records[hidden] ?? {}))} cannot be read, and the credential limits amounts.`,
			READABLE,
		);
	return largest(amounts.flatMap((amount) => amount ?? []));
}

const READABLE =
	'A line, charge or tax shows no plain amount, or the request leaves one empty. Correct it, or use a credential without a Maximum Amount.';

const largest = (amounts: Amount[]): Amount | undefined =>
	amounts.sort((one, other) => other.amount.cmp(one.amount))[0];

/** The existing lines that a request names; undefined if one has no clear identifier. */
function namedLines({ verb, of }: Method, { lineId }: Limited, body: Body): number[] | undefined {
	if (of === undefined || verb === 'add') return [];
	if (verb === 'delete') return clearIdentifiers(body[lineId]);
	return clearIdentifiers(bodiesAt(body, ITEMS).map((line) => textOf(line[lineId])));
}

/** What a document comes to after a change, or 0 if that is no more than before; undefined if it cannot be read. */
function amountAfter(method: Method, type: Limited, body: Body, record: BillingRecord): Amount | undefined {
	const [given, newCharges] = [bodiesAt(body, ITEMS), bodiesAt(body, CHARGES)];
	const shown = shownIn(type, record);
	const isReplaced = method.of === undefined && given.length > 0;
	const stays: ShownAmounts = {
		lines: isReplaced ? [] : linesLeft(method, type, body, shown.lines),
		charges: newCharges.length > 0 ? [] : shown.charges,
		taxes: isReplaced ? [] : shown.taxes,
	};
	const [before, after] = [
		sumOf(shown),
		sumOf(stays, isReplaced || method.verb === 'add' ? given : [], newCharges),
	];
	if (after === undefined) return undefined;
	// A document that already exceeds the limit may become smaller.
	return { amount: before?.gte(after) ? new Big(0) : after, currency: record['currency'] };
}

/** What a document shows of its amounts. What it hides counts as a part without an amount, which cannot be read. */
function shownIn(type: Limited, record: BillingRecord): ShownAmounts {
	const { items, additional_charges: charges = [] } = record;
	const comesTo = (field: string) => Number(textOf(record[field])) !== 0;
	const isShown = Array.isArray(items) && (items.length > 0 || !['net_balance', 'outstanding'].some(comesTo));
	return {
		lines: isShown ? bodiesFrom(items) : [{}],
		charges: Array.isArray(charges) ? bodiesFrom(charges) : [{}],
		// A profile shows the sum of its taxes, but not which lines they are on (§2.2). This assumes that all stay.
		taxes: type.showsTaxes ? [] : [bodyFrom(record)],
	};
}

/** The sum of what a document shows and what is added to it; undefined if some of it cannot be read. */
function sumOf(shown: ShownAmounts, items: Body[] = [], charges: Body[] = []): Big | undefined {
	if (!isReadable(shown)) return undefined;
	const total = totalOf([...shown.lines, ...items], [...shown.charges, ...charges]);
	return shown.taxes.reduce((sum, record) => sum.plus(decimalIn(record, 'total_tax')), total);
}

/** The lines of a document that are left after a change, as it changes them. */
function linesLeft(
	{ verb }: Method,
	{ lineId, shownLineId }: Limited,
	body: Body,
	lines: readonly Body[],
): Body[] {
	const idOf = (line: Body, name: string) => textOf(line[name]).trim();
	const gone = clearIdentifiers(body[lineId]) ?? [];
	const given = verb === 'update' ? bodiesAt(body, ITEMS) : [];
	const changeOf = (id: string) => given.find((line) => idOf(line, lineId) === id);
	return lines
		.filter((line) => !gone.includes(Number(line[shownLineId])))
		.map((line) => ({ ...line, ...changeOf(idOf(line, shownLineId)) }));
}
