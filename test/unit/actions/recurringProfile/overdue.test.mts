import Big from 'big.js';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	expectedInvoice,
	rhythmOf,
	unseenOf,
	type Rhythm,
} from '../../../../nodes/XmlBilling/actions/recurringProfile/overdue';
import { FREQUENCIES } from '../../../../nodes/XmlBilling/actions/recurringProfile/forms';
import { dayAfter } from '../../../../nodes/XmlBilling/xml/days';
import { FREQUENCIES as DOCUMENTED } from '../../../sandbox/walk/vendor.mts';

const rhythm = (frequency: string): Rhythm => {
	const found = rhythmOf(frequency);
	if (found === undefined) throw new Error(`${frequency} is no rhythm`);
	return found;
};

const frequencies = fc.constantFrom(...Object.values(FREQUENCIES));
const days = fc.integer({ min: 0, max: 40 * 365 }).map((day) => dayAfter('2000-01-01', day));

/** What services may do where a month has no such day. */
const MANNERS = {
	'the last day of a shorter month': (first: string, months: number) => clamped(first, months),
	'days that a shorter month lacks in the next': (first: string, months: number) => overflown(first, months),
};

function clamped(day: string, months: number): string {
	const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
	const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
	return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

function overflown(day: string, months: number): string {
	const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
	return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
}

/** All days on which a service makes invoices before a day: each from the first, or from the one before. */
function madeBefore(
	first: string,
	every: Rhythm,
	now: string,
	add: (day: string, months: number) => string,
	isFromLast: boolean,
): string[] {
	const made: string[] = [];
	let day = first;
	while (day < now) {
		made.push(day);
		if ('weeks' in every) day = dayAfter(day, every.weeks * 7);
		else if (isFromLast) day = add(day, every.months);
		else day = add(first, made.length * every.months);
	}
	return made;
}

describe('The expected invoice', () => {
	it.each([
		['2026-01-31', '1 Month', '2026-03-03', '2026-01-31', '2026-01-28'],
		['2026-01-31', '1 Month', '2026-03-04', '2026-02-28', '2026-02-25'],
		['2024-01-31', '1 Month', '2024-03-04', '2024-02-29', '2024-02-26'],
		['2026-01-31', '1 Month', '2026-04-04', '2026-03-31', '2026-03-28'],
		['2024-02-29', '1 Year', '2025-03-04', '2025-02-28', '2025-02-25'],
		['2025-12-31', '3 Month', '2026-04-04', '2026-03-31', '2026-03-28'],
		['2025-11-30', '3 Month', '2026-03-04', '2026-02-28', '2026-02-25'],
		['2026-01-28', '1 Month', '2026-03-01', '2026-02-28', '2026-02-28'],
		['2026-01-28', '1 Month', '2026-02-28', '2026-01-28', '2026-01-28'],
		['2026-03-02', '1 Week', '2026-03-16', '2026-03-09', '2026-03-09'],
		['2026-01-31', '2 Week', '2026-02-15', '2026-02-14', '2026-02-14'],
		['2023-03-10', '3 Year', '2026-03-11', '2026-03-10', '2026-03-10'],
	])('of a profile from %s each %s is on %s that of %s, from %s on', (first, each, now, day, since) => {
		expect(expectedInvoice(first, rhythm(each), 0, now)).toEqual({ day, since });
	});

	it('is none on the first day or before it, and from the end of its last interval on', () => {
		const weekly = rhythm('1 Week');
		expect(expectedInvoice('2026-03-02', weekly, 0, '2026-03-02')).toBeUndefined();
		expect(expectedInvoice('2026-03-02', weekly, 0, '2020-01-01')).toBeUndefined();
		expect(expectedInvoice('2026-03-02', weekly, 2, '2026-03-16')).toMatchObject({ day: '2026-03-09' });
		expect(expectedInvoice('2026-03-02', weekly, 2, '2026-03-17')).toBeUndefined();
	});

	it('is before today, and the newest', () => {
		fc.assert(
			fc.property(days, frequencies, days, (first, frequency, now) => {
				const every = rhythm(frequency);
				const expected = expectedInvoice(first, every, 0, now);
				const isAtEnd = 'months' in every && Number(first.slice(8)) > 28;
				const until = dayAfter(now, isAtEnd ? -3 : 0);
				const all = madeBefore(first, every, until, clamped, false);
				expect(expected?.day).toBe(all.at(-1));
			}),
		);
	});

	it('ends with the number of invoices', () => {
		fc.assert(
			fc.property(
				days,
				frequencies,
				days,
				fc.integer({ min: 1, max: 60 }),
				(first, frequency, now, count) => {
					const every = rhythm(frequency);
					const endless = expectedInvoice(first, every, 0, now);
					const day =
						'weeks' in every
							? dayAfter(first, every.weeks * 7 * count)
							: clamped(first, every.months * count);
					const hasEnded = endless !== undefined && endless.day >= day;
					expect(expectedInvoice(first, every, count, now)).toEqual(hasEnded ? undefined : endless);
				},
			),
		);
	});

	it.each(
		Object.entries(MANNERS).flatMap(([name, add]) => [
			[name, 'the first', add, false] as const,
			[name, 'the last', add, true] as const,
		]),
	)('is seen wherever the service takes %s, counted from %s', (_, __, add, isFromLast) => {
		fc.assert(
			fc.property(days, frequencies, fc.integer({ min: 0, max: 4000 }), (first, frequency, later) => {
				const [every, now] = [rhythm(frequency), dayAfter(first, later)];
				const expected = expectedInvoice(first, every, 0, now);
				if (expected === undefined) return;
				const made = madeBefore(first, every, now, add, isFromLast);
				const place = madeBefore(first, every, dayAfter(expected.day, 1), clamped, false).length - 1;
				expect((made[place] ?? '') >= expected.since).toBe(true);
				// The one before it does not count.
				expect((made[place - 1] ?? '') < expected.since).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('A frequency', () => {
	it.each(Object.entries(FREQUENCIES))('%s is %s, however it is spelled', (label, value) => {
		const [count = '', unit = ''] = value.split(' ');
		const spellings = [
			label,
			` ${label.toUpperCase()} `,
			`${count}  ${unit}s`,
			`${count}${unit.toLowerCase()}`,
		];
		for (const spelling of spellings) expect(rhythmOf(spelling)).toEqual(rhythmOf(value));
		expect(rhythmOf(value)).toBeDefined();
	});

	it.each(Object.keys(DOCUMENTED))('%s of the vendor tells when an invoice is expected', (word) => {
		const [count = '', unit = ''] = word.toLowerCase().split(' ');
		const after = { [`${unit}s`]: Number(count) };
		const second = DateTime.fromISO('2026-01-15').plus(after);
		const expectedOn = (now: DateTime) =>
			expectedInvoice('2026-01-15', rhythmOf(word) ?? { weeks: 0 }, 0, now.toISODate() ?? '')?.day;
		expect(expectedOn(second.plus({ days: 1 }))).toBe(second.toISODate());
		expect(expectedOn(second)).toBe('2026-01-15');
	});

	it.each(['', '10 Days', 'Month', '0 Month', '-1 Week', '1.5 Month', '3', 'daily', null, 4])(
		'%j is no frequency',
		(text) => {
			expect(rhythmOf(text)).toBeUndefined();
		},
	);
});

describe('An invoice', () => {
	const since = fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01');
	const total = fc.option(
		fc.constantFrom(10, 20).map((amount) => new Big(amount)),
		{ nil: undefined },
	);
	const client = fc.constantFrom(1, 2);
	const known = total.filter((amount) => amount !== undefined);

	const due = fc.record({ expected: since.map((day) => ({ day, since: day })), client, total: known });
	const made = fc.record({
		day: fc.constantFrom('', '2025-12-31', '2026-01-01', '2026-02-15', '2026-04-01'),
		client,
		total: known,
	});

	it('counts for one profile of its client and total, so that as few as possible are unseen', () => {
		fc.assert(
			fc.property(fc.array(due, { maxLength: 5 }), fc.array(made, { maxLength: 5 }), (profiles, invoices) => {
				const unseen = unseenOf(profiles, invoices);
				expect(unseen).toHaveLength(profiles.length - mostSeen(profiles, invoices));
				expect(profiles.filter((one) => unseen.some(([other]) => other === one))).toEqual(
					unseen.map(([one]) => one),
				);
				for (const [one, last] of unseen) {
					if (last === undefined) continue;
					expect(last.client).toBe(one.client);
					expect(last.total?.eq(one.total ?? 0)).toBe(true);
					expect(last.day < one.expected.since).toBe(true);
				}
			}),
		);
	});

	it('that is new goes to the profile that no older one fits', () => {
		const of = (day: string) => ({ expected: { day, since: day }, client: 1, total: new Big(10) });
		const invoices = ['2026-01-01', '2026-04-01'].map((day) => ({ day, client: 1, total: new Big(10) }));
		expect(unseenOf([of('2026-01-01'), of('2026-03-01')], invoices)).toEqual([]);
	});

	it('of an unknown total may be of any profile of its client, and a profile without one has any', () => {
		const expected = { day: '2026-01-01', since: '2026-01-01' };
		const [ten, unknown] = [new Big(10), undefined];
		const invoice = { day: '2026-01-01', client: 1, total: ten };
		expect(unseenOf([{ expected, client: 1, total: unknown }], [invoice])).toEqual([]);
		expect(unseenOf([{ expected, client: 1, total: new Big(9) }], [{ ...invoice, total: unknown }])).toEqual(
			[],
		);
		expect(unseenOf([{ expected, client: 1, total: new Big(9) }], [invoice])).toHaveLength(1);
		expect(unseenOf([{ expected, client: 2, total: unknown }], [invoice])).toHaveLength(1);
		// It leaves the invoice that only another profile can have.
		const others = [ten, new Big(5)].map((total) => ({ day: '2026-01-01', client: 1, total }));
		const both = [unknown, ten].map((total) => ({ expected, client: 1, total }));
		expect(unseenOf(both, others)).toEqual([]);
	});

	type Profile = typeof due extends fc.Arbitrary<infer P> ? P : never;
	type Invoice = typeof made extends fc.Arbitrary<infer I> ? I : never;

	/** The most profiles that can each have an invoice of their own, by trying all ways. */
	function mostSeen([first, ...others]: readonly Profile[], invoices: readonly Invoice[]): number {
		if (first === undefined) return 0;
		const fitting = invoices.filter(
			(one) =>
				one.client === first.client &&
				one.total?.eq(first.total ?? 0) === true &&
				one.day >= first.expected.since,
		);
		const ways = fitting.map(
			(one) =>
				1 +
				mostSeen(
					others,
					invoices.filter((other) => other !== one),
				),
		);
		return Math.max(mostSeen(others, invoices), ...ways);
	}
});
