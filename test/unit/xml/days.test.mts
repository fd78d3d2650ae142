import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IS_ALL } from '../../share.mts';
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

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Gaza'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A century with both of its exceptions; by day, 15 years. */
const [FIRST_YEAR, LAST_YEAR] = IS_ALL ? [1999, 2101] : [2020, 2034];
const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
/** How many random cases a property tries. */
const RUNS = IS_ALL ? 5000 : 1000;
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

const padded = (number: number, length: number): string => String(number).padStart(length, '0');
const write = (year: number, month: number, day: number): string =>
	`${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;

// A calendar of its own: the rules, counted out.
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number): number =>
	month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** All days of these years, in their order. */
const DAYS = YEARS.flatMap((year) =>
	MONTHS.flatMap((month) =>
		Array.from({ length: daysIn(year, month) }, (_, index) => ({ year, month, day: index + 1 })),
	),
);
const TEXTS = DAYS.map(({ year, month, day }) => write(year, month, day));
/** The days from the beginning of 1970 to the first one. */
const FIRST_NUMBER = Array.from({ length: FIRST_YEAR - 1970 }, (_, index) =>
	isLeap(1970 + index) ? 366 : 365,
).reduce((sum, days) => sum + days, 0);

/** The platform's own formatter, which writes a moment as a zone's clocks show it: `2026-01-31 09:30:00`. */
const formats = new Map(
	[...ZONES, 'UTC'].map((timeZone) => [
		timeZone,
		new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
	]),
);
const shownBy = (zone: string, moment: number): string => formats.get(zone)?.format(moment) ?? '';

/** The moments of these years at which the clocks of a zone change. */
function changesOf(zone: string): number[] {
	const offsetAt = (moment: number) => Date.parse(`${shownBy(zone, moment).replace(' ', 'T')}Z`) - moment;
	const changes: number[] = [];
	for (let day = FIRST_NUMBER; day < FIRST_NUMBER + DAYS.length; day += 1) {
		let [low, high] = [day * DAY_MS, (day + 1) * DAY_MS];
		if (offsetAt(low) === offsetAt(high)) continue;
		while (high - low > MINUTE_MS) {
			const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
			if (offsetAt(middle) === offsetAt(low)) low = middle;
			else high = middle;
		}
		changes.push(high);
	}
	return changes;
}

it(`knows the ${DAYS.length} days from ${FIRST_YEAR} to ${LAST_YEAR}, and no other`, () => {
	const known = YEARS.flatMap((year) =>
		Array.from({ length: 14 }, (_, month) =>
			Array.from({ length: 33 }, (__, day) => write(year, month, day)),
		).flat(),
	).filter((text) => dayIn(text) === text);
	expect(known).toEqual(TEXTS);
	const spelled = (text: string, index: number) =>
		[text, ` ${text} `, `${text} 23:59:59`, `${text}T00:00:00.000`][index % 4];
	const wrong = TEXTS.filter((text, index) => {
		const date = spelled(text, index);
		const read = [dayIn(date), withoutTime(date), dayAsWritten(date), dayOf(date, 'UTC')];
		return read.some((day) => day !== text);
	});
	expect(wrong).toEqual([]);
});

it('knows the days of any year as the rules of the calendar say', () => {
	const number = (max: number) => fc.integer({ min: 0, max });
	fc.assert(
		fc.property(number(9999), number(13), number(32), (year, month, day) => {
			const exists = year > 0 && month > 0 && month < 13 && day > 0 && day <= daysIn(year, month);
			const text = write(year, month, day);
			expect(dayIn(text)).toBe(exists ? text : undefined);
		}),
		{ numRuns: RUNS },
	);
});

it(`counts the days from ${FIRST_YEAR} to ${LAST_YEAR} one by one`, () => {
	const wrong = TEXTS.filter(
		(text, index) =>
			daysBetween('1970-01-01', text) !== FIRST_NUMBER + index ||
			dayAfter('1970-01-01', FIRST_NUMBER + index) !== text ||
			(index > 0 && dayAfter(text, -1) !== TEXTS[index - 1]) ||
			(index < TEXTS.length - 1 && dayAfter(text, 1) !== TEXTS[index + 1]),
	);
	expect(wrong).toEqual([]);
});

it('knows which turn of a century has a leap day', () => {
	expect([dayIn('2000-02-29'), dayIn('2100-02-29')]).toEqual(['2000-02-29', undefined]);
	expect([dayAfter('2000-02-28', 1), dayAfter('2100-02-28', 1)]).toEqual(['2000-02-29', '2100-03-01']);
	expect(daysBetween('1999-12-31', '2101-01-01')).toBe(101 * 365 + 25 + 1);
});

it('counts days between any two, forwards and backwards', () => {
	const index = fc.nat(TEXTS.length - 1);
	fc.assert(
		fc.property(index, index, (one, other) => {
			const [first = '', second = ''] = [TEXTS[one], TEXTS[other]];
			expect(daysBetween(first, second)).toBe(other - one);
			expect(dayAfter(first, other - one)).toBe(second);
		}),
		{ numRuns: RUNS },
	);
	expect(daysBetween('', '2026-01-31')).toBeNaN();
	expect(daysBetween('2026-01-31', '2026-02-30')).toBeNaN();
});

it.each(ZONES)(
	`shows the clocks of %s around each of their changes from ${FIRST_YEAR} to ${LAST_YEAR}`,
	(zone) => {
		const changes = changesOf(zone);
		expect(changes.length).toBeGreaterThan(YEARS.length / 3);
		const moments = changes.flatMap((change) =>
			Array.from({ length: 53 }, (_, index) => change + (index - 26) * HOUR_MS + (index % 2) - 1),
		);
		const wrong = moments.filter((moment) => {
			const [day = '', time = ''] = shownBy(zone, moment).split(' ');
			const text = clockTime(moment, zone) ?? '';
			return (
				!text.startsWith(`${day}T${time}.`) ||
				Date.parse(text) !== moment ||
				(moment % DAY_MS !== 0 &&
					(dayOf(new Date(moment), zone) !== day || dayOf(new Date(moment).toISOString(), zone) !== day))
			);
		});
		expect(wrong).toEqual([]);
	},
);

it('reads each offset on both sides of midnight', () => {
	const wrong: string[] = [];
	for (let offset = -14 * 60 - 59; offset <= 14 * 60 + 59; offset += 1) {
		const size = Math.abs(offset);
		const sign = offset < 0 ? '-' : '+';
		const hours = padded(Math.floor(size / 60), 2);
		const minutes = padded(size % 60, 2);
		for (const clock of [0, 1, size, size - 1, 1440 - size, 1439 - size, 720, 1439]) {
			if (clock < 0 || clock > 1439) continue;
			const time = `${padded(Math.floor(clock / 60), 2)}:${padded(clock % 60, 2)}`;
			const spellings = [
				`T${time}${sign}${hours}:${minutes}`,
				` ${time}:00 ${sign}${hours}${minutes}`,
				`t${time}:59.999${sign}${hours}:${minutes}`,
				...(size % 60 === 0 ? [`T${time}:00,5${sign}${hours}`] : []),
			];
			const spelling = spellings[Math.abs(offset + clock) % spellings.length] ?? '';
			const index = Math.floor((clock - offset) / 1440);
			for (const [before, from, after] of [
				['2028-02-29', '2028-03-01', '2028-03-02'],
				['2026-12-31', '2027-01-01', '2027-01-02'],
			] as const)
				if (dayOf(from + spelling, 'UTC') !== [before, from, after][index + 1]) wrong.push(from + spelling);
		}
	}
	expect(wrong).toEqual([]);
});

it('writes the time of any moment so that it can be read back', () => {
	const moments = fc.integer({ min: Date.parse('1972-01-01'), max: Date.parse('2101-12-31') });
	fc.assert(
		fc.property(moments, fc.constantFrom(...ZONES, 'UTC', 'Europe/London'), (moment, zone) => {
			const text = clockTime(moment, zone) ?? '';
			expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);
			expect(text).not.toMatch(/[+-]00:00$/);
			expect(Date.parse(text)).toBe(moment);
			expect(minuteOf(text)).toBe(Math.floor(moment / MINUTE_MS));
		}),
		{ numRuns: RUNS },
	);
	expect(clockTime(0, 'UTC')).toBe('1970-01-01T00:00:00.000Z');
	expect(clockTime(0, 'Africa/Abidjan')).toBe('1970-01-01T00:00:00.000Z');
});

it.each([Number.NaN, 8.64e15 + 1, Infinity, Date.parse('-000001-01-01'), Date.parse('+010000-01-02')])(
	'there is no day at the moment %p',
	(moment) => {
		expect(dayOf(new Date(moment), 'UTC')).toBeUndefined();
	},
);

it.each([
	['0000-00-00 00:00:00', '0000-00-00'],
	['2026-02-30', '2026-02-30'],
	['2026-02-30T10:00:00', '2026-02-30'],
	['31/01/2026', '31/01/2026'],
	['2026-01-311', '2026-01-311'],
	['', ''],
	[undefined, ''],
	[20260131, '20260131'],
])('has no day in %j, and shows it as %j', (shown, text) => {
	expect(dayIn(shown)).toBeUndefined();
	expect(withoutTime(shown)).toBe(text);
});

it('leaves open which day a date with an offset means', () => {
	expect(dayAsWritten('2026-01-31T23:00:00+01:00')).toBeUndefined();
	expect(dayAsWritten('2026-01-31 23:00:00Z')).toBeUndefined();
	expect(dayIn('2026-01-31T23:00:00+01:00')).toBe('2026-01-31');
});

it.each(['2026-01-31T25:00', '2026-01-31 09:60:00', '2026-01-31 garbage'])(
	'takes no time such as in %s',
	(date) => {
		expect([dayAsWritten(date), dayOf(date, 'UTC')]).toEqual([undefined, undefined]);
	},
);

it('is the only file that knows the calendar, besides one that reads an HTTP header', () => {
	const NODES = join(import.meta.dirname, '../../../nodes/XmlBilling');
	const knows =
		/'luxon'|Date\.(?:parse|UTC)|new Date\b|toISOString|DateTimeFormat|slice\(0, 10\)|86_?400_?000/;
	const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.ts') && knows.test(readFileSync(join(NODES, file), 'utf8')),
	);
	expect(files).toEqual(['transport/exchange.ts', 'xml/dates.ts']);
});

it('does not guess what a time zone is that nobody knows', () => {
	expect(() => dayOf(new Date(1), 'Mars/Olympus')).toThrow(RangeError);
	expect(() => clockTime(0, '')).toThrow(RangeError);
});
