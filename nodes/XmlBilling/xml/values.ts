import Big from 'big.js';
import { carriable } from './characters';
import { causeOf, dayOf, FIRST_DAY, isMoment, LAST_DAY } from './dates';
import { codeMeant, codesNear, countries, currencies, type Code } from '../helpers/codes';
import { onOneLine, plainEmail, withoutFormat } from '../helpers/GenericFunctions';

/** A value in the interface's format, undefined if it counts as not supplied (§2.1), or its problem. */
export type Checked =
	| {
			ok: true;
			text: string | undefined;
			/** A warning of what else it may mean. */ doubt?: string | undefined;
	  }
	| { ok: false; problem: string };

// What a number must, in the words of its error.
const POSITIVE = 'be greater than zero';
const NOT_NEGATIVE = 'not be negative';

/**
 * The kinds of decimals, and which of them are money. A text such as `1.500` may mean 1500: it is no money, and a quantity
 * with a warning.
 */
const DECIMALS = {
	decimal: {},
	notNegativeDecimal: { sign: `${NOT_NEGATIVE} (make Unit Cost negative instead)` },
	hours: { sign: POSITIVE, isHours: true },
	money: { isMoney: true },
	notNegativeMoney: { isMoney: true, sign: NOT_NEGATIVE },
	positiveMoney: { isMoney: true, sign: POSITIVE },
	percent: { isPercent: true },
	notNegativePercent: { isPercent: true, sign: NOT_NEGATIVE },
} as const satisfies Record<string, DecimalRules>;

interface DecimalRules {
	readonly isMoney?: true;
	readonly isPercent?: true;
	readonly isHours?: true;
	readonly sign?: string;
}

/** How a value is checked and written (§2.1). A `word` is what records are recognized by, such as a number or a reference. */
export type Kind =
	| 'text'
	| 'word'
	| 'email'
	| 'integer'
	| 'identifier'
	| 'date'
	| 'country'
	| 'currency'
	| 'username'
	| keyof typeof DECIMALS;

/** A value of an answer that a request sends back: a decimal keeps all of its places, because they are the service's own. */
class Shown {
	readonly value: unknown;

	constructor(value: unknown) {
		this.value = value;
	}
}

/** Marks a value of an answer to be sent back, unless it is absent. */
export const asShown = (value: unknown): unknown => (isAbsent(value) ? value : new Shown(value));

/** Whether a value is of an answer, marked to be sent back. */
export const isShown = (value: unknown): boolean => value instanceof Shown;

const ABSENT: Checked = { ok: true, text: undefined };
const DECIMAL = /^-?(\d+(\.\d*)?|\.\d+)$/;
const INTEGER = /^-?\d+$/;
/** An identifier in the form of a request (§2.1). */
export const IDENTIFIER = /^[1-9]\d*$/;
// What a sheet hands over instead of a value, and instead of a long number (people).
const SHEET_ERROR = /^\s*#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!)\s*$/i;
const SHORTENED = /^\s*\d(?:[.,]\d+)?E\+\d+\s*$/i;
const USERNAME = /^[\p{L}\d._@-]{5,}$/u;
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

// Format characters are as invisible as blanks.
const BLANK = /^[\s\p{Cf}]*$/u;

/** Whether a value counts as not supplied: undefined, null or blank text (§2.1). */
export const isAbsent = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && BLANK.test(value));

/**
 * Checks a value and converts it to the interface's format (§2.1).
 *
 * @param value any value from n8n. Undefined, null and blank text count as not supplied, but blank text of the kind
 *   `text` stays as it is
 * @param timeZone IANA name of the zone that decides the date of a moment
 */
