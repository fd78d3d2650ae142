import fc from 'fast-check';
import { listedTransactions } from '../../../nodes/XmlBilling/records/invoicePayments';
import {
	compareReference,
	problemOfReference,
	referenceIn,
	withReference,
} from '../../../nodes/XmlBilling/records/paymentReference';
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

/** Texts by how like the reference TX-1, or another one, theirs is. */
const LIKENESSES: ReadonlyArray<[likeness: string, texts: string[], wanted?: string]> = [
	['same', ['Reference:\nTX-1']],
	['alike', ['Reference: TX\u20131', 'Reference: TX-01', 'Reference: TX-1\nThanks']],
	['alike', ['Reference: aBc1'], 'AbC1'],
	['alike', ['Reference: 1 23'], '12 3'],
	['alike', ['Reference: 10\u00b2'], '102'],
	['alike', ['Reference: 299\n00'], '29900'],
	[
		'unclear',
		[
			...['Reference: TX-1 (by API)', 'Reference: TX-1, by API', 'Reference: TX-1\nBank reference: 998877'],
			...['Reference: TX-1<br/>', 'Reference: "TX-1"', 'Reference: TX-0, TX-1', 'Referenz: TX-1'],
			'TX-1 by Stripe',
		],
	],
	['none', ['Bank transfer', 'Reference:', 'Reference: NONREF', 'TX-10, TX-1-2 and ATX-1']],
	['none', ['Reference: 000'], '0000123'],
	// Installments begin alike. What a service cut is much shorter, or ends where it cuts.
	['other', ['Reference: TX-10', 'Reference: TX-1-2']],
	['other', ['Reference: INST-1'], 'INST-10'],
	['unclear', ['Reference: pi_3Nx'], 'pi_3NxKm41Lq9zR72Tt'],
	['unclear', [`${'Paid by card. '.repeat(3)}  Reference: TX-1`.slice(-50).padStart(50, '.')], 'TX-10'],
];

it.each(LIKENESSES)('a reference is %s in %j, compared with %j', (likeness, texts, wanted = 'TX-1') => {
	for (const text of texts) expect([text, compareReference(text, wanted)]).toEqual([text, likeness]);
});

const PAYMENT = { method: 'Cash', notes: '', amount: 40, date: '2026-01-20' };

it.each<[object, unknown, boolean]>([
	[{}, 80, true],
	[{}, 40, false],
	[{}, '80,00', false],
	[{ amount: 0, notes: undefined }, 40, false],
])('a payment, and one that differs by %o, are all if %j is paid: %j', (changed, total_paid, areAll) => {
	const transactions = [PAYMENT, { ...PAYMENT, ...changed }];
	expect(listedTransactions({ total_paid, transactions })).toBe(areAll ? transactions : undefined);
});

it('A reference is one line without the word', () => {
	for (const text of ['A\nB', 'A\rB', 'x Reference: 1', 'REFERENCE:1'])
		expect([text, problemOfReference(text)]).toEqual([text, expect.any(String)]);
	for (const text of ['', 'TX-4711', ' pi_3Nx\t1 ', 'Reference 4711', 'ch_1\n'])
		expect([text, problemOfReference(text)]).toEqual([text, undefined]);
});
