import Big from 'big.js';
import fc from 'fast-check';
import { indexNumbers, numbersIn } from '../../../../nodes/XmlBilling/actions/invoice/numbersInText';
import { anyText } from '../../../anyText.ts';

/** The numbers that a text has, as a whole. */
function found(text: string, numbers: readonly string[], amount = '7.77'): string[] {
	const index = indexNumbers(
		numbers.map((number) => ({ number })),
		['USD', 'EUR'],
	);
	return numbersIn(text, index, new Big(amount)).flatMap(({ record, isWhole }) =>
		isWhole ? record.number : [],
	);
}

const letters = fc.string({ unit: fc.constantFrom(...'ABCXYZabcäß'), minLength: 2, maxLength: 4 });
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 5 });
const separator = fc.constantFrom('', '-', ' ', '/', '.', ' - ', '_', '#');
/** The parts of a number such as INV-0042, or INV-2026-0042. */
const parts = fc
	.tuple(letters, digits, fc.array(digits, { maxLength: 1 }))
	.map(([word, one, more]) => [word, one, ...more]);
const prose = fc.constantFrom('', 'Payment', 'ACME LTD.', 'Re:', 'thank you', '+', '(', '"', 'SVWZ+');
const join = (texts: readonly string[], separators: readonly string[]): string =>
	texts.map((text, nth) => text + (nth < texts.length - 1 ? (separators[nth] ?? '') : '')).join('');
const separators = fc.tuple(separator, separator);
/** Two numbers in a row are apart in a number: `INV-2026-0042`. */
const apart = fc.tuple(separator, fc.constantFrom('-', '/', '.'));

describe('a number', () => {
	it('is found in any case and with other separators, whatever is around it', () => {
		fc.assert(
			fc.property(parts, apart, separators, prose, prose, (number, one, other, before, after) => {
				const [stored, written] = [join(number, one), join(number, other).toLowerCase()];
				expect(found(`${before} ${written} ${after}`, [stored])).toEqual([stored]);
			}),
		);
	});

	it('is not found inside a word or another number', () => {
		fc.assert(
			fc.property(
				parts,
				separators,
				fc.constantFrom('1', 'A', 'ß', '-1', '-A', '_2', '/1', '.5', ',50'),
				fc.constantFrom('A', '1', 'é'),
				(number, one, after, before) => {
					const stored = join(number, one);
					expect(found(`for ${stored}${after}`, [stored])).toEqual([]);
					expect(found(`for ${before}${stored}`, [stored])).toEqual([]);
				},
			),
		);
	});

	it('is found in no text without its letters and digits in this order', () => {
		fc.assert(
			fc.property(anyText, parts, separators, (text, number, one) => {
				const only = (all: string) =>
					all
						.normalize('NFKC')
						.toUpperCase()
						.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
				const stored = join(number, one);
				if (!only(text).includes(only(stored))) expect(found(text, [stored])).toEqual([]);
			}),
		);
	});

	it.each([
		['INV0042', ['INV-0042']],
		['inv 0042', ['INV-0042']],
		['INV-42', []],
		['INV-0042-1', []],
		['INV-0042/INV-0043', ['INV-0042', 'INV-0043']],
		['INV-0042/0043', []],
		['INV-0042, INV-0043', ['INV-0042', 'INV-0043']],
		['INV-0042. Thanks', ['INV-0042']],
	])('in %j is %j', (text, numbers) => expect(found(text, ['INV-0042', 'INV-0043'])).toEqual(numbers));

	it('is not found in a longer number that is known too', () => {
		expect(found('for X-INV-0042', ['INV-0042', 'X-INV-0042'])).toEqual(['X-INV-0042']);
	});
});

describe('a number of digits only', () => {
	it.each([
		'Invoice 1042',
		'invoice no.1042, thanks',
		'#1042',
		'INV-1042',
		'1042 USD 500.00',
		'Rechnung 1042 vom 10.03.2026',
		'1042',
	])('is found in %j', (text) => expect(found(text, ['1042'])).toEqual(['1042']));

	it.each([
		'1042.50',
		'1042,50 EUR',
		'1,042.50',
		'21 042,50',
		'USD 1042',
		'€1042',
		'1042 EUR',
		'1042,-',
		'01042',
		'10425',
		'INV1042',
		'10-42',
		'10:42',
		'1042-2',
		'DE89 3704 1042 0532 0130 00',
		'+49 1042 123456 7',
		'4111 1042 1111 1111',
	])('is not found in %j', (text) => expect(found(text, ['1042'])).toEqual([]));

	it.each([
		['20260310', '2026-03-10'],
		['20260310', 'on 20260310'],
		['2026-03', 'for 2026-03'],
		['03-2026', 'for 03/2026'],
		['100326', '10.03.26'],
	])('that is a date, %s, is not found in %j', (number, text) => expect(found(text, [number])).toEqual([]));

	it.each(['42', '007', '2026', '1999', 'Deposit', 'A1'])(
		'is not looked for if it says little: %s',
		(number) => expect(found(`Invoice ${number}`, [number])).toEqual([]),
	);

	it('is not the amount itself', () => {
		expect(found('Payment 1042', ['1042'], '1042.00')).toEqual([]);
		expect(found('Payment 1042', ['1042'], '1042.01')).toEqual(['1042']);
		expect(found('Payment 01042', ['01042'], '1042')).toEqual(['01042']);
	});
});
