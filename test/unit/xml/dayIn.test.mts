import fc from 'fast-check';
import { dayIn } from '../../../nodes/XmlBilling/xml/dates';

const DAY_MS = 86_400_000;
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const days = fc.integer({ min: Date.UTC(1000, 0) / DAY_MS, max: Date.UTC(9999, 11) / DAY_MS }).map(dayOf);

describe('the day of a date that the service shows', () => {
	it('is the day that it begins with, whatever time or blanks stand around it', () => {
		const time = fc.constantFrom('', ' 10:00:00', 'T10:00:00', 'T23:59:59+05:00', '  ', '\n');
		fc.assert(fc.property(days, time, (day, rest) => expect(dayIn(` ${day}${rest}`)).toBe(day)));
	});

	it('is unknown where the day is longer than two digits, rather than another day', () => {
		fc.assert(
			fc.property(days, fc.integer({ min: 0, max: 9 }), (day, digit) =>
				expect(dayIn(`${day}${digit}`)).toBeUndefined(),
			),
		);
	});

	it.each([
		['0000-00-00'],
		['0000-01-01'],
		['2026-02-29'],
		['2026-13-01'],
		['2026-3-1'],
		['01.03.2026'],
		[''],
		[undefined],
		[20260301],
	])('is unknown of what is no day: %j', (shown) => {
		expect(dayIn(shown)).toBeUndefined();
	});
});
