import Big from 'big.js';
import { decodeNumber, textOf, type Value } from '../xml/shape';
import { decimalOf } from '../xml/values';

export const ZERO = new Big(0);

/** An amount and its currency, if it is known: `1881.20 USD`, or `1881 JPY`, which has no cents unless some are there. */
export function money(amount: Big | string | number, currency: unknown): string {
	const exact = new Big(amount);
	const code = textOf(currency).trim();
	return `${exact.toFixed(exact.mod(1).eq(0) && isWithoutCents(code) ? 0 : 2)} ${code}`.trim();
}

const isWithoutCents = (code: string): boolean =>
	/^[a-z]{3}$/i.test(code) &&
	new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
		.maximumFractionDigits === 0;

export const sumOf = (amounts: readonly Big[]): Big =>
	amounts.reduce((sum, amount) => sum.plus(amount), ZERO);

/** An amount as outputs show it: a number, or text if a number would change it. */
export const shownAmount = (amount: Big): Value => decodeNumber(amount.toFixed());

/** An amount of a record, and how outputs show it: what can't be read is shown as the service shows it. */
export function readAmount(value: unknown): { amount: Big | undefined; shown: Value } {
	const amount = decimalOf(value);
	return { amount, shown: amount === undefined ? textOf(value) || null : shownAmount(amount) };
}

/** One amount less another, as outputs show it; undefined unless both can be read. */
export function differenceOf(amount: unknown, less: unknown): Value | undefined {
	const whole = decimalOf(amount);
	const part = decimalOf(less);
	return whole === undefined || part === undefined ? undefined : shownAmount(whole.minus(part));
}

/** An amount in hundredths, so that sums are exact; 0 if it is not a number. */
export const cents = (amount: unknown): number => (typeof amount === 'number' ? Math.round(amount * 100) : 0);
