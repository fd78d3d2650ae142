import fc from 'fast-check';
import { returnIn } from '../../../../nodes/XmlBilling/actions/invoice/matching/returnWords';

const WORDS = [
	...['reversal', 'returned', 'chargeback', 'charge back', 'refund', 'RTN', 'RVSL'],
	...['Storno', 'Retoure', 'Rücklastschrift', 'Rückzahlung', 'Erstattung', 'zurückgegeben'],
	...['rejet', 'remboursement', 'impayé', 'extourne', 'devolución', 'reembolso', 'contracargo'],
	...['terugboeking', 'terugbetaling', 'stornering', 'storno', 'rimborso', 'insoluto', 'riaccredito'],
];

/** What banks do to a word. */
const MANNERS: Record<string, (word: string) => string> = {
	'as it is': (word) => word,
	capitals: (word) => word.toUpperCase(),
	'no accents': (word) => word.normalize('NFD').replace(/\p{M}/gu, ''),
	'ue for ü': (word) => word.replace(/ü/gi, 'UE'),
	'soft hyphens': (word) => word.replace(/(?<=.)(?=.)/, '\u00AD'),
};

it.each(WORDS)('%s is seen in a text, in any manner and with line breaks anywhere', (word) => {
	const around = fc.constantFrom('', ' ', '\n', '/', '+', '. ', ' 00032 ', ' (', '00032');
	const manner = fc.constantFrom(...Object.values(MANNERS));
	const breaks = fc.array(fc.nat(25), { maxLength: 2 });
	fc.assert(
		fc.property(around, manner, breaks, around, (before, change, places, after) => {
			const written = Array.from(change(word));
			const broken = written.map((one, at) => (at > 0 && places.includes(at) ? `\r\n${one}` : one)).join('');
			expect(returnIn(`INV-0042${before || ' '}${broken}${after}`)).toMatch(/^The text has the word '/);
		}),
	);
});

it.each([
	'Stornoway Ltd',
	'Invoice RET-0042',
	'RTN/2026',
	'Refundable',
	'Returners',
	'Revue',
	'Retail',
	'Hosting',
	'Reverse charge INV-0042',
	'Gutschrift',
	'Payment INV-0042',
	'',
])('%j says nothing of the kind', (text) => expect(returnIn(text)).toBeUndefined());

it('names the word as it is usually written', () => {
	expect(returnIn('INV-0042 RUECKLAST\nSCHRIFT')).toBe(
		"The text has the word 'Rücklastschrift', so a payment may have been taken back.",
	);
});
