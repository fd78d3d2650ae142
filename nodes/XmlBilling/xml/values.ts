import Big from 'big.js';
import { carriable } from './characters';
import { clockTime, isDay } from './moments';
import { onOneLine } from './text';

/** A value in the interface's format, undefined if it counts as not supplied (§2.1), or its problem. */
export type Checked = { ok: true; text: string | undefined } | { ok: false; problem: string };

/** How a value is checked and written (§2.1). */
export type Kind =
	'text' | 'decimal' | 'notNegativeDecimal' | 'positiveDecimal' | 'integer' | 'identifier' | 'date';

const ABSENT: Checked = { ok: true, text: undefined };
const DECIMAL = /^-?(\d+(\.\d*)?|\.\d+)$/;
const INTEGER = /^-?\d+$/;
const IDENTIFIER = /^[1-9]\d*$/;
// A day, optionally with a time, which may have an offset.
const DATE =
	/^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(?<offset>Z|(?<hours>[+-](?:0\d|1[0-4]))(?::?(?<minutes>[0-5]\d))?)?)?$/i;
// Years have four digits, and there is no year 0.
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;
// Binary noise begins at about the 16th digit of a double, and the last digits may be zeros.
const NOISY_DIGITS = 14;
// Below this, a double distinguishes every cent.
const EXACT_CENTS = 2 ** 46;

// No amount is longer. Multiplying two numbers of any length could take hours.
const MAX_NUMBER_LENGTH = 50;

const written = (text: string): Checked => ({ ok: true, text });
const wrong = (problem: string): Checked => ({ ok: false, problem });
const INEXACT = wrong('holds a number too large to be exact; pass it as text');
const TOO_LONG = wrong(`takes a number of at most ${MAX_NUMBER_LENGTH} characters`);

/** Whether a value counts as not supplied: undefined, null or blank text (§2.1). */
export const isAbsent = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Checks a value and converts it to the interface's format (§2.1).
 *
 * @param value any value from n8n. Undefined, null and blank text count as not supplied, but blank text of the kind
 *   `text` stays as it is
 * @param timeZone IANA name of the zone that decides the date of a moment
 */
export function check(value: unknown, kind: Kind, timeZone: string): Checked {
	if (kind === 'text') return checkText(value);
	if (isAbsent(value)) return ABSENT;
	switch (kind) {
		case 'date':
			return checkDate(value, timeZone);
		case 'integer':
			return checkInteger(value);
		case 'identifier':
			return checkIdentifier(value);
		default:
			return checkDecimal(value, kind);
	}
}

/** An exact decimal to calculate with; undefined if the value isn't one (§2.1). */
export function decimalOf(value: unknown): Big | undefined {
	const checked = check(value, 'decimal', 'utc');
	return checked.ok && checked.text !== undefined ? new Big(checked.text) : undefined;
}

function checkText(value: unknown): Checked {
	if (value === undefined || value === null) return ABSENT;
	if (typeof value === 'string') {
		// Comparisons with stored records need the text that arrives.
		const text = carriable(value);
		return text === '' ? ABSENT : written(text);
	}
	if (typeof value === 'bigint' || typeof value === 'boolean') return written(String(value));
	const text = typeof value === 'number' ? numberText(value) : undefined;
	if (text === undefined) return wrong(`takes text, not ${describe(value)}`);
	return Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER ? INEXACT : written(text);
}

/** Decimals have at most two places and are never rounded. Only binary noise is removed (§2.1, §8). */
function checkDecimal(value: unknown, kind: Kind): Checked {
	const text = numberText(value);
	if (text === undefined || !DECIMAL.test(text)) {
		return wrong(
			`takes a plain number with a point for decimals, such as 1200.50, and without thousands separators, currency symbols or exponents, not ${describe(value)}`,
		);
	}
	if (isTooLong(value)) return TOO_LONG;
	if (typeof value === 'number' && Math.abs(value) > EXACT_CENTS) return INEXACT;
	const exact = new Big(text.replace(/\.$/, ''));
	const rounded = exact.round(2, Big.roundHalfUp);
	if (!rounded.eq(exact) && !isBinaryNoise(exact, rounded)) {
		return wrong(`takes at most two decimal places, not ${describe(value)}`);
	}
	if (kind === 'positiveDecimal' && rounded.lte(0))
		return wrong(`must be greater than zero, not ${describe(value)}`);
	if (kind === 'notNegativeDecimal' && rounded.lt(0))
		return wrong(`must not be negative, not ${describe(value)}`);
	return written(rounded.toFixed());
}

