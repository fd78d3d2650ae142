import fc from 'fast-check';
import {
	hasOtherReference,
	hasReference,
	listedTransactions,
	problemOfReference,
	referenceIn,
	referenceKey,
	withReference,
} from '../../../nodes/XmlBilling/records/payments';
import { anyText } from '../../anyText.ts';

const piece = fc.constantFrom(
	'Reference:',
	'reference: ',
	'Reference',
	':',
	' ',
	'\t',
	'\u00a0',
	'TX-1',
	'ß',
);
const notes = fc.array(fc.oneof(piece, anyText), { maxLength: 5 }).map((pieces) => pieces.join(''));
const reference = notes.filter((text) => text.trim() !== '' && problemOfReference(text) === undefined);
const collapsed = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');

describe('a reference in the notes of a payment', () => {
	it('is found again, whole, whatever else the notes say', () => {
		fc.assert(
			fc.property(notes, reference, (given, wanted) => {
				const written = withReference(given, wanted);
				expect(referenceIn(written)).toBe(collapsed(wanted));
				expect(written.startsWith(given.trimEnd())).toBe(true);
			}),
		);
	});

	it.each<[string, (text: string) => string]>([
		['trims notes', (text) => text.trim()],
		['pads them', (text) => `\n\t\t${text} \n\t`],
		['joins their lines with blanks', (text) => text.replaceAll('\n', ' ')],
		['joins their lines without blanks', (text) => text.replaceAll('\n', '')],
		['breaks their lines elsewhere', (text) => text.replaceAll(' ', '\r\n')],
		['writes tags between lines', (text) => text.replaceAll('\n', '<br />')],
		['changes their case', (text) => text.toUpperCase()],
	])('is recognized where the service %s', (_, change) => {
		fc.assert(
			fc.property(notes, reference, (given, wanted) => {
				expect(hasReference(change(withReference(given, wanted)), wanted)).toBe(true);
			}),
		);
	});

	it('is no other reference', () => {
		fc.assert(
			fc.property(notes, reference, reference, (given, wanted, other) => {
				const isSame = referenceKey(wanted) === referenceKey(other);
				expect(hasReference(withReference(given, wanted), other)).toBe(isSame);
			}),
		);
		expect(hasReference('Reference: TX-10', 'TX-1')).toBe(false);
		expect(hasReference('Reference: TX-1', 'TX-10')).toBe(false);
	});

	it('is recognized above lines that people added, and whatever its capitals are', () => {
		expect(hasReference('Reference:\nTX-1\nThanks', 'TX-1')).toBe(true);
		// In capitals, the first accent is a letter, which takes the second.
		expect(hasReference('Reference: \u0391\u0399\u0301', '\u03b1\u0345\u0301')).toBe(true);
	});

	it.each([undefined, null, '', ' ', 'Bank transfer 4711', 'Reference', 'Reference:', 'Reference:  \n'])(
		'is not there in %j',
		(text) => expect(referenceIn(text)).toBeUndefined(),
	);
});

it.each([
	['Reference: TX-10', 'TX-1', true],
	['Reference: TX-1', 'TX-10', false],
	['Reference: TX-1 (by API)', 'TX-1', false],
	['Reference: TX-2', 'TX-1', true],
	['Bank transfer', 'TX-1', false],
])('%j surely has another reference than %j: %j', (text, wanted, isOther) =>
	expect(hasOtherReference(text, wanted)).toBe(isOther),
);

const PAYMENT = { method: 'Cash', notes: '', amount: 40, date: '2026-01-20' };

it.each<[object, unknown, boolean]>([
	[{}, 80, true],
	[{}, 40, false],
	[{}, '80', false],
	...Object.keys(PAYMENT).map((field): [object, number, false] => [
		{ amount: 0, [field]: undefined },
		40,
		false,
	]),
])('a payment, and one that differs by %o, are all if %j is paid: %j', (changed, total_paid, areAll) => {
	const transactions = [PAYMENT, { ...PAYMENT, ...changed }];
	expect(listedTransactions({ total_paid, transactions })).toBe(areAll ? transactions : undefined);
});

it.each(['A\nB', 'A\rB', 'A\u2028B', 'A\u0085B', 'x Reference: 1', 'REFERENCE:1', 'Refer ence: 1'])(
	'%j is no reference',
	(text) => expect(problemOfReference(text)).toEqual(expect.any(String)),
);

it.each(['', 'TX-4711', ' pi_3Nx\t1 ', 'Reference 4711', 'ch_1\n'])('%j is a reference', (text) =>
	expect(problemOfReference(text)).toBeUndefined(),
);
