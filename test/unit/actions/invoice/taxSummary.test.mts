import Big from 'big.js';
import fc from 'fast-check';
import {
	bookingsOf,
	partIn,
	taxesIn,
	taxSummaryOf,
} from '../../../../nodes/XmlBilling/actions/invoice/taxSummary';
import type { BillingRecord } from '../../../../nodes/XmlBilling/xml/shape';
import { totalsOf } from '../../../../sandbox/amounts.mts';
import { anyLine, type Lines } from '../../records/anyLines.mts';

/** An invoice with these lines, which is paid by these amounts in cents on these days. */
function invoiceOf(
	lines: Lines,
	payments: ReadonlyArray<{ readonly cents: number; readonly day: string }> = [],
	more: BillingRecord = {},
): BillingRecord {
	const { tax, balance: total } = totalsOf(lines, []);
	const asNumber = ([field, text]: [string, string]) =>
		[field, /cost|quantity|percent|discount$/.test(field) ? Number(text) : text] as const;
	const paid = payments.reduce((sum, payment) => sum + payment.cents, 0);
	return {
		invoice_id: 1,
		number: 'A-1',
		currency: 'EUR',
		invoice_status: 'Sent',
		date: '2026-01-05',
		// Amounts are numbers in answers.
		items: lines.map((line) => Object.fromEntries(Object.entries(line).map(asNumber))),
		total_tax: Number(tax) / 100,
		net_balance: Number(total) / 100,
		total_paid: paid / 100,
		outstanding: (Number(total) - paid) / 100,
		transactions: payments.map(({ cents: amount, day: date }) => ({ amount: amount / 100, date })),
		...more,
	};
}

const decimal = (most: number, least = 0) =>
	fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100);
const plus = (one: unknown, other: number) => new Big(Number(one)).plus(other).toNumber();
const lines = fc.array(anyLine, { minLength: 1, maxLength: 4 });

test('the rows have all of the tax, whatever the service adds to it, and each tax once', () => {
	fc.assert(
		fc.property(lines, decimal(50, -50), decimal(50, -50), (some, moreTax, moreBase) => {
			const invoice = invoiceOf(some);
			const tax = plus(invoice['total_tax'], moreTax);
			const total = plus(plus(invoice['net_balance'], moreTax), moreBase);
			const rows = taxesIn({ ...invoice, total_tax: tax, net_balance: total })?.rows ?? [];
			expect(rows.reduce((sum, row) => sum.plus(row.tax), new Big(0)).eq(tax)).toBe(true);
			const unexplained = rows.filter(({ kind }) => kind === 'unexplained');
			expect(unexplained.map((row) => [row.base.toNumber(), row.tax.toNumber()])).toEqual(
				moreTax === 0 && moreBase === 0 ? [] : [[moreBase, moreTax]],
			);
			const keys = rows.map(
				({ kind, name, percent }) => `${kind}/${name.toLowerCase()}/${percent?.toFixed()}`,
			);
			expect(new Set(keys).size).toBe(keys.length);
		}),
	);
});

const day = fc.integer({ min: 0, max: 99 }).map((days) => dayOf(days));
const dayOf = (days: number): string => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);

test('periods that follow each other add up to all that was paid, to the cent, however it was paid', () => {
	const payment = fc.record({ cents: fc.integer({ min: -100_000, max: 900_000 }), day });
	const paid = fc.array(payment, { maxLength: 6 });
	const ends = fc.uniqueArray(fc.integer({ min: 0, max: 98 }), { maxLength: 8 });
	fc.assert(
		fc.property(lines, paid, fc.boolean(), ends, (some, given, isRest, last) => {
			const unpaid = invoiceOf(some, given);
			const rest = Math.round(Number(unpaid['outstanding']) * 100);
			const payments = isRest ? [...given, { cents: rest, day: dayOf(99) }] : given;
			const invoice = invoiceOf(some, payments);
			const limits = [...last, 99].sort((one, other) => one - other);
			const sums = new Map<string, Big>();
			for (const [index, end] of limits.entries()) {
				const from = dayOf((limits[index - 1] ?? -1) + 1);
				const part = partIn(invoice, { from, to: dayOf(end) }, 'payments');
				if (typeof part === 'string') throw new Error(part);
				const parts: Array<readonly [string, Big]> = [['total', part.total]];
				for (const [place, { base, tax }] of part.rows.entries())
					parts.push([`${place} base`, base], [`${place} tax`, tax]);
				for (const [what, amount] of parts) sums.set(what, (sums.get(what) ?? new Big(0)).plus(amount));
			}
			const whole = taxesIn(invoice);
			const total = Number(whole?.total);
			const paid = payments.reduce((sum, { cents: amount }) => sum + amount, 0) / 100;
			// What is paid counts up to the total.
			const counted = paid * total <= 0 ? 0 : Math.sign(total) * Math.min(Math.abs(paid), Math.abs(total));
			expect(sums.get('total')?.toNumber() ?? 0).toBeCloseTo(counted, 6);
			if (counted !== total || total === 0) return;
			for (const [place, { base, tax }] of (whole?.rows ?? []).entries()) {
				expect(sums.get(`${place} base`)?.eq(base)).toBe(true);
				expect(sums.get(`${place} tax`)?.eq(tax)).toBe(true);
			}
		}),
	);
});