export function check(value: unknown, kind: Kind, timeZone: string): Checked {
	if (kind === 'text') return checkText(value);
	if (kind === 'word') return checkText(value, withoutFormat);
	if (kind === 'email') return checkText(value, plainEmail);
	if (isAbsent(value)) return ABSENT;
	switch (kind) {
		case 'date':
			return checkDate(value, timeZone);
		case 'integer':
			return checkInteger(value);
		case 'identifier':
			return checkIdentifier(value);
		case 'country':
			return checkCode(value, countries(), 'DEU');
		case 'currency':
			return checkCode(value, currencies(), 'EUR');
		case 'username':
			return checkUsername(value);
		default:
			return value instanceof Shown ? checkShown(value, DECIMALS[kind]) : checkDecimal(value, DECIMALS[kind]);
	}
}

/** An exact decimal to calculate with, with all of its places; undefined if the value isn't one (§2.1). */
export function decimalOf(value: unknown): Big | undefined {
	const text = isTooLong(value) ? undefined : numberText(value);
	return text !== undefined && DECIMAL.test(text) ? new Big(text.replace(/\.$/, '')) : undefined;
}

/** Whether a value is an exact decimal and equals another. */
export const isSameNumber = (value: unknown, other: string): boolean => decimalOf(value)?.eq(other) ?? false;

function checkShown({ value }: Shown, { sign }: DecimalRules): Checked {
	const exact = decimalOf(value);
	if (exact !== undefined) return withSign(exact, sign, value);
	return wrong(`cannot be sent back as the service shows it: ${describe(value)}`);
}

function checkText(value: unknown, plain: (text: string) => string = carriable): Checked {
	if (value === undefined || value === null) return ABSENT;
	if (typeof value === 'string') {
		// Comparisons with stored records need the text that arrives.
		const text = plain(carriable(value));
		if (SHEET_ERROR.test(text))
			return wrong(`takes no error of a sheet such as ${describe(value)}; correct its formula`);
		if (plain === withoutFormat && SHORTENED.test(text))
			return wrong(`takes no number that a sheet shortened to ${describe(value)}; format its column as text`);
		return text === '' ? ABSENT : written(text);
	}
	if (typeof value === 'bigint' || typeof value === 'boolean') return written(String(value));
	const text = typeof value === 'number' ? numberText(value) : undefined;
	if (text === undefined) return wrong(`takes text, not ${describe(value)}`);
	return Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER ? INEXACT : written(text);
}

/** Decimals have at most two places and are never rounded. Only binary noise is removed (§2.1, §8). */
function checkDecimal(value: unknown, { isMoney, isPercent, isHours, sign }: DecimalRules): Checked {
	const text = numberText(value);
	if (text === undefined || !DECIMAL.test(text)) {
		if (isHours) return wrong(`takes hours as a number, such as 1.5 for 1:30, not ${describe(value)}`);
		const isConvertible = /\d,\d\d?[\s€]*$/.test(text ?? '');
		const recipe = isConvertible ? '; the recipe Decimal commas in the docs converts it' : '';
		return wrong(
			`takes a plain number with a point for decimals, such as 1200.50, and without thousands separators, currency symbols or exponents, not ${describe(value)}${recipe}`,
		);
	}
	if (isTooLong(value)) return TOO_LONG;
	if (typeof value === 'number' && Math.abs(value) > EXACT_CENTS) return INEXACT;
	const exact = new Big(text.replace(/\.$/, ''));
	const rounded = exact.round(2, Big.roundHalfUp);
	const isUnclear = typeof value === 'string' && /\.\d{3}$/.test(text);
	if ((isUnclear && isMoney) || (!rounded.eq(exact) && !isBinaryNoise(exact, rounded))) {
		const meant = isUnclear && isMoney ? meaningsOf(text, exact).map(quote).join(' or ') : '';
		const doubt = isPercent ? doubtOf(exact) : isHours && 'round it, as in {{ $json.hours.toFixed(2) }}';
		const advice =
			meant === ''
				? `; ${doubt ?? 'round it, as in {{ $json.amount.toFixed(2) }}. To bill a finer price or quantity exactly, enter its amount as one line, or a price per 100'}`
				: `, which may mean ${meant}: write what you mean`;
		return wrong(`takes at most two decimal places, not ${describe(value)}${advice}`);
	}
	const checked = withSign(rounded, sign, value);
	if (!checked.ok) return checked;
	// Trackers hand over seconds (people).
	if (isHours && rounded.gt(24))
		return wrong(
			`takes at most 24 hours, not ${describe(value)}; to convert seconds, use {{ ($json.seconds / 3600).toFixed(2) }}`,
		);
	// One text for all values, so that it is one hint.
	if (isUnclear && !isPercent && meaningsOf(text, exact).length > 1)
		return { ...checked, doubt: 'has three decimal places: 1.500 is taken for 1.5. For 1500, enter 1500.' };
	const doubt = isPercent ? doubtOf(rounded) : undefined;
	return doubt === undefined ? checked : { ...checked, doubt: `is ${rounded.toFixed()} %: ${doubt}.` };
}

