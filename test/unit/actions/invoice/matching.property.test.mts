import Big from 'big.js';
import fc from 'fast-check';
import { allocate, type Account } from '../../../../nodes/XmlBilling/actions/invoice/allocation';
import { findMatches, makeBook, type Billed } from '../../../../nodes/XmlBilling/actions/invoice/matches';
import { IS_ALL } from '../../../share.mts';

const RUNS = Number(process.env.RUNS ?? (IS_ALL ? 20_000 : 2_000));

/** How accounts number their invoices. */
const FORMATS: Array<(n: number) => string> = [
	(n) => `INV-${String(n).padStart(4, '0')}`,
	(n) => `INV-${n}`,
	(n) => `INV${n}`,
	(n) => `RE${10_000 + n}`,
	(n) => `RE-26-${n}`,
	(n) => `INV-${n}A`,
	(n) => `A-7-${n}`,
	(n) => `DE${n}`,
	(n) => String(n),
	(n) => String(n).padStart(4, '0'),
	(n) => String(1000 + n),
	(n) => String(2000 + n),
	(n) => String(23_000 + n),
	(n) => `2026-${String(n).padStart(4, '0')}`,
	(n) => `2026/${n}`,
	(n) => `${n}/2026`,
	(n) => `2026-03-${n}`,
	(n) => `${n}.03.2026`,
	(n) => `${n}/${n + 1}`,
	(n) => `${n}/HB`,
	(n) => `KDX${n}`,
	(n) => `INV-${n}119`,
];
const WORDS = [
	'',
	'Payment',
	'Acme Ltd',
	'Vielen Dank,',
	'for',
	'RE',
	'Invoice',
	'Rechnung Nr.',
	'a',
	'Miete -',
];
const AFTER = [
	'',
	'thanks',
	'10.03.2026',
	'March 2026',
	'2026',
	'Lübeck',
	'B',
	'GmbH',
	'/',
	'-',
	'(Hosting)',
];
/** What payers write that is no number of an invoice, around digits of one. */
const FOREIGN: Array<(number: string, digits: string) => string> = [
	(_, digits) => `Order ${digits}`,
	(_, digits) => `Order no. ${digits}`,
	(_, digits) => `Kunden-Nr.: ${digits}`,
	(_, digits) => `${digits} Lübeck`,
	(_, digits) => `Rechnung an Müller, ${digits} Lübeck`,
	(_, digits) => `Tel. 0451/${digits} 20`,
	(_, digits) => `+49 451 ${digits}`,
	(number) => `IBAN DE89 3704 ${number} 0532 0130 00`,
	(number) => `${number} 3704 0044 0532 0130 00`,
	(number) => `CN-${number}`,
	(number) => `X${number}`,
	(number) => `5-${number}`,
	(number) => `${number}-1`,
	(number) => `${number}/K`,
	(number) => `${number} K`,
	(number) => `${number}9999`,
	(number) => `Invoice ${number} 7777`,
	(number) => `Refund ${number}`,
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
			return [
				{
					id: nth + 1,
					number,
					clientId: 1,
					organization: '',
					dueDate: '',
					outstanding: new Big(isPaid ? 0 : amount),
					currency: 'EUR',
					isDraft: state === 'draft' && nth > 0,
				},
			];
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
		const [text, meant] = {
			own: [spelling(number), [number]],
			other: [spelling(other), [other]],
			unknown: [
				spelling(format(n)),
				[all.find((one) => plain(one.number) === plain(format(n)))?.number ?? format(n)],
			],
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

function certain(all: readonly Billed[], amount: Big, text: string): string | undefined {
	const { whyUncertain, numbered } = findMatches({ amount, text }, makeBook(all));
	return whyUncertain === undefined ? numbered[0]?.number : undefined;
}

function allocated(all: readonly Billed[], amount: Big, text: string): string[] {
	const accounts = all.map(({ outstanding, isDraft, ...one }): Account => ({
		...one,
		open: isDraft ? new Big(0) : (outstanding ?? new Big(0)),
		payments: [],
		isComplete: true,
	}));
	const payment = { amount, currency: 'EUR', reference: 'TX-1', allocateTo: 'named', text } as const;
	const found = allocate(payment, accounts, true);
	return 'message' in found ? [] : found.shares.map(({ account: one }) => one.number);
}

it('whatever is around a number, only the invoice that the payer meant is certain or gets a share', () => {
	const counts = { lines: 0, certain: 0, allocated: 0 };
	fc.assert(
		fc.property(line, ({ text, account: all, amount, meant }) => {
			const found = certain(all, amount, text);
			const shares = allocated(all, amount, text);
			counts.lines++;
			if (found !== undefined) {
				counts.certain++;
				expect(meant).toEqual([found]);
			}
			counts.allocated += Number(shares.length > 0);
			expect(meant).toEqual(expect.arrayContaining(shares));
		}),
		{ numRuns: RUNS },
	);
	process.stdout.write(`${JSON.stringify(counts)}\n`);
	expect(Math.min(counts.certain, counts.allocated)).toBeGreaterThan(counts.lines / 50);
});

/** Texts with the number and the amount, and nothing else. */
const CLEAN: Array<(number: string, amount: string) => string> = [
	(number) => `Invoice ${number}`,
	(number, amount) => `Rechnung Nr. ${number} ${amount} EUR`,
	(number, amount) => `Inv. ${number.toLowerCase()}, EUR ${amount}`,
	(number, amount) => `${amount} Facture n° ${zeros(number)}`,
	(number) => number,
	(number, amount) => `RE ${number} ${amount} EUR`,
];

it('most clean texts are certain, and all with a word for an invoice before a number that is no year or amount', () => {
	const counts = { clean: 0, certain: 0 };
	fc.assert(
		fc.property(account, fc.nat(CLEAN.length - 1), (all, way) => {
			const [first] = all;
			if (
				first?.outstanding === undefined ||
				all.some((one) => one !== first && plain(one.number) === plain(first.number))
			)
				return;
			const { number, outstanding } = first;
			const found = certain(all, outstanding, CLEAN[way]?.(number, outstanding.toFixed(2)) ?? '');
			counts.clean++;
			counts.certain += Number(found === number);
			const mayBeOther =
				/^20\d\d(?:-03-\d+)?$|\.2026$/.test(number) || outstanding.eq(/\d+$/.exec(number)?.[0] ?? 0);
			if (way < 4 && !mayBeOther) expect(found).toBe(number);
		}),
		{ numRuns: RUNS },
	);
	process.stdout.write(`${JSON.stringify(counts)}\n`);
	expect(counts.certain).toBeGreaterThan(counts.clean / 2);
});