const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' };
const charge = fc.record({
	name: fc.constantFrom('Shipping', ''),
	type: fc.constantFrom('Percent', 'Fixed'),
	amount: decimal(50, -5),
});
const NOBODY = { client_organization: '', client_name: '', client_email: '', client_id: null };

test('the rows of each invoice have all of the tax of the totals, and by date all of the total, whatever taxes a line has', () => {
	const invoice = fc.record({
		some: lines,
		paid: fc.integer({ min: 1, max: 900_000 }),
		currency: fc.constantFrom('EUR', 'JPY', ''),
		additional_charges: fc.array(charge, { maxLength: 3 }),
		more: fc.oneof(fc.constant(0), decimal(50, -50)),
	});
	const sum = (rows: ReadonlyArray<Record<string, unknown>>, field: string) =>
		rows.reduce<Big>((all, row) => all.plus(Number(row[field])), new Big(0));
	const basedOn = fc.constantFrom('invoiceDate', 'payments');
	fc.assert(
		fc.property(fc.array(invoice, { maxLength: 4 }), basedOn, (given, basis) => {
			const taxed = given.map(({ some, paid, more, ...rest }) => {
				const whole = invoiceOf(some, [{ cents: paid, day: '2026-02-03' }]);
				const own = { ...whole, ...rest, total_tax: plus(whole['total_tax'], more) };
				return { invoice: own, part: partIn(own, FEBRUARY, basis), client: NOBODY };
			});
			const bookings = bookingsOf(taxed);
			for (const { currency, tax, total, unreadable } of taxSummaryOf(taxed, FEBRUARY)) {
				const rows = bookings.filter((row) => row['currency'] === currency);
				expect(rows.filter(({ kind }) => kind === 'unreadable')).toHaveLength(unreadable.length);
				expect(sum(rows, 'tax').eq(Number(tax))).toBe(true);
				if (basis === 'invoiceDate') expect(sum(rows, 'total').eq(Number(total))).toBe(true);
			}
		}),
	);
});

const VAT: BillingRecord = { unit_cost: 100, quantity: 1, tax1_name: 'VAT', tax1_percent: 20 };
const INVOICE: BillingRecord = {
	...{ invoice_id: 1, number: 'A-1', date: '2026-01-05', invoice_status: 'Sent', currency: 'EUR' },
	...{ net_balance: 120, total_tax: 20, late_fee: 0, total_paid: 0, outstanding: 120, items: [VAT] },
};

const summaryOf = (invoice: BillingRecord, basis: 'invoiceDate' | 'payments' = 'invoiceDate') =>
	taxSummaryOf(
		[invoice, { ...INVOICE, invoice_id: 2, currency: 'JPY' }].map((one) => ({
			invoice: one,
			part: partIn(one, FEBRUARY, basis),
		})),
		FEBRUARY,
	)[0];

