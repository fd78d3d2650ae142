import type { RecordRows } from './tables.mts';

/**
 * Decimals with at most two places (§2.1). They are stored as text ("12.50") and calculated in hundredths (a bigint), never
 * as binary fractions. Those of lines may have a third place (see the quirk threePlaces).
 */

/** Thousandths of a decimal with at most so many places; undefined for another text. */
export const parseThousandths = (text: string, most = 3): bigint | undefined => parsePlaces(text, 3, most);

function parsePlaces(text: string, scale: number, most = scale): bigint | undefined {
	const [isDecimal, sign = '', whole = '', places = ''] = /^(-?)(\d{1,30})(?:\.(\d+))?$/.exec(text) ?? [];
	if (isDecimal === undefined || places.length > most) return undefined;
	return BigInt(sign + whole + places.padEnd(scale, '0'));
}

/** Hundredths of a decimal that the sandbox stored. Throws when the text is not a decimal. */
export const hundredths = (text: string): bigint => parsePlaces(text, 2) ?? noDecimal(text);

const thousandths = (text: string): bigint => parseThousandths(text) ?? noDecimal(text);

function noDecimal(text: string): never {
	throw new TypeError(`Not a decimal: ${text}`);
}

/** The text of an amount given in hundredths, with two places. */
export const formatDecimal = (value: bigint): string => format(value, 2);

/** The text of a decimal given in thousandths, with two places, or with three if it needs them. */
export const formatThousandths = (value: bigint): string =>
	value % 10n === 0n ? formatDecimal(value / 10n) : format(value, 3);

function format(value: bigint, places: number): string {
	const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
	return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** A quotient rounded to a whole number, halves away from zero. The divisor is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
	const half = divisor / 2n;
	return (dividend < 0n ? dividend - half : dividend + half) / divisor;
}

/** A percentage (in thousandths of a percent) of an amount, rounded half up. */
function percentOf(amount: bigint, percent: bigint): bigint {
	return divideRounded(amount * percent, 100_000n);
}

type Line = Omit<RecordRows['line'], 'id' | 'document' | 'document_id'>;
type Charge = Pick<RecordRows['charge'], 'type' | 'amount'>;

/** Totals of a document, in hundredths. */
interface Totals {
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
	const cost = divideRounded(thousandths(line.unit_cost) * thousandths(line.quantity), 10_000n);
	const discount = shareOf(cost, line.discount_type, line.discount);
	const net = cost - discount;
	const tax1 = percentOf(net, thousandths(line.tax1_percent));
	// A compound second tax applies to the first as well (§4.2).
	const tax2 = percentOf(line.tax2_type === 'Compound' ? net + tax1 : net, thousandths(line.tax2_percent));
	return { discount, net, tax: tax1 + tax2 };
}

/** The name of a tax or a charge with its rate, such as VAT 20 %; '' without a name. */
export const withPercent = (name: string, percent: string): string =>
	name === '' ? '' : `${name} ${percent.replace(/\.?0+$/, '')} %`;

export function shareOf(amount: bigint, type: string, share: string): bigint {
	return type === 'Percent' ? percentOf(amount, thousandths(share)) : hundredths(share);
}

export function sum(amounts: readonly bigint[]): bigint {
	return amounts.reduce((total, amount) => total + amount, 0n);
}
