/**
 * Days, months, time zones and offsets, over luxon's calendar. No other file knows them. A day is text, `YYYY-MM-DD`: the
 * interface takes it so (§2.1), and it sorts as days do.
 */
import { DateTime, IANAZone } from 'luxon';
import { textOf } from './shape';

/** Nobody bills on a day before or after these: such a date was read wrongly (people). */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2100-12-31';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
// Years have four digits, and there is no year 0.
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;
const BEGINS_WITH_DAY = /^\d{4}-\d\d-\d\d(?!\d)/;
// A day, optionally with a time, which may have an offset.
const WRITTEN =
	/^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(?<offset>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;
const TWO_DIGIT_YEAR = /^\s*\d\d?([./-])\d\d?\1\d\d\b/;
const UTC = /^(?:Z|[+-]00(?::?00)?)$/i;

const MAX_REMEMBERED = 10_000;
// Long lists have few days in many dates: asking luxon for each one would slow down reports and polls.
const numbers = new Map<string, number>();

const inUtc = (text: string): DateTime => DateTime.fromISO(text, { zone: 'utc' });

function inZone(moment: number, timeZone: string): DateTime {
	const zone = IANAZone.create(timeZone);
	if (!zone.isValid) throw new RangeError(`There is no time zone '${timeZone}'`);
	return DateTime.fromMillis(moment, { zone });
}

/** The number of a day, counted from 1970; NaN for what is no day of the calendar. */
function numberOf(day: string): number {
	if (!DAY.test(day)) return Number.NaN;
	const known = numbers.get(day);
	if (known !== undefined) return known;
	if (numbers.size >= MAX_REMEMBERED) numbers.clear();
	const number = inUtc(day).toMillis() / DAY_MS;
	numbers.set(day, number);
	return number;
}

const isDay = (text: string): boolean => !Number.isNaN(numberOf(text));

/**
 * A date that the service shows, without its time (§2.1). What isn't written as a date stays as it is, and a date that the
 * calendar doesn't have is still one: for showing and comparing.
 */
export function withoutTime(shown: unknown): string {
	const text = textOf(shown).trim();
	return BEGINS_WITH_DAY.exec(text)?.[0] ?? text;
}

/** The day of a date that the service shows, with or without a time (§2.1); undefined if it shows none that exists. */
export function dayIn(shown: unknown): string | undefined {
	const day = withoutTime(shown);
	return isDay(day) ? day : undefined;
}

/** The same, but undefined for a date with an offset, which may mean another day. */
export function dayAsWritten(shown: unknown): string | undefined {
	const { day, offset } = read(textOf(shown)) ?? {};
	return offset === undefined ? day : undefined;
}

/** The parts of a date that exists. */
function read(text: string) {
	const { day = '', time = '00:00', offset } = WRITTEN.exec(text.trim())?.groups ?? {};
	const moment = inUtc(`${day}T${time}${offset ?? 'Z'}`.toUpperCase()).toMillis();
	return isDay(day) && !Number.isNaN(moment) ? { day, offset, moment } : undefined;
}

/** Whether a value is a moment: a Date, or a DateTime of any copy of luxon, n8n's own included. It may be invalid. */
export const isMoment = (value: unknown): value is Date | DateTime =>
	Object.prototype.toString.call(value) === '[object Date]' || DateTime.isDateTime(value);

/**
 * The day of a value from n8n: of a date as it is written, or of a moment, which may be text with an offset. Databases and
 * sheets hand a day over as midnight UTC: that is this day in every zone (people).
 *
 * @param timeZone IANA name of the zone that decides the day of any other moment
 * @returns undefined for any other value, and for what is no day in the years 1 to 9999
 * @throws a RangeError if the zone doesn't exist
 */
export function dayOf(value: unknown, timeZone: string): string | undefined {
	if (isMoment(value)) return dayAt(Number(value), isMidnight(Number(value)) ? 'utc' : timeZone);
	const written = typeof value === 'string' ? read(value) : undefined;
	if (written === undefined) return undefined;
	const { day, offset, moment } = written;
	const isWritten = offset === undefined || (UTC.test(offset) && isMidnight(moment));
	return isWritten ? day : dayAt(moment, timeZone);
}

const isMidnight = (moment: number): boolean => moment % DAY_MS === 0;

/** The day in a zone at a moment in epoch milliseconds; undefined for no moment, and outside the years 1 to 9999. */
function dayAt(moment: number, timeZone: string): string | undefined {
	const day = inZone(moment, timeZone).toISODate();
	return day !== null && isDay(day) ? day : undefined;
}

/** What most likely became a wrong date (people). */
export function causeOf(value: unknown, day: string | undefined): string {
	const number = Number(isMoment(value) ? value : textOf(value));
	if (day !== undefined && day >= '1970' && day < '1971')
		return ", which is a sheet's day number or a Unix time in seconds that was read as milliseconds";
	if (day?.startsWith('00') || (typeof value === 'string' && TWO_DIGIT_YEAR.test(value)))
		return ': write all four digits of the year';
	if (day !== undefined && day < '1970')
		return ', which may be a year of two digits or an empty cell of a sheet';
	if (isMoment(value) && number > 4e12)
		return ', which may be a Unix time in milliseconds that was read as seconds';
	if (number > 20_000 && number < 80_000)
		return `, which looks like a sheet's day number: use DateTime.fromMillis((${Math.floor(number)} - 25569) * ${DAY_MS})`;
	if (number > 1e8 && number < 1e10)
		return `, which looks like a Unix time: use DateTime.fromSeconds(${number})`;
	if (number > 1e11 && number < 1e13)
		return `, which looks like a Unix time in milliseconds: use DateTime.fromMillis(${number})`;
	return '';
}

/** Today in the workflow's time zone. */
export const today = ({ timeZone }: { readonly timeZone: string }): string =>
	dayAt(Date.now(), timeZone) ?? '';

/** The time that clocks in a zone show at a moment in epoch milliseconds, such as `2026-01-31T09:30:00.000+01:00`. */
export const clockTime = (moment: number, timeZone: string): string | undefined =>
	inZone(moment, timeZone)
		.toISO()
		?.replace(/\+00:00$/, 'Z');

/** The minutes from 1970 to such a time. */
export const minuteOf = (time: string): number => Math.floor(inUtc(time).toMillis() / MINUTE_MS);

/** How many days the second day is after the first; NaN if one of them is no day. */
export const daysBetween = (first: string, second: string): number => numberOf(second) - numberOf(first);

/** The last day of a day's month. */
export const endOfMonth = (day: string): string => inUtc(day).endOf('month').toISODate() ?? day;

/** The day a number of days after a day. Throws a RangeError if there is none. */
export const dayAfter = (day: string, days: number): string =>
	shown(DateTime.fromMillis((numberOf(day) + days) * DAY_MS, { zone: 'utc' }));

function shown(day: DateTime): string {
	const text = day.toISODate();
	if (text === null) throw new RangeError('There is no such day');
	return text;
}

/** The first and the last day of a period. '' leaves its end open. */
export interface Period {
	readonly from: string;
	readonly to: string;
}

/** Whether a day lies in a period. One that is not known may. */
export const isInPeriod = ({ from, to }: Period, day: string | undefined): boolean =>
	day === undefined || (day >= from && (to === '' || day <= to));
