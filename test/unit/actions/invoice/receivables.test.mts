import Big from 'big.js';
import fc from 'fast-check';
import { receivablesOf, type OpenInvoice } from '../../../../nodes/XmlBilling/actions/invoice/receivables';

const TODAY = '2026-03-10';

const daysBefore = (days: number): string =>
	new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10);

const NAMELESS = { client_organization: '', client_name: '', client_email: '' };
const open: fc.Arbitrary<OpenInvoice> = fc
	.record({
		client_id: fc.option(fc.integer({ min: 1, max: 4 })),
		currency: fc.constantFrom('EUR', 'USD', ''),
		cents: fc.option(fc.integer({ min: -500_000, max: 90_000_000 }), { freq: 9 }),
		overdue: fc.option(fc.integer({ min: -100, max: 200 })),
		isDated: fc.option(fc.constant(true), { freq: 9 }),
		id: fc.integer({ min: 1, max: 99 }),
	})
	.map(({ client_id, currency, cents, overdue, isDated, id }) => ({
		client: { client_id, ...NAMELESS },
		invoice: {
			currency,
			invoice_id: id,
			invoice_due_date: isDated === null ? 'soon' : overdue === null ? '' : daysBefore(overdue),
			outstanding: cents === null ? 'n/a' : cents / 100,
		},
	}));

const sum = (values: readonly unknown[]): number =>
	values.reduce<Big>((total, one) => total.plus(Number(one)), new Big(0)).toNumber();

const dueOf = (invoice_id: number, days: number, client_id = 1): OpenInvoice => ({
	client: { client_id, ...NAMELESS },
	invoice: { invoice_id, currency: 'EUR', outstanding: 5, invoice_due_date: daysBefore(days) },
});

test('a total is the sum of what is not due and of all buckets, and of its invoices without credits; nothing is lost', () => {
	fc.assert(
		fc.property(fc.array(open, { maxLength: 30 }), (invoices) => {
			const report = receivablesOf(invoices, TODAY);
			let shown = 0;
			for (const row of report) {
				const buckets = Object.entries(row).flatMap(([field, amount]) =>
					/^not_due$|^days_\d+_\d+$|^days_over_\d+$/.test(field) ? [amount] : [],
				);
				expect(buckets).toHaveLength(5);
				expect(row.total).toBe(sum(buckets));
				const listed = row.invoices;
				const amounts = listed.map(({ outstanding }) => Number(outstanding));
				expect(row.total).toBe(sum(amounts.filter((amount) => amount > 0)));
				expect(row.credit).toBe(sum(amounts.filter((amount) => amount < 0).map((amount) => -amount)));
				expect(row.invoice_count).toBe(listed.length);
				shown += listed.length + row.unreadable.length;
			}
			expect(shown).toBe(invoices.length);
		}),
	);
});

test('an invoice is in the bucket of the days that it is overdue', () => {
	const buckets = {
		not_due: [0],
		days_1_30: [1, 30],
		days_31_60: [31],
		days_61_90: [61, 90],
		days_over_90: [91],
	};
	for (const [field, all] of Object.entries(buckets))
		for (const days of all) {
			const [row] = receivablesOf([dueOf(1, days)], TODAY);
			const filled = Object.entries(row ?? {}).filter(
				([name, amount]) => /_\d|not_due/.test(name) && amount !== 0,
			);
			expect(filled).toEqual([[field, 5]]);
			expect(row?.invoices).toMatchObject([{ days_overdue: days }]);
		}
	// Equally old and equally much: by their identifiers.
	const tied = receivablesOf([dueOf(4, 5, 2), dueOf(3, 5, 2), dueOf(2, 5), dueOf(1, 5)], TODAY);
	expect(tied.flatMap(({ invoices }) => invoices.map(({ invoice_id: id }) => id))).toEqual([1, 2, 3, 4]);
});