test('an invoice that cannot be read is left out and named, and what its lines do not explain is shown', () => {
	const nothing = { tax: 0, total: 0, invoice_count: 0, taxes: [] };
	const changes = {
		currency: '',
		date: 'someday',
		total_tax: '1.000,00',
		net_balance: 'n/a',
		invoice_status: '',
	};
	for (const [field, value] of Object.entries(changes)) {
		const unreadable = [{ id: 1, number: 'A-1', field }];
		const invoice = { ...INVOICE, outstanding: '', [field]: value };
		expect(summaryOf(invoice)).toMatchObject({ ...nothing, unreadable });
	}
	const charge = { additional_charges: [{ type: 'Fixed', amount: 10 }], net_balance: 132, total_tax: 22 };
	const wrong = { items: [VAT, { ...VAT, unit_cost: '1.000,00' }], net_balance: 1320, total_tax: 220 };
	const bare = { items: [], net_balance: 120 };
	for (const [change, unexplained] of [
		[charge, { base: 0, tax: 2 }],
		[wrong, { base: 1000, tax: 200 }],
		[bare, { base: 100, tax: 20 }],
	] as const) {
		const summary = summaryOf({ ...INVOICE, ...change });
		expect(summary?.total).toBe(change.net_balance);
		expect(summary?.taxes.at(-1)).toMatchObject({ kind: 'unexplained', invoice_count: 1, ...unexplained });
	}
});

test('there is a row per name and rate, also of zero, and one for what has no tax', () => {
	const items: BillingRecord[] = [
		{ ...VAT, tax2_name: 'City', tax2_percent: 10, tax2_type: 'compound' },
		{ ...VAT, tax1_name: 'vat ', discount: 10, discount_type: 'fixed' },
		{ ...VAT, tax1_percent: 5.5 },
		{ ...VAT, tax1_name: 'Export', tax1_percent: 0 },
		{ unit_cost: 10, quantity: 3 },
	];
	const additional_charges = [{ name: 'Handling', type: 'Percent', amount: 10 }];
	// 100 + 90 + 100 + 100 + 30, 47.55 of charges, and taxes of 20 + 12 + 18 + 5.50.
	const summary = summaryOf({ ...INVOICE, items, additional_charges, net_balance: 523.05, total_tax: 55.5 });
	expect(summary?.taxes.map((row) => Object.values(row))).toEqual([
		['EUR', 'City', 10, 120, 12, 1, 'tax'],
		['EUR', 'Export', 0, 100, 0, 1, 'tax'],
		['EUR', 'VAT', 5.5, 100, 5.5, 1, 'tax'],
		['EUR', 'VAT', 20, 190, 38, 1, 'tax'],
		['EUR', '', null, 77.55, 0, 1, 'untaxed'],
	]);
	expect(summary).toMatchObject({ net: 467.55, tax: 55.5, total: 523.05, invoice_count: 1 });
	const one = { ...INVOICE, items, additional_charges, net_balance: 524.05, total_tax: 56 };
	const rows = bookingsOf([{ invoice: one, part: partIn(one, FEBRUARY, 'invoiceDate'), client: NOBODY }]);
	const columns = ['kind', 'tax_name', 'charge_name', 'base', 'tax', 'total'];
	expect(rows.slice(-3).map((row) => columns.map((column) => row[column]))).toEqual([
		['untaxed', '', '', 30, 0, 30],
		['charge', '', 'Handling', 47.55, 0, 47.55],
		['unexplained', '', '', 0.5, 0.5, 1],
	]);
});

test('by payments, one in advance counts, a late fee is paid last, and payments that cannot be read are named', () => {
	const pay = (amount: number | string, date: string): BillingRecord => ({ amount, date });
	const paid = (...transactions: BillingRecord[]): BillingRecord => {
		const total_paid = transactions.reduce((sum, { amount }) => sum + Number(amount), 0);
		return { ...INVOICE, date: '2026-06-01', total_paid, outstanding: 120 - total_paid, transactions };
	};
	const half = paid(pay(60, '2026-02-03'));
	const feeInside = { ...half, net_balance: 135, late_fee: 15, outstanding: 75 };
	const late = { ...paid(pay(120, '2026-01-03'), pay(15, '2026-02-03')), late_fee: 15, outstanding: 0 };
	const read = { invoice_count: 1, unreadable: [] };
	const unread = { tax: 0, invoice_count: 0, unreadable: [{ id: 1, number: 'A-1', field: 'transactions' }] };
	for (const [invoice, counted] of [
		[half, { net: 50, tax: 10, total: 60, ...read }],
		[late, { tax: 0, total: 0, ...read }],
		[feeInside, { tax: 10, total: 60, ...read }],
		[{ ...paid(), total_paid: 120, outstanding: 0, invoice_status: 'Paid' }, unread],
		[paid(pay(60, 'someday')), unread],
		[{ ...paid(pay('n/a', '2026-02-03')), total_paid: 60 }, unread],
	] as const)
		expect(summaryOf(invoice, 'payments')).toMatchObject(counted);
});
