import fc from 'fast-check';
import { asShown, check, decimalOf, type Kind } from '../../../nodes/XmlBilling/xml/values';
import { DECIMAL_KINDS, MONEY_KINDS, outcome } from './checking.mts';

/** A number in canonical form: at most two decimal places, no redundant zeros, no negative zero. */
const PLAIN = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d?[1-9])$/;

const refused = (value: unknown, kind: Kind, timeZone = 'UTC'): boolean => !check(value, kind, timeZone).ok;

/** A decimal text in hundredths, calculated without floating point; undefined if there is a third decimal place. */
function hundredths(text: string): bigint | undefined {
	const [, sign, whole = '', places = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
	if (!/^\d{0,2}0*$/.test(places)) return undefined;
	const value = BigInt(whole + places.slice(0, 2).padEnd(2, '0'));
	return sign === '-' ? -value : value;
}

/** The value of what is written for a decimal, which has no digit too many. */
function written(value: unknown): bigint | undefined {
	const text = outcome(value, 'decimal') ?? '';
	expect(text).toMatch(PLAIN);
	return hundredths(text);
}

describe('a decimal', () => {
	it.each([
		['0.30000000000001', '0.3'],
		['0.3000000000001', '!takes at most two decimal places'],
		['0.03000000000001', '0.03'],
		['0.0300000000001', '!takes at most two decimal places'],
	])('has noise from the 14th digit on: %j becomes %j', (given, text) => {
		expect(outcome(given, 'decimal')?.startsWith(text)).toBe(true);
	});

	it.each([undefined, null, '', ' '])('of %j is none to calculate with', (absent) => {
		expect(decimalOf(absent)).toBeUndefined();
	});

	it.each([
		[0.1 + 0.2 - 0.3, '0'],
		[-9.0951551845464e-15, '0'],
		[9.09515518e-15, '0'],
		[1.1 * 1.1, '1.21'],
		[4.35 * 100, '435'],
		[-0, '0'],
		[20n, '20'],
		['0.30000000000000004', '0.3'],
		['1.1500000000000001', '1.15'],
	])('a decimal may be %p, written as %s', (value, text) => {
		expect(outcome(value, 'decimal')).toBe(text);
	});

	it.each([
		'1,200.50',
		'1.200,50',
		'1 200',
		'$5',
		'5 €',
		'5%',
		'1e3',
		'1E3',
		'0x10',
		'+5',
		'--5',
		'1.2.3',
		'.',
		'-',
		'-.',
		'٣',
		'１２',
		'12a',
		'abc',
		'NaN',
		'Infinity',
		'null',
		'1_000',
		'5-',
		'1\n2',
	])('a decimal is not the text %j', (text) => {
		for (const kind of DECIMAL_KINDS)
			expect(outcome(text, kind)).toBe(
				`!takes a plain number with a point for decimals, such as 1200.50, and without thousands separators, currency symbols or exponents, not '${text.replace('\n', ' ')}'`,
			);
	});

	it.each([
		[NaN],
		[Infinity],
		[-Infinity],
		[true],
		[false],
		[[]],
		[[5]],
		[{}],
		[new Date(0)],
		[{ valueOf: () => 5 }],
	])('a decimal is not %p', (value) => {
		expect(outcome(value, 'decimal')).toMatch(/^!takes a plain number/);
	});

	it.each([
		'1.0000000001',
		1.0000000001,
		0.0000000001,
		1e-7,
		33.333333333333336,
		2 / 3,
		12345678901.1234,
		1000000000.12051,
	])('refuses the third place of %p instead of rounding it', (value) => {
		expect(outcome(value, 'decimal')).toMatch(/^!takes at most two decimal places/);
	});

	it.each([1e21, 12345678901234567890, -1e17, 2 ** 46 + 1])(
		'refuses the number %p, which cannot represent cents',
		(value) => {
			expect(outcome(value, 'decimal')).toMatch(/too large to be exact; pass it as text/);
		},
	);

	it('keeps the value of any text with at most two places', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^ {0,2}-?(\d{1,30}(\.\d{0,2}0{0,3})?|\.\d{1,2}) {0,2}$/), (text) => {
				expect(written(text)).toBe(hundredths(text.trim()));
			}),
			{ numRuns: 1000 },
		);
	});

	it('keeps every number of cents exactly', () => {
		const limit = 2 ** 46 * 100;
		fc.assert(
			fc.property(
				fc.oneof(fc.integer({ min: -limit, max: limit }), fc.integer({ min: -100_000, max: 100_000 })),
				(cents) => {
					expect(written(cents / 100)).toBe(BigInt(cents));
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('cleans the binary noise of sums of cents', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: -5_000_000, max: 5_000_000 }), { minLength: 1, maxLength: 100 }),
				(amounts) => {
					const sum = amounts.reduce((total, cents) => total + cents / 100, 0);
					const exact = amounts.reduce((total, cents) => total + BigInt(cents), 0n);
					expect(written(sum)).toBe(exact);
					// An expression inside a longer text arrives as text.
					if (!String(sum).includes('e')) expect(written(String(sum))).toBe(exact);
					// A balance that is settled.
					expect(outcome(sum - Number(exact) / 100, 'decimal')).toBe('0');
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('refuses every third place that was meant, as number and as text', () => {
		const thousandths = fc
			.integer({ min: -2_000_000_000, max: 2_000_000_000 })
			.filter((value) => value % 10 !== 0);
		fc.assert(
			fc.property(thousandths, (value) => {
				expect(outcome(value / 1000, 'decimal')).toMatch(/at most two decimal places/);
				expect(outcome((value / 1000).toFixed(3), 'decimal')).toMatch(/at most two decimal places/);
			}),
			{ numRuns: 1000 },
		);
		fc.assert(
			fc.property(
				fc.bigInt({ min: 0n, max: 10n ** 20n }),
				fc.constantFrom('001', '0001', '00001', '12009', '004'),
				(whole, places) => {
					expect(outcome(`${whole}.${places}`, 'decimal')).toMatch(/at most two decimal places/);
				},
			),
		);
	});

	it('never writes anything but a plain number with at most two places', () => {
		const anything = fc.oneof(
			fc.double(),
			fc.string(),
			fc.stringMatching(/^[-+.\d,e ]{1,12}$/),
			fc.anything(),
		);
		fc.assert(
			fc.property(anything, fc.constantFrom(...DECIMAL_KINDS), (value, kind) => {
				const checked = check(value, kind, 'UTC');
				if (checked.ok && checked.text !== undefined) expect(checked.text).toMatch(PLAIN);
			}),
			{ numRuns: 3000 },
		);
	});

	it('is negative, zero or positive as its kind allows', () => {
		expect(
			[-1, '-0.01', 0, 1].map((value) => DECIMAL_KINDS.filter((kind) => refused(value, kind)).length),
		).toEqual([5, 5, 2, 0]);
		expect(refused(0, 'notNegativeDecimal')).toBe(false);
		expect(outcome(-5, 'notNegativeDecimal')).toBe('!must not be negative, not -5');
		expect(outcome('0.00', 'positiveDecimal')).toBe("!must be greater than zero, not '0.00'");
		expect(refused(0.1 + 0.2 - 0.3, 'positiveDecimal')).toBe(true);
	});
});

describe('money', () => {
	it.each([
		['1.500', "'1500' or '1.50'"],
		['1.000', "'1000' or '1.00'"],
		[' -12.000 ', "'-12000' or '-12.00'"],
		['1.234', "'1234'"],
		['0.500', "'0.50'"],
		['1234.500', "'1234.50'"],
	])('that comes as the text %j may mean %s', (text, meant) => {
		for (const kind of MONEY_KINDS)
			expect(outcome(text, kind)).toBe(
				`!takes at most two decimal places, not '${text}', which may mean ${meant}: write what you mean`,
			);
	});

	it.each([
		[1.5, '1.5'],
		['1.50', '1.5'],
		['1.5000', '1.5'],
		['1500', '1500'],
		['1.', '1'],
	])('money is clear as %j', (value, text) => {
		expect(outcome(value, 'money')).toBe(text);
	});

	it('differs from other decimals only in a text with exactly three digits after its point', () => {
		const values = fc.oneof(
			fc.double(),
			fc.integer().map((value) => value / 1000),
			fc.stringMatching(/^ ?-?\d{0,6}\.?\d{0,5} ?$/),
		);
		fc.assert(
			fc.property(values, (value) => {
				const isUnclear = typeof value === 'string' && /^\s*-?\d*\.\d{3}\s*$/.test(value);
				if (isUnclear) expect(outcome(value, 'money')).toMatch(/^!takes at most two decimal places/);
				else expect(outcome(value, 'money')).toBe(outcome(value, 'decimal'));
			}),
			{ numRuns: 3000 },
		);
	});
});

describe('a decimal that the service shows', () => {
	it.each([
		[33.333, '33.333'],
		['9.975', '9.975'],
		[-0.0001, '-0.0001'],
		['1.500', '1.5'],
		['99999999999999999999.125', '99999999999999999999.125'],
	])('is sent back with all of its places: %j as %s', (value, text) => {
		const kinds: Kind[] = text.startsWith('-') ? ['decimal', 'money'] : DECIMAL_KINDS;
		for (const kind of kinds) expect(outcome(asShown(value), kind)).toBe(text);
	});

	it('has the sign of its kind all the same', () => {
		expect(outcome(asShown(-1.125), 'notNegativeDecimal')).toBe('!must not be negative, not -1.125');
		expect(outcome(asShown(0), 'positiveMoney')).toBe('!must be greater than zero, not 0');
	});

	it.each(['1.234,50', '5 EUR', '1,234'])('is not sent back if it cannot be read: %j', (value) => {
		expect(outcome(asShown(value), 'money')).toBe(`!cannot be sent back as the service shows it: '${value}'`);
	});

	it.each([undefined, null, '', ' '])('the service shows no decimal if it shows %j', (value) => {
		expect(outcome(asShown(value), 'money')).toBeUndefined();
	});

	it('is calculated with exactly', () => {
		expect(decimalOf('33.333')?.times(3).toFixed()).toBe('99.999');
		for (const unreadable of ['1,234', '1'.repeat(51), {}]) expect(decimalOf(unreadable)).toBeUndefined();
	});
});
