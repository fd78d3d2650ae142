import fc from 'fast-check';
import { check, describe as describeValue, isAbsent, type Kind } from '../../../nodes/XmlBilling/xml/values';
import { carriable } from '../../anyText.ts';

const DECIMAL_KINDS: Kind[] = ['decimal', 'notNegativeDecimal', 'positiveDecimal'];
const ALL_KINDS: Kind[] = [...DECIMAL_KINDS, 'text', 'integer', 'identifier', 'date'];

/** The text that is written, or the problem after an exclamation mark. */
function outcome(value: unknown, kind: Kind, timeZone = 'UTC'): string | undefined {
	const checked = check(value, kind, timeZone);
	return checked.ok ? checked.text : `!${checked.problem}`;
}

const refused = (value: unknown, kind: Kind, timeZone = 'UTC'): boolean => !check(value, kind, timeZone).ok;

/** A decimal text in hundredths, worked out without floating point; undefined where there is a third place. */
function hundredths(text: string): bigint | undefined {
	const [, sign, whole = '', places = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
	if (!/^\d{0,2}0*$/.test(places)) return undefined;
	const value = BigInt(whole + places.slice(0, 2).padEnd(2, '0'));
	return sign === '-' ? -value : value;
}

const toText = (cents: bigint): string => {
	const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
	return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe('what counts as not supplied', () => {
	it.each(ALL_KINDS)('is nothing, null and empty text for %s', (kind) => {
		for (const value of [undefined, null, ''])
			expect(check(value, kind, 'UTC')).toEqual({ ok: true, text: undefined });
	});

	it.each(ALL_KINDS.filter((kind) => kind !== 'text'))('is blank text for %s', (kind) => {
		for (const value of [' ', '\t\n', '\u00A0'])
			expect(check(value, kind, 'UTC')).toEqual({ ok: true, text: undefined });
	});

	it('is told from zero and false', () => {
		expect([undefined, null, '', ' '].map(isAbsent)).toEqual([true, true, true, true]);
		expect([0, false, '0', NaN, [], {}].map(isAbsent)).toEqual([false, false, false, false, false, false]);
		expect(outcome(0, 'decimal')).toBe('0');
		expect(outcome(0, 'text')).toBe('0');
		expect(outcome(false, 'text')).toBe('false');
	});
});

describe('a text', () => {
	it('is written as it is, but for what XML cannot carry', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
				expect(outcome(text, 'text')).toBe(carriable(text) || undefined);
			}),
		);
	});

	it.each([
		['007', '007'],
		[' 12 ', ' 12 '],
		[7, '7'],
		[12.5, '12.5'],
		[-0, '0'],
		[1e-7, '0.0000001'],
		[9007199254740991, '9007199254740991'],
		[12345678901234567890n, '12345678901234567890'],
		[true, 'true'],
	])('writes %p as %s', (value, text) => {
		expect(outcome(value, 'text')).toBe(text);
	});

	it.each([[{ a: 1 }], [['a']], [NaN], [Infinity], [new Date()], [Symbol('a')], [() => 1]])(
		'refuses %p, which is no text',
		(value) => {
			expect(outcome(value, 'text')).toMatch(/^!takes text, not /);
		},
	);

	it.each([1e21, 12345678901234567890, -9007199254740993])(
		'refuses the number %p, whose digits are lost already',
		(value) => {
			expect(outcome(value, 'text')).toMatch(/too large to be exact/);
		},
	);
});

