import { COUNTRIES, CURRENCIES } from '../../../sandbox/values.mts';
import { carriable } from '../../anyText.mts';
import type { Attack } from './attacks.mts';
import type { Hostile } from './values.mts';

/**
 * What a value may become: nothing sent, an error that names the field, these texts in the request, or, for a
 * form-only field, anything that the rest of the test allows.
 */
export type Meaning = 'absent' | 'refused' | 'free' | readonly string[];

type Read = (value: unknown, hostile: Hostile) => Meaning;

/** The zone of the workflows here: its days differ from those of UTC. */
export const TIME_ZONE = 'America/New_York';

const refuse = (condition: boolean, meaning: Meaning): Meaning => (condition ? 'refused' : meaning);

/** Nobody sees format characters either. */
const showsNothing = (text: string): boolean => text.replace(/\p{Cf}/gu, '').trim() === '';

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && showsNothing(value));

/** The digits of a plain decimal without unneeded zeros; nothing for any other text. */
function digits(value: unknown): string | undefined {
	const text = typeof value === 'number' ? plainNumber(value) : typeof value === 'string' ? value.trim() : '';
	const [, sign = '', whole = '', rest = ''] = /^(-?)([0-9]*)\.?([0-9]*)$/.exec(text) ?? [];
	if (whole + rest === '') return undefined;
	if (text.length > 50) return undefined;
	const [left, right] = [whole.replace(/^0+(?=.)/, '') || '0', rest.replace(/0+$/, '')];
	const number = right === '' ? left : `${left}.${right}`;
	return number === '0' ? '0' : sign + number;
}

const plainNumber = (value: number): string => (/^-?[0-9.]+$/.test(String(value)) ? String(value) : '');

export const sameDecimal = (one: string, other: string): boolean =>
	digits(one) !== undefined && digits(one) === digits(other);

const isNegative = (value: string): boolean => value.startsWith('-');

function decimal(value: unknown): Meaning {
	if (isBlank(value)) return 'absent';
	const number = digits(value);
	// Above this, a double can't represent every cent.
	if (number === undefined || (typeof value === 'number' && Math.abs(value) > 2 ** 46)) return 'refused';
	// The noise of binary fractions, as in 0.1 + 0.2: far beyond the second decimal place.
	const noise = /^(-?\d+\.\d\d)(0{8,}\d+)$/.exec(number);
	if (noise !== null) return [digits(noise[1]) ?? ''];
	return refuse((number.split('.')[1] ?? '').length > 2, [number]);
}

function integer(value: unknown): Meaning {
	if (isBlank(value)) return 'absent';
	const number = digits(value);
	const isWhole = number !== undefined && /^-?\d+$/.test(String(value).trim());
	const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
	return refuse(!isWhole || !isExact, [number ?? '']);
}

function identifier(value: unknown): Meaning {
	const number = integer(value);
	// A number with leading zeros is a document's number.
	const isZeroed = typeof value === 'string' && value.trim().startsWith('0');
	const isNone = typeof number === 'string' || isZeroed || !/^[1-9]\d{0,14}$/.test(number[0] ?? '');
	return number === 'absent' ? number : refuse(isNone, number);
}

const day = (moment: Date): string =>
	new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' }).format(moment);

const isDay = (text: string): boolean => {
	const moment = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text && text >= '0001';
};

function date(value: unknown, { made }: Hostile): Meaning {
	if (isBlank(value)) return 'absent';
	if (typeof value !== 'string') return 'refused';
	if (made !== undefined) {
		const moment = new Date(value);
		return Number.isNaN(moment.getTime()) ? 'refused' : [day(moment)];
	}
	const [, written = '', time, offset] =
		/^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? [];
	if (!isDay(written) || Number.isNaN(new Date(value).getTime())) return 'refused';
	return time !== undefined && offset !== undefined ? [day(new Date(value))] : [written];
}

