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
const DECIMALS = ['decimal', 'notNegativeDecimal', 'hours', 'percent', 'notNegativePercent'] as const;
const DECIMAL_KINDS: Kind[] = [...DECIMALS, ...MONEY_KINDS];
const OTHER_KINDS: Kind[] = ['text', 'integer', 'identifier', 'date', 'country', 'currency', 'username'];
const RUNS = { numRuns: IS_ALL ? 3000 : 300 };

/** The text that is written, or the problem after an exclamation mark. */
function outcome(value: unknown, kind: Kind): string | undefined {
	const checked = check(value, kind, 'UTC');
	return checked.ok ? checked.text : `!${checked.problem}`;
}

it('Nothing, null and empty text are nothing for any kind, and blank text for all but a text', () => {
	for (const kind of [...DECIMAL_KINDS, ...OTHER_KINDS])
		for (const value of [undefined, null, '', ...(kind === 'text' ? [] : [' ', '\t\n', '\u00A0'])])
			expect([kind, check(value, kind, 'UTC')]).toEqual([kind, { ok: true, text: undefined }]);
});

const WHOLE: Kind[] = ['integer', 'identifier'];

it.each<[kinds: Kind[], value: unknown, text: string]>([
	[['text'], '007', '007'],
	[['text'], ' 12 ', ' 12 '],
	[['text'], 12.5, '12.5'],
	[['text'], 1e-7, '0.0000001'],
	[['text'], 12345678901234567890n, '12345678901234567890'],
	[['text'], true, 'true'],
	[['text'], 'see #N/A', 'see #N/A'],
	[['text'], '2.4952E+19', '2.4952E+19'],
	[['word'], 'INV-1E+5', 'INV-1E+5'],
	[['text', ...WHOLE], 9007199254740991, '9007199254740991'],
	[WHOLE, ' 12 ', '12'],
	[WHOLE, 5n, '5'],
	[['integer'], '99999999999999999999999', '99999999999999999999999'],
	[['text', 'decimal'], -0, '0'],
	[['decimal'], 0.1 + 0.2 - 0.3, '0'],
	[['decimal'], 1.1 * 1.1, '1.21'],
	[['decimal'], 20n, '20'],
	[['decimal'], '0.30000000000000004', '0.3'],
	// Noise begins at the 14th digit.
	[['decimal'], '0.30000000000001', '0.3'],
	[['decimal'], '0.03000000000001', '0.03'],
	[['decimal', 'money', 'percent'], -1, '-1'],
	[['notNegativeDecimal', 'notNegativeMoney', 'notNegativePercent'], 0, '0'],
	[['country'], 'DE', 'DEU'],
])('%j: %p is written as %s', (kinds, value, text) => {
	for (const kind of kinds) expect([kind, outcome(value, kind)]).toEqual([kind, text]);
});

const NO_NUMBERS =
	'1,200.50 1.200,50 $5 5% 1e3 0x10 +5 --5 1.2.3 . - -. ٣ １２ 12a NaN Infinity 1_000 5-'.split(' ');

it.each<[kinds: Kind[], problem: RegExp, values: unknown[]]>([
	[
		['text', 'word', 'email'],
		/^takes no error of a sheet such as .*; correct its formula$/,
		['#N/A', ' #REF! ', '#DIV/0!', '#name?'],
	],
	[
		['word'],
		/^takes no number that a sheet shortened to '2\.4952E\+19'; format its column as text$/,
		['2.4952E+19'],
	],
	[['text'], /^takes text, not /, [{ a: 1 }, ['a'], NaN, Infinity, new Date(), Symbol('a'), (): number => 1]],
	[
		['text', 'integer', 'decimal'],
		/^holds a number too large to be exact; pass it as text$/,
		[1e21, 12345678901234567890, -9007199254740993],
	],
	[['decimal'], /^holds a number too large to be exact/, [-1e17, 2 ** 46 + 1]],
	[['identifier'], /^holds a number too large to be exact/, [1e21, 2 ** 53]],
	[
		['integer'],
		/^takes a whole number, not /,
		[12.5, '12.0', '12abc', '1e3', '1,000', '+5', '٣', '１２', NaN, Infinity, true, [1], { id: 1 }],
	],
	[
		['identifier'],
		/^takes an ID, which is a whole number above zero without leading zeros, not /,
		[12.5, '1e3', '٣', NaN, true, [1], { id: 1 }],
	],
	// As a number it would be that of another record.
	[['identifier'], /^takes an ID, but .+ is too large for one$/, ['9007199254740993', 9007199254740993n]],
	[
		DECIMAL_KINDS.filter((kind) => kind !== 'hours'),
		/^takes a plain number with a point for decimals, such as 1200\.50, and without thousands separators, currency symbols or exponents, not /,
		[...NO_NUMBERS, '1 200', '1\n2', NaN, -Infinity, true, [5], new Date(0), { valueOf: () => 5 }],
	],
	[MONEY_KINDS, /, not '.+'; the recipe Decimal commas in the docs converts it$/, ['1.250,00', '12,5 €']],
	// With a point for its comma, a quantity of 1,250 would be 1.25.
	[['decimal', 'money', 'percent'], /, not '[^']+'$/, ['1,250', '1,250.00', '(950,00)', '950,00 S']],
	[
		['decimal'],
		/^takes at most two decimal places, not .+; round it/,
		[
			...['1.0000000001', '0.3000000000001', '0.0300000000001', '7.12009'],
			...[0.0000000001, 33.333333333333336, 12345678901.1234, 1000000000.12051],
		],
	],
	[MONEY_KINDS, /^takes at most .+, not '1\.500', which may mean '1500' or '1\.50': write/, ['1.500']],
	[MONEY_KINDS, /, which may mean '1234': write what you mean$/, ['1.234']],
	[MONEY_KINDS, /, which may mean '1234\.50': write what you mean$/, ['1234.500']],
	[['hours'], /^takes hours as a number, such as 1\.5 for 1:30, not '1.[35]0?'$/, ['1:30', '1,5']],
	[['hours', 'positiveMoney'], /^must be greater than zero, not /, ['0.00', 0.1 + 0.2 - 0.3, -1]],
	[
		['hours'],
		/^takes at most two .+, not 0\.83333; round it, as in \{\{ \$json\.hours\.toFixed\(2\) \}\}$/,
		[0.83333],
	],
	[['notNegativeMoney', 'notNegativePercent'], /^must not be negative, not /, [-5, '-0.01']],
	[['notNegativeDecimal'], /^must not be negative \(make Unit Cost negative instead\), not /, [-5, '-0.01']],
	[['country'], /^takes a three-letter code such as DEU, not 'Germany'\. Did you mean DEU\?/, ['Germany']],
	[['currency'], /^takes a three-letter code such as EUR, not '€'\. Did you mean EUR\?/, ['€']],
	[['currency'], /^takes a three-letter code such as EUR, not '£'\. Did you mean GBP\?/, ['£']],
	[['currency'], /^takes a three-letter code such as EUR, not 'DE'/, ['DE']],
	[
		['username'],
		/at least five letters, digits or - _ \. @, and nothing else, not '/,
		['zoe1', 'ada lovelace', 'ada+1', 'ada/home', 'adäh!'],
	],
])('%j does not take some: %p', (kinds, problem, values) => {
	for (const kind of kinds)
		for (const value of values) {
			const refused = { ok: false, problem: expect.stringMatching(problem) as unknown };
			expect([kind, value, check(value, kind, 'UTC')]).toEqual([kind, value, refused]);
		}
});

