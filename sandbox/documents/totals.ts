import type { ChargeRow, LineRow } from '../store/rows.ts';
import { hundredths, multiply, percentOf } from '../values/decimal.ts';

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
 * tax, each charge. A percentage charge applies to the sum of the lines after discounts and before taxes. Charges are not
 * taxed.
 */
export function totalsOf(lines: readonly Line[], charges: readonly Charge[]): Totals {
	const amounts = lines.map(lineAmounts);
	const net = sum(amounts.map((line) => line.net));
	const tax = sum(amounts.map((line) => line.tax));
	const charged = sum(charges.map(({ type, amount }) => shareOf(net, type, amount)));
	return {
		discount: sum(amounts.map((line) => line.discount)),
		tax,
		charges: charged,
		balance: net + tax + charged,
	};
}

function lineAmounts(line: Line) {
	const cost = multiply(hundredths(line.unit_cost), hundredths(line.quantity));
	const discount = shareOf(cost, line.discount_type, line.discount);
	const net = cost - discount;
	const tax1 = percentOf(net, hundredths(line.tax1_percent));
	// A compound second tax applies to the first as well (§4.2).
	const tax2 = percentOf(line.tax2_type === 'Compound' ? net + tax1 : net, hundredths(line.tax2_percent));
	return { discount, net, tax: tax1 + tax2 };
}

/** A percentage of an amount, or a fixed amount. */
export function shareOf(amount: bigint, type: 'Percent' | 'Fixed', share: string): bigint {
	return type === 'Percent' ? percentOf(amount, hundredths(share)) : hundredths(share);
}

export function sum(amounts: readonly bigint[]): bigint {
	return amounts.reduce((total, amount) => total + amount, 0n);
}
