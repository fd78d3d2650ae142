import Big from 'big.js';
import { invoiceRecord, recurringRecord } from '../records';
import { money } from '../records/money';
import { totalOf, totalsOf } from '../records/totals';
import { nameOf } from '../records/display';
import { CHARGES, ITEMS, type Method } from '../records/methods';
import type { BillingApi } from '../transport/billingApi';
import { unsentFailure, type Failure } from '../transport/failures';
import { bodiesAt, bodiesIn, bodyFrom, decimalIn, textIn, textsIn, type Body } from '../xml/request';
import { recordsIn, textOf, type BillingRecord } from '../xml/shape';
import { check, decimalOf, isAbsent } from '../xml/values';

type Limited = typeof invoiceRecord | typeof recurringRecord;

/** The most that one invoice, profile or payment may come to; undefined if there is no limit. Its problem if it is unclear. */
export function readMaximum(given: unknown): Big | string | undefined {
	if (given === undefined || given === null) return 'has no value';
	const checked = check(given, 'notNegativeMoney', 'utc');
	if (!checked.ok) return checked.problem;
	return checked.text === undefined ? undefined : new Big(checked.text);
}

/**
 * Returns why the invoice, recurring profile or payment of an operation's write would exceed the maximum amount; undefined if
 * it does not. Reads an existing document, because its current lines and charges count as well. Compares amounts alone,
 * whatever their currency.
 */
export async function refuseAmount(
	maximum: Big,
	method: Method,
	body: Body,
	api: Pick<BillingApi, 'get'>,
): Promise<Failure | undefined> {
	const type = [invoiceRecord, recurringRecord].find(({ name }) => name === method.kind);
	if (type === undefined) return undefined;
	if (method.verb === 'create') return refuseAbove(maximum, totalsOf(body).total);
	if (method.verb === 'pay') {
		const [payment = {}] = bodiesIn(body['invoice']);
		return refuseAbove(maximum, decimalIn(payment, 'amount'));
	}
	const setsAmounts = ['items', 'additional_charges'].some((name) => body[name] !== undefined);
	if (method.of !== 'lines' && !setsAmounts) return undefined;
	const document = await api.get(type, Number(textsIn(body[type.id])[0]));
	const after = amountAfter(method, type, body, document);
	if (after === undefined)
		return unsentFailure(
			`The amount of ${nameOf(type, document)} cannot be read, and the credential limits amounts.`,
			'A line, charge or tax shows no plain amount. Correct it, or use a credential without a Maximum Amount.',
		);
	// A document that already exceeds the limit may become smaller.
	const isLess = amountOf(type, document, shownLines(type, document))?.gte(after) ?? false;
	return isLess ? undefined : refuseAbove(maximum, after, document['currency']);
}

const refuseAbove = (maximum: Big, amount: Big, currency?: unknown): Failure | undefined =>
	amount.lte(maximum)
		? undefined
		: unsentFailure(
				'The amount is more than the credential allows.',
				`The amount is ${money(amount, currency)}, and the Maximum Amount is ${maximum.toFixed(2)}. Check the amount, or raise the limit in the credential.`,
			);

/** What a document comes to after a change; undefined if what stays of it cannot be read. */
function amountAfter(method: Method, type: Limited, body: Body, document: BillingRecord): Big | undefined {
	const given = bodiesAt(body, ITEMS);
	const shown = shownLines(type, document);
	if (method.of !== 'lines')
		return amountOf(type, document, given.length > 0 ? [] : shown, given, bodiesAt(body, CHARGES));
	// An added line has no identifier.
	const ids = [...textsIn(body[type.lineId]), ...given.map((line) => textIn(line, type.lineId))];
	const idOf = (line: BillingRecord) => textOf(line[type.shownLineId]);
	const stays = shown?.filter((line) => !ids.includes(idOf(line)));
	const changed = given.map((line) => {
		const before = shown?.find((one) => idOf(one) === textIn(line, type.lineId));
		return { ...bodyFrom(before), ...line };
	});
	return amountOf(type, document, stays, changed);
}

/** The lines of a document; undefined if it hides them. Of a profile without lines, only taxes can tell (§2.2). */
function shownLines(type: Limited, document: BillingRecord): BillingRecord[] | undefined {
	const { items, net_balance, total_tax = 0 } = document;
	const isEmpty = Number(type.showsTaxes ? net_balance : total_tax) === 0;
	return Array.isArray(items) && (items.length > 0 || isEmpty) ? recordsIn(items) : undefined;
}

/**
 * What lines of a document come to with other lines, and with its charges unless others replace them; undefined if some of
 * it cannot be read.
 */
function amountOf(
	type: Limited,
	document: BillingRecord,
	lines: readonly BillingRecord[] | undefined,
	others: readonly Body[] = [],
	newCharges: readonly Body[] = [],
): Big | undefined {
	const charges = newCharges.length > 0 ? [] : recordsIn(document['additional_charges']);
	if (!lines?.every(isPlainLine) || !charges.every(({ amount }) => isAmount(amount))) return undefined;
	const total = totalOf([...lines.map(bodyFrom), ...others], [...charges.map(bodyFrom), ...newCharges]);
	if (type.showsTaxes || lines.length === 0) return total;
	// A profile shows the sum of its taxes, but not which lines they are on (§2.2). This assumes that all stay.
	return decimalOf(document['total_tax'])?.plus(total);
}

const isAmount = (value: unknown): boolean => decimalOf(value) !== undefined;

const isPlainLine = ({ unit_cost, quantity, discount, tax1_percent, tax2_percent }: BillingRecord): boolean =>
	isAmount(unit_cost) &&
	isAmount(quantity) &&
	[discount, tax1_percent, tax2_percent].every((value) => isAbsent(value) || isAmount(value));