function text(value: unknown, { made }: Hostile): Meaning {
	// A blank text would erase the current value.
	if (isBlank(value)) return 'absent';
	// How n8n converts objects that JSON can't express is its business; they are not text.
	if (made !== undefined) return 'free';
	if (typeof value === 'boolean') return [String(value)];
	if (typeof value === 'number') {
		const number = value === 1e-7 ? '0.0000001' : plainNumber(Object.is(value, -0) ? 0 : value);
		return refuse(number === '' || Math.abs(value) > Number.MAX_SAFE_INTEGER, [number]);
	}
	if (typeof value !== 'string') return 'refused';
	return showsNothing(carriable(value)) ? 'absent' : [carriable(value)];
}

/** The same for what records are recognized by, which nobody sees format characters in. */
const plainly =
	(strip: (text: string) => string): Read =>
	(value, hostile) => {
		const given = text(value, hostile);
		if (typeof given === 'string') return given;
		const plain = given.map((one) => strip(one.replace(/\p{Cf}/gu, '')));
		return plain.every(showsNothing) ? 'absent' : plain;
	};
const word = plainly((given) => given);
const email = plainly((given) => given.replace(/^\s*mailto:\s*/i, ''));

function flag(value: unknown): Meaning {
	if (isBlank(value)) return 'absent';
	const isText = typeof value === 'string' && /^(true|false)$/i.test(value.trim());
	return refuse(typeof value !== 'boolean' && !isText, 'free');
}

const identifiers: Read = (value) => {
	if (isBlank(value)) return 'absent';
	const list = Array.isArray(value)
		? (value as unknown[]) // a list of anything
		: typeof value === 'string'
			? value.split(/[\s,;]+/).filter((part) => part !== '')
			: [value];
	const meanings = list.map(identifier).filter((meaning) => meaning !== 'absent');
	if (meanings.some((meaning) => meaning === 'refused')) return 'refused';
	return meanings.length === 0 ? 'absent' : meanings.flatMap((meaning) => meaning);
};

/** One of the choices, in any case. */
const choice =
	(choices: readonly string[], other: Read | undefined): Read =>
	(value, hostile) => {
		const given = text(value, hostile);
		if (typeof given === 'string') return given;
		const wanted = given[0]?.trim().toLowerCase();
		const found = choices.find((one) => one.toLowerCase() === wanted);
		return found === undefined ? (other?.(value, hostile) ?? 'refused') : [found];
	};

const several =
	(read: Read): Read =>
	(value, hostile) => {
		const meanings = (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => read(one, hostile));
		if (meanings.includes('refused')) return 'refused';
		return meanings.every((meaning) => meaning === 'absent') ? 'absent' : 'free';
	};

const notNegative: Read = (value) => {
	const number = decimal(value);
	return typeof number === 'string' ? number : refuse(isNegative(number[0] ?? ''), number);
};

const positive: Read = (value) => {
	const number = notNegative(value, { name: '', value });
	return typeof number === 'string' ? number : refuse(number[0] === '0', number);
};

/** The same for money, of which a text such as 1.500 may mean 1500. */
const money =
	(read: Read): Read =>
	(value, hostile) =>
		typeof value === 'string' && /\.\d{3}$/.test(value.trim()) ? 'refused' : read(value, hostile);

/** The same for a number of the form, which is never negative. */
const orMore =
	(read: Read): Read =>
	(value, hostile) => {
		const number = read(value, hostile);
		return typeof number === 'string' ? number : refuse(Number(number[0]) < 0, number);
	};

const count: Read = (value) => {
	const number = integer(value);
	return typeof number === 'string' ? number : refuse(!/^[1-9]/.test(number[0] ?? ''), 'free');
};

const age: Read = (value) => {
	const number = integer(value);
	const isAge = Number(number[0]) >= 0 && Number(number[0]) <= 36_500;
	return typeof number === 'string' ? number : refuse(!isAge, 'free');
};

/** At least one number, of a year at most: in a list, or in text with commas. */
const days =
	(least: number): Read =>
	(value, hostile) => {
		const list: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
		const given = list.filter((part) => text(part, hostile) !== 'absent');
		const isDays = (part: unknown): boolean => {
			const [number = ''] = [integer(part)].flat();
			return Number(number) >= least && Number(number) <= 365;
		};
		return refuse(given.length === 0 || !given.every(isDays), 'free');
	};

