import type { ChargeRow, LineRow } from '../store/rows.mts';
import { hundredths, multiply, percentOf, thousandths } from '../values/decimal.mts';

/** The input of totals. */
type Line = Omit<LineRow, 'id' | 'document' | 'document_id'>;
type Charge = Pick<ChargeRow, 'type' | 'amount'>;

/** Totals of a document, in hundredths. */
export interface Totals {
	discount: bigint;
	tax: bigint;
	charges: bigint;
	/** After discounts and taxes, charges included (§2.2 net_balance). */
	balance: bigint;
}

/**
 * The totals of a document. Each product is rounded to two places at once, halves up: the cost of a line, its discount, each
 * tax, each charge. A percentage charge is a share of what the lines come to with their taxes (vendor's app). Charges are not
 * taxed.
 */
export function totalsOf(lines: readonly Line[], charges: readonly Charge[]): Totals {
	const amounts = lines.map(lineAmounts);
	const tax = sum(amounts.map((line) => line.tax));
	const billed = sum(amounts.map((line) => line.net)) + tax;
	const charged = sum(charges.map(({ type, amount }) => shareOf(billed, type, amount)));
	return {
		discount: sum(amounts.map((line) => line.discount)),
		tax,
		charges: charged,
		balance: billed + charged,
	};
}

function lineAmounts(line: Line) {
	const cost = multiply(thousandths(line.unit_cost), thousandths(line.quantity));
	const discount = shareOf(cost, line.discount_type, line.discount);
	const net = cost - discount;
	const tax1 = percentOf(net, thousandths(line.tax1_percent));
	// A compound second tax applies to the first as well (§4.2).
	const tax2 = percentOf(line.tax2_type === 'Compound' ? net + tax1 : net, thousandths(line.tax2_percent));
	return { cost, discount, net, tax1, tax2, tax: tax1 + tax2 };
}

/** The lines of a document before discounts, in hundredths, and each of their taxes by name and rate, such as VAT 20 %. */
export function subtotalsOf(lines: readonly Line[]): { cost: bigint; taxes: ReadonlyMap<string, bigint> } {
	const taxes = new Map<string, bigint>();
	let sumOfCosts = 0n;
	for (const line of lines) {
		const { cost, tax1, tax2 } = lineAmounts(line);
		sumOfCosts += cost;
		for (const [name, amount] of [
			[withPercent(line.tax1_name, line.tax1_percent), tax1],
			[withPercent(line.tax2_name, line.tax2_percent), tax2],
		] as const)
			if (name !== '') taxes.set(name, (taxes.get(name) ?? 0n) + amount);
	}
	return { cost: sumOfCosts, taxes };
}

/** The name of a tax or a charge with its rate, such as VAT 20 %; '' without a name. */
export const withPercent = (name: string, percent: string): string =>
	name === '' ? '' : `${name} ${percent.replace(/\.?0+$/, '')} %`;

/** A percentage of an amount, or a fixed amount. */
export function shareOf(amount: bigint, type: 'Percent' | 'Fixed', share: string): bigint {
	return type === 'Percent' ? percentOf(amount, thousandths(share)) : hundredths(share);
}

export function sum(amounts: readonly bigint[]): bigint {
	return amounts.reduce((total, amount) => total + amount, 0n);
}
