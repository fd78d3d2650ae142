import Big from 'big.js';
import fc from 'fast-check';
import { allocate, type Payable } from '../../../../nodes/XmlBilling/actions/invoice/allocation';
import {
	findMatches,
	makeBook,
	type Billed,
	type Received,
} from '../../../../nodes/XmlBilling/actions/invoice/matches';
import { returnIn } from '../../../../nodes/XmlBilling/actions/invoice/numbersInText';
import { IS_ALL } from '../../../share.mts';

const billed = (id: number, number: string, more: Partial<Billed> = {}): Billed => ({
	...{ id, number, clientId: 1, organization: 'Blue & Söhne GmbH', dueDate: '2026-03-01' },
	...{ outstanding: new Big(500), currency: 'EUR', isDraft: false, ...more },
});

const matches = (text: string, invoices: readonly Billed[], more: Partial<Received> = {}) =>
	findMatches({ amount: new Big(500), text, ...more }, makeBook(invoices));

/** The number that is certain, or else why none is. */
function answer(text: string, ...numbers: string[]): string | undefined {
	const all = numbers.map((number, nth) => billed(nth + 1, number));
	const { whyUncertain, numbered } = matches(text, all);
	return whyUncertain === undefined ? numbered[0]?.number : whyUncertain.replace(/^The text has [^,]*, /, '');
}

it('a number is certain alone, with a date or the amount, or without letters behind a word for an invoice', () => {
	for (const text of [
		...['INV-0042', 'inv–42', 'INV-00042', 'Invoice INV-0042', 'RE INV-0042 500.00 EUR', 'INV-0042 J. Smith'],
		...['(INV-0042), thanks', 'SVWZ+INV-0042', 'Vielen Dank\nINV-0042\nHosting', 'INV-0042.'],
		...['INV-0042 vom 10.03.2026 über 500,00', 'INV-0042 of March 10th, 2026', 'INV-0042 vom 10. März 2026'],
	])
		expect([text, answer(text, 'INV-0042', 'INV-0043')]).toEqual([text, 'INV-0042']);
	for (const text of [
		...['Invoice 1042', 'Inv. no. 1042', 'RECHNUNGSNR. 1042 500.00', 'Rechnung #01042', 'Re.-Nr. 1042'],
		...['Facture n°1042, merci', 'Fattura n. 1042'],
	])
		expect([text, answer(text, '1042')]).toEqual([text, '1042']);
	expect(answer('Invoice 20261', '20261')).toBe('20261');
});

const BESIDE = 'but what is beside it may belong to it.';
const PLAIN = 'but a number like this needs a word such as Invoice before it.';
const DATE = 'but it may be a date or the amount.';

