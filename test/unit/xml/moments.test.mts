import fc from 'fast-check';
import { DateTime } from 'luxon';
import { clockTime, isDay } from '../../../nodes/XmlBilling/xml/moments';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];

it('shows the time of a zone as luxon does', () => {
	const moments = fc.date({
		min: new Date('1970-01-02T00:00:00Z'),
		max: new Date('2100-12-30T00:00:00Z'),
		noInvalidDate: true,
	});
	fc.assert(
		fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
			expect(clockTime(moment.getTime(), zone)).toBe(DateTime.fromJSDate(moment, { zone }).toISO());
		}),
		{ numRuns: 1000 },
	);
	expect(clockTime(0, 'UTC')).toBe('1970-01-01T00:00:00.000Z');
});

it.each([Number.NaN, 8.64e15 + 1, Date.parse('-000001-01-01')])('shows no time for %p', (moment) => {
	expect(clockTime(moment, 'UTC')).toBeUndefined();
});

it('knows the days of the calendar as luxon does', () => {
	const number = (max: number) => fc.integer({ min: 0, max });
	fc.assert(
		fc.property(number(9999), number(13), number(32), (year, month, day) => {
			const text = [year, month, day].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'));
			expect(isDay(text.join('-'))).toBe(DateTime.fromISO(text.join('-')).isValid);
		}),
		{ numRuns: 2000 },
	);
});
