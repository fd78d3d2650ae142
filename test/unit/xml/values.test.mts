import fc from 'fast-check';
import { COUNTRIES, CURRENCIES } from '../../../sandbox/values.mts';
import {
	asShown,
	check,
	decimalOf,
	describe as describeValue,
	withoutValues,
	type Kind,
} from '../../../nodes/XmlBilling/xml/values';
import { anyText, carriable } from '../../anyText.mts';
import { IS_ALL } from '../../share.mts';

const MONEY_KINDS: Kind[] = ['money', 'notNegativeMoney', 'positiveMoney'];
const DECIMAL_KINDS: Kind[] = [
	'decimal',
	'notNegativeDecimal',
	'hours',
	'percent',
	'notNegativePercent',
	...MONEY_KINDS,
];
const RUNS = { numRuns: IS_ALL ? 3000 : 300 };

/** The text that is written, or the problem after an exclamation mark. */
function outcome(value: unknown, kind: Kind): string | undefined {
	const checked = check(value, kind, 'UTC');
	return checked.ok ? checked.text : `!${checked.problem}`;
}

describe('what counts as not supplied', () => {
	it.each<Kind>([
		...DECIMAL_KINDS,
		'text',
		'integer',
		'identifier',
		'date',
		'country',
		'currency',
		'username',
	])('is nothing, null and empty text for %s, and blank text for all but a text', (kind) => {
		for (const value of [undefined, null, '', ...(kind === 'text' ? [] : [' ', '\t\n', '\u00A0'])])
			expect(check(value, kind, 'UTC')).toEqual({ ok: true, text: undefined });
	});
});

describe('a text', () => {
	it.each(['#N/A', ' #REF! ', '#DIV/0!', '#name?'])('that is an error of a sheet (%s) is refused', (text) => {
		for (const kind of ['text', 'word', 'email'] as const)
			expect(outcome(text, kind)).toMatch(/^!takes no error of a sheet such as .*; correct its formula$/);
		expect(outcome(`see ${text}`, 'text')).toBe(`see ${text}`);
	});

	it('that records are recognized by is no number that a sheet shortened', () => {
		expect(outcome('2.4952E+19', 'word')).toBe(
			"!takes no number that a sheet shortened to '2.4952E+19'; format its column as text",
		);
		expect(outcome('2.4952E+19', 'text')).toBe('2.4952E+19');
		expect(outcome('INV-1E+5', 'word')).toBe('INV-1E+5');
	});

	it('is written unchanged, except what XML cannot represent', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				expect(outcome(text, 'text')).toBe(carriable(text) || undefined);
			}),
		);
	});

	it.each([
		['007', '007'],
		[' 12 ', ' 12 '],
		[12.5, '12.5'],
		[-0, '0'],
		[1e-7, '0.0000001'],
		[9007199254740991, '9007199254740991'],
		[12345678901234567890n, '12345678901234567890'],
		[true, 'true'],
	])('a text field writes %p as %s', (value, text) => {
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

describe('a whole number and an identifier', () => {
	const NO_IDENTIFIER = /^!takes an ID, which is a whole number above zero without leading zeros, not /;

	it.each([
		['12', '12'],
		[12, '12'],
		[' 12 ', '12'],
		[9007199254740991, '9007199254740991'],
		[5n, '5'],
	])('a whole number or identifier may be %p, written as %s', (value, text) => {
		expect(outcome(value, 'integer')).toBe(text);
		expect(outcome(value, 'identifier')).toBe(text);
	});

	it.each([12.5, '12.0', '12abc', '1e3', '1,000', '+5', '٣', '１２', NaN, Infinity, true, [1], { id: 1 }])(
		'neither a whole number nor an identifier is %p',
		(value) => {
			expect(outcome(value, 'integer')).toMatch(/^!takes a whole number, not /);
			expect(outcome(value, 'identifier')).toMatch(NO_IDENTIFIER);
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
			expect(outcome(value, 'identifier')).toMatch(/^!takes an ID, but .+ is too large for one/);
		},
	);

	it('is any text that is exactly an identifier, ignoring surrounding blanks', () => {
		const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000', '\ufeff') });
		const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 18 });
		const odd = fc.string({ unit: fc.constantFrom(...'0012+-.,eEx_ １٣'), maxLength: 5 });
		const texts = fc.oneof(fc.string(), fc.tuple(blanks, odd, digits, odd, blanks), fc.tuple(blanks, digits));
		fc.assert(
			fc.property(texts, (parts) => {
				const text = [parts].flat().join('');
				const isIdentifier = /^\s*[1-9]\d*\s*$/.test(text) && Number.isSafeInteger(Number(text));
				const written = outcome(text, 'identifier');
				if (isIdentifier) expect(written).toBe(text.trim());
				else expect(written ?? '!').toMatch(/^!/);
			}),
		);
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
		['a\u0000b\u202ec\ud800', "'a\ufffdb[U+202E]c\ufffd'"],
		['one\r\ntwo\u2028three', "'one  two three'"],
		['😀'.repeat(45), `'${'😀'.repeat(40)}…'`],
		[`x${'😀'.repeat(45)}`, `'x${'😀'.repeat(39)}\ufffd…'`],
		[5, '5'],
		[null, 'null'],
		[[1], 'a list'],
		[{ token: 'secret' }, 'an object'],
		[new Date(), 'an object'],
	])('an error names the wrong value %p as %s', (value, text) => {
		expect(describeValue(value)).toBe(text);
	});

	it.each([
		["Amount takes text, not 'a''b'", 'Amount takes text, not …'],
		[
			"Lines › 1 › Tax 'O'Hara' is not one of the account's taxes",
			"Lines › 1 › Tax … is not one of the account's taxes",
		],
		['Amount must not be negative, not -12.50', 'Amount must not be negative, not …'],
		['Lines takes text, not a list', 'Lines takes text, not a list'],
		["The service's answer is the account's", "The service's answer is the account's"],
	])('is left out of what is logged of %p', (message, logged) => {
		expect(withoutValues(message)).toBe(logged);
	});
});

