import Big from 'big.js';
import fc from 'fast-check';
import { indexNumbers, numbersIn } from '../../../../nodes/XmlBilling/actions/invoice/matching/numbersInText';
import { anyText } from '../../../anyText.mts';

/** The numbers that a text has, and what is doubtful about them. */
function judged(text: string, numbers: readonly string[], amount = '7.77') {
	const index = indexNumbers(numbers.map((number) => ({ number })));
	const { records, doubt } = numbersIn(text, index, new Big(amount));
	return { numbers: records.map(({ number }) => number), doubt };
}

/** The numbers that a text has without doubt. */
function found(...of: Parameters<typeof judged>): string[] {
	const { numbers, doubt } = judged(...of);
	return doubt === undefined ? numbers : [];
}

const BESIDE = 'but what is beside it may belong to it';
const SPELLING = 'but writes it differently';
const ANOTHER = 'and it may have another one';
const BROKEN = 'but a line break leaves it unclear';

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
/** Separators between two runs of digits in a number: `INV-2026-0042`. */
const apart = fc.tuple(separator, fc.constantFrom('-', '/', '.'));

describe('a number', () => {
	it('is found in any case, and without its first separator, whatever is around it', () => {
		const joints = fc.constantFrom('', ' ');
		fc.assert(
			fc.property(parts, apart, joints, prose, prose, (number, one, joint, before, after) => {
				const stored = join(number, one);
				for (const first of one[0].length === 1 ? [one[0], joint] : [one[0]]) {
					const written = join(number, [first, one[1]]).toLowerCase();
					expect(found(`${before} ${written} ${after}`, [stored])).toEqual([stored]);
				}
			}),
		);
	});

	it('is found with any separators, though in doubt', () => {
		fc.assert(
			fc.property(parts, apart, separators, (number, one, other) => {
				const stored = join(number, one);
				expect(judged(join(number, other), [stored]).numbers).toEqual([stored]);
			}),
		);
	});

	it('is in doubt with a line break anywhere in it', () => {
		const breaks = fc.constantFrom('\n', '\r\n', '\u2028');
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 7 }), breaks, (at, lineBreak) => {
				const text = `for INV-0042`;
				const place = 4 + at;
				expect(found(text.slice(0, place) + lineBreak + text.slice(place), ['INV-0042'])).toEqual([]);
			}),
		);
	});

	it('is in doubt next to another number of the account, known or not, complete or partial', () => {
		const joints = fc.constantFrom(...'+,/&-. \n', ', ', ' und ', ' bis ', ' - ', ' + ', '..', ' to ORD-');
		const [one, two] = [fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 1, max: 9999 })];
		fc.assert(
			fc.property(one, joints, two, (first, joint, second) => {
				// 2000 makes any year a possible number.
				const all = [`INV-${first}`, 'INV-2000'];
				expect(found(`for INV-${first}${joint}${second}`, all)).toEqual([]);
				if (![first, 2000].includes(second))
					expect(found(`for INV-${first}${joint}INV-${second}`, all)).toEqual([]);
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
		['INV-0042/INV-0043', []],
		['INV-0042/0043', []],
		['INV-0042, INV-0043', ['INV-0042', 'INV-0043']],
		['INV-0042. Thanks', ['INV-0042']],
	])('the number of an invoice in %j is %j', (text, numbers) =>
		expect(found(text, ['INV-0042', 'INV-0043'])).toEqual(numbers),
	);

	it.each([
		['CN-INV-0042', BESIDE],
		['5-INV-0042', BESIDE],
		['CN - INV-0042', BESIDE],
		['A - INV-0042', BESIDE],
		['Order no. INV-0042', BESIDE],
		['INV-0042/A', BESIDE],
		['INV-0042 A', BESIDE],
		['INV-0042 ff.', BESIDE],
		['INV-0042-', BESIDE],
		['INV-0042...', BESIDE],
		['INV/0042', SPELLING],
		['INV--0042', SPELLING],
		['INV-0042 bis 57', ANOTHER],
		['INV-0042 +57', ANOTHER],
		['INV-0042, 57', ANOTHER],
		['INV-0042, 57,58', ANOTHER],
		['INV-0042 500 EUR 57', ANOTHER],
		['INV-0042 500.00 EUR 57', ANOTHER],
		['INV-0042 57 900,00', ANOTHER],
		['INV-0042 and INV-7777', ANOTHER],
		['INV-0042, 10000', ANOTHER],
		['INV-0042, ORD-7777', ANOTHER],
		['INV-00\n42', BROKEN],
		['A\nINV-0042', BROKEN],
		['INV-0042\nab', BROKEN],
		['Payment\nINV-0042-1', BESIDE],
		['KDX\nINV-0042', BROKEN],
		['INV-0042\nABC', BROKEN],
		['INV-0042, 0043 EUR', ANOTHER],
		['INV-0042 $0043', ANOTHER],
		['INV-0042, 0043,-', ANOTHER],
		['INV-0042, EREF:INV-9998-20260110123456', ANOTHER],
		['INV-0042 INV-9999/DE89370400440532013000', ANOTHER],
		['Client INV-0042', BESIDE],
	])('the number of an invoice in %j is in doubt: %s', (text, doubt) =>
		expect(judged(text, ['INV-0042', 'INV-0043'])).toEqual({ numbers: ['INV-0042'], doubt }),
	);

	it.each([
		'Payment INV-0042',
		'Invoice INV-0042 thanks',
		'Rechnung INV-0042 vom 10.03.2026 über 7,77',
		'Rechnung INV-0042 vom 10. März 2026',
		'INV-0042 of March 10th, 2026',
		'INV-0042 2026-03-10 10:42 EUR 500 (USD 540.00) 1.620,00 €',
		'SVWZ+INV-0042',
		'INV-0042 J. Smith',
		'SMITH J INV-0042 DE89370400440532013000 EREF+20261117000412',
		'SEPA\n INV-0042 \nThanks\n',
		'Payment\nINV-0042\n\nThanks',
	])('is found for sure in %j', (text) =>
		expect(found(text, ['INV-0042', 'INV-0043'])).toEqual(['INV-0042']),
	);

	it.each([
		[['INV10'], 'INV10', true],
		[['INV10'], 'INV-10', false],
		[['INV10'], 'INV 10', false],
		[['INV-10'], 'INV10', true],
		[['INV-10', 'INV20'], 'INV10', false],
		[['INV-1-23'], 'INV123', false],
		[['DE10'], 'DE10 5001 0517 5407 3249 31', false],
		[['DE10'], 'DE10500105175407324931', false],
		[['INV-2025'], 'INV-2025 and 2026', false],
		[['INV-2025'], 'INV-2025 of March 2026', true],
		[['INV-2026-03'], 'INV-2026-03 and 2026-04', false],
		[['INV-2026-03'], 'INV-2026-03 of 04/2026', true],
	])('of %j is in %j for sure: %j', (numbers, text, isSure) =>
		expect(found(text, numbers)).toEqual(isSure ? [numbers[0]] : []),
	);

	it('is not found in a longer number that is known too', () => {
		expect(found('for X-INV-0042', ['INV-0042', 'X-INV-0042'])).toEqual(['X-INV-0042']);
	});
});