describe('a decimal', () => {
	it.each([
		['0.1', '0.1'],
		['1200.50', '1200.5'],
		[' 12 ', '12'],
		['5.', '5'],
		['.5', '0.5'],
		['-.5', '-0.5'],
		['-0', '0'],
		['-0.00', '0'],
		['007.10', '7.1'],
		['1.500', '1.5'],
		['12345678901234567890.12', '12345678901234567890.12'],
		[0.1 + 0.2, '0.3'],
		[0.1 + 0.2 - 0.3, '0'],
		[-9.0951551845464e-15, '0'],
		[9.09515518e-15, '0'],
		[1.1 * 1.1, '1.21'],
		[4.35 * 100, '435'],
		[-0, '0'],
		[1.1, '1.1'],
		[20n, '20'],
		['0.30000000000000004', '0.3'],
		['1.1500000000000001', '1.15'],
	])('is %p, written as %s', (value, text) => {
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
	])('is not the text %j', (text) => {
		for (const kind of DECIMAL_KINDS)
			expect(outcome(text, kind)).toBe(
				`!takes a plain number such as 1200.50, without thousands separators, currency symbols or exponents, not '${text.replace('\n', ' ')}'`,
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
	])('is not %p', (value) => {
		expect(outcome(value, 'decimal')).toMatch(/^!takes a plain number/);
	});

	it.each([
		'1.005',
		'0.001',
		'1.0000000001',
		1.0000000001,
		0.0000000001,
		'-1.239',
		'12345678901234567890.123',
		1.005,
		0.125,
		1e-3,
		1e-7,
		33.333333333333336,
		2 / 3,
		12345678901.1234,
		1000000000.12051,
	])('refuses the third place of %p instead of rounding it', (value) => {
		expect(outcome(value, 'decimal')).toMatch(/^!takes at most two decimal places/);
	});

	it.each([1e21, 12345678901234567890, -1e17, 2 ** 46 + 1])(
		'refuses the number %p, which cannot tell cents apart',
		(value) => {
			expect(outcome(value, 'decimal')).toMatch(/too large to be exact here; give it as text/);
		},
	);

	it('keeps the value of any text with at most two places', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^ {0,2}-?(\d{1,25}(\.\d{0,2}0{0,3})?|\.\d{1,2}) {0,2}$/), (text) => {
				expect(hundredths(outcome(text, 'decimal') ?? '')).toBe(hundredths(text.trim()));
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
					expect(hundredths(outcome(cents / 100, 'decimal') ?? '')).toBe(BigInt(cents));
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('cleans the binary noise of sums of cents', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 100 }),
				(amounts) => {
					const sum = amounts.reduce((total, cents) => total + cents / 100, 0);
					const exact = amounts.reduce((total, cents) => total + BigInt(cents), 0n);
					expect(hundredths(outcome(sum, 'decimal') ?? '')).toBe(exact);
					// An expression inside a longer text arrives as text.
					expect(hundredths(outcome(String(sum), 'decimal') ?? '')).toBe(exact);
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('cleans the noise of a balance that is settled', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 10 }),
				(payments) => {
					const total = payments.reduce((sum, cents) => sum + cents, 0) / 100;
					expect(
						outcome(
							payments.reduce((left, cents) => left - cents / 100, total),
							'decimal',
						),
					).toBe('0');
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
				if (checked.ok && checked.text !== undefined)
					expect(checked.text).toMatch(/^(0|-?(?!0\d)\d+(\.\d{1,2})?)$/);
			}),
			{ numRuns: 3000 },
		);
	});

	it('is negative, zero or positive as its kind allows', () => {
		expect([-1, '-0.01', 0, 1].map((value) => refused(value, 'decimal'))).toEqual([
			false,
			false,
			false,
			false,
		]);
		expect([-1, '-0.01', 0, 1].map((value) => refused(value, 'notNegativeDecimal'))).toEqual([
			true,
			true,
			false,
			false,
		]);
		expect([-1, '-0.01', 0, 1].map((value) => refused(value, 'positiveDecimal'))).toEqual([
			true,
			true,
			true,
			false,
		]);
		expect(outcome(-5, 'notNegativeDecimal')).toBe('!must not be negative, not -5');
		expect(outcome('0.00', 'positiveDecimal')).toBe("!must be greater than zero, not '0.00'");
		expect(refused(0.1 + 0.2 - 0.3, 'positiveDecimal')).toBe(true);
	});

	it('writes cents as anyone would', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (cents) => {
				expect(hundredths(outcome(toText(cents), 'decimal') ?? '')).toBe(cents);
			}),
		);
	});
});

describe('a whole number and an identifier', () => {
	it.each([
		['12', '12'],
		[12, '12'],
		[' 12 ', '12'],
		['007', '7'],
		[9007199254740991, '9007199254740991'],
		[5n, '5'],
	])('is %p, written as %s', (value, text) => {
		expect(outcome(value, 'integer')).toBe(text);
		expect(outcome(value, 'identifier')).toBe(text);
	});

	it.each([
		12.5,
		'12.5',
		'12.0',
		'12abc',
		'abc',
		'1e3',
		'1,000',
		'+5',
		'٣',
		NaN,
		Infinity,
		true,
		[1],
		{ id: 1 },
		'INV-1',
	])('is not %p', (value) => {
		expect(outcome(value, 'integer')).toMatch(/^!takes a whole number, not /);
		expect(outcome(value, 'identifier')).toMatch(/^!takes an identifier, which is a whole number, not /);
	});

	it.each([0, -0, '0', '000', -1, '-1', '-99999999999999999999'])(
		'may be %p, but no identifier is',
		(value) => {
			expect(outcome(value, 'integer')).toMatch(/^(0|-\d+)$/);
			expect(outcome(value, 'identifier')).toMatch(/^!takes an identifier greater than zero/);
		},
	);

	it.each([1e21, 2 ** 53])('refuses the number %p, which may have been another', (value) => {
		expect(outcome(value, 'integer')).toMatch(/too large to be exact/);
		expect(outcome(value, 'identifier')).toMatch(/too large to be exact/);
	});

	it.each(['9007199254740993', '99999999999999999999999', 9007199254740993n])(
		'may be as large as %p, but no identifier is: as a number it would be that of another record',
		(value) => {
			expect(outcome(value, 'integer')).toBe(String(value));
			expect(outcome(value, 'identifier')).toMatch(/^!takes an identifier, and none is as large as /);
		},
	);

	it('has no sign of minus zero', () => {
		expect(outcome('-0', 'integer')).toBe('0');
	});
});

it('A number with more characters than any amount has is refused at once', () => {
	for (const kind of [...DECIMAL_KINDS, 'integer', 'identifier'] as const) {
		expect(outcome('9'.repeat(2 ** 20), kind)).toBe('!takes a number of at most 50 characters');
		expect(outcome(`0.${'0'.repeat(49)}`, kind)).toMatch(/^!takes /);
	}
	expect(outcome('9'.repeat(50), 'decimal')).toBe('9'.repeat(50));
});

describe('naming a wrong value', () => {
	it.each([
		['abc', "'abc'"],
		['x'.repeat(90), `'${'x'.repeat(80)}…'`],
		['a\u0000b\u202ec\ud800', "'a\ufffdb\ufffdc\ufffd'"],
		['one\r\ntwo\u2028three', "'one  two three'"],
		['😀'.repeat(45), `'${'😀'.repeat(40)}…'`],
		[`x${'😀'.repeat(45)}`, `'x${'😀'.repeat(39)}\ufffd…'`],
		[5, '5'],
		[null, 'null'],
		[[1], 'a list'],
		[{ token: 'secret' }, 'an object'],
		[new Date(), 'an object'],
	])('says %p as %s', (value, text) => {
		expect(describeValue(value)).toBe(text);
	});
});
