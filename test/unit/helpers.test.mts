import fc from 'fast-check';
import { recordKey } from '../../nodes/XmlBilling/execution/ledger';
import { isSameText, lookOf } from '../../nodes/XmlBilling/xml/identity';
import {
	foldText,
	onOneLine,
	plainEmail,
	someNames,
	someOf,
	withoutFormat,
} from '../../nodes/XmlBilling/helpers/GenericFunctions';

describe('Format characters, which nobody sees', () => {
	const FORMAT = ['\u00ad', '\u200b', '\u200d', '\u202a', '\u2060', '\ufeff', '\u{e0067}'];
	const format = fc.constantFrom(...FORMAT);

	it('are taken out of any text, and nothing else is', () => {
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.constantFrom('a', 'é', '1', ' ', '😀'), format)), (parts) => {
				const seen = parts.filter((part) => !FORMAT.includes(part)).join('');
				expect(withoutFormat(parts.join(''))).toBe(seen);
			}),
		);
	});

	it('make no two texts differ, wherever they stand', () => {
		fc.assert(
			fc.property(fc.string(), fc.nat(), format, (text, at, mark) => {
				const place = text === '' ? 0 : at % (text.length + 1);
				const marked = `${text.slice(0, place)}${mark}${text.slice(place)}`;
				fc.pre(withoutFormat(marked) === withoutFormat(text));
				expect(isSameText(marked, text)).toBe(true);
				expect(foldText(marked)).toBe(foldText(text));
				expect(recordKey('email', marked)).toBe(recordKey('email', text));
				expect(lookOf(marked)).toBe(lookOf(text));
			}),
		);
	});

	it.each(['mailto:a@b.example', ' MAILTO: a@b.example', 'a@\u200bb.example', '\u202amailto:a@b.example'])(
		'and the link are taken off the email %j',
		(email) => expect(plainEmail(email)).toBe('a@b.example'),
	);

	it('are shown in messages by their codes, and texts that are too long are cut', () => {
		expect(onOneLine('a\u200bb\u00adc', 80)).toBe('a[U+200B]b[U+00AD]c');
		expect([onOneLine('abc', 3), onOneLine('abcd', 3)]).toEqual(['abc', 'abc…']);
	});
});

describe('someOf', () => {
	const NINE = '1, 2, 3, 4, 5, 6, 7, 8, 9';
	const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

	it.each([
		[0, '', ''],
		[1, '1', '1'],
		[2, '1 and 2', '1, 2'],
		[10, `${NINE} and 10`, `${NINE}, 10`],
		[11, `${NINE}, 10 and 1 more`, `${NINE}, 10 and 1 more`],
	])('names at most ten of %d', (count, sentence, list) => {
		expect(someOf(numbers(count))).toBe(sentence);
		expect(someOf(numbers(count), ', ')).toBe(list);
	});

	it('counts a name that repeats once', () => {
		expect(someNames([7, 8, '7'])).toBe('7, 8');
		expect(someNames([...numbers(12), ...numbers(12)])).toBe(`${NINE}, 10 and 2 more`);
	});
});