/** A number in canonical form: at most two decimal places, no redundant zeros, no negative zero. */
const PLAIN = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d?[1-9])$/;

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
		[0.1 + 0.2 - 0.3, '0'],
		[-9.0951551845464e-15, '0'],
		[1.1 * 1.1, '1.21'],
		[-0, '0'],
		[20n, '20'],
		['0.30000000000000004', '0.3'],
		// Noise begins at the 14th digit.
		['0.30000000000001', '0.3'],
		['0.03000000000001', '0.03'],
	])('a decimal may be %p, written as %s', (value, text) => {
		expect(outcome(value, 'decimal')).toBe(text);
	});

	it.each([
		...'1,200.50 1.200,50 $5 5% 1e3 0x10 +5 --5 1.2.3 . - -. ٣ １２ 12a NaN Infinity 1_000 5-'.split(' '),
		'1 200',
		'1\n2',
	])('a decimal is not the text %j', (text) => {
		for (const kind of DECIMAL_KINDS.filter((one) => one !== 'hours'))
			expect(outcome(text, kind)).toBe(
				`!takes a plain number with a point for decimals, such as 1200.50, and without thousands separators, currency symbols or exponents, not '${text.replace('\n', ' ')}'`,
			);
	});

	it.each([[NaN], [-Infinity], [true], [[5]], [new Date(0)], [{ valueOf: () => 5 }]])(
		'a decimal is not %p',
		(value) => {
			expect(outcome(value, 'decimal')).toMatch(/^!takes a plain number/);
		},
	);

	it.each([
		'1.0000000001',
		'0.3000000000001',
		'0.0300000000001',
		'7.12009',
		0.0000000001,
		33.333333333333336,
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
			RUNS,
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
			RUNS,
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
			RUNS,
		);
	});

	it('is negative, zero or positive as its kind allows', () => {
		expect(
			[-1, '-0.01', 0, 1].map(
				(value) => DECIMAL_KINDS.filter((kind) => !check(value, kind, 'UTC').ok).length,
			),
		).toEqual([5, 5, 2, 0]);
		expect(outcome(0, 'notNegativeDecimal')).toBe('0');
		expect(outcome(-5, 'notNegativeDecimal')).toBe('!must not be negative, not -5');
		expect(outcome('0.00', 'hours')).toBe("!must be greater than zero, not '0.00'");
		expect(outcome(0.1 + 0.2 - 0.3, 'hours')).toMatch(/^!must be greater/);
	});

	it('of hours speaks of hours', () => {
		for (const text of ['1:30', '1,5'])
			expect(outcome(text, 'hours')).toBe(`!takes hours as a number, such as 1.5 for 1:30, not '${text}'`);
		expect([24, 25].map((value) => check(value, 'hours', 'UTC'))).toMatchObject([
			{ text: '24' },
			{ text: '25', doubt: 'is 25, more than a day has.' },
		]);
	});
});

