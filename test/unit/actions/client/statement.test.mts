import Big from 'big.js';
import fc from 'fast-check';
import { accountOf } from '../../../../nodes/XmlBilling/actions/client/statement';
import { billedIn } from '../../../../nodes/XmlBilling/records/invoicePayments';
import { textOf, type BillingRecord } from '../../../../nodes/XmlBilling/xml/shape';

const cents = fc.integer({ min: -1_000_000, max: 100_000_000 });
const day = fc.integer({ min: 1, max: 28 }).map((of) => `2026-01-${String(of).padStart(2, '0')}`);

const UNREADABLE: BillingRecord[] = [
	...[{ date: '?' }, { currency: '' }, { net_balance: '?', outstanding: '?' }, { outstanding: '?' }],
	{ total_paid: 0.005 },
];

/** An invoice with its payments, as an answer shows it, and whether all of it can be read. */
const invoices = fc
	.array(
		fc
			.record({
				date: day,
				net: cents,
				fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
				isFeeInside: fc.boolean(),
				payments: fc.array(fc.record({ amount: cents, date: day }), { maxLength: 3 }),
				change: fc.option(fc.constantFrom(...UNREADABLE), { freq: 5, nil: undefined }),
			})
			.map(({ date, net, fee, isFeeInside, payments, change }): BillingRecord => {
				const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
				return {
					...{ invoice_status: 'Sent', status: 'Active', currency: 'EUR', date, late_fee: fee / 100 },
					...{ net_balance: (isFeeInside ? net + fee : net) / 100, total_paid: paid / 100 },
					outstanding: (net + fee - paid) / 100,
					transactions: payments.map((one) => ({ ...one, amount: one.amount / 100 })),
					...{ isReadable: change === undefined ? 1 : 0, ...change },
				};
			}),
		{ maxLength: 12 },
	)
	.map((all) => all.map((invoice, index): BillingRecord => ({ ...invoice, invoice_id: index + 1 })));

const ALL = { from: '', to: '' };
const big = (value: unknown) => new Big(Number(value));
const sum = (values: readonly unknown[]) =>
	values.reduce<Big>((total, one) => total.plus(big(one)), new Big(0)).toNumber();

test('opening balance plus invoiced minus paid is the closing balance, which each entry leads to', () => {
	fc.assert(
		fc.property(invoices, day, day, (all, from, to) => {
			const account = accountOf(all, { from, to });
			let balance = big(account.opening_balance);
			for (const { kind, amount, balance: shown } of account.entries) {
				balance = kind === 'invoice' ? balance.plus(big(amount)) : balance.minus(big(amount));
				expect(shown).toBe(balance.toNumber());
			}
			expect(account.closing_balance).toBe(balance.toNumber());
			const totalOf = (wanted: string) =>
				sum(account.entries.filter(({ kind }) => kind === wanted).map(({ amount }) => amount));
			expect([account.invoiced, account.paid]).toEqual([totalOf('invoice'), totalOf('payment')]);
			const keys = account.entries.map(({ date, kind }) => `${textOf(date)} ${textOf(kind)}`);
			expect(keys).toEqual([...keys].sort());
			expect(account.entries.every(({ date }) => textOf(date) >= from && textOf(date) <= to)).toBe(true);
		}),
	);
});

test('the balance is what is outstanding, also through two periods, and every invoice counts or is unreadable', () => {
	fc.assert(
		fc.property(invoices, day, (all, from) => {
			const { entries, unreadable, closing_balance, outstanding } = accountOf(all, ALL);
			const before = accountOf(all, { from: '', to: previous(from) });
			const after = accountOf(all, { from, to: '' });
			expect([before.opening_balance, after.opening_balance]).toEqual([0, before.closing_balance]);
			expect(after.closing_balance).toBe(closing_balance);
			const counted = all.filter(({ isReadable }) => isReadable === 1);
			expect(closing_balance).toBe(sum(counted.map((invoice) => invoice['outstanding'])));
			expect(outstanding).toBe(closing_balance);
			const issued = entries.filter(({ kind }) => kind === 'invoice').map(({ invoice_id: id }) => id);
			const known = [...issued, ...unreadable.map(({ id }) => id)];
			expect(known.sort()).toEqual(all.map(({ invoice_id: id }) => id).sort());
			expect(issued).toHaveLength(counted.length);
		}),
	);
});

test('an invoice bills its total, with a fee beside or inside the net balance', () => {
	for (const [invoice, billed] of [
		[{ net_balance: 100, late_fee: 10, total_paid: 0, outstanding: 110 }, 110],
		[{ net_balance: 110, late_fee: 10, total_paid: 50, outstanding: 60 }, 110],
		[{ net_balance: 100, late_fee: 10, total_paid: 0 }, 110],
		[{ total_paid: 40, outstanding: 60 }, 100],
		[{ net_balance: '1,000', outstanding: 60 }, undefined],
	] as const)
		expect(billedIn(invoice)?.toNumber()).toBe(billed);
});

const previous = (of: string): string => new Date(Date.parse(of) - 86_400_000).toISOString().slice(0, 10);
