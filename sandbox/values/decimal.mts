/**
 * Decimals with at most two places (§2.1). They are stored as text ("12.50") and calculated in hundredths (a bigint), never
 * as binary fractions. Those of lines may have a third place (see the quirk threePlaces).
 */

/** Hundredths of a decimal, or undefined when the text is not a plain number with at most two places. */
export const parseDecimal = (text: string): bigint | undefined => parsePlaces(text, 2);

/** The same in thousandths, with at most this many places. */
export const parseThousandths = (text: string, most = 3): bigint | undefined => parsePlaces(text, 3, most);

function parsePlaces(text: string, scale: number, most = scale): bigint | undefined {
	const [isDecimal, sign = '', whole = '', places = ''] = /^(-?)(\d{1,30})(?:\.(\d+))?$/.exec(text) ?? [];
	if (isDecimal === undefined || places.length > most) return undefined;
	return BigInt(sign + whole + places.padEnd(scale, '0'));
}

/** Hundredths of a decimal that the sandbox stored. Throws when the text is not a decimal. */
export const hundredths = (text: string): bigint => parseDecimal(text) ?? noDecimal(text);

/** The same in thousandths. */
export const thousandths = (text: string): bigint => parseThousandths(text) ?? noDecimal(text);

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

/** The product of two decimals given in thousandths, in hundredths, rounded half up. */
export function multiply(a: bigint, b: bigint): bigint {
	return divideRounded(a * b, 10_000n);
}

/** A percentage (in thousandths of a percent) of an amount, rounded half up. */
export function percentOf(amount: bigint, percent: bigint): bigint {
	return divideRounded(amount * percent, 100_000n);
}
