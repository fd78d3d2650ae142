import Big from 'big.js';
import fc from 'fast-check';
import { accountOf, type Movement } from '../../../../nodes/XmlBilling/actions/client/statement';
import { textOf } from '../../../../nodes/XmlBilling/xml/shape';
import { billedIn, hasUnclearFee } from '../../../../nodes/XmlBilling/records/invoicePayments';

const cents = fc.integer({ min: -1_000_000, max: 100_000_000 });
const day = fc.integer({ min: 1, max: 28 }).map((of) => `2026-01-${String(of).padStart(2, '0')}`);

const movement: fc.Arbitrary<Movement> = fc
	.record({
		kind: fc.constantFrom('invoice' as const, 'payment' as const),
		day: fc.option(day, { nil: undefined, freq: 8 }),
		cents: fc.option(cents, { nil: undefined, freq: 8 }),
		invoice_id: fc.integer({ min: 1, max: 9 }),
		leftOut: fc.option(fc.constantFrom('draft' as const, 'canceled invoice' as const), { freq: 1 }),
	})
	.map(({ cents: amount, leftOut, ...one }) => ({
		...one,
		...(one.kind === 'payment' && leftOut !== null ? { leftOut } : {}),
		date: one.day ?? '?',
		amount: amount === undefined ? undefined : new Big(amount).div(100),
		shown: amount === undefined ? '?' : amount / 100,
		number: '',
		invoice_due_date: '',
		method: '',
		reference: '',
	}));

const movements = fc.array(movement, { maxLength: 30 });
const ALL = { from: '', to: '' };

const big = (value: unknown) => new Big(Number(value));
const sum = (values: readonly unknown[]) =>
	values.reduce<Big>((total, one) => total.plus(big(one)), new Big(0));

test('opening balance plus invoiced minus paid is the closing balance, which is that of the last entry', () => {
	fc.assert(
		fc.property(movements, day, day, (all, from, to) => {
			const account = accountOf(all, { from, to });
			const expected = big(account.opening_balance).plus(big(account.invoiced)).minus(big(account.paid));
			expect(Number(account.closing_balance)).toBe(expected.toNumber());
			const last = account.entries.at(-1)?.['balance'] ?? account.opening_balance;
			expect(account.closing_balance).toBe(last);
			for (const kind of ['invoice', 'payment']) {
				const entries = account.entries.filter((entry) => entry['kind'] === kind);
				const total = sum(entries.map(({ amount }) => amount)).toNumber();
				expect(kind === 'invoice' ? account.invoiced : account.paid).toBe(total);
			}
		}),
	);
});

test('a period ends with the balance with which the next one begins', () => {
	fc.assert(
		fc.property(movements, day, (all, from) => {
			const before = accountOf(all, { from: '', to: previous(from) });
			const after = accountOf(all, { from, to: '' });
			expect(after.opening_balance).toBe(before.closing_balance);
			expect(after.closing_balance).toBe(accountOf(all, ALL).closing_balance);
			expect(before.opening_balance).toBe(0);
		}),
	);
});

test('entries are in order of days, invoices first, and each balance follows from the one before', () => {
	fc.assert(
		fc.property(movements, day, day, (all, from, to) => {
			const { entries, opening_balance } = accountOf(all, { from, to });
			const keys = entries.map(({ date, kind }) => `${textOf(date)} ${textOf(kind)}`);
			expect(keys).toEqual([...keys].sort());
			expect(entries.every(({ date }) => textOf(date) >= from && textOf(date) <= to)).toBe(true);
			let balance = big(opening_balance);
			for (const entry of entries) {
				const amount = big(entry['amount']);
				balance = entry['kind'] === 'invoice' ? balance.plus(amount) : balance.minus(amount);
				expect(entry['balance']).toBe(balance.toNumber());
			}
		}),
	);
});

test('everything is either an entry or listed separately, and nothing else is omitted', () => {
	fc.assert(
		fc.property(movements, (all) => {
			const { entries, not_counted: apart } = accountOf(all, ALL);
			expect(entries.length + apart.length).toBe(all.length);
			const reasons = all.flatMap(({ leftOut, amount, day: on }) => {
				if (leftOut !== undefined) return [leftOut];
				if (amount === undefined) return ['unreadable amount'];
				return on === undefined ? ['unreadable date'] : [];
			});
			expect(apart.map(({ reason }) => reason)).toEqual(reasons);
		}),
	);
});

test('what is apart belongs to the period, but an unreadable amount also to those after it', () => {
	const one = {
		kind: 'payment',
		date: '',
		number: '',
		invoice_id: 1,
		invoice_due_date: '',
		method: '',
	} as const;
	const rest = { ...one, reference: '', shown: null, amount: undefined, day: '2026-01-10' };
	const apart = (from: string, to: string) =>
		accountOf([rest, { ...rest, leftOut: 'draft' as const }], { from, to }).not_counted.map(
			({ reason }) => reason,
		);
	expect(apart('2026-01-01', '2026-01-10')).toEqual(['unreadable amount', 'draft']);
	expect(apart('2026-01-11', '2026-01-31')).toEqual(['unreadable amount']);
	expect(apart('2026-01-01', '2026-01-09')).toEqual([]);
});

test.each([
	['a fee beside the net balance', { net_balance: 100, late_fee: 10, total_paid: 0, outstanding: 110 }, 110],
	['a fee inside the net balance', { net_balance: 110, late_fee: 10, total_paid: 50, outstanding: 60 }, 110],
	['no fee', { net_balance: 100, late_fee: 0, total_paid: 120, outstanding: 0 }, 100],
	['a fee, and no outstanding amount', { net_balance: 100, late_fee: 10, total_paid: 0 }, 110],
	['more places than cents', { net_balance: 100.125 }, 100.125],
	['no net balance', { total_paid: 40, outstanding: 60 }, 100],
	['nothing that can be read', { net_balance: '1,000', outstanding: 60 }, undefined],
])('an invoice bills its total with %s', (_, invoice, billed) => {
	expect(billedIn(invoice)?.toNumber()).toBe(billed);
});

test.each([
	[{ net_balance: 105, late_fee: 5, total_paid: 0, outstanding: 95 }, true],
	[{ net_balance: 105, late_fee: 5, total_paid: 0, outstanding: '?' }, true],
	[{ net_balance: 105, late_fee: 5, total_paid: 0, outstanding: 105 }, false],
	[{ net_balance: 105, late_fee: 5, total_paid: 10, outstanding: 100 }, false],
	[{ net_balance: 105, late_fee: 0, total_paid: 0, outstanding: 95 }, false],
])('of %j, it is unclear whether the total has the fee: %j', (invoice, isUnclear) => {
	expect(hasUnclearFee(invoice)).toBe(isUnclear);
});

const previous = (of: string): string => new Date(Date.parse(of) - 86_400_000).toISOString().slice(0, 10);
