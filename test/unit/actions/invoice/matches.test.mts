import Big from 'big.js';
import fc from 'fast-check';
import {
	findMatches,
	isOutstanding,
	makeBook,
	onlyNumbered,
	whyUncertain,
	type Billed,
	type Received,
} from '../../../../nodes/XmlBilling/actions/invoice/matching/matches';
import { toBilled } from '../../../../nodes/XmlBilling/actions/invoice/matching/paymentBook';

const NUMBERS = ['INV-0001', 'INV-0002', 'INV-0003', '1042'] as const;
const ORGANIZATIONS = ['Acme Ltd', 'Blue & Söhne GmbH', 'X'] as const;
const AMOUNTS = ['10', '10.5', '99.99'] as const;

const invoice = fc.record({
	number: fc.constantFrom(...NUMBERS),
	clientId: fc.integer({ min: 1, max: 3 }),
	dueDate: fc.constantFrom('', '2026-01-01', '2026-02-01'),
	outstanding: fc.option(
		fc.constantFrom('0', '-5', ...AMOUNTS).map((text) => new Big(text)),
		{ nil: undefined },
	),
	currency: fc.constantFrom('', 'USD', 'EUR'),
	isDraft: fc.constantFrom(false, false, true),
});
const invoices: fc.Arbitrary<Billed[]> = fc.array(invoice, { maxLength: 8 }).map((all) =>
	all.map((one, nth) => ({
		...one,
		id: nth + 1,
		organization: ORGANIZATIONS[one.clientId - 1] ?? '',
		contact: 'Ada Lovelace',
	})),
);
const words = fc.array(
	fc.constantFrom(...NUMBERS, 'inv0001', 'acme', 'BLUE SOHNE', 'lovelace, ada', 'Payment', 'INV-0002-1'),
	{ maxLength: 4 },
);
const received: fc.Arbitrary<Received> = fc.record({
	amount: fc.constantFrom(...AMOUNTS).map((text) => new Big(text)),
	text: words.map((all) => all.join(' ')),
	clientId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
	currency: fc.option(fc.constantFrom('usd', 'EUR'), { nil: undefined }),
});

const holds = (check: (payment: Received, all: Billed[]) => void) =>
	fc.assert(fc.property(received, invoices, check), { numRuns: 500 });

it('only one open invoice whose number is the only one in the text, and whose balance is the amount, can be certain', () => {
	holds((payment, all) => {
		const matches = findMatches(payment, makeBook(all));
		const only = onlyNumbered(payment, matches);
		if (only === undefined) return;
		expect(isOutstanding(only)).toBe(true);
		expect(only.outstanding?.eq(payment.amount)).toBe(true);
		expect([undefined, only.clientId]).toContain(payment.clientId);
		expect(['', payment.currency?.toUpperCase() ?? only.currency]).toContain(only.currency);
		const plain = payment.text.toUpperCase();
		const others = all.filter(
			({ id, number }) =>
				id !== only.id && (plain.includes(number) || plain.includes(number.replace('-', ''))),
		);
		expect(others).toEqual([]);
	});
});

it('every candidate is open and has a reason, once, and the better one comes first', () => {
	holds((payment, all) => {
		const { candidates, numbered } = findMatches(payment, makeBook(all));
		expect(new Set(candidates.map(({ invoice: { id } }) => id)).size).toBe(candidates.length);
		for (const [nth, { invoice: one, reasons }] of candidates.entries()) {
			expect(isOutstanding(one)).toBe(true);
			expect(reasons[0]).toMatch(/^(its|exactly)/);
			if (!numbered.includes(one)) {
				expect(payment.amount.lte(one.outstanding ?? 0)).toBe(true);
				expect(reasons.filter((reason) => reason.startsWith('but'))).toEqual([]);
			}
			const next = candidates[nth + 1];
			if (next?.reasons.join() === reasons.join()) {
				expect((one.dueDate || '9999') <= (next.invoice.dueDate || '9999')).toBe(true);
			}
		}
	});
});

it('every open invoice of exactly the amount is a candidate, unless client or currency are others', () => {
	holds((payment, all) => {
		const { candidates } = findMatches(payment, makeBook(all));
		const exact = all.filter(
			(one) =>
				isOutstanding(one) &&
				one.outstanding?.eq(payment.amount) &&
				[undefined, one.clientId].includes(payment.clientId) &&
				(payment.currency === undefined || ['', payment.currency.toUpperCase()].includes(one.currency)),
		);
		expect(candidates.map(({ invoice: one }) => one)).toEqual(expect.arrayContaining(exact));
	});
});

it('every uncertain answer has a reason that is a sentence', () => {
	holds((payment, all) => {
		const matches = findMatches(payment, makeBook(all));
		if (onlyNumbered(payment, matches) === undefined)
			expect(whyUncertain(payment, matches)).toMatch(/^The(re)? .*\.$/);
		expect(whyUncertain(payment, matches)).not.toMatch(/undefined|NaN/);
	});
});

it('says that a balance cannot be read rather than that nothing is outstanding', () => {
	const facts = { clientId: 1, organization: '', contact: '', dueDate: '', currency: '', isDraft: false };
	const book = makeBook([{ ...facts, id: 1, number: 'INV-0001', outstanding: undefined }]);
	const payment = { amount: new Big(10), text: 'INV-0001' };
	expect(whyUncertain(payment, findMatches(payment, book))).toMatch(/invoice cannot be read\.$/);
});

it('an invoice is not certain if the text may have the number of another one', () => {
	const facts = { clientId: 1, organization: '', contact: '', dueDate: '', currency: '', isDraft: false };
	const book = makeBook(
		['INV-0001', 'INV-0002'].map((number, nth) => ({ ...facts, id: nth, number, outstanding: new Big(10) })),
	);
	const certain = (text: string) => {
		const payment = { amount: new Big(10), text };
		return onlyNumbered(payment, findMatches(payment, book))?.number;
	};
	expect(certain('INV-0001')).toBe('INV-0001');
	expect(certain('INV-0001, INV-0002-1')).toBeUndefined();
});

it.each([
	['0000-00-00', ''],
	['0000-00-00 00:00:00', ''],
	['2026-02-30', ''],
	['2026-01-31 00:00:00', '2026-01-31'],
])('an invoice whose due date shows %s is due on the day %j', (shown, dueDate) => {
	expect(toBilled({ invoice_id: 1, invoice_due_date: shown }).dueDate).toBe(dueDate);
});