// Noise grows with the amounts in a sum, but stays far below a third decimal that someone meant.
function isBinaryNoise(exact: Big, rounded: Big): boolean {
	const grown = Math.max(Math.abs(rounded.toNumber()) * 1e-12, 1e-9);
	const digits = exact.c.length + Math.max(0, -1 - exact.e);
	return digits >= NOISY_DIGITS && exact.minus(rounded).abs().lt(Math.min(grown, 1e-5));
}

const isTooLong = (value: unknown): boolean =>
	typeof value === 'string' && value.trim().length > MAX_NUMBER_LENGTH;

function checkInteger(value: unknown): Checked {
	const text = numberText(value);
	if (text === undefined || !INTEGER.test(text)) return wrong(`takes a whole number, not ${describe(value)}`);
	if (isTooLong(value)) return TOO_LONG;
	if (typeof value === 'number' && !Number.isSafeInteger(value)) return INEXACT;
	return written(new Big(text).toFixed());
}

/** Identifiers are the service's own positive integers. Display numbers, which may have leading zeros, are refused (§2.1). */
function checkIdentifier(value: unknown): Checked {
	if (isTooLong(value)) return TOO_LONG;
	const text = numberText(value);
	if (text === undefined || !IDENTIFIER.test(text)) {
		return wrong(
			`takes an ID, which is a whole number above zero without leading zeros, not ${describe(value)}`,
		);
	}
	if (Number(text) <= Number.MAX_SAFE_INTEGER) return written(text);
	// Later code uses identifiers as numbers: an inexact one would be another record's.
	return typeof value === 'number'
		? INEXACT
		: wrong(`takes an ID, but ${describe(value)} is too large for one`);
}

/** A day as written, or the day of a moment in the given zone, as `YYYY-MM-DD` (§2.1). */
function checkDate(value: unknown, timeZone: string): Checked {
	const day = toDay(value, timeZone);
	return day === undefined || !DAY.test(day)
		? wrong(`takes a date such as 2026-01-31, not ${describe(value)}`)
		: written(day);
}

function toDay(value: unknown, timeZone: string): string | undefined {
	if (value instanceof Date || Object.prototype.toString.call(value) === '[object Date]')
		return dayIn(Number(value), timeZone);
	if (isDateTime(value)) return dayIn(Number(value.toMillis()), timeZone);
	if (typeof value !== 'string') return undefined;
	const { day = '', time = '00:00', offset, hours, minutes = '00' } = DATE.exec(value.trim())?.groups ?? {};
	const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
	const moment = Date.parse(`${day}T${time.replace(',', '.')}${zone}`);
	if (!isDay(day) || Number.isNaN(moment)) return undefined;
	return offset === undefined ? day : dayIn(moment, timeZone);
}

/** Whether a value is a DateTime of luxon, which n8n's expressions make. Not necessarily of the same copy of it. */
const isDateTime = (value: unknown): value is { toMillis(): unknown } =>
	typeof value === 'object' && value !== null && 'toMillis' in value && typeof value.toMillis === 'function';

const dayIn = (moment: number, timeZone: string): string | undefined =>
	clockTime(moment, timeZone)?.replace(/T.*/, '');

function numberText(value: unknown): string | undefined {
	// JavaScript itself would write very small and very large numbers with exponents.
	if (typeof value === 'number') return Number.isFinite(value) ? new Big(value).toFixed() : undefined;
	if (typeof value === 'bigint') return String(value);
	return typeof value === 'string' ? value.trim() : undefined;
}

/** The problem of a required value. */
export const REQUIRED = 'is required and was left empty';

/** The problem of a value that is none of its choices. */
export const notOneOf = (choices: readonly unknown[], value: unknown): string =>
	`must be one of ${choices.map((choice) => String(choice) || 'empty').join(', ')}, not ${describe(value)}`;

const MAX_QUOTE_LENGTH = 80;

/** A value from outside, quoted for a message. */
export const quote = (text: string): string => `'${onOneLine(text, MAX_QUOTE_LENGTH)}'`;

// All that `quote` and `describe` put into a message, even if the value has quotation marks itself.
const SHOWN_VALUES = /(?<!\w)'.*'(?!\w)|(?<=, (?:not|but) )-?\d\S*/gs;

/** A message without the values that it shows, for n8n's log. */
export const withoutValues = (message: string): string => message.replace(SHOWN_VALUES, '…');

/** Shows a wrong value in an error message, in a form that the user recognizes. */
export function describe(value: unknown): string {
	if (typeof value === 'string') return quote(value);
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	return String(value);
}