describe('money', () => {
	it.each([
		['1.500', "'1500' or '1.50'"],
		['1.234', "'1234'"],
		['1234.500', "'1234.50'"],
	])('that comes as the text %j may mean %s', (text, meant) => {
		for (const kind of MONEY_KINDS)
			expect(outcome(text, kind)).toBe(
				`!takes at most two decimal places, not '${text}', which may mean ${meant}: write what you mean`,
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

	it.each(['1.234,50', '5 EUR', '1,234'])('is not sent back if it cannot be read: %j', (value) => {
		expect(outcome(asShown(value), 'money')).toBe(`!cannot be sent back as the service shows it: '${value}'`);
		expect(outcome(asShown(' '), 'money')).toBeUndefined();
		expect(outcome(asShown(-1.125), 'notNegativeDecimal')).toBe('!must not be negative, not -1.125');
	});

	it('is calculated with exactly', () => {
		expect(decimalOf('33.333')?.times(3).toFixed()).toBe('99.999');
		for (const unreadable of ['1,234', '1'.repeat(51), {}, null, ' '])
			expect(decimalOf(unreadable)).toBeUndefined();
	});
});

describe('a code', () => {
	it.each([
		['country', [...COUNTRIES]],
		['currency', [...CURRENCIES]],
	] as const)('of a %s is sent in capitals, whatever its case and the blanks around it', (kind, codes) => {
		fc.assert(
			fc.property(fc.constantFrom(...codes), fc.infiniteStream(fc.boolean()), (code, ups) => {
				const spelled = [...code].map((letter) =>
					ups.next().value === true ? letter : letter.toLowerCase(),
				);
				expect(outcome(` ${spelled.join('')}\n`, kind)).toBe(code);
			}),
		);
	});

	it.each([['DE', 'DEU']])('of a country may have two letters: %s', (short, code) => {
		expect(outcome(short, 'country')).toBe(code);
	});

	it.each<[Kind, unknown, string]>([
		['country', 'Germany', "takes a three-letter code such as DEU, not 'Germany'. Did you mean DEU?"],
		['currency', '€', "takes a three-letter code such as EUR, not '€'. Did you mean EUR?"],
		['currency', '£', "takes a three-letter code such as EUR, not '£'. Did you mean GBP?"],
		['currency', 'DE', "takes a three-letter code such as EUR, not 'DE'"],
	])('of a %s is no name: %j', (kind, value, problem) => {
		const found = outcome(value, kind) ?? '';
		expect(found.startsWith(`!${problem}`)).toBe(true);
	});
});

describe('a username', () => {
	it('has five letters, digits or - _ . @, and nothing else', () => {
		const allowed = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.@ü'), minLength: 5 });
		fc.assert(fc.property(allowed, (name) => expect(outcome(` ${name} `, 'username')).toBe(name)));
	});

	it.each(['zoe1', 'ada lovelace', 'ada+1', 'ada/home', 'adäh!'])('a username is not %j', (name) => {
		expect(outcome(name, 'username')).toContain(
			`at least five letters, digits or - _ . @, and nothing else, not '${name}'`,
		);
	});
});
