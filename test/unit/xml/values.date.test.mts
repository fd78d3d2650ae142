import fc from 'fast-check';
import type * as luxon from 'luxon';
import { DateTime } from 'luxon';
import { runInNewContext } from 'node:vm';
import { check } from '../../../nodes/XmlBilling/xml/values';
import { outcome as outcomeAs } from './checking.mts';

const ZONES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'Asia/Kolkata',
	'Australia/Lord_Howe',
];

const outcome = (value: unknown, timeZone?: string): string | undefined => outcomeAs(value, 'date', timeZone);

describe('a date', () => {
	const instant = (text: string): Date => new Date(text);
	/** The day of a moment in a zone, by the platform's own calendar. */
	const dayIn = (moment: Date, timeZone: string): string =>
		new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);

	it.each([
		'2026-11-21',
		' 2026-11-21 ',
		'2026-11-21T00:00:00',
		'2026-11-21T23:59:59.999',
		'2026-11-21T23:59',
		'2026-11-21 00:00:00',
		'2026-11-21 23:59:59',
		'2026-11-21t12:00:00,5',
	])('without an offset (%s) is the day as written, in every zone', (text) => {
		for (const zone of ZONES) expect(outcome(text, zone)).toBe('2026-11-21');
	});

	it.each([
		['2026-11-21T00:30:00Z', 'America/New_York', '2026-11-20'],
		['2026-12-31T23:30:00-05:00', 'Europe/Berlin', '2027-01-01'],
		['2026-11-21T00:30:00+01:00', 'UTC', '2026-11-20'],
		['2026-11-21T00:30:00+0100', 'UTC', '2026-11-20'],
		['2026-11-21T00:30:00+01', 'UTC', '2026-11-20'],
		['2026-11-21 00:30:00 +01:00', 'UTC', '2026-11-20'],
		['2026-11-21T00:30:00 +01:00', 'UTC', '2026-11-20'],
		['2026-11-21 00:30 Z', 'America/New_York', '2026-11-20'],
		['2026-11-21t00:30:00.000z', 'America/New_York', '2026-11-20'],
		['2026-11-21T12:00:00+14:00', 'UTC', '2026-11-20'],
	])('with an offset (%s) is the day in the zone of the workflow (%s)', (text, zone, day) => {
		expect(outcome(text, zone)).toBe(day);
	});

	it.each([
		'2026-03-01T00:00:00.000Z',
		'2026-03-01T00:00Z',
		'2026-03-01 00:00:00+00',
		'2026-03-01T00:00:00-00:00',
		instant('2026-03-01'),
		DateTime.fromISO('2026-03-01T00:00:00Z'),
		DateTime.fromISO('2026-03-01T00:00:00Z', { zone: 'America/Los_Angeles' }),
	])('at midnight UTC (%s) is that day in every zone', (value) => {
		for (const zone of [...ZONES, 'America/Los_Angeles']) expect(outcome(value, zone)).toBe('2026-03-01');
		const offset = '2026-02-28T16:00:00-08:00';
		expect(outcome(offset, 'America/Los_Angeles')).toBe('2026-02-28');
	});

	it('of a moment is the same day as the platform says, however it is handed over', () => {
		const moments = fc.date({
			min: instant('1970-03-02T00:00:01Z'),
			max: instant('2100-12-30T23:59:59Z'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(moments, fc.constantFrom(...ZONES), fc.constantFrom(...ZONES), (moment, zone, other) => {
				const day = dayIn(moment, zone);
				fc.pre(moment.getTime() % 86_400_000 !== 0);
				expect(outcome(moment, zone)).toBe(day);
				expect(outcome(moment.toISOString(), zone)).toBe(day);
				const elsewhere = DateTime.fromJSDate(moment, { zone: other });
				expect(outcome(elsewhere, zone)).toBe(day);
				expect(outcome(elsewhere.toISO(), zone)).toBe(day);
			}),
			{ numRuns: 1000 },
		);
	});

	it.each([
		['Europe/Berlin', '2026-03-29'],
		['Europe/Berlin', '2026-10-25'],
		['America/New_York', '2026-03-08'],
		['America/New_York', '2026-11-01'],
		['Australia/Lord_Howe', '2026-04-05'],
		['America/Sao_Paulo', '2018-11-04'],
		['Pacific/Apia', '2011-12-31'],
	])(
		'around the night in which the clocks of %s change (%s) is right at every quarter of an hour',
		(zone, night) => {
			const middle = instant(`${night}T00:00:00Z`).getTime();
			for (let quarter = -160; quarter <= 160; quarter += 1) {
				const moment = new Date(middle + quarter * 15 * 60_000);
				const day = dayIn(moment, quarter % 96 === 0 ? 'UTC' : zone);
				expect(outcome(moment, zone)).toBe(day);
				expect(outcome(moment.toISOString(), zone)).toBe(day);
			}
			// A wall clock time that the night skips is still a time of its day.
			for (const time of ['00:00:00', '02:30:00']) expect(outcome(`${night}T${time}`, zone)).toBe(night);
		},
	);

	it('can come from a DateTime or a Date of another copy of their library', () => {
		let other: typeof DateTime | undefined;
		jest.isolateModules(() => {
			other = jest.requireActual<typeof luxon>('luxon').DateTime;
		});
		if (other === undefined) throw new Error('luxon was not loaded a second time');
		expect(other).not.toBe(DateTime);
		const moment = other.fromISO('2026-11-21T00:30:00Z');
		expect(moment).not.toBeInstanceOf(DateTime);
		expect(outcome(moment, 'America/New_York')).toBe('2026-11-20');
		expect(outcome(moment, 'Pacific/Kiritimati')).toBe('2026-11-21');

		const foreign: unknown = runInNewContext("new Date('2026-11-21T00:30:00Z')");
		expect(foreign).not.toBeInstanceOf(Date);
		expect(outcome(foreign, 'America/New_York')).toBe('2026-11-20');
	});

	it('exists in the calendar: a leap day only in a leap year', () => {
		expect(outcome('2028-02-29')).toBe('2028-02-29');
		expect(outcome('2000-02-29T10:00:00Z')).toBe('2000-02-29');
	});

	it.each([
		'2026-02-29',
		'1900-02-29',
		'2026-02-30',
		'2026-04-31T00:00:00',
		'2026-13-01',
		'2026-00-10',
		'2026-01-00',
		'31/12/2026',
		'12/31/2026',
		'31.12.2026',
		'20261231',
		'2026-1-1',
		'2026-W05-1',
		'2026-365',
		'2026',
		'2026-11',
		'tomorrow',
		'now',
		'0000-00-00',
		'0000-01-01',
		'0000-00-00 00:00:00',
		'2026-11-21T',
		'2026-11-21T25:00:00',
		'2026-11-21T10:61:00',
		'2026-11-21T10:00:00+25:00',
		'2026-11-21T10:00:00+01:75',
		'2026-11-21Z',
		'2026-11-21T10:00:00Z30',
		'+012026-11-21',
		'Sat Nov 21 2026 10:00:00 GMT+0000',
		'2026-11-21 garbage',
		'2026-11-21\n2026-11-22',
	])('a date is not %j', (text) => {
		expect(outcome(text, 'Europe/Berlin')).toBe(
			`!takes a date such as 2026-01-31, not '${text.replace('\n', ' ')}'`,
		);
	});

	it.each([
		[1795219200000],
		[20261121],
		[0],
		[NaN],
		[true],
		[{}],
		[['2026-11-21']],
		[{ date: '2026-11-21' }],
		[{ toMillis: (): number => 0 }],
		[{ isLuxonDateTime: true, ts: 0 }],
		[new Date(NaN)],
		[DateTime.invalid('made so')],
		[new Date(8.64e15)],
		[new Date(-8.64e15)],
		[instant('-000001-01-01T00:00:00Z')],
	])('a date is not %p', (value) => {
		expect(outcome(value, 'Europe/Berlin')).toMatch(/^!takes a date such as 2026-01-31, not /);
	});

	const SECONDS = 1_772_323_200;

	it.each([
		[
			46_082,
			"not 46082, which looks like a sheet's day number: use DateTime.fromMillis((46082 - 25569) * 86400000)",
		],
		['46082.75', "not '46082.75', which looks like a sheet's day number"],
		[SECONDS, 'not 1772323200, which looks like a Unix time: use DateTime.fromSeconds(1772323200)'],
		[String(SECONDS * 1000), 'in milliseconds: use DateTime.fromMillis(1772323200000)'],
		['26-01-01', "not '26-01-01': write all four digits of the year"],
		['01.03.26 10:00', 'write all four digits of the year'],
		[DateTime.fromFormat('01.03.26', 'dd.MM.yy').set({ year: 26 }), 'not 0026-03-01: write all four digits'],
		['1926-03-01', 'takes a date from 1970 to 2100, not 1926-03-01, which may be a year of two digits'],
		['1899-12-30', 'not 1899-12-30, which may be a year of two digits or an empty cell of a sheet'],
		[instant('1969-12-31T23:59:59Z'), 'takes a date from 1970 to 2100, not 1969-12-31'],
		['2101-01-01', 'takes a date from 1970 to 2100, not 2101-01-01'],
		[new Date(SECONDS), "not 1970-01-21, which is a sheet's day number or a Unix time in seconds"],
		[new Date(46_082).toISOString(), 'that was read as milliseconds'],
		[
			DateTime.fromSeconds(SECONDS * 1000),
			'which may be a Unix time in milliseconds that was read as seconds',
		],
	])('is not %p, and the likely cause is said', (value, problem) => {
		expect(outcome(value)).toContain(problem);
	});

	it('may be any from 1970 to 2100', () => {
		expect(['1970-01-01', '2100-12-31'].map((day) => outcome(day))).toEqual(['1970-01-01', '2100-12-31']);
		expect(outcome((46_082 - 25_569) * 86_400_000)).toMatch(/^!/);
		expect(outcome(new Date((46_082 - 25_569) * 86_400_000), 'America/New_York')).toBe('2026-03-01');
	});

	it('is always a day of the calendar, written as YYYY-MM-DD, or refused', () => {
		const twoDigits = fc.integer({ min: 0, max: 99 }).map((value) => String(value).padStart(2, '0'));
		const dateLike = fc
			.tuple(
				fc.integer({ min: 0, max: 9999 }),
				twoDigits,
				twoDigits,
				fc.constantFrom('', 'T00:00:00', ' 23:59:59', 'T12:00Z', 'T01:00+14:00', 'x'),
			)
			.map(([year, month, day, rest]) => `${String(year).padStart(4, '0')}-${month}-${day}${rest}`);
		fc.assert(
			fc.property(fc.oneof(dateLike, fc.date(), fc.anything()), fc.constantFrom(...ZONES), (value, zone) => {
				const checked = check(value, 'date', zone);
				if (!checked.ok || checked.text === undefined) return;
				expect(checked.text).toMatch(/^\d{4}-\d\d-\d\d$/);
				expect(checked.text).not.toMatch(/^0000/);
				const midnight = new Date(`${checked.text}T00:00:00Z`);
				expect(midnight.toISOString().slice(0, 10)).toBe(checked.text);
			}),
			{ numRuns: 3000 },
		);
	});
});
