import fc from 'fast-check';
import {
	compareReference,
	isPlaceholder,
	listedTransactions,
	problemOfReference,
	referenceIn,
	withReference,
} from '../../../nodes/XmlBilling/records/payments';
import { anyText } from '../../anyText.mts';

const piece = fc.constantFrom('Reference:', 'reference: ', 'Reference', ':', ' ', '\u00a0', 'TX-1', 'ß');
const notes = fc.array(fc.oneof(piece, anyText), { maxLength: 5 }).map((pieces) => pieces.join(''));
const reference = notes.filter((text) => text.trim() !== '' && problemOfReference(text) === undefined);
describe('a reference in the notes of a payment', () => {
	it.each<[string, (text: string) => string]>([
		['trims notes', (text) => text.trim()],
		['joins their lines without blanks', (text) => text.replaceAll('\n', '')],
		['composes characters', (text) => text.normalize('NFC')],
	])('is the same where the service %s', (_, change) => {
		fc.assert(
			fc.property(notes, reference, (given, wanted) => {
				expect(compareReference(change(withReference(given, wanted)), wanted)).toBe('same');
			}),
		);
	});

	it.each([undefined, null, '', ' ', 'Bank transfer 4711', 'Reference', 'Reference:', 'Reference:  \n'])(
		'a reference in the notes of a payment is not there in %j',
		(text) => expect(referenceIn(text)).toBe(''),
	);
});

it.each([
	['Reference:\nTX-1', 'TX-1', 'same'],
	['Reference: aBc1', 'AbC1', 'similar'],
	['Reference: 1 23', '12 3', 'similar'],
	['Reference: 10\u00b2', '102', 'similar'],
	['Reference: 299\n00', '29900', 'similar'],
	['Reference: TX-1\nThanks', 'TX-1', 'similar'],
	['Reference: TX-1', 'TX-10', 'unclear'],
	['Reference: TX-1 (by API)', 'TX-1', 'unclear'],
	['Bank transfer', 'TX-1', 'none'],
	['Reference:', 'TX-1', 'unclear'],
	['Reference: NONREF', 'TX-1', 'none'],
	// It may be a part of the longer one.
	['Reference: 000', '0000123', 'unclear'],
	['Reference: TX-10', 'TX-1', 'other'],
])('the reference in %j, compared with %j, is %s', (text, wanted, likeness) =>
	expect(compareReference(text, wanted)).toBe(likeness),
);

const PAYMENT = { method: 'Cash', notes: '', amount: 40, date: '2026-01-20' };

it.each<[object, unknown, boolean]>([
	[{}, 80, true],
	[{}, 40, false],
	[{}, '80', false],
	[{ amount: 0, notes: undefined }, 40, false],
])('a payment, and one that differs by %o, are all if %j is paid: %j', (changed, total_paid, areAll) => {
	const transactions = [PAYMENT, { ...PAYMENT, ...changed }];
	expect(listedTransactions({ total_paid, transactions })).toBe(areAll ? transactions : undefined);
});

it.each(['A\nB', 'A\rB', 'x Reference: 1', 'REFERENCE:1'])('%j is no reference', (text) =>
	expect(problemOfReference(text)).toEqual(expect.any(String)),
);

it.each(['', 'TX-4711', ' pi_3Nx\t1 ', 'Reference 4711', 'ch_1\n'])('%j is a reference', (text) =>
	expect(problemOfReference(text)).toBeUndefined(),
);

it.each(['NONREF', 'Not Provided', 'N/A', '–', '000-000', 'XXXX'])('%j identifies no payment', (text) =>
	expect(isPlaceholder(text)).toBe(true),
);

it.each(['10', '0001', 'NONREF-2', 'XX1', '漢'])('%j may identify a payment', (text) =>
	expect(isPlaceholder(text)).toBe(false),
);
