import Big from 'big.js';
import {
	findMatches,
	makeBook,
	type Billed,
	type Received,
} from '../../../../nodes/XmlBilling/actions/invoice/matches';
import { returnIn } from '../../../../nodes/XmlBilling/actions/invoice/numbersInText';

const billed = (id: number, number: string, more: Partial<Billed> = {}): Billed => ({
	id,
	number,
	clientId: 1,
	organization: 'Blue & Söhne GmbH',
	dueDate: '2026-03-01',
	outstanding: new Big(500),
	currency: 'EUR',
	isDraft: false,
	...more,
});

const matches = (text: string, invoices: readonly Billed[], more: Partial<Received> = {}) =>
	findMatches({ amount: new Big(500), text, ...more }, makeBook(invoices));

/** The number that is certain, or else why none is. */
function answer(text: string, ...numbers: string[]): string | undefined {
	const all = numbers.map((number, nth) => billed(nth + 1, number));
	const { whyUncertain, numbered } = matches(text, all);
	return whyUncertain === undefined ? numbered[0]?.number : whyUncertain.replace(/^The text has [^,]*, /, '');
}

it.each([
	...['INV-0042', 'inv–42', 'INV-00042', 'Invoice INV-0042', 'RE INV-0042 500.00 EUR'],
	...[
		'(INV-0042), thanks',
		'SVWZ+INV-0042',
		'Vielen Dank\nINV-0042\nHosting',
		'INV-0042 J. Smith',
		'INV-0042.',
	],
	...['INV-0042 vom 10.03.2026 über 500,00', 'INV-0042 of March 10th, 2026', 'INV-0042 vom 10. März 2026'],
])('%j is certain', (text) => expect(answer(text, 'INV-0042', 'INV-0043')).toBe('INV-0042'));

it.each([
	...[
		'Invoice 1042',
		'Inv. no. 1042',
		'RECHNUNGSNR. 1042 500.00',
		'Rechnung #01042',
		'Facture n°1042, merci',
		'Fattura n. 1042',
		'Re.-Nr. 1042',
	],
])('%j has a word for an invoice before the number', (text) => expect(answer(text, '1042')).toBe('1042'));

const BESIDE = 'but what is beside it may belong to it.';
const PLAIN = 'but a number like this needs a word such as Invoice before it.';
const DATE = 'but it may be a date or the amount.';

it.each([
	...['INV 42', 'INV0042', 'inv/0042'].map((text) => [text, 'INV-0042', 'but writes it differently.']),
	['INV-0042 A', 'INV-0042', BESIDE],
	['ORD\n-\nINV-0042', 'INV-0042', BESIDE],
	['Order B.\nINV-0042', 'INV-0042', BESIDE],
	['INV-0042 (B)', 'INV-0042', BESIDE],
	['INV-0042 ff.', 'INV-0042', BESIDE],
	['CN-\nINV-0042', 'INV-0042', BESIDE],
	['KDX\nINV-0042', 'INV-0042', BESIDE],
	['INV-0042 57', 'INV-0042', "but '57' may be another one."],
	['INV-0042 620.00', 'INV-0042', "but '620.00' may be another one."],
	['INV-0042 500', 'INV-0042', "but '500' may be another one."],
	['Invoice 100\n1. March 2026', '100', "but '1' may be another one."],
	['INV-0042/2026', 'INV-0042', 'and only these open invoices may fit.'],
	['INV-00\n42', 'INV-0042', 'and only these open invoices may fit.'],
	['1042', '1042', PLAIN],
	['Order 1042', '1042', PLAIN],
	['23001 Lübeck', '23001', PLAIN],
	['Rechnung\n23001 Lübeck', '23001', PLAIN],
	['Invoice 2026', '2026', DATE],
	['Invoice 500', '500', DATE],
	['Invoice 10.03.2026', '10-03-2026', 'and only these open invoices may fit.'],
])('%j is not certainly %s', (text, number, reason) => expect(answer(text, number)).toBe(reason));

it('nobody is certain if two numbers are equal but for zeros, or if the text has both', () => {
	expect(answer('Invoice 42', '42', '0042')).toMatch(/several invoices\.$/);
	expect(answer('Inv. 42', '42', 'INV-0042')).toMatch(/several invoices\.$/);
	expect(answer('Invoice 7 HB', '7', '7/HB')).toMatch(/several invoices\.$/);
	expect(answer('INV-1 - INV-3', 'INV-1', 'INV-3')).toMatch(/several invoices\.$/);
});

it.each<[string, Partial<Billed>, Partial<Received>]>([
	['but that invoice is a draft.', { isDraft: true }, {}],
	['but nothing is outstanding on that invoice.', { outstanding: undefined }, {}],
	['but it belongs to another client.', {}, { clientId: 7 }],
	['but it is in another currency.', {}, { currency: 'USD' }],
	['but the amount is more than is outstanding.', {}, { amount: new Big('500.01') }],
])('says in a sentence: %s', (reason, invoice, payment) => {
	const { whyUncertain } = matches('INV-0042', [billed(1, 'INV-0042', invoice)], payment);
	expect(whyUncertain).toBe(`The text has the number INV-0042, ${reason}`);
});

it('orders candidates by number, amount, name and day, and leaves out what contradicts or is not open', () => {
	const all = [
		billed(1, 'A-1', { dueDate: '' }),
		billed(2, 'A-2', { dueDate: '2026-01-01' }),
		billed(3, 'A-3', { outstanding: new Big(900), clientId: 2 }),
		billed(4, 'INV-4', { outstanding: new Big(7), organization: '' }),
		billed(5, 'A-5', { organization: 'Red' }),
		billed(6, 'A-6', { outstanding: new Big(499) }),
		billed(7, 'A-7', { isDraft: true }),
	];
	const ids = (more: Partial<Received>) =>
		matches('BLUE SOHNE INV-4', all, more).candidates.map(({ invoice }) => invoice.id);
	expect(ids({})).toEqual([4, 2, 1, 5, 3]);
	expect(ids({ clientId: 1 })).toEqual([4, 2, 1, 5]);
	expect(ids({ currency: 'usd' })).toEqual([4]);
	expect(ids({ clientId: 2 })).toEqual([3, 4]);
	expect(ids({ amount: new Big(-1) })).toEqual([4]);
});

const RETURNS = [
	...['Refund', 'returned', 'Charge back', 'Reversal', 'RTN', 'Rückgabe', 'RUECKLAST\nSCHRIFT', 'Storno'],
	...[
		'Erstattung',
		'zurückgezahlt',
		'rejet',
		'IMPAYÉ',
		'devolución',
		'Reembolso',
		'terugboeking',
		'gestorneerd',
	],
	...['rimborso', 'insoluto'],
];

it('sees a word for a return in six languages, without accents and across line breaks', () => {
	for (const word of RETURNS)
		for (const text of [
			word,
			`Thanks\n${word}`,
			word.toUpperCase(),
			word.normalize('NFD'),
			`00032${word}`,
			`${word}/INV-1`,
		])
			expect([text, returnIn(text)]).toEqual([text, expect.stringMatching(/^The text has the word '/)]);
	for (const text of ['Reverse charge', 'RET-0042', 'Revue', 'Retail', 'Gutschrift', 'Resort', 'Annual fee'])
		expect([text, returnIn(text)]).toEqual([text, undefined]);
});
