import Big from 'big.js';
import { sumOf, ZERO } from './money';
import { CHARGES, EXPENSES, ITEMS, TIME_ENTRIES } from './methods';
import { bodiesAt, decimalIn, textIn, type Body } from '../xml/request';
import { isSameText } from '../xml/identity';

/** The amounts of a line, in the document's currency. */
export interface LineTotals {
	name: string;
	quantity: Big;
	unitCost: Big;
	/** Unit cost times quantity. */
	cost: Big;
	discount: Big;
	tax1: Big;
	tax2: Big;
	/** After discount and taxes. */
	total: Big;
}

/** The amounts of a document (§2.2: `net_balance` is the total after discounts and taxes). */
export interface Totals {
	lines: LineTotals[];
	discount: Big;
	/** The sum of each tax, by name and percentage, such as `VAT 20 %`. */
	taxes: Map<string, Big>;
	charges: Big;
	total: Big;
}

/**
 * Adds up the lines and charges of a request's body, in exact decimals. The specification doesn't say how the service
 * rounds. Here, each product is rounded to two places, halves away from zero. A percentage charge is a share of what the
 * lines come to with their taxes (vendor's app), and isn't taxed.
 */
export function totalsOf(body: Body, places = 2): Totals {
	const lines = linesAt(body);
	const totals = lines.map((line) => lineTotals(line, places));
	const billed = sumOf(totals.map(({ total }) => total));
	const charges = sumOf(
		bodiesAt(body, CHARGES).map((charge) =>
			shareOf(billed, textIn(charge, 'type'), decimalIn(charge, 'amount'), places),
		),
	);
	return {
		lines: totals,
		discount: sumOf(totals.map(({ discount }) => discount)),
		taxes: taxesOf(lines, totals),
		charges,
		total: billed.plus(charges),
	};
}

/** What lines and charges in the form of a request come to. */
export const totalOf = (item: readonly Body[], charges: readonly Body[]): Big =>
	totalsOf({ items: { item: [...item] }, additional_charges: { additional_charge: [...charges] } }).total;

// More than a product of amounts, quantities and percentages has.
const ALL_PLACES = 20;

/** How many lines and charges of a body come to no whole cents: whoever rounds them otherwise has another total. */
export function roundedIn(body: Body): number {
	const exact = totalsOf(body, ALL_PLACES);
	const rounded = totalsOf(body);
	const lines = rounded.lines.filter(({ total }, index) => exact.lines[index]?.total.eq(total) === false);
	return lines.length + (exact.charges.eq(rounded.charges) ? 0 : bodiesAt(body, CHARGES).length);
}

/** Whether a difference in totals is no more than half a cent for each line or charge, as others may round. */
export const isByRounding = (rest: Big, body: Body): boolean => rest.abs().times(200).lte(roundedIn(body));

function lineTotals(line: Body, places: number): LineTotals {
	const quantity = decimalIn(line, 'quantity');
	const unitCost = decimalIn(line, 'unit_cost');
	const cost = round(unitCost.times(quantity), places);
	const discountType = textIn(line, 'discount_type') || 'Percent';
	const discount = shareOf(cost, discountType, decimalIn(line, 'discount'), places);
	const net = cost.minus(discount);
	const tax1 = percentOf(net, decimalIn(line, 'tax1_percent'), places);
	// A compound tax also applies to the first tax (§4.2).
	const taxed = isSameText(line['tax2_type'], 'Compound') ? net.plus(tax1) : net;
	const tax2 = percentOf(taxed, decimalIn(line, 'tax2_percent'), places);
	const total = net.plus(tax1).plus(tax2);
	return { name: textIn(line, 'name'), quantity, unitCost, cost, discount, tax1, tax2, total };
}

function taxesOf(lines: readonly Body[], totals: readonly LineTotals[]): Map<string, Big> {
	const taxes = new Map<string, Big>();
	for (const [index, line] of lines.entries()) {
		for (const tax of ['tax1', 'tax2'] as const) {
			const percent = decimalIn(line, `${tax}_percent`);
			const amount = totals[index]?.[tax] ?? ZERO;
			if (percent.eq(0)) continue;
			const label = `${textIn(line, `${tax}_name`) || 'Tax'} ${percent.toFixed()} %`;
			taxes.set(label, (taxes.get(label) ?? ZERO).plus(amount));
		}
	}
	return taxes;
}

const round = (amount: Big, places: number): Big => amount.round(places, Big.roundHalfUp);

const percentOf = (amount: Big, percent: Big, places: number): Big =>
	round(amount.times(percent).div(100), places);

const shareOf = (amount: Big, type: string, share: Big, places: number): Big =>
	isSameText(type, 'Fixed') ? share : percentOf(amount, share, places);

/** The lines that a request bills, of whatever kind (§4.11). */
export const linesAt = (body: Body): Body[] =>
	[ITEMS, TIME_ENTRIES, EXPENSES].flatMap((path) => bodiesAt(body, path));