it.each([
	...['INV 42', 'INV0042', 'inv/0042'].map((text) => [text, 'INV-0042', 'but writes it differently.']),
	['INV-0042 A', 'INV-0042', BESIDE],
	['Order B.\nINV-0042', 'INV-0042', BESIDE],
	['INV-0042 ff.', 'INV-0042', BESIDE],
	['CN-\nINV-0042', 'INV-0042', BESIDE],
	['Order BC\nINV-0042', 'INV-0042', BESIDE],
	['INV-0042 57', 'INV-0042', "but '57' may be another one."],
	['INV-0042 620.00', 'INV-0042', "but '620.00' may be another one."],
	['INV-0042 500', 'INV-0042', "but '500' may be another one."],
	['INV 1 1', '1', 'but what is beside it may belong to it.'],
	['Invoice 100\n1. March 2026', '100', "but '1' may be another one."],
	['INV-0042/2026', 'INV-0042', 'and only these open invoices may fit.'],
	['INV-00\n42', 'INV-0042', 'and only these open invoices may fit.'],
	['1042', '1042', PLAIN],
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
	...['Erstattung', 'zurückgezahlt', 'rejet', 'IMPAYÉ', 'devolución', 'Reembolso', 'terugboeking'],
	...['gestorneerd', 'rimborso', 'insoluto'],
];

it('sees a word for a return in six languages, without accents and across line breaks', () => {
	for (const word of RETURNS)
		for (const text of [
			...[word, `Thanks\n${word}`, word.toUpperCase(), word.normalize('NFD')],
			...[`00032${word}`, `${word}/INV-1`],
		])
			expect([text, returnIn(text)]).toEqual([text, expect.stringMatching(/^The text has the word '/)]);
	for (const text of ['Reverse charge', 'RET-0042', 'Revue', 'Retail', 'Gutschrift', 'Resort', 'Annual fee'])
		expect([text, returnIn(text)]).toEqual([text, undefined]);
});

const RUNS = Number(process.env.RUNS ?? (IS_ALL ? 20_000 : 2_000));

/** How accounts number their invoices. */
const FORMATS: Array<(n: number) => string> = [
	(n) => `INV-${String(n).padStart(4, '0')}`,
	(n) => `INV-${n}`,
	(n) => `RE${10_000 + n}`,
	(n) => `INV-${n}A`,
	(n) => `A-7-${n}`,
	(n) => String(n),
	(n) => String(1000 + n),
	(n) => String(23_000 + n),
	(n) => `2026-${String(n).padStart(4, '0')}`,
	(n) => `${n}/2026`,
	(n) => `2026-03-${n}`,
	(n) => `${n}.03.2026`,
	(n) => `${n}/${n + 1}`,
	(n) => `${n}/HB`,
];
const WORDS = '|Payment|Acme Ltd|Vielen Dank,|for|RE|Invoice|Rechnung Nr.|a|Miete -'.split('|');
const AFTER = '|thanks|10.03.2026|March 2026|2026|Lübeck|B|GmbH|/|-|(Hosting)'.split('|');
/** What payers write that is no number of an invoice, around digits of one. */
const FOREIGN: Array<(number: string, digits: string) => string> = [
	(_, digits) => `Order ${digits}`,
	(_, digits) => `Kunden-Nr.: ${digits}`,
	(_, digits) => `Rechnung an Müller, ${digits} Lübeck`,
	(_, digits) => `Tel. 0451/${digits} 20`,
	(number) => `IBAN DE89 3704 ${number} 0532 0130 00`,
	(number) => `${number} 3704 0044 0532 0130 00`,
	(number) => `CN-${number}`,
	(number) => `5-${number}`,
	(number) => `${number}-1`,
	(number) => `${number} K`,
	(number) => `${number}9999`,
	(number) => `Invoice ${number} 7777`,
	(number) => `RUECKLAST\nSCHRIFT Invoice ${number}`,
];

interface Line {
	readonly text: string;
	readonly account: readonly Billed[];
	readonly amount: Big;
	/** The numbers of the invoices that the payer meant, known or not. */
	readonly meant: readonly string[];
}

const AMOUNTS = ['119.00', '500.00', '1190.00', '42.00', '1042.00', '2026.00', '3.20'];
const invoice = fc.record({
	format: fc.nat(),
	n: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(1, 2, 3, 42, 119)),
	amount: fc.constantFrom(...AMOUNTS),
	state: fc.constantFrom('open', 'open', 'open', 'paid', 'draft'),
});

/** An account with one to three formats, of which the first invoice is open with the amount of the payment. */
const account = fc
	.tuple(
		fc.array(fc.constantFrom(...FORMATS), { minLength: 1, maxLength: 3 }),
		fc.array(invoice, { minLength: 1, maxLength: 8 }),
	)
	.map(([formats, all]) => {
		const numbers = new Set<string>();
		return all.flatMap(({ format, n, amount, state }, nth): Billed[] => {
			const number = formats[format % formats.length]?.(n) ?? '';
			if (numbers.has(number)) return [];
			numbers.add(number);
			const isPaid = state === 'paid' && nth > 0;
			const more = { outstanding: new Big(isPaid ? 0 : amount), isDraft: state === 'draft' && nth > 0 };
			return [billed(nth + 1, number, { organization: '', dueDate: '', ...more })];
		});
	});

const zeros = (number: string) => number.replace(/(?<!\p{N})0+(?=\p{N})/gu, '');
/** Numbers for comparisons. Nobody can tell whether INV 0003 is an invoice INV-0003 or an invoice 3. */
const plain = (number: string) => zeros(number).replace(/(?<=\p{L})-(?=\d)|^INV-?(?=\d+$)/gu, '');
const SPELLINGS: Array<(number: string) => string> = [
	(number) => number,
	(number) => number.toLowerCase(),
	(number) => zeros(number),
	(number) => number.replace(/\d+$/, '0$&'),
	(number) => number.replaceAll('-', '–'),
	(number) => number.replaceAll(/[-/.]/g, ' '),
	(number) => number.replace(/[-/.]/, ''),
	(number) => number.replaceAll('-', '/'),
];

const line: fc.Arbitrary<Line> = fc
	.record({
		account,
		kind: fc.constantFrom('own', 'own', 'other', 'unknown', 'foreign', 'several', 'range'),
		other: fc.nat(),
		unknown: fc.tuple(fc.constantFrom(...FORMATS), fc.integer({ min: 1, max: 60 })),
		foreign: fc.constantFrom(...FOREIGN),
		spelling: fc.constantFrom(...SPELLINGS),
		joint: fc.constantFrom(' - ', '-', ' bis ', ' to ', '..', ' thru ', ' – ', ' / '),
		list: fc.constantFrom(', ', ' and ', ' + ', ' ', '\n', '/', ','),
		before: fc.constantFrom(...WORDS),
		after: fc.constantFrom(...AFTER),
		amount: fc.constantFrom('', '', '119.00', '119,00 EUR', 'EUR 119.00', '119', '€119.00'),
		gap: fc.option(fc.tuple(fc.nat(), fc.constantFrom('\n', ' ', '\r\n', ' \n')), { freq: 2 }),
	})
	.map(({ account: all, before, after, spelling, gap, ...drawn }) => {
		const [first] = all;
		const number = first?.number ?? '';
		const amount = first?.outstanding ?? new Big(1);
		const other = all[drawn.other % all.length]?.number ?? '';
		const [format, n] = drawn.unknown;
		const known = all.find((one) => plain(one.number) === plain(format(n)));
		const [text, meant] = {
			own: [spelling(number), [number]],
			other: [spelling(other), [other]],
			unknown: [spelling(format(n)), [known?.number ?? format(n)]],
			foreign: [drawn.foreign(number, /\d+(?=\D*$)/.exec(number)?.[0] ?? ''), []],
			several: [`${spelling(number)}${drawn.list}${other}`, [number, other]],
			range: [`${number}${drawn.joint}${other}`, []],
		}[drawn.kind] as [string, string[]]; // one of the kinds
		const sum = drawn.amount
			.replace('119', amount.toFixed(0))
			.replace(/(?<=[.,])00/, amount.toFixed(2).slice(-2));
		const isLabel = /^(?:Invoice|Rechnung Nr\.|RE)$/.test(before);
		const whole = [drawn.kind === 'foreign' && isLabel ? '' : before, text, after, sum]
			.filter(Boolean)
			.join(' ');
		const at = gap === null ? 0 : gap[0] % whole.length;
		// Nobody writes a word in two, but banks do.
		const cut = /Refund|RUECK/.test(whole) ? '\n' : gap?.[1];
		return {
			text: gap === null ? whole : `${whole.slice(0, at)}${cut}${whole.slice(at)}`,
			account: all,
			amount,
			meant: [...new Set(drawn.kind === 'range' && number === other ? [number] : meant)],
		};
	});

function allocated(all: readonly Billed[], amount: Big, text: string): string[] {
	const payables = all.map(({ outstanding, isDraft, ...one }): Payable => {
		const open = isDraft ? new Big(0) : (outstanding ?? new Big(0));
		return { ...one, open, payments: [], isComplete: true };
	});
	const payment = { amount, currency: 'EUR', reference: 'TX-1', allocateTo: 'named', text } as const;
	const found = allocate(payment, payables, true);
	return 'message' in found ? [] : found.shares.map(({ payable: one }) => one.number);
}

it('whatever is around a number, only the invoice that the payer meant is certain or gets a share', () => {
	const counts = { lines: 0, certain: 0, allocated: 0 };
	fc.assert(
		fc.property(line, ({ text, account: all, amount, meant }) => {
			const { whyUncertain, numbered } = findMatches({ amount, text }, makeBook(all));
			const shares = allocated(all, amount, text);
			counts.lines++;
			if (whyUncertain === undefined) {
				counts.certain++;
				expect(meant).toEqual([numbered[0]?.number]);
			}
			counts.allocated += Number(shares.length > 0);
			expect(meant).toEqual(expect.arrayContaining(shares));
		}),
		{ numRuns: RUNS },
	);
	expect(Math.min(counts.certain, counts.allocated)).toBeGreaterThan(counts.lines / 50);
});
