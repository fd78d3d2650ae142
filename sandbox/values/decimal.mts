import { reject } from '../rejection.mts';

/**
 * Decimals with at most two places (§2.1). They are stored as text ("12.50") and calculated in hundredths (a bigint), never
 * as binary fractions.
 */

/** Hundredths of a decimal, or undefined when the text is not a plain number with at most two places. */
export function parseDecimal(text: string): bigint | undefined {
	const found = /^(-?)(\d{1,30})(?:\.(\d{1,2}))?$/.exec(text);
	if (found === null) return undefined;
	const [, sign = '', whole = '', places = ''] = found;
	return BigInt(sign + whole + places.padEnd(2, '0'));
}

/**
 * The decimal in a text, with two places, or the fallback when the text is empty. Throws a Rejection with the message when it is
 * not a decimal, or below the minimum, which is in hundredths.
 */
export function decimalOr<Fallback>(
	text: string,
	fallback: Fallback,
	message: string,
	least?: bigint,
): string | Fallback {
	if (text === '') return fallback;
	const value = parseDecimal(text) ?? reject(message);
	return least !== undefined && value < least ? reject(message) : formatDecimal(value);
}

/** Hundredths of a decimal that the sandbox stored. Throws when the text is not a decimal. */
export function hundredths(text: string): bigint {
	const value = parseDecimal(text);
	if (value === undefined) throw new TypeError(`Not a decimal: ${text}`);
	return value;
}

/** The text of an amount given in hundredths, with two places. */
export function formatDecimal(value: bigint): string {
	const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
	return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A quotient rounded to a whole number, halves away from zero. The divisor is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
	const half = divisor / 2n;
	return (dividend < 0n ? dividend - half : dividend + half) / divisor;
}

/** The product of two decimals given in hundredths, in hundredths again, rounded half up. */
export function multiply(a: bigint, b: bigint): bigint {
	return divideRounded(a * b, 100n);
}

/** A percentage (in hundredths of a percent) of an amount, rounded half up. */
export function percentOf(amount: bigint, percent: bigint): bigint {
	return divideRounded(amount * percent, 10_000n);
}