describe('a number of digits only', () => {
	it.each([
		'Invoice 1042',
		'invoice no.1042, thanks',
		'#1042',
		'Rechnung Nr. 1042 vom 10.03.2026',
		'1042 USD 500.00',
		'Rechnung 1042 vom 10.03.2026',
		'1042',
	])('a number of digits only is found in %j', (text) => expect(found(text, ['1042'])).toEqual(['1042']));

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
		'INV-1042',
		'Order ORD-1042',
		'Order 1042',
		'Kunden-Nr. 1042',
		'Order\n1042',
		'Invoice 1042, 57',
		'Invoice 1042 and 1043',
		'Invoice 10\n42',
		'Invoice 10421\n042',
		'12 1042',
		'1042 / 2',
		'9/1042',
		'9,1042',
		'DE89 3704 1042 0532 0130 00',
		'+49 1042 123456 7',
		'4111 1042 1111 1111',
	])('a number of digits only is not found in %j', (text) => expect(found(text, ['1042'])).toEqual([]));

	it.each([
		'23001 Lübeck',
		'23001 LUEBECK MIETE OKTOBER',
		'Miete\n23001 Lübeck',
		'Müller, 23001 Lübeck, Miete',
		'Müller,23001\nLübeck',
		' 23001 Ulm',
	])('may be a postcode in %j', (text) =>
		expect(judged(text, ['23001'])).toEqual({
			numbers: ['23001'],
			doubt: 'but it may be the postcode of a town',
		}),
	);

	it.each([
		'23001',
		'23001 EUR 500.00',
		'23001 und 23002',
		'23001 vom 10.03.2026',
		'23001 March 2026',
		'Miete\n23001\nLübeck',
		'Rechnung 23001 Lübeck',
		'23001, danke',
	])('a number of digits only is no postcode in %j', (text) =>
		expect(judged(text, ['23001', '23002']).doubt ?? '').not.toContain('postcode'),
	);

	it.each([
		['20260310', '2026-03-10'],
		['20260310', 'on 20260310'],
		['2026-03', 'for 2026-03'],
		['03-2026', 'for 03/2026'],
		['100326', '10.03.26'],
	])('that is a date, %s, is not found in %j', (number, text) => expect(found(text, [number])).toEqual([]));

	it.each(['42', '007', '2026', '1999', 'Deposit', 'A1'])(
		'is ignored if it is too short to mean anything: %s',
		(number) => expect(found(`Invoice ${number}`, [number])).toEqual([]),
	);

	it('is not the amount itself', () => {
		expect(found('Invoice 1042: 1 500,00 EUR', ['1042'], '1500')).toEqual(['1042']);
		expect(found('Payment 1042', ['1042'], '1042.00')).toEqual([]);
		expect(found('Payment 1042', ['1042'], '1042.01')).toEqual(['1042']);
		expect(found('Payment 01042', ['01042'], '1042')).toEqual(['01042']);
	});
});

describe('an account with several numbering formats', () => {
	it.each([
		['INV 0148', ['INV-0148', '1147'], []],
		['Inv. 1042', ['1042', 'INV-52'], []],
		['Inv. 2026-0057', ['2026-0057', 'INV-52'], ['2026-0057']],
		['DE16 Hosting 2026/12', ['DE16', '2026/17'], []],
		['DE16 Hosting 2026/12', ['DE16', 'DE17'], ['DE16']],
		['20260042 20260101', ['20260042', '20260043'], []],
		['2026/104 and 2026.6', ['2026/104'], []],
		['2026/104 and 2026.16', ['2026/104'], []],
		['2026/104 and 2026.16 EUR', ['2026/104'], ['2026/104']],
		['2026/104, 1999 EUR', ['2026/104'], ['2026/104']],
		['INV-0007 2000.00', ['INV-0007'], ['INV-0007']],
		['2026/104 2000.00', ['2026/104'], ['2026/104']],
		['104/2026 and 6/2026', ['104/2026'], []],
		['2026/104 of 2026-06-30', ['2026/104'], ['2026/104']],
		['1042 1043 EUR', ['1042', '1043', '1050'], []],
	])('has in %j of %j for sure: %j', (text, numbers, sure) => expect(found(text, numbers)).toEqual(sure));
});