const group: Read = (value) => {
	if (isBlank(value)) return 'absent';
	const isKey = typeof value === 'string' || Number.isFinite(value);
	return refuse(!isKey, 'free');
};

const free: Read = () => 'free';

/** A value that is no record's key is an error. */
const unknownRecord: Read = (value) => (isBlank(value) ? 'absent' : 'refused');

/** A text that is no name of what the account has. */
const unknownName: Read = (value, hostile) => {
	const given = text(value, hostile);
	return given === 'absent' ? given : 'refused';
};

/** A code in any case, which is sent in capitals. */
const code =
	(known: ReadonlySet<string>): Read =>
	(value, hostile) => {
		const given = text(value, hostile);
		if (typeof given === 'string') return given;
		const found = given[0]?.trim().toUpperCase() ?? '';
		return known.has(found) ? [found] : 'refused';
	};

const username: Read = (value, hostile) => {
	const given = text(value, hostile);
	if (typeof given === 'string') return given;
	const name = given[0]?.trim() ?? '';
	return refuse(!/^[\p{L}\d._@-]{5,}$/u.test(name), [name]);
};

const KINDS: Readonly<Record<string, Read>> = {
	country: code(COUNTRIES),
	currency: code(CURRENCIES),
	date,
	decimal,
	email,
	identifier,
	identifiers,
	integer,
	money: money(decimal),
	notNegativeDecimal: notNegative,
	notNegativePercent: notNegative,
	percent: decimal,
	notNegativeMoney: money(notNegative),
	positiveDecimal: positive,
	positiveMoney: money(positive),
	text,
	username,
	word,
};

/** The kinds of fields without a kind of their own: those of lines (§4.2), and form-only ones. */
const BY_NAME: Readonly<Record<string, Read>> = {
	bodyValue: (value, hostile) =>
		isBlank(value) || typeof value === 'object' ? 'free' : text(value, { ...hostile, made: undefined }),
	daysBeforeDue: days(0),
	daysOverdue: days(1),
	discountPercent: notNegative,
	estimateStatusFrom: several(text),
	estimateStatusTo: several(text),
	groupBy: group,
	linesJson: free,
	minimumAmount: money(decimal),
	olderThanDays: age,
	quantity: notNegative,
	requestBody: free,
	requestMethod: (value) =>
		isBlank(value)
			? 'absent'
			: refuse(!/^\s*[A-Za-z]+\s*$/.test(typeof value === 'string' ? value : ''), 'free'),
	tax1Percent: decimal,
	tax2Percent: decimal,
	unitCost: money(decimal),
};

/** Whether a locator names no record. */
export const isCode = ({ kind }: Attack['field']['field']): boolean =>
	kind === 'country' || kind === 'currency';

/** Whether a field accepts any text. */
export const takesText = (attack: Pick<Attack, 'field' | 'mode'>): boolean =>
	[text, word, email, BY_NAME['bodyValue']].includes(ownReading(attack));

/** How a field must interpret its values. */
export function readingOf(attack: Pick<Attack, 'field' | 'mode'>): Read {
	const read = ownReading(attack);
	return (value, hostile) => hostile.meaning ?? read(value, hostile);
}

function ownReading({ field: { field, elements }, mode = 'id' }: Pick<Attack, 'field' | 'mode'>): Read {
	const own = field.kind === undefined ? BY_NAME[field.name] : KINDS[field.kind];
	if (field.type === 'boolean') return flag;
	// Locators of things other than records are read differently.
	if (field.type === 'resourceLocator' && own === undefined)
		return mode === 'list' || mode === 'id' ? identifier : unknownRecord;
	if (elements.length === 2 || /^timeTax/.test(field.name)) return unknownName;
	if (field.name === 'paymentMethod' && elements.length === 1) return unknownName;
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? String(option.value) : []));
	const one = choice(choices, field.open === true ? (own ?? text) : undefined);
	if (choices.length > 0) return field.type === 'multiOptions' ? (own ?? several(one)) : one;
	if (field.type === 'number' && own !== undefined) return orMore(own);
	if (own !== undefined) return own;
	if (field.type === 'dateTime') return date;
	if (field.type === 'number') return count;
	return text;
}
