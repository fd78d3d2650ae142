import fc from 'fast-check';
import type * as luxon from 'luxon';
import { DateTime } from 'luxon';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import {
	clockTime,
	dayAfter,
	dayAsWritten,
	dayIn,
	daysBetween,
	dayOf,
	minuteOf,
	withoutTime,
} from '../../../nodes/XmlBilling/xml/dates';
import { check } from '../../../nodes/XmlBilling/xml/values';
import { IS_ALL } from '../../share.mts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Australia/Lord_Howe'];
/** By day a leap year and the turn to the next one; at night a century with both of its exceptions. */
const [FIRST_YEAR, LAST_YEAR] = IS_ALL ? [1999, 2101] : [2028, 2029];
const RUNS = { numRuns: IS_ALL ? 5000 : 200 };

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const write = (year: number, month: number, day: number): string =>
	`${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;

// A calendar of its own: the rules, counted out.
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number): number =>
	month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const range = (from: number, to: number): number[] =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);
const DAYS = range(FIRST_YEAR, LAST_YEAR).flatMap((year) =>
	range(1, 12).flatMap((month) => range(1, daysIn(year, month)).map((day) => write(year, month, day))),
);

/** The moment as the clocks of a zone show it, by the platform's own formatter: `2026-01-31 09:30:00`. */
const shownBy = (timeZone: string, moment: number): string =>
	new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);

/** What is written for a date, or the problem after an exclamation mark. */
function written(value: unknown, timeZone = 'UTC'): string | undefined {
	const checked = check(value, 'date', timeZone);
	return checked.ok ? checked.text : `!${checked.problem}`;
}

describe('the calendar', () => {
	it('has the days that its rules say, and no other', () => {
		const number = (max: number) => fc.integer({ min: 0, max });
		fc.assert(
			fc.property(number(9999), number(13), number(32), (year, month, day) => {
				const exists = year > 0 && month > 0 && month < 13 && day > 0 && day <= daysIn(year, month);
				expect(dayIn(write(year, month, day))).toBe(exists ? write(year, month, day) : undefined);
			}),
			RUNS,
		);
		expect([dayIn('2000-02-29'), dayIn('2100-02-29')]).toEqual(['2000-02-29', undefined]);
	});

	it(`counts the days from ${FIRST_YEAR} to ${LAST_YEAR} one by one, both ways`, () => {
		const first = daysBetween('1970-01-01', DAYS[0] ?? '');
		expect(first).toBe(Date.UTC(FIRST_YEAR, 0) / DAY_MS);
		expect(DAYS.map((day) => daysBetween('1970-01-01', day) - first)).toEqual([...DAYS.keys()]);
		expect(DAYS.map((_, index) => dayAfter('1970-01-01', first + index))).toEqual(DAYS);
		expect(DAYS.slice(1).map((day) => dayAfter(day, -1))).toEqual(DAYS.slice(0, -1));
		expect(daysBetween('1999-12-31', '2101-01-01')).toBe(101 * 365 + 25 + 1);
		expect([daysBetween('', '2026-01-31'), daysBetween('2026-01-31', '2026-02-30')]).toEqual([NaN, NaN]);
	});

	it('is known to one file only, besides one that reads an HTTP header', () => {
		const NODES = join(import.meta.dirname, '../../../nodes/XmlBilling');
		const knows =
			/'luxon'|Date\.(?:parse|UTC)|new Date\b|toISOString|DateTimeFormat|slice\(0, 10\)|86_?400_?000/;
		const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter(
			(file) => file.endsWith('.ts') && knows.test(readFileSync(join(NODES, file), 'utf8')),
		);
		expect(files).toEqual(['transport/exchange.ts', 'xml/dates.ts']);
	});
});

describe('a date that the service shows', () => {
	it('is the day that it begins with, whatever time stands after it', () => {
		for (const rest of ['', ' ', ' 23:59:59', 'T00:00:00.000']) {
			const date = ` 2028-02-29${rest}`;
			const read = [dayIn(date), withoutTime(date), dayAsWritten(date), dayOf(date, 'UTC')];
			expect(read).toEqual(Array(4).fill('2028-02-29'));
		}
		expect(dayIn('2026-01-31T23:00:00+01:00')).toBe('2026-01-31');
	});

	it('has no day where it is none of the calendar, and is shown without its time', () => {
		const none = '0000-00-00 0000-01-01 2026-02-30 31/01/2026 2026-01-311 2026-3-1'.split(' ');
		for (const shown of [...none, '0000-00-00 00:00:00', '2026-02-30T10:00:00', undefined, 20260131]) {
			expect(dayIn(shown)).toBeUndefined();
			expect(withoutTime(shown)).toBe(String(shown ?? '').replace(/[ T].*/, ''));
		}
	});

	it('leaves open which day one with an offset means, and takes no time that there is not', () => {
		for (const rest of ['T23:00:00+01:00', ' 23:00:00Z', 'T25:00', ' x'])
			expect(dayAsWritten(`2026-01-31${rest}`)).toBeUndefined();
	});
});

describe('a moment', () => {
	it('is the day, and the time, that the clocks of a zone show, however it is handed over', () => {
		const moments = fc.integer({ min: Date.UTC(1970, 2, 2), max: Date.UTC(2100, 11, 30) });
		const zone = fc.constantFrom(...ZONES);
		fc.assert(
			fc.property(moments, zone, zone, (moment, there, other) => {
				const [day = '', time = ''] = shownBy(there, moment).split(' ');
				fc.pre(moment % DAY_MS !== 0);
				const elsewhere = DateTime.fromMillis(moment, { zone: other });
				for (const value of [new Date(moment), new Date(moment).toISOString(), elsewhere, elsewhere.toISO()])
					expect(written(value, there)).toBe(day);
				const text = clockTime(moment, there) ?? '';
				expect(text).toMatch(/(?<![+-]00:00)$/);
				expect(text.startsWith(`${day}T${time}.`)).toBe(true);
				expect([Date.parse(text), minuteOf(text)]).toEqual([moment, Math.floor(moment / MINUTE_MS)]);
			}),
			RUNS,
		);
		expect(clockTime(0, 'Africa/Abidjan')).toBe('1970-01-01T00:00:00.000Z');
	});

	it.each([
		['Europe/Berlin', '2026-03-29'],
		['America/New_York', '2026-11-01'],
		['Australia/Lord_Howe', '2026-04-05'],
		['America/Sao_Paulo', '2018-11-04'],
		['Pacific/Apia', '2011-12-31'],
	])('is its day around the night in which the clocks of %s change (%s)', (zone, night) => {
		const step = IS_ALL ? 1 : 12; // minutes: five in an hour, by day
		for (let minute = -1440; minute <= 1440; minute += step) {
			const moment = new Date(Date.parse(`${night}T00:00:00Z`) + minute * MINUTE_MS);
			const [day] = shownBy(minute % 1440 === 0 ? 'UTC' : zone, Number(moment)).split(' ');
			expect([written(moment, zone), written(moment.toISOString(), zone)]).toEqual([day, day]);
		}
		// A wall clock time that the night skips is still a time of its day.
		for (const time of ['00:00:00', '02:30:00']) expect(written(`${night}T${time}`, zone)).toBe(night);
	});

	it.each([
		'2026-03-01T00:00:00.000Z',
		'2026-03-01T00:00Z',
		'2026-03-01 00:00:00+00',
		'2026-03-01 00:00:00 +0000',
		'2026-03-01T00:00:00-00:00',
		new Date('2026-03-01'),
		DateTime.fromISO('2026-03-01T00:00:00Z', { zone: 'America/Los_Angeles' }),
	])('at midnight UTC (%s) is that day in every zone', (value) => {
		for (const zone of [...ZONES, 'America/Los_Angeles']) expect(written(value, zone)).toBe('2026-03-01');
		expect(written('2026-02-28T16:00:00-08:00', 'America/Los_Angeles')).toBe('2026-02-28');
	});

	it('is on its day with each offset, on both sides of midnight', () => {
		const step = IS_ALL ? 1 : 37; // minutes, which come to full hours and to any
		for (let offset = -14 * 60 - 59; offset <= 14 * 60 + 59; offset += step) {
			const size = Math.abs(offset);
			const hours = twoDigits(Math.floor(size / 60));
			const shown = `${offset < 0 ? '-' : '+'}${hours}`;
			for (const clock of [0, 1, size, size - 1, 1440 - size, 1439 - size, 1439]) {
				if (clock < 0 || clock > 1439) continue;
				const time = `${twoDigits(Math.floor(clock / 60))}:${twoDigits(clock % 60)}`;
				const day = ['2026-12-31', '2027-01-01', '2027-01-02'][Math.floor((clock - offset) / 1440) + 1];
				for (const spelling of [
					`T${time}${shown}:${twoDigits(size % 60)}`,
					` ${time}:00 ${shown}${twoDigits(size % 60)}`,
					...(size % 60 === 0 ? [`t${time}:00,5${shown}`] : []),
				])
					expect([spelling, dayOf(`2027-01-01${spelling}`, 'UTC')]).toEqual([spelling, day]);
			}
		}
	});

	it('can come from a DateTime or a Date of another copy of their library', () => {
		let other: typeof DateTime | undefined;
		jest.isolateModules(() => {
			other = jest.requireActual<typeof luxon>('luxon').DateTime;
		});
		const moment = other?.fromISO('2026-11-21T00:30:00Z');
		expect(moment).not.toBeInstanceOf(DateTime);
		const foreign: unknown = runInNewContext("new Date('2026-11-21T00:30:00Z')");
		expect(foreign).not.toBeInstanceOf(Date);
		for (const value of [moment, foreign]) expect(written(value, 'America/New_York')).toBe('2026-11-20');
	});

	it.each([NaN, 8.64e15, 8.64e15 + 1, Infinity, Date.parse('-000001-01-01'), Date.parse('+010000-01-02')])(
		'is on no day if it is %p',
		(moment) => {
			expect(dayOf(new Date(moment), 'UTC')).toBeUndefined();
			expect(written(new Date(moment))).toMatch(/^!takes a date such as 2026-01-31, not /);
		},
	);

	it('is on no guessed day in a time zone that nobody knows', () => {
		expect(() => dayOf(new Date(1), 'Mars/Olympus')).toThrow(RangeError);
		expect(() => clockTime(0, '')).toThrow(RangeError);
	});
});

describe('a date of a form', () => {
	it.each(['', 'T00:00:00', 'T23:59:59.999', 'T23:59', ' 23:59:59', 't12:00:00,5'])(
		'without an offset (%j) is the day as written, in every zone',
		(time) => {
			for (const zone of ZONES) expect(written(` 2026-11-21${time} `, zone)).toBe('2026-11-21');
		},
	);

	it('is no text that is not exactly one, and no other value', () => {
		const texts = [
			...['2026-02-29', '1900-02-29', '2026-04-31T00:00:00', '2026-00-10', '0000-00-00 00:00:00'],
			...['31/12/2026', '20261231', '2026-1-1', '2026-W05-1', '2026-11', 'tomorrow', '+012026-11-21'],
			...['2026-11-21T', '2026-11-21T25:00:00', '2026-11-21T10:00:00+25:00', '2026-11-21Z'],
			...['2026-11-21T10:00:00+01:75', '2026-11-21T10:00:00Z30', '2026-11-21\n2026-11-22'],
			'Sat Nov 21 2026 10:00:00 GMT+0000',
		];
		for (const text of texts) {
			const problem = `!takes a date such as 2026-01-31, not '${text.replace('\n', ' ')}'`;
			expect(written(text, 'Europe/Berlin')).toBe(problem);
		}
		const others = [1795219200000, 20261121, true, { date: '2026-11-21' }, ['2026-11-21']];
		const alike = [{ toMillis: () => 0 }, { isLuxonDateTime: true, ts: 0 }, DateTime.invalid('made so')];
		for (const value of [...others, ...alike])
			expect(written(value)).toMatch(/^!takes a date such as 2026-01-31, not /);
	});

	const SECONDS = 1_772_323_200;

	it.each([
		[46_082, "a sheet's day number: use DateTime.fromMillis((46082 - 25569) * 86400000)"],
		['46082.75', "not '46082.75', which looks like a sheet's day number"],
		[SECONDS, 'not 1772323200, which looks like a Unix time: use DateTime.fromSeconds(1772323200)'],
		[String(SECONDS * 1000), 'in milliseconds: use DateTime.fromMillis(1772323200000)'],
		['01.03.26 10:00', "not '01.03.26 10:00': write all four digits of the year"],
		['1/3/26', "not '1/3/26': write all four digits of the year"],
		[DateTime.fromFormat('01.03.26', 'dd.MM.yy').set({ year: 26 }), 'not 0026-03-01: write all four digits'],
		['1899-12-30', 'not 1899-12-30, which may be a year of two digits or an empty cell of a sheet'],
		[new Date('1969-12-31T23:59:59Z'), 'takes a date from 1970 to 2100, not 1969-12-31'],
		['2101-01-01', 'takes a date from 1970 to 2100, not 2101-01-01'],
		[new Date(SECONDS), "not 1970-01-21, which is a sheet's day number or a Unix time in seconds"],
		[DateTime.fromSeconds(SECONDS * 1000), 'may be a Unix time in milliseconds that was read as seconds'],
	])('is not %p, and the likely cause is said', (value, problem) => {
		expect(written(value)).toContain(problem);
	});

	it('may be any from 1970 to 2100, also from the number of a sheet as the error says', () => {
		expect(['1970-01-01', '2100-12-31'].map((day) => written(day))).toEqual(['1970-01-01', '2100-12-31']);
		expect(written(new Date((46_082 - 25_569) * DAY_MS), 'America/New_York')).toBe('2026-03-01');
	});

	it('is always a day of the calendar, written as YYYY-MM-DD, or refused', () => {
		const rests = fc.constantFrom('', ' 23:59:59', 'T12:00Z', 'x');
		const dateLike = fc
			.tuple(fc.nat(9999), fc.nat(14), fc.nat(33), rests)
			.map(([year, month, day, rest]) => write(year, month, day) + rest);
		fc.assert(
			fc.property(fc.oneof(dateLike, fc.date(), fc.anything()), fc.constantFrom(...ZONES), (value, zone) => {
				const checked = check(value, 'date', zone);
				if (!checked.ok || checked.text === undefined) return;
				expect(new Date(`${checked.text}T00:00:00Z`).toISOString().slice(0, 10)).toBe(checked.text);
				expect(checked.text).toMatch(/^(?:19|20|21)\d\d-/);
			}),
			RUNS,
		);
	});
});
