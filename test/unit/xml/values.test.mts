import fc from 'fast-check';
import {
	check,
	describe as describeValue,
	isAbsent,
	quote,
	withoutValues,
	type Kind,
} from '../../../nodes/XmlBilling/xml/values';
import { DECIMAL_KINDS, outcome } from './checking.mts';
import { carriable } from '../../anyText.mts';

const ALL_KINDS: Kind[] = [...DECIMAL_KINDS, 'text', 'integer', 'identifier', 'date'];

describe('what counts as not supplied', () => {
	it.each(ALL_KINDS)('is nothing, null and empty text for %s', (kind) => {
		for (const value of [undefined, null, ''])
			expect(check(value, kind, 'UTC')).toEqual({ ok: true, text: undefined });
	});

	it.each(ALL_KINDS.filter((kind) => kind !== 'text'))('blank text counts as not supplied for %s', (kind) => {
		for (const value of [' ', '\t\n', '\u00A0'])
			expect(check(value, kind, 'UTC')).toEqual({ ok: true, text: undefined });
	});

	it('is distinguished from zero and false', () => {
		expect([undefined, null, '', ' '].map(isAbsent)).toEqual([true, true, true, true]);
		expect([0, false, '0', NaN, [], {}].map(isAbsent)).toEqual([false, false, false, false, false, false]);
		expect(outcome(0, 'decimal')).toBe('0');
		expect(outcome(0, 'text')).toBe('0');
		expect(outcome(false, 'text')).toBe('false');
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
		'１２',
		NaN,
		Infinity,
		true,
		[1],
		{ id: 1 },
		'INV-1',
	])('neither a whole number nor an identifier is %p', (value) => {
		expect(outcome(value, 'integer')).toMatch(/^!takes a whole number, not /);
		expect(outcome(value, 'identifier')).toMatch(NO_IDENTIFIER);
	});

	it.each([0, -0, '0', '000', '007', '0131', -1, '-1', -5n, '-99999999999999999999'])(
		'may be %p, but no identifier is: a display number may be written so',
		(value) => {
			expect(outcome(value, 'integer')).toMatch(/^(0|-?[1-9]\d*)$/);
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
		['Invoice 00121 is paid', 'Invoice 00121 is paid'],
	])('is left out of what is logged of %p', (message, logged) => {
		expect(withoutValues(message)).toBe(logged);
	});

	it('is left out of what is logged, whatever the value', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(withoutValues(`Name takes an email, not ${quote(text)}`)).toBe('Name takes an email, not …');
			}),
		);
	});
});