it('A text is written unchanged, except what XML cannot represent', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			expect(outcome(text, 'text')).toBe(carriable(text) || undefined);
		}),
	);
});

it('An identifier is any text that is exactly an identifier, ignoring surrounding blanks', () => {
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
		["Lines › 1 › Tax 'O'Hara' is not one of the taxes", 'Lines › 1 › Tax … is not one of the taxes'],
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

it('A decimal keeps the value of any text with at most two places', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^ {0,2}-?(\d{1,30}(\.\d{0,2}0{0,3})?|\.\d{1,2}) {0,2}$/), (text) => {
			expect(written(text)).toBe(hundredths(text.trim()));
		}),
		RUNS,
	);
});

it('A decimal is cleaned of the binary noise of sums of cents', () => {
	const cents = fc.integer({ min: -5_000_000, max: 5_000_000 });
	fc.assert(
		fc.property(fc.array(cents, { minLength: 1, maxLength: 100 }), (amounts) => {
			const sum = amounts.reduce((total, cents) => total + cents / 100, 0);
			const exact = amounts.reduce((total, cents) => total + BigInt(cents), 0n);
			expect(written(sum)).toBe(exact);
			// An expression inside a longer text arrives as text.
			if (!String(sum).includes('e')) expect(written(String(sum))).toBe(exact);
			// A balance that is settled.
			expect(outcome(sum - Number(exact) / 100, 'decimal')).toBe('0');
		}),
		RUNS,
	);
});

it('A decimal is never written as anything but a plain number with at most two places', () => {
	const anything = fc.oneof(fc.double(), fc.string(), fc.stringMatching(/^[-+.\d,e ]{1,12}$/), fc.anything());
	fc.assert(
		fc.property(anything, fc.constantFrom(...DECIMAL_KINDS), (value, kind) => {
			const checked = check(value, kind, 'UTC');
			if (checked.ok && checked.text !== undefined) expect(checked.text).toMatch(PLAIN);
		}),
		RUNS,
	);
});

it('Hours are refused if there are more than a day has, as where a tracker gives seconds', () => {
	expect(outcome(24, 'hours')).toBe('24');
	const advice = 'to convert seconds, use {{ ($json.seconds / 3600).toFixed(2) }}';
	expect(outcome(25, 'hours')).toBe(`!takes at most 24 hours, not 25; ${advice}`);
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
		expect(outcome(asShown(-1.125), 'notNegativeDecimal')).toContain('!must not be negative (make');
	});

	it('is calculated with exactly', () => {
		expect(decimalOf('33.333')?.times(3).toFixed()).toBe('99.999');
		for (const unreadable of ['1,234', '1'.repeat(51), {}, null, ' '])
			expect(decimalOf(unreadable)).toBeUndefined();
	});
});

it.each([
	['country', [...COUNTRIES]],
	['currency', [...CURRENCIES]],
] as const)(
	'The code of a %s is sent in capitals, whatever its case and the blanks around it',
	(kind, codes) => {
		fc.assert(
			fc.property(fc.constantFrom(...codes), fc.infiniteStream(fc.boolean()), (code, ups) => {
				const spelled = code.replaceAll(/./g, (letter) =>
					ups.next().value === true ? letter : letter.toLowerCase(),
				);
				expect(outcome(` ${spelled}\n`, kind)).toBe(code);
			}),
		);
	},
);

it('A username has five letters, digits or - _ . @', () => {
	const allowed = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.@ü'), minLength: 5 });
	fc.assert(fc.property(allowed, (name) => expect(outcome(` ${name} `, 'username')).toBe(name)));
});