/** A sheet hands 19 % over as 0.19, and 19.00 may lose its point (people). */
function doubtOf(percent: Big): string | undefined {
	const size = percent.abs();
	if (size.eq(0) || (size.gte(1) && size.lte(100))) return undefined;
	const meant = (size.lt(1) ? percent.times(100) : percent.div(100)).toFixed();
	return `if ${meant} % is meant, enter ${meant}`;
}

function withSign(exact: Big, sign: DecimalRules['sign'], value: unknown): Checked {
	const isWrong = sign === POSITIVE ? exact.lte(0) : sign !== undefined && exact.lt(0);
	return isWrong ? wrong(`must ${sign}, not ${describe(value)}`) : written(exact.toFixed());
}

/** The amounts that a text with three digits after its point may mean: in thousands, or with places too many. */
function meaningsOf(text: string, exact: Big): string[] {
	const meanings: string[] = [];
	if (/^-?[1-9]\d{0,2}\./.test(text)) meanings.push(text.replace('.', ''));
	if (text.endsWith('0')) meanings.push(exact.toFixed(2));
	return meanings;
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
	if (text === undefined || !IDENTIFIER.test(text))
		return wrong(
			`takes an ID, which is a whole number above zero without leading zeros, not ${describe(value)}`,
		);
	if (Number(text) <= Number.MAX_SAFE_INTEGER) return written(text);
	// Later code uses identifiers as numbers: an inexact one would be another record's.
	return typeof value === 'number'
		? INEXACT
		: wrong(`takes an ID, but ${describe(value)} is too large for one`);
}

/** The service refuses codes that it doesn't know (§4.6), and knows them in capitals (§2.1). A name may mean another one. */
function checkCode(value: unknown, list: readonly Code[], example: string): Checked {
	const checked = checkText(value);
	if (!checked.ok || checked.text === undefined) return checked;
	const code = codeMeant(list, checked.text);
	if (code !== undefined) return written(code);
	const [nearest] = codesNear(list, checked.text);
	const offer = nearest === undefined ? '' : `. Did you mean ${nearest.code}?`;
	return wrong(`takes a three-letter code such as ${example}, not ${describe(value)}${offer}`);
}

/** §4.6, §8 */
function checkUsername(value: unknown): Checked {
	const checked = checkText(value, withoutFormat);
	if (!checked.ok || checked.text === undefined) return checked;
	const name = checked.text.trim();
	if (USERNAME.test(name)) return written(name);
	return wrong(`takes at least five letters, digits or - _ . @, and nothing else, not ${describe(value)}`);
}

/** A day as written, or the day of a moment in the given zone, as `YYYY-MM-DD` (§2.1). */
function checkDate(value: unknown, timeZone: string): Checked {
	const day = dayOf(value, timeZone);
	// What lies in early 1970 with a time is a number that something read as milliseconds.
	const first = day === value ? FIRST_DAY : '1970-03-01';
	if (day !== undefined && day >= first && day <= LAST_DAY) return written(day);
	const wanted = day === undefined ? 'a date such as 2026-01-31' : 'a date from 1970 to 2100';
	const shown = day ?? (isMoment(value) ? 'an invalid date' : describe(value));
	return wrong(`takes ${wanted}, not ${shown}${causeOf(value, day)}`);
}

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
